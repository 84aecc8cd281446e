package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.posix.OpenFile;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sorts in processes of their own: killed, and with little memory.
class FileSortProcessTest {

  private static final long SEED = 20_261_129;

  @TempDir Path directory;

  // ---- kills

  @Tag("slow")
  @Test
  void aKilledSortLeavesTheTargetAsItWasAndNothingElse() throws Exception {
    kill(2);
  }

  @Tag("heavy")
  @Test
  void soDoFiftyOfThem() throws Exception {
    kill(50);
  }

  private void kill(int times) throws Exception {
    Assumptions.assumeTrue(
        OpenFile.nameless(directory).isPresent(), "files need names on this file system");
    Random random = new Random(SEED);
    Path source = directory.resolve("x.npy");
    Path target = directory.resolve("y.npy");
    NpyFile.write(source, NdView.of(random.doubles(60_000).toArray(), 20_000, 3));
    long memory = 60_000;
    Path sorted = directory.resolve("sorted.npy");
    int steps = steps(source, sorted, memory);
    byte[] expected = Files.readAllBytes(sorted);
    Files.delete(sorted);
    Files.writeString(target, "precious");
    byte[] old = Files.readAllBytes(target);
    int ended = 0;
    for (int k = 0; k < times; k++) {
      // The last few lines come while the file is forced and gets its name.
      int lines = random.nextInt(steps + 1);
      try (ChildJvm child =
          ChildJvm.start(
              List.of(ChildJvm.NATIVE), FileSortChild.class, source, target, memory, 1)) {
        for (int i = 0; i < lines; i++) {
          assertThat(child.line()).isEqualTo("working");
        }
        child.kill();
      }
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files)
            .as("killed after %d of %d steps", lines, steps)
            .containsExactlyInAnyOrder(source, target);
      }
      byte[] found = Files.readAllBytes(target);
      if (!Arrays.equals(found, old)) {
        assertThat(found).isEqualTo(expected);
        Files.write(target, old);
        ended++;
      }
    }
    assertThat(ended).isLessThan(times);
  }

  /// How often progress is told.
  private static int steps(Path source, Path target, long memory) throws IOException {
    int[] reported = {0};
    try (NpyFile file = NpyFile.open(source)) {
      NdView<?> view = file.view().on(Execution.SEQUENTIAL.withProgress(_ -> reported[0]++));
      FileSort.along(0).withMemory(memory).write(view, target);
    }
    return reported[0];
  }

  // ---- little memory

  @ParameterizedTest
  @CsvSource({"2, 1"})
  void aFileLargerThanMemoryIsSorted(int threads, long columns) throws Exception {
    sortsInLittleMemory(17L << 20, "8m", 1L << 20, threads, columns);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 500"})
  void aFileOfManyColumnsIsSorted(int threads, long columns) throws Exception {
    aFileLargerThanMemoryIsSorted(threads, columns);
  }

  /// `-Dndmap.test.sort.gib=8` for more.
  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({"2, 1", "2, 4096"})
  void gibibytesAreSorted(int threads, long columns) throws Exception {
    long gib = Long.getLong("ndmap.test.sort.gib", 2);
    sortsInLittleMemory(gib << 30, "256m", 128L << 20, threads, columns, ChildJvm.OPTIMISED);
  }

  private void sortsInLittleMemory(
      long bytes, String limit, long memory, int threads, long columns, String... optimised)
      throws Exception {
    Path source = directory.resolve("x.npy");
    Path target = directory.resolve("y.npy");
    long rows = bytes / Long.BYTES / columns;
    NpyFile.create(
            source,
            DType.FLOAT64,
            Shape.of(rows, columns),
            Order.C,
            CreateOptions.DEFAULT,
            FileSortProcessTest::fill)
        .close();
    List<String> flags = new ArrayList<>(List.of(optimised));
    flags.addAll(List.of(ChildJvm.NATIVE, "-Xmx" + limit, "-XX:MaxDirectMemorySize=" + limit));
    try (ChildJvm child =
        ChildJvm.start(flags, FileSortChild.class, source, target, memory, threads)) {
      assertThat(child.finish()).contains("working", "sorted");
    }
    try (NpyFile before = NpyFile.open(source);
        NpyFile after = NpyFile.open(target)) {
      requireSorted(before.view(DoubleView.class), after.view(DoubleView.class));
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactlyInAnyOrder(source, target);
    }
  }

  private static void fill(NdView<?> items) {
    Random random = new Random(SEED);
    NdView<?> all = items.reshape(items.itemCount());
    int block = 1 << 16;
    for (long at = 0; at < all.itemCount(); at += block) {
      long end = Math.min(all.itemCount(), at + block);
      NdView.of(random.doubles(end - at, -1, 1).toArray()).copyTo(all.slice(0, at, end));
    }
  }

  /// The columns of one are those of the other, sorted: they ascend, and have the same elements, as
  /// two sums of the items' bits say.
  private static void requireSorted(DoubleView before, DoubleView after) {
    long rows = after.size(0);
    long step = Math.max(1, (1 << 20) / after.size(1));
    for (long at = 0; at < rows - 1; at += step) {
      long end = Math.min(rows - 1, at + step);
      NdView<?> low = after.slice(0, at, end);
      NdView<?> high = after.slice(0, at + 1, end + 1);
      assertThat(low.compare(Comparison.LESS_EQUAL, high).all()).as("rows from %d", at).isTrue();
    }
    assertThat(hashes(after)).isDeepEqualTo(hashes(before));
  }

  private static long[][] hashes(DoubleView items) {
    long columns = items.size(1);
    long[] sums = new long[(int) columns];
    long[] mixed = new long[(int) columns];
    long step = Math.max(1, (1 << 20) / columns);
    for (long at = 0; at < items.size(0); at += step) {
      LongView bits =
          items
              .slice(0, at, Math.min(items.size(0), at + step))
              .copy()
              .viewAs(DType.INT64)
              .as(LongView.class);
      long[] all = bits.toArray();
      for (int i = 0; i < all.length; i++) {
        int column = (int) (i % columns);
        sums[column] += all[i];
        mixed[column] += all[i] * (all[i] >>> 7 | 1);
      }
    }
    return new long[][] {sums, mixed};
  }
}
