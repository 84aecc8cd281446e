package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Creates a file and stops at a given step, to be killed there.
final class KilledCreatorChild {

  private KilledCreatorChild() {}

  /// Creates the file.
  ///
  /// @param arguments the file and the step
  public static void main(String[] arguments) throws IOException {
    NpyCreation.Step last = NpyCreation.Step.valueOf(arguments[1]);
    new NpyCreation(
            Path.of(arguments[0]), DType.FLOAT64, Shape.of(1000), Order.C, CreateOptions.DEFAULT)
        .run(step -> waitAt(last, step));
  }

  private static void waitAt(NpyCreation.Step last, NpyCreation.Step step) {
    if (step == last) {
      System.out.println(step);
      try {
        System.in.read();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      throw new IllegalStateException("not killed");
    }
  }
}
