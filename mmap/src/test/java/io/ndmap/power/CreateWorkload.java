package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.LongView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Files of zeros, created one after the other, as `ndmap create` does it, in which elements are
/// then stored and forced.
final class CreateWorkload implements Workload {

  private static final int FILES = 40;
  private static final int ITEMS = 5000;

  private static Path path(Path directory, int number) {
    return directory.resolve("created" + number + ".npy");
  }

  @Override
  public void run(Path directory, Consumer<String> notes) throws IOException {
    for (int number = 0; number < FILES; number++) {
      try (NpyFile file = create(path(directory, number))) {
        notes.accept("created " + number);
        Numbers.of(number, ITEMS).copyTo(file.view());
        file.force();
        notes.accept("stored " + number);
      }
    }
  }

  private static NpyFile create(Path path) throws IOException {
    return NpyFile.create(path, DType.INT64, Shape.of(ITEMS), Order.C);
  }

  @Override
  public void check(Path directory, List<String> noted, Findings findings) throws IOException {
    for (int number = 0; number < FILES; number++) {
      Path path = path(directory, number);
      boolean created = noted.contains("created " + number);
      if (created || Files.exists(path)) {
        if (noted.contains("stored " + number)) {
          Numbers.require(path, number, ITEMS);
          findings.checked(1);
        } else {
          requireZeros(path, number);
        }
        findings.checked(created ? 1 : 0);
      } else {
        create(path).close();
        return;
      }
    }
  }

  /// Requires a file of zeros, some of which may have been overwritten.
  private static void requireZeros(Path path, int number) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      LongView items = file.view(LongView.class);
      assertThat(items.shape()).isEqualTo(Shape.of(ITEMS));
      for (long i = 0; i < ITEMS; i++) {
        if (items.get(i) != 0) {
          assertThat(items.get(i)).as("element %s", i).isEqualTo(number + i);
        }
      }
    }
  }
}
