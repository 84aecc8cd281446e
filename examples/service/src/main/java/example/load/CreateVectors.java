package example.load;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/// `CreateVectors FILE ROWS COLUMNS` creates a matrix of random `<f4` vectors.
final class CreateVectors {

  private static final int ROWS_AT_A_TIME = 4096;

  private CreateVectors() {}

  public static void main(String[] args) throws IOException {
    long rows = Long.parseLong(args[1]);
    int columns = Integer.parseInt(args[2]);
    RandomGenerator random = RandomGenerator.getDefault();
    float[] block = new float[ROWS_AT_A_TIME * columns];
    try (NpyFile file =
        NpyFile.create(Path.of(args[0]), DType.FLOAT32, Shape.of(rows, columns), Order.C)) {
      FloatView all = file.view(FloatView.class);
      for (long first = 0; first < rows; first += ROWS_AT_A_TIME) {
        long count = Math.min(ROWS_AT_A_TIME, rows - first);
        for (int k = 0; k < block.length; k++) {
          block[k] = random.nextFloat() - 0.5f;
        }
        NdView.of(block, ROWS_AT_A_TIME, columns)
            .slice(":" + count)
            .copyTo(all.slice(first + ":" + (first + count)));
      }
      file.force();
    }
  }
}
