package io.ndmap.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.ndmap.mmap.Diagnostics;
import io.ndmap.mmap.MemoryUse;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Binds the memory use and the loops of ndmap in this process to meters.
///
/// ```java
/// new NdmapMetrics().bindTo(registry);
/// ```
///
/// | meter | value |
/// |---|---|
/// | `ndmap.mappings` | gauge: mappings of files, see [MemoryUse#mappings] |
/// | `ndmap.mapped` | gauge, bytes: address space of the mappings |
/// | `ndmap.leases` | gauge: open leases |
/// | `ndmap.leases.named` | gauge: open leases with a name |
/// | `ndmap.buffers.staging` | gauge: staging buffers in use by running operations |
/// | `ndmap.hugepages.used` | gauge, bytes: huge pages that new arrays use |
/// | `ndmap.hugepages.max` | gauge, bytes: the limit of `ndmap.hugepages.used` |
/// | `ndmap.files.copied` | counter: arrays read into memory because they cannot be mapped |
/// | `ndmap.loops.vector` | gauge: loops that have used the Vector API so far |
/// | `ndmap.native` | gauge: 1 if native access is used, see [Diagnostics#isNative], otherwise 0 |
///
/// Each value is read when the registry polls it. Thread-safe and immutable; bind an instance at
/// most once to a registry.
public final class NdmapMetrics implements MeterBinder {

  private final Tags tags;

  /// Creates meters without tags.
  public NdmapMetrics() {
    this(Tags.empty());
  }

  /// Creates meters with tags.
  ///
  /// @param tags the tags of all meters
  public NdmapMetrics(Iterable<Tag> tags) {
    this.tags = Tags.of(tags);
  }

  /// Adds the meters to a registry.
  ///
  /// @param registry the registry, which reads the meters from then on
  @Override
  public void bindTo(MeterRegistry registry) {
    use(registry, "ndmap.mappings", "Mappings of files", MemoryUse::mappings, "mappings");
    use(registry, "ndmap.mapped", "Mapped bytes", MemoryUse::mappedBytes, BaseUnits.BYTES);
    use(registry, "ndmap.leases", "Open leases", MemoryUse::leases, "leases");
    use(registry, "ndmap.leases.named", "Named leases", use -> use.holders().size(), "leases");
    use(
        registry,
        "ndmap.buffers.staging",
        "Staging buffers of running operations",
        MemoryUse::stagingBuffers,
        BaseUnits.BUFFERS);
    use(
        registry,
        "ndmap.hugepages.used",
        "New arrays in huge pages",
        MemoryUse::hugePageBytes,
        BaseUnits.BYTES);
    all(
        registry,
        "ndmap.hugepages.max",
        "Limit of new arrays in huge pages",
        Diagnostics::budget,
        BaseUnits.BYTES);
    all(
        registry,
        "ndmap.loops.vector",
        "Loops that use the Vector API",
        all -> all.vectorLoops().size(),
        "loops");
    all(
        registry,
        "ndmap.native",
        "Whether calls of the C library are enabled",
        all -> all.isNative() ? 1 : 0,
        null);
    FunctionCounter.builder(
            "ndmap.files.copied", Diagnostics.class, _ -> Diagnostics.now().copiedFiles())
        .description("Arrays read into memory because their file system cannot map them")
        .baseUnit(BaseUnits.FILES)
        .tags(tags)
        .register(registry);
  }

  private void use(
      MeterRegistry registry,
      String name,
      String description,
      ToLongFunction<MemoryUse> value,
      String unit) {
    gauge(registry, name, description, () -> value.applyAsLong(Diagnostics.memoryUse()), unit);
  }

  private void all(
      MeterRegistry registry,
      String name,
      String description,
      ToLongFunction<Diagnostics> value,
      @Nullable String unit) {
    gauge(registry, name, description, () -> value.applyAsLong(Diagnostics.now()), unit);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      Supplier<Number> value,
      @Nullable String unit) {
    Gauge.builder(name, value)
        .description(description)
        .baseUnit(unit)
        .tags(tags)
        .register(registry);
  }
}
