package io.ndmap.grow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// An appender in a separate process, which stops at a given step to be killed, or prints the
/// number of rows after each append.
final class AppendChild {

  private AppendChild() {}

  /// Appends, or extends the header's padding.
  ///
  /// @param arguments the file; `fast`, `durable` or `room`; the step to stop at or `-`; at which
  ///   occurrence of it; the number of appends; the maximum number of rows, random with a negative
  ///   seed
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    String last = arguments[2];
    AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[3]));
    Consumer<GrowStep> progress =
        step -> {
          if (step.name().equals(last) && left.decrementAndGet() == 0) {
            stopAt(step);
          }
        };
    if (arguments[1].equals("room")) {
      System.out.println(NpyGrowth.extendPadding(path, progress));
      return;
    }
    int appends = Integer.parseInt(arguments[4]);
    int most = Integer.parseInt(arguments[5]);
    Random random = new Random(Integer.parseInt(arguments[6]));
    AppendOptions options = AppendOptions.DEFAULT.withTrailing(TrailingBytes.TRUNCATE);
    try (NpyAppender appender =
        NpyAppender.open(
            path, arguments[1].equals("durable") ? options.withDurability() : options, progress)) {
      System.out.println("cut " + appender.trailingBytes());
      for (int i = 0; i < appends; i++) {
        int count = most == 1 ? 1 : 1 + random.nextInt(random.nextInt(8) == 0 ? most : 3);
        System.out.println(appender.append(Rows.of(appender.shape().size(0), count)));
      }
    }
  }

  private static void stopAt(GrowStep step) {
    System.out.println(step);
    try {
      System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
