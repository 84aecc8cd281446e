package example;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.DoubleView;
import java.io.IOException;
import java.nio.file.Path;

/// Creates an array, fills it in place, and reads it.
public final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0]);
    create(path);
    System.out.println(sum(path));
  }

  /// Creates the file with the numbers from 0 to 5.
  static void create(Path path) throws IOException {
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(2, 3), Order.C)) {
      DoubleView x = file.view(DoubleView.class);
      for (long i = 0; i < 6; i++) {
        x.set(i / 3, i % 3, i);
      }
    }
  }

  static double sum(Path path) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      return file.view(DoubleView.class).sum();
    }
  }
}
