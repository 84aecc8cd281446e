package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HugeFileTest {

  private static final CreateOptions SPARSE = CreateOptions.DEFAULT.withoutReserving();
  private static final long TEBI = 1L << 40;

  @TempDir Path directory;

  private Path tebibyte() throws IOException {
    Path path = directory.resolve("x.npy");
    try {
      NpyFile.create(path, DType.UINT8, Shape.of(TEBI), Order.C, SPARSE).close();
    } catch (IOException e) {
      Assumptions.abort("the file system has no sparse files of 1 TiB: " + e.getMessage());
    }
    return path;
  }

  @Test
  void aTebibyteInAHeapOfSixtyFourMebibytes() throws Exception {
    Path path = tebibyte();
    try (ChildJvm child =
        ChildJvm.start(
            List.of("-Xmx64m", ChildJvm.DENIED),
            HugeFileChild.class,
            path,
            OpenMode.READ_WRITE,
            OpenMode.READ_ONLY)) {
      assertThat(child.finish()).containsExactly("1 3 2 0", "1 3 2 0");
    }
    assertThat(Files.size(path)).isEqualTo(TEBI + 128);
  }

  @Test
  void whatTheMachineDoesNotMapSaysWhatToCheck() throws Exception {
    Path path = tebibyte();
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell to set the limit");
    List<String> limited = List.of("/bin/sh", "-c", "ulimit -v 50000000; exec \"$@\"", "sh");
    String refusal =
        path
            + ": the system does not map 1099511627904 bytes more into this process; check its"
            + " address space (ulimit -v), its number of mappings (sysctl vm.max_map_count)%s, or"
            + " read it in blocks (NpyReader, ndmap with - as the file)";
    String promise =
        " and, for COPY_ON_WRITE, the memory it may promise (sysctl vm.overcommit_memory)";
    try (ChildJvm child =
        ChildJvm.start(
            limited,
            List.of("-Xmx64m", ChildJvm.DENIED),
            HugeFileChild.class,
            path,
            OpenMode.READ_ONLY,
            OpenMode.READ_WRITE,
            OpenMode.COPY_ON_WRITE)) {
      assertThat(child.finish())
          .containsExactly(
              refusal.formatted(""), refusal.formatted(""), refusal.formatted(promise));
    }
  }

  @Test
  void threeGibibytesOfBytes() throws IOException {
    long size = 3L << 30;
    Path path = directory.resolve("x.npy");
    try (NpyFile file = NpyFile.create(path, DType.UINT8, Shape.of(size), Order.C, SPARSE)) {
      ByteView view = file.view(ByteView.class);
      for (long at : new long[] {0, (1L << 31) - 1, 1L << 31, (1L << 31) + 1, size - 1}) {
        view.set(at, (byte) (at % 97));
      }
    }
    try (NpyFile file = NpyFile.open(path)) {
      ByteView view = file.view(ByteView.class);
      for (long at : new long[] {0, (1L << 31) - 1, 1L << 31, (1L << 31) + 1, size - 1}) {
        assertThat(view.get(at)).as("element %s", at).isEqualTo((byte) (at % 97));
      }
      assertThatThrownBy(() -> view.get(size))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining(String.valueOf(size));
    }
  }

  @Test
  void threeGibibytesOfDoublesInEitherOrder() throws IOException {
    long rows = 3;
    long columns = 1L << 27;
    for (Order order : Order.values()) {
      Path path = directory.resolve(order + ".npy");
      try (NpyFile file =
          NpyFile.create(path, DType.FLOAT64, Shape.of(rows, columns), order, SPARSE)) {
        DoubleView view = file.view(DoubleView.class);
        for (long row = 0; row < rows; row++) {
          view.set(row, 0, row + 0.25);
          view.set(row, columns - 1, row + 0.5);
        }
      }
      try (NpyFile file = NpyFile.open(path)) {
        DoubleView view = file.view(DoubleView.class);
        for (long row = 0; row < rows; row++) {
          assertThat(view.get(row, 0)).isEqualTo(row + 0.25);
          assertThat(view.transpose().get(columns - 1, row)).isEqualTo(row + 0.5);
        }
      }
      assertThat(Files.size(path)).isEqualTo((3L << 30) + 128);
    }
  }
}
