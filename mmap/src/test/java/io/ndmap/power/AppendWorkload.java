package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.NpyAppender;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.grow.TrailingBytes;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.LongView;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Appends rows to a file, either durably, or by several calls and then a force.
///
/// @param durable whether each append is durable
record AppendWorkload(boolean durable) implements Workload {

  private static final int COLUMNS = 3;
  private static final int APPENDS = 60;
  private static final int AT_ONCE = 3;
  private static final int MOST = 800;

  private static Path path(Path directory) {
    return directory.resolve("rows.npy");
  }

  private AppendOptions options() {
    AppendOptions options = AppendOptions.DEFAULT.withTrailing(TrailingBytes.TRUNCATE);
    return durable ? options.withDurability() : options;
  }

  @Override
  public void run(Path directory, Consumer<String> notes) throws IOException {
    Path path = path(directory);
    NpyFile.create(path, DType.INT64, Shape.of(0, COLUMNS), Order.C).close();
    notes.accept("0");
    Random random = new Random(1);
    try (NpyAppender appender = NpyAppender.open(path, options())) {
      for (int i = 0; i < APPENDS; i++) {
        for (int part = 0; part < (durable ? 1 : AT_ONCE); part++) {
          // A varying number, so that rows begin and end anywhere in a page.
          append(appender, 1 + random.nextInt(random.nextBoolean() ? MOST : 10));
        }
        if (!durable) {
          appender.force();
        }
        notes.accept(Long.toString(appender.shape().size(0)));
      }
    }
  }

  private static void append(NpyAppender appender, int count) throws IOException {
    var _ = appender.append(Numbers.of(1 + appender.shape().size(0) * COLUMNS, count, COLUMNS));
  }

  @Override
  public void check(Path directory, List<String> noted, Findings findings) throws IOException {
    Path path = path(directory);
    if (noted.isEmpty() && !Files.exists(path)) {
      return;
    }
    long acknowledged = noted.isEmpty() ? 0 : Long.parseLong(noted.getLast());
    if (!durable) {
      repairIfRefused(path, findings);
    }
    require(path, acknowledged);
    findings.checked(acknowledged + Math.min(1, noted.size()));
    try (NpyAppender appender = NpyAppender.open(path, options())) {
      if (appender.trailingBytes() > 0) {
        findings.repaired();
      }
      append(appender, 2);
    }
    require(path, acknowledged + 2);
    assertThat(NpyGrowth.inspect(path).isClean()).isTrue();
  }

  private static void repairIfRefused(Path path, Findings findings) throws IOException {
    try {
      NpyFile.open(path).close();
    } catch (TruncatedDataException e) {
      assertThat(NpyGrowth.inspect(path).missingBytes()).isPositive();
      assertThat(NpyGrowth.repair(path).missingBytes()).isPositive();
      findings.repaired();
    }
  }

  /// Requires acknowledged rows, and for a durable file all rows that the header counts.
  private void require(Path path, long acknowledged) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      LongView rows = file.view(LongView.class);
      assertThat(rows.size(0)).as("rows").isGreaterThanOrEqualTo(acknowledged);
      long count = durable ? rows.size(0) : acknowledged;
      Numbers.require(rows.slice(0, 0, count, 1), 1, count, COLUMNS);
    }
  }
}
