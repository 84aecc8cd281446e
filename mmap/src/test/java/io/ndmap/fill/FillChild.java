package io.ndmap.fill;

import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.participant.FillStep;
import io.ndmap.layout.Order;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// A participant in a process of its own, that stops at a given step, to be killed there or to be
/// told to go on.
final class FillChild {

  private FillChild() {}

  /// Takes part until nothing is left.
  ///
  /// @param arguments the array, its order, durable, visible, mortal (two deaths poison a chunk) or
  ///   fast, the step to stop at or `-`, and at which time it is reached
  public static void main(String[] arguments) throws Exception {
    FillSpec spec = Filling.spec(Order.valueOf(arguments[1]));
    if (arguments[2].equals("durable")) {
      spec = spec.withDurability();
    }
    if (arguments[2].equals("visible")) {
      spec = spec.withVisibility();
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
            SharedFill.PATIENCE,
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
