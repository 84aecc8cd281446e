package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import java.io.IOException;
import java.nio.file.Path;

/// Uses everything that native access improves.
final class NativeAccessChild {

  private NativeAccessChild() {}

  /// Creates, fills, advises and reads a file.
  ///
  /// @param arguments the file
  public static void main(String[] arguments) throws IOException {
    try (NpyFile file =
        NpyFile.create(Path.of(arguments[0]), DType.FLOAT64, Shape.of(1000), Order.C)) {
      DoubleView view = file.view(DoubleView.class);
      view.set(999, 1.5);
      file.force();
      System.out.println(
          file.advise(Advice.RANDOM) + " " + file.prefetch(view) + " " + file.residency().pages());
    }
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]))) {
      System.out.println(file.view(DoubleView.class).get(999));
    }
  }
}
