package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Files that nobody closes are unmapped when nobody can reach them, and not before.
@Tag("either-way")
class UnclosedFileTest {

  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final int FILES = 120;
  private static final Cleaner CLEANER = Cleaner.create();

  /// How a file is opened, and what is left of it unclosed.
  enum Way {
    READ_ONLY,
    READ_WRITE,
    LEASED,
    AUTOMATIC;

    NpyFile open(Path path) throws IOException {
      return switch (this) {
        case READ_ONLY -> NpyFile.open(path);
        case READ_WRITE -> NpyFile.open(path, OpenMode.READ_WRITE);
        case AUTOMATIC ->
            NpyFile.open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT.withArena(Arena.ofAuto()));
        case LEASED -> {
          NpyFile file = NpyFile.open(path);
          Lease lease = file.acquire();
          file.close();
          yield lease.file();
        }
      };
    }
  }

  @TempDir Path directory;

  private Path path;

  @BeforeEach
  void create() throws IOException {
    Assumptions.assumeTrue(Files.isReadable(MAPS), "no /proc/self/maps to look into");
    path = directory.resolve("unclosed.npy");
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(8), Order.C)) {
      file.view(DoubleView.class).fill(7);
    }
  }

  private long mapped() throws IOException {
    try (var lines = Files.lines(MAPS)) {
      return lines.filter(line -> line.endsWith(path.toString())).count();
    }
  }

  /// In a method of its own, which leaves none of them on the stack.
  private void open(Way way, CountDownLatch files, List<DoubleView> kept) throws IOException {
    for (int i = 0; i < FILES; i++) {
      NpyFile file = way.open(path);
      CLEANER.register(file, files::countDown);
      DoubleView view = file.view(DoubleView.class);
      if (i % 100 == 0) {
        kept.add(view.slice("2:5"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"READ_WRITE", "AUTOMATIC"})
  void theyGoWithTheirViews(Way way) throws Exception {
    CountDownLatch files = new CountDownLatch(FILES);
    List<DoubleView> kept = new ArrayList<>();
    open(way, files, kept);
    assertThat(mapped()).isPositive();
    System.gc();
    files.await();
    // Those of the views alone, and what shares an arena with them.
    for (DoubleView view : kept) {
      assertThat(view.sum()).isEqualTo(21);
      assertThat(view.get(0)).isEqualTo(7);
    }
    awaitAtMost(FILES - 1);
    kept.clear();
    awaitAtMost(0);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      mode = Mode.EXCLUDE,
      names = {"READ_WRITE", "AUTOMATIC"})
  void thoseOpenedInOtherWaysGoToo(Way way) throws Exception {
    theyGoWithTheirViews(way);
  }

  private void awaitAtMost(long mappings) throws IOException {
    while (mapped() > mappings) {
      System.gc();
    }
  }
}
