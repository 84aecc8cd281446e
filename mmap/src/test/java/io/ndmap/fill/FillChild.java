package io.ndmap.fill;

import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.participant.FillStep;
import io.ndmap.layout.Order;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// A participant in a separate process, which stops at a given step until it is killed or told to
/// continue.
final class FillChild {

  private FillChild() {}

  /// Claims and commits chunks until none is left.
  ///
  /// @param arguments the array, its order, durable, visible, mortal (two deaths poison a chunk) or
  ///   fast, the step to stop at or `-`, and at which occurrence of it
  public static void main(String[] arguments) throws Exception {
    FillSpec spec = Filling.spec(Order.valueOf(arguments[1]));
    if (arguments[2].equals("durable")) {
      spec = spec.withDurability();
    }
    if (arguments[2].equals("visible")) {
      spec = spec.visibleDuringFill();
    }
    if (arguments[2].equals("mortal")) {
      spec = spec.withLimits(FillSpec.DEFAULT_MAX_FAILURES, 2);
    }
    String last = arguments[3];
    AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[4]));
    try (SharedFill fill =
        SharedFill.enter(
            Path.of(arguments[0]),
            spec,
            SharedFill.DEFAULT_TIMEOUT,
            step -> {
              if (step.name().equals(last) && left.decrementAndGet() == 0) {
                stopAt(step);
              }
            })) {
      System.out.println("filled " + Filling.work(fill));
    } catch (IOException e) {
      System.out.println(e);
    }
  }

  private static void stopAt(FillStep step) {
    System.out.println(step);
    try {
      System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
