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

/// What ndmap takes in this process, as meters.
///
/// ```java
/// new NdmapMetrics().bindTo(registry);
/// ```
///
/// | meter | value |
/// |---|---|
/// | `ndmap.mappings` | gauge: mappings of files, see [MemoryUse#mappings] |
/// | `ndmap.mapped` | gauge, bytes: their address space |
/// | `ndmap.leases` | gauge: open leases |
/// | `ndmap.leases.named` | gauge: those with a name |
/// | `ndmap.buffers.staging` | gauge: buffers that running operations copy elements to |
/// | `ndmap.hugepages.used` | gauge, bytes: new arrays in huge pages |
/// | `ndmap.hugepages.max` | gauge, bytes: the most of them |
/// | `ndmap.files.copied` | counter: arrays read into memory because their file system maps none |
/// | `ndmap.loops.vector` | gauge: loops that run by vectors by now |
/// | `ndmap.native` | gauge: 1 if the calls of the C library are made, else 0 |
///
/// Each value is read when the registry asks for it. Thread-safe and immutable; a registry may be
/// bound once.
public final class NdmapMetrics implements MeterBinder {

  private final Tags tags;

  /// Meters without tags.
  public NdmapMetrics() {
    this(Tags.empty());
  }

  /// Meters with tags.
  ///
  /// @param tags of all meters
  public NdmapMetrics(Iterable<Tag> tags) {
    this.tags = Tags.of(tags);
  }

  /// Adds the meters to a registry.
  ///
  /// @param registry that reads them from then on
  @Override
  public void bindTo(MeterRegistry registry) {
    use(registry, "ndmap.mappings", "Mappings of files", MemoryUse::mappings, "mappings");
    use(registry, "ndmap.mapped", "Mapped bytes", MemoryUse::mappedBytes, BaseUnits.BYTES);
    use(registry, "ndmap.leases", "Open leases", MemoryUse::leases, "leases");
    use(registry, "ndmap.leases.named", "Named leases", use -> use.holders().size(), "leases");
    use(
        registry,
        "ndmap.buffers.staging",
        "Buffers that running operations copy elements to",
        MemoryUse::stagingBuffers,
        BaseUnits.BUFFERS);
    use(
        registry,
        "ndmap.hugepages.used",
        "New arrays in huge pages",
        MemoryUse::hugePageBytes,
        BaseUnits.BYTES);
    all(registry, "ndmap.hugepages.max", "The most of them", Diagnostics::budget, BaseUnits.BYTES);
    all(
        registry,
        "ndmap.loops.vector",
        "Loops that run by vectors",
        all -> all.vectorLoops().size(),
        "loops");
    all(
        registry,
        "ndmap.native",
        "Whether the calls of the C library are made",
        all -> all.isNative() ? 1 : 0,
        "");
    FunctionCounter.builder(
            "ndmap.files.copied", Diagnostics.class, _ -> Diagnostics.now().copiedFiles())
        .description("Arrays read into memory because their file system maps none")
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
      String unit) {
    gauge(registry, name, description, () -> value.applyAsLong(Diagnostics.now()), unit);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      Supplier<Number> value,
      String unit) {
    Gauge.builder(name, value)
        .description(description)
        .baseUnit(unit)
        .tags(tags)
        .register(registry);
  }
}
