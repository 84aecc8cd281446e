package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.IntView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A view written into a new file: as NumPy saves it, whole or not at all.
@Tag("either-way")
class NpyFileWriteTest {

  @TempDir Path directory;

  private Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList().stream();
    }
  }

  private static NdView<?> numbers(String dtype, Shape shape) {
    DType type = DType.parse(dtype);
    byte[] bytes = new byte[(int) shape.byteSize(type.itemsize())];
    new Random(1).nextBytes(bytes);
    return NdView.of(MemorySegment.ofArray(bytes), type, shape, Order.C, Backing.MEMORY);
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void theItemsOfAnyLayoutInTheOrderAskedFor(Order order) throws IOException {
    for (String index : new String[] {"...", "::-1, ::2", "3", "2:2", "3, 4", "..., None"}) {
      Path path = directory.resolve("x.npy");
      NdView<?> source = numbers("'>i4'", Shape.of(7, 9)).transpose().slice(index);
      NpyFile.write(path, source, order, CreateOptions.DEFAULT);
      try (NpyFile file = NpyFile.open(path)) {
        assertThat(file.dtype()).isEqualTo(source.dtype());
        assertThat(file.shape()).isEqualTo(source.shape());
        assertThat(file.header().order()).isEqualTo(order);
        assertThat(file.view(IntView.class).copy().toArray())
            .isEqualTo(source.as(IntView.class).toArray());
        assertThat(Files.size(path))
            .isEqualTo(file.header().dataOffset() + source.itemCount() * Integer.BYTES);
      }
      assertThat(files()).containsExactly(path);
      Files.delete(path);
    }
  }

  @ParameterizedTest
  @CsvSource({"F, 1", "C, 3"})
  void manyBlocksOnSomeThreads(Order order, int threads) throws IOException {
    Path path = directory.resolve("x.npy");
    IntView source = numbers("'<i4'", Shape.of(3, 1500, 1201)).as(IntView.class);
    NpyFile.write(path, source.parallel(threads), order, CreateOptions.DEFAULT);
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view(IntView.class).toArray()).isEqualTo(source.toArray());
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"C, 1", "F, 3"})
  void manyBlocksInTheOtherOrder(Order order, int threads) throws IOException {
    manyBlocksOnSomeThreads(order, threads);
  }

  @ParameterizedTest
  @CsvSource({"C, order='C'", "F, order='F'"})
  void theBytesThatNumpySaves(Order order, String keyword) throws IOException {
    Python.require();
    Path ours = directory.resolve("ours.npy");
    Path theirs = directory.resolve("theirs.npy");
    NdView<?> source = numbers("[('a', '<i2'), ('b', '>f8')]", Shape.of(5, 6)).slice("::2, 1:");
    NpyFile.write(ours, source, order, CreateOptions.DEFAULT);
    String program =
        "import sys, numpy as np; a = np.load(sys.argv[1]);"
            + " np.save(sys.argv[2], np.array(a, "
            + keyword
            + "))";
    assertThat(Python.run(program, ours.toString(), theirs.toString())).isEmpty();
    assertThat(Files.readAllBytes(ours)).isEqualTo(Files.readAllBytes(theirs));
  }

  @Test
  void theFileOfTheViewItselfMayBeReplaced() throws IOException {
    Path path = directory.resolve("x.npy");
    IntView numbers = numbers("'<i4'", Shape.of(40, 50)).as(IntView.class);
    NpyFile.write(path, numbers);
    try (NpyFile file = NpyFile.open(path)) {
      IntView view = file.view(IntView.class);
      assertThatThrownBy(() -> NpyFile.write(path, view.transpose()))
          .isExactlyInstanceOf(FileAlreadyExistsException.class)
          .hasMessageStartingWith(path + ": exists; open it READ_WRITE");
      NpyFile.write(path, view.transpose(), Order.F, CreateOptions.DEFAULT.withReplacing());
      assertThat(view.toArray()).isEqualTo(numbers.toArray());
    }
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view(IntView.class).toArray()).isEqualTo(numbers.transpose().toArray());
    }
    assertThat(files()).containsExactly(path);
  }

  @Test
  void nothingIsLeftWhenTheSourceFails() throws IOException {
    Path path = directory.resolve("x.npy");
    Backing truncated =
        new Backing() {
          @Override
          public String name() {
            return "bad.npy";
          }

          @Override
          public void barrier() {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
          }
        };
    NdView<?> bad =
        NdView.of(MemorySegment.ofArray(new byte[8]), DType.INT32, Shape.of(2), Order.C, truncated);
    assertThatThrownBy(() -> NpyFile.write(path, bad))
        .isExactlyInstanceOf(MappingFaultException.class)
        .hasMessageStartingWith("bad.npy: ");
    assertThat(files()).isEmpty();
  }

  @Test
  void nothingIsLeftWhenTheThreadIsInterrupted() throws IOException {
    Path path = directory.resolve("x.npy");
    for (Shape shape : new Shape[] {Shape.of(10), Shape.of(1 << 22, 2)}) {
      NdView<?> source = numbers("'|u1'", shape).transpose();
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> NpyFile.write(path, source))
            .isExactlyInstanceOf(ClosedByInterruptException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void saysWhyItCannot() throws IOException {
    Path path = directory.resolve("none").resolve("x.npy");
    assertThatThrownBy(() -> NpyFile.write(path, numbers("'<i4'", Shape.of(2))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none");
    Path file = directory.resolve("x.npy");
    NdView<?> vast =
        NdView.of(
            MemorySegment.ofArray(new byte[8]),
            DType.FLOAT64,
            Strided.of(0, Shape.of(1L << 50), 0),
            Backing.MEMORY);
    assertThatThrownBy(() -> NpyFile.write(file, vast))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": cannot be created with ")
        .hasMessageEndingWith(": there is not enough space on the disk");
    assertThat(files()).isEmpty();
    NdView<?> odd = numbers("'|V0'", Shape.of(3));
    NpyFile.write(file, odd);
    try (NpyFile written = NpyFile.open(file)) {
      assertThat(written.shape()).isEqualTo(Shape.of(3));
    }
  }

  @Test
  void theOptionsAloneSayReplacing() throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, NdView.of(new int[] {1, 2}));
    assertThatThrownBy(
            () -> NpyFile.write(path, NdView.of(new int[6], 2, 3), CreateOptions.DEFAULT))
        .isInstanceOf(FileAlreadyExistsException.class);
    NpyFile.write(
        path, NdView.of(new int[6], 2, 3).transpose(), CreateOptions.DEFAULT.withReplacing());
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.shape()).isEqualTo(Shape.of(3, 2));
      assertThat(file.header().order()).isEqualTo(Order.C);
    }
  }
}
