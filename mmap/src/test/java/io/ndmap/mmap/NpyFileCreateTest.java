package io.ndmap.mmap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.file.TemporaryFile;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("either-way")
class NpyFileCreateTest {

  @TempDir Path directory;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static long blockBytes(Path path) throws IOException {
    // Not part of java.nio: only the tool knows.
    Process stat = new ProcessBuilder("stat", "-c", "%b", path.toString()).start();
    String blocks = new String(stat.getInputStream().readAllBytes(), UTF_8).strip();
    Assumptions.assumeFalse(blocks.isEmpty(), "stat does not tell the blocks of a file here");
    return Long.parseLong(blocks) * 512;
  }

  @Test
  void aFileOfZerosToWriteInto() throws IOException {
    Path path = directory.resolve("x.npy");
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(1000, 1000), Order.C)) {
      assertThat(file.mode()).isEqualTo(OpenMode.READ_WRITE);
      assertThat(file.path()).isEqualTo(path);
      DoubleView view = file.view(DoubleView.class);
      assertThat(view.get(999, 999)).isZero();
      view.set(999, 999, 4.5);
      file.force();
    }
    assertThat(files()).containsExactly(path);
    assertThat(Files.size(path)).isEqualTo(8_000_128);
    assertThat(blockBytes(path)).isGreaterThanOrEqualTo(8_000_128);
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view(DoubleView.class).get(999, 999)).isEqualTo(4.5);
    }
  }

  @Test
  void aSparseFileTakesNoSpace() throws IOException {
    Path path = directory.resolve("x.npy");
    CreateOptions sparse = CreateOptions.DEFAULT.withoutReserving();
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(1 << 25), Order.C, sparse)) {
      assertThat(file.view(DoubleView.class).get(12345)).isZero();
    }
    assertThat(Files.size(path)).isEqualTo((8L << 25) + 128);
    assertThat(blockBytes(path)).isLessThan(1 << 20);
  }

  @Test
  void theHeaderIsThatOfNumpy() throws IOException {
    Path path = directory.resolve("x.npy");
    for (Order order : Order.values()) {
      for (NpyVersion version : NpyVersion.values()) {
        CreateOptions options = CreateOptions.DEFAULT.withReplacing().withVersion(version);
        NpyFile.create(path, DType.INT32, Shape.of(5), order, options).close();
        byte[] header = NpyHeaderCodec.encode(version, DType.INT32, order, Shape.of(5));
        assertThat(Files.readAllBytes(path)).isEqualTo(Arrays.copyOf(header, header.length + 20));
      }
    }
  }

  @Test
  void anExistingFileIsNotTouched() throws IOException {
    Path path = Files.writeString(directory.resolve("x.npy"), "precious");
    assertThatThrownBy(() -> NpyFile.create(path, DType.INT32, Shape.of(5), Order.C))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(
            path
                + ": exists; open it READ_WRITE to write into it, or create it with"
                + " CreateOptions.withReplacing()");
    assertThat(path).hasContent("precious");
    assertThat(files()).containsExactly(path);
  }

  @Test
  void aDanglingLinkIsAnExistingFile() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("x.npy"), directory.resolve("nowhere"));
    assertThatThrownBy(() -> NpyFile.create(link, DType.INT32, Shape.of(5), Order.C))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(files()).containsExactly(link);
  }

  @Test
  void aFileThatAppearsMeanwhileIsNotTouched() throws IOException {
    Path path = directory.resolve("x.npy");
    NpyCreation creation =
        new NpyCreation(path, DType.INT32, Shape.of(5), Order.C, CreateOptions.DEFAULT);
    assertThatThrownBy(
            () ->
                creation.run(
                    step -> {
                      if (step == NpyCreation.Step.FORCED) {
                        write(path, "precious");
                      }
                    }))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageStartingWith(path + ": exists; open it READ_WRITE");
    assertThat(path).hasContent("precious");
    assertThat(files()).containsExactly(path);
  }

  private static void write(Path path, String text) {
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void replacingLeavesOpenViewsTheirData() throws IOException {
    Path path = directory.resolve("x.npy");
    try (NpyFile old = NpyFile.create(path, DType.FLOAT64, Shape.of(3), Order.C)) {
      old.view(DoubleView.class).set(0, 1);
      try (NpyFile file =
          NpyFile.create(
              path, DType.FLOAT64, Shape.of(3), Order.C, CreateOptions.DEFAULT.withReplacing())) {
        assertThat(file.view(DoubleView.class).get(0)).isZero();
        assertThat(old.view(DoubleView.class).get(0)).isEqualTo(1);
        old.force();
        file.force();
      }
    }
    assertThat(files()).containsExactly(path);
  }

  @Test
  void onlyRegularFilesAreReplaced() throws IOException {
    Path taken = Files.createDirectory(directory.resolve("taken.npy"));
    CreateOptions replacing = CreateOptions.DEFAULT.withReplacing();
    assertThatThrownBy(() -> NpyFile.create(taken, DType.FLOAT64, Shape.of(3), Order.C, replacing))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage(taken + ": not a regular file; only regular files are replaced");
    assertThat(files()).containsExactly(taken);
  }

  @Test
  void whatCannotBeCreatedLeavesNothing() throws IOException {
    Path path = directory.resolve("x.npy");
    assertThatThrownBy(() -> NpyFile.create(path, DType.parse("|O"), Shape.of(5), Order.C))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            path
                + ": elements of '|O' are Python objects, stored as a pickle: they cannot be"
                + " mapped");
    assertThatThrownBy(() -> NpyFile.create(path, DType.INT8, Shape.of(Long.MAX_VALUE), Order.C))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            path + ": 9223372036854775807 bytes of data and their header exceed 2^63-1 bytes");
    CreateOptions first = CreateOptions.DEFAULT.withVersion(NpyVersion.V1_0);
    assertThatThrownBy(
            () -> NpyFile.create(path, DType.parse("[('整', '<i4')]"), Shape.of(5), Order.C, first))
        .isInstanceOf(DTypeException.class);
    assertThatThrownBy(
            () ->
                NpyFile.create(
                    path,
                    DType.INT8,
                    Shape.of(Long.MAX_VALUE / 2),
                    Order.C,
                    CreateOptions.DEFAULT.withoutReserving()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            path + ": cannot be created with 4611686018427388031 bytes: File too large: ");
    assertThat(files()).isEmpty();
    Path nowhere = directory.resolve("no/x.npy");
    assertThatThrownBy(() -> NpyFile.create(nowhere, DType.INT8, Shape.of(5), Order.C))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(nowhere + ": no such directory");
    Path below = Files.createFile(directory.resolve("file")).resolve("x.npy");
    assertThatThrownBy(() -> NpyFile.create(below, DType.INT8, Shape.of(5), Order.C))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(below + ": Not a directory");
  }

  @Test
  void moreThanTheDiskHasIsRefusedAtOnce() throws IOException {
    Path path = directory.resolve("x.npy");
    assertThatThrownBy(() -> NpyFile.create(path, DType.UINT8, Shape.of(1L << 50), Order.C))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            java.util.regex.Pattern.quote(
                    path + ": cannot be created with 1125899906842752 bytes, ")
                + "\\d+ being free on its file system: there is not enough space on the disk");
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(NpyCreation.Step.class)
  void aFailureAtAnyStepLeavesNoTemporaryFile(NpyCreation.Step failing) throws IOException {
    Path path = directory.resolve("x.npy");
    NpyCreation creation =
        new NpyCreation(path, DType.INT32, Shape.of(5), Order.C, CreateOptions.DEFAULT);
    assertThatThrownBy(
            () ->
                creation.run(
                    step -> {
                      if (step == failing) {
                        throw new IllegalStateException("failing at " + step);
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("failing at " + failing);
    if (failing.compareTo(NpyCreation.Step.PUBLISHED) < 0) {
      assertThat(files()).isEmpty();
    } else {
      assertThat(files()).containsExactly(path);
    }
  }

  @Test
  void anInterruptedCreatorLeavesNothing() throws IOException {
    Path path = directory.resolve("x.npy");
    NpyCreation creation =
        new NpyCreation(path, DType.INT32, Shape.of(1 << 20), Order.C, CreateOptions.DEFAULT);
    try {
      assertThatThrownBy(
              () ->
                  creation.run(
                      step -> {
                        if (step == NpyCreation.Step.HEADER_WRITTEN) {
                          Thread.currentThread().interrupt();
                        }
                      }))
          .isInstanceOf(ClosedByInterruptException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void ofManyCreatorsOneWins() throws Exception {
    Path path = directory.resolve("x.npy");
    int creators = 8;
    CyclicBarrier start = new CyclicBarrier(creators);
    List<Future<NpyFile>> results = new ArrayList<>();
    int winners = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(creators)) {
      for (int i = 0; i < creators; i++) {
        double mark = i + 1;
        results.add(
            threads.submit(
                () -> {
                  start.await();
                  NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(100), Order.C);
                  file.view(DoubleView.class).set(0, mark);
                  return file;
                }));
      }
      for (int i = 0; i < creators; i++) {
        try (NpyFile file = results.get(i).get()) {
          winners++;
          assertThat(file.view(DoubleView.class).get(0)).isEqualTo(i + 1);
        } catch (ExecutionException e) {
          assertThat(e).hasCauseInstanceOf(FileAlreadyExistsException.class);
        }
      }
    }
    assertThat(winners).isEqualTo(1);
    assertThat(files()).containsExactly(path);
  }

  @Test
  void namesOfAnyLengthHaveATemporaryOne() throws IOException {
    for (String name : new String[] {"é".repeat(127), "x".repeat(255), "𝔵".repeat(63)}) {
      Path path = directory.resolve(name);
      NpyFile.create(path, DType.INT8, Shape.of(1), Order.C).close();
      assertThat(files()).containsExactly(path);
      Files.delete(path);
    }
    assertThat(TemporaryFile.beside(Path.of("a/x.npy")).toString())
        .matches("a/\\.x\\.npy\\." + ProcessHandle.current().pid() + "-[0-9a-f]{16}\\.tmp");
    assertThatThrownBy(() -> NpyFile.create(Path.of("/"), DType.INT8, Shape.of(1), Order.C))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void zerosInEveryShapeOfNothing() throws IOException {
    Path path = directory.resolve("x.npy");
    CreateOptions replacing = CreateOptions.DEFAULT.withReplacing();
    NpyFile.create(path, DType.INT64, Shape.SCALAR, Order.C, replacing).close();
    assertThat(Files.size(path)).isEqualTo(136);
    NpyFile.create(path, DType.INT64, Shape.of(0, 7), Order.F, replacing).close();
    assertThat(Files.size(path)).isEqualTo(128);
    NpyFile.create(path, DType.parse("|V0"), Shape.of(1L << 50), Order.C, replacing).close();
    assertThat(Files.size(path)).isEqualTo(128);
    NpyFile.create(path, DType.INT64, Shape.of(0), Order.C, replacing.withoutReserving()).close();
    assertThat(Files.size(path)).isEqualTo(128);
  }
}
