package io.ndmap.fill;

import io.ndmap.dtype.DType;
import io.ndmap.fill.model.StaticSpec;
import io.ndmap.fill.parts.StaticCreation;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.nd.DoubleView;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/// A process that participates in a static fill.
final class StaticFillChild {

  private static final Duration TIMEOUT = TimeLimit.TIMEOUT;

  private StaticFillChild() {}

  /// Fills a part, or stops at a step of the creation.
  ///
  /// @param arguments the file, the order, the partition; then `fill` and the part, `halt` and the
  ///   step after which the process ends as if it were killed, or `hold` and the step after which
  ///   it waits to be killed or told to continue
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    Partition partition = Partition.parse(arguments[2]);
    StaticSpec spec =
        new StaticSpec(DType.FLOAT64, partition.shape(), Order.valueOf(arguments[1]), partition);
    switch (arguments[3]) {
      case "fill" -> fill(path, spec, Long.parseLong(arguments[4]));
      case "halt" -> halt(path, spec, StaticCreation.Step.valueOf(arguments[4]));
      default -> hold(path, spec, StaticCreation.Step.valueOf(arguments[4]));
    }
  }

  private static void fill(Path path, StaticSpec spec, long part) throws IOException {
    System.out.println("ready");
    await();
    try (StaticFill fill = StaticFill.createOrJoin(path, spec, TIMEOUT)) {
      numbers(fill.region(part, DoubleView.class), fill.part(part), spec.shape().size(1));
      fill.force();
      System.out.println(fill.created() ? "created" : "joined");
    }
  }

  /// Sets each element of a matrix to its flat index in C order.
  static void numbers(DoubleView region, Box box, long columns) {
    for (long i = 0; i < region.size(0); i++) {
      for (long j = 0; j < region.size(1); j++) {
        long number = (box.start(0) + i) * columns + box.start(1) + j;
        region.set(i, j, (double) number);
      }
    }
  }

  private static void halt(Path path, StaticSpec spec, StaticCreation.Step last)
      throws IOException {
    StaticFill.createOrJoin(
            path,
            spec,
            TIMEOUT,
            step -> {
              if (step == last) {
                System.out.println(step);
                Runtime.getRuntime().halt(0);
              }
            })
        .close();
  }

  private static void hold(Path path, StaticSpec spec, StaticCreation.Step last)
      throws IOException {
    StaticFill.createOrJoin(
            path,
            spec,
            TIMEOUT,
            step -> {
              if (step == last) {
                System.out.println(step);
                await();
              }
            })
        .close();
    System.out.println("done");
  }

  private static void await() {
    try {
      if (System.in.read() < 0) {
        throw new IllegalStateException("whoever started this is gone");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
