package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.DoubleView;
import io.ndmap.op.Casting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Arrays converted into new files, as `ndmap convert` does it, and each then replaced by another
/// conversion, as with `--force`.
final class ConvertWorkload implements Workload {

  private static final int FILES = 24;
  private static final int ITEMS = 5000;
  private static final CreateOptions REPLACING = CreateOptions.DEFAULT.withReplacing();

  private static Path path(Path directory, int number) {
    return directory.resolve("converted" + number + ".npy");
  }

  @Override
  public void run(Path directory, Consumer<String> notes) throws IOException {
    for (int number = 0; number < FILES; number++) {
      convert(path(directory, number), 1, CreateOptions.DEFAULT);
      notes.accept(number + " 1");
      convert(path(directory, number), 2, REPLACING);
      notes.accept(number + " 2");
    }
  }

  private static void convert(Path target, long first, CreateOptions options) throws IOException {
    NpyFile.create(
            target,
            DType.FLOAT64,
            Numbers.of(first, ITEMS).shape(),
            Order.C,
            options,
            made -> Numbers.of(first, ITEMS).copyTo(made, Casting.SAFE))
        .close();
  }

  @Override
  public void check(Path directory, List<String> noted, Findings findings) throws IOException {
    for (int number = 0; number < FILES; number++) {
      Path path = path(directory, number);
      int times = noted.contains(number + " 2") ? 2 : noted.contains(number + " 1") ? 1 : 0;
      if (times > 0 || Files.exists(path)) {
        check(path, times);
        findings.checked(times);
      }
      if (times < 2) {
        convert(path, 2, REPLACING);
        check(path, 2);
        return;
      }
    }
  }

  /// Requires the last conversion that was acknowledged, or the next.
  private static void check(Path path, int times) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      DoubleView items = file.view(DoubleView.class);
      assertThat(items.size(0)).isEqualTo(ITEMS);
      double first = items.get(0);
      assertThat(first).as("conversion").isBetween(Math.max(1, times) + 0.0, 2.0);
      for (long i = 0; i < ITEMS; i++) {
        if (items.get(i) != first + i) {
          assertThat(items.get(i)).as("element %s", i).isEqualTo(first + i);
        }
      }
    }
  }
}
