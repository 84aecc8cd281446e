package io.ndmap.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.ndmap.mmap.Diagnostics;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NdmapMetricsTest {

  @TempDir Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  @Test
  void theMetersFollowFilesAndLeases() throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, NdView.of(new double[9 << 20], 9 << 20));
    new NdmapMetrics().bindTo(registry);
    assertThat(gauge("ndmap.mappings")).isZero();
    assertThat(gauge("ndmap.leases")).isZero();

    try (NpyFile file = NpyFile.open(path);
        Lease _ = file.acquire("index 7");
        Lease _ = file.acquire()) {
      assertThat(gauge("ndmap.mappings")).isOne();
      assertThat(gauge("ndmap.mapped")).isBetween(72.0 * (1 << 20), 73.0 * (1 << 20));
      assertThat(gauge("ndmap.leases")).isEqualTo(2);
      assertThat(gauge("ndmap.leases.named")).isOne();
    }

    assertThat(gauge("ndmap.mappings")).isZero();
    assertThat(gauge("ndmap.mapped")).isZero();
    assertThat(gauge("ndmap.leases.named")).isZero();
  }

  @Test
  void theMetersAreThoseOfTheDiagnostics() {
    new NdmapMetrics(Tags.of("service", "search")).bindTo(registry);

    Diagnostics now = Diagnostics.now();
    assertThat(gauge("ndmap.hugepages.max")).isEqualTo((double) now.budget());
    assertThat(gauge("ndmap.native")).isEqualTo(now.isNative() ? 1 : 0);
    assertThat(gauge("ndmap.loops.vector")).isEqualTo(now.vectorLoops().size());
    assertThat(gauge("ndmap.buffers.staging")).isZero();
    assertThat(gauge("ndmap.hugepages.used")).isEqualTo((double) now.use().hugePageBytes());
    assertThat(registry.get("ndmap.files.copied").functionCounter().count())
        .isEqualTo((double) now.copiedFiles());
    assertThat(registry.getMeters())
        .hasSize(10)
        .allSatisfy(
            meter ->
                assertThat(meter.getId().getTags()).isEqualTo(List.of(Tag.of("service", "search"))))
        .extracting(Meter::getId)
        .allSatisfy(id -> assertThat(id.getDescription()).isNotBlank());
  }

  @Test
  void prometheusShowsNamesUnitsAndDescriptions() {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new NdmapMetrics(Tags.of("service", "search")).bindTo(prometheus);

    List<String> lines = prometheus.scrape().lines().toList();

    assertThat(lines)
        .filteredOn(line -> line.startsWith("# TYPE"))
        .containsExactlyInAnyOrder(
            "# TYPE ndmap_buffers_staging_buffers gauge",
            "# TYPE ndmap_files_copied_files_total counter",
            "# TYPE ndmap_hugepages_max_bytes gauge",
            "# TYPE ndmap_hugepages_used_bytes gauge",
            "# TYPE ndmap_leases gauge",
            "# TYPE ndmap_leases_named_leases gauge",
            "# TYPE ndmap_loops_vector_loops gauge",
            "# TYPE ndmap_mapped_bytes gauge",
            "# TYPE ndmap_mappings gauge",
            "# TYPE ndmap_native gauge");
    assertThat(lines)
        .contains(
            "# HELP ndmap_mapped_bytes Mapped bytes",
            "ndmap_mapped_bytes{service=\"search\"} 0.0",
            "# HELP ndmap_hugepages_max_bytes Limit of new arrays in huge pages",
            "# HELP ndmap_native Whether calls of the C library are enabled");
  }
}
