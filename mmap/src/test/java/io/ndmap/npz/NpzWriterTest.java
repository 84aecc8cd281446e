package io.ndmap.npz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.testing.Python;
import io.ndmap.zip.ZeroCrc;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpzWriterTest {

  private static final String CHECK =
      """
      import zipfile
      z = zipfile.ZipFile(argv[0])
      print(z.testzip(), z.namelist())
      """;

  @TempDir Path directory;

  private static DoubleView counting(long count) {
    DoubleView view = NdView.zeros(DType.FLOAT64, count).as(DoubleView.class);
    for (long i = 0; i < count; i++) {
      view.set(i, (double) i);
    }
    return view;
  }

  private Path write(String name, NpzWriteOptions options, NdView<?> view) throws IOException {
    Path path = directory.resolve(name);
    try (NpzWriter writer = NpzWriter.create(path, options)) {
      writer.add("a", view);
      writer.add("b", view);
      writer.publish();
    }
    return path;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void nothingIsThereUntilItIsPublished() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.add("a", counting(10));
      assertThat(path).doesNotExist();
    }
    assertThat(files()).isEmpty();
    write("x.npz", NpzWriteOptions.DEFAULT, counting(10));
    assertThat(files()).containsExactly("x.npz");
    assertThatThrownBy(() -> NpzWriter.create(path))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(
            path
                + ": exists; append to it by NpzWriter.append, or replace it with"
                + " NpzWriteOptions.withReplacing()");
    write("x.npz", NpzWriteOptions.DEFAULT.withReplacing(), counting(11));
    try (NpzFile archive = NpzFile.open(path)) {
      assertThat(archive.view("b").shape()).isEqualTo(Shape.of(11));
    }
  }

  @Test
  void theBytesDoNotDependOnTheThreads() throws IOException {
    DoubleView view = counting(300_000);
    byte[] one = Files.readAllBytes(write("1.npz", NpzWriteOptions.DEFAULT.withDeflated(4), view));
    byte[] three =
        Files.readAllBytes(
            write("3.npz", NpzWriteOptions.DEFAULT.withDeflated(4).withThreads(3), view));
    assertThat(three).isEqualTo(one);
    Path other = write("1-1.npz", NpzWriteOptions.DEFAULT.withDeflated(1), view);
    assertThat(Files.readAllBytes(other)).isNotEqualTo(one);
    Python.require();
    assertThat(Python.run(CHECK, directory.resolve("3.npz")))
        .isEqualTo("None ['a.npy', 'b.npy']\n");
    try (NpzFile archive = NpzFile.open(directory.resolve("3.npz"))) {
      assertThat(archive.view("b").contentEquals(view)).isTrue();
    }
  }

  /// Whole blocks, one element more and one less; data that does not compress.
  @Test
  void blocksOfTheDeflaterMeet() throws IOException {
    int block = 1 << 20;
    Random random = new Random(7);
    for (int size : new int[] {0, 1, block - 1, block, block + 1, 2 * block, 3 * block - 5}) {
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      for (int level : new int[] {0, 1, 9}) {
        Path path = directory.resolve(size + "-" + level + ".npz");
        try (NpzWriter writer =
            NpzWriter.create(path, NpzWriteOptions.DEFAULT.withDeflated(level).withThreads(2))) {
          writer.addBytes("x", new ByteArrayInputStream(bytes));
          writer.publish();
        }
        try (NpzFile archive = NpzFile.open(path);
            InputStream in = archive.member("x").bytes()) {
          assertThat(in.readAllBytes()).isEqualTo(bytes);
        }
        Files.delete(path);
      }
    }
  }

  @Test
  void namesAreCheckedAndTaken() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.add("a", counting(1));
      assertThatThrownBy(() -> writer.add("a", counting(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": there is a member 'a.npy' already");
      assertThatThrownBy(() -> writer.addBytes("a\0b", InputStream.nullInputStream()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": the name of a member has a NUL, at which readers cut it off");
      assertThatThrownBy(() -> writer.add("\ud800", counting(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": the name of a member cannot be written in UTF-8");
      assertThatThrownBy(() -> writer.add("a".repeat(65_532), counting(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": the name of a member has 65536 bytes in UTF-8, the limit is 65535");
      assertThatThrownBy(() -> writer.addZeros("o", DType.parse("|O"), Shape.of(1), Order.C))
          .isInstanceOf(DTypeException.class)
          .hasMessageContaining("Python objects");
      writer.add("a".repeat(65_531), counting(1));
      writer.publish();
      assertThatThrownBy(() -> writer.add("b", counting(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(path + ": publish was called already; the archive can only be closed");
      assertThatThrownBy(writer::publish).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> NpzWriteOptions.DEFAULT.withDeflated(10))
        .hasMessage("a level of compression is 0 to 9, found 10");
    assertThatThrownBy(() -> NpzWriteOptions.DEFAULT.withThreads(0))
        .hasMessage("at least 1 thread is needed, found 0");
  }

  @Test
  void whatIsNotDurableIsNotForced() throws IOException {
    assertThat(steps("1.npz", NpzWriteOptions.DEFAULT))
        .contains(NpzWriter.Step.FORCED, NpzWriter.Step.NAME_FORCED);
    assertThat(steps("2.npz", NpzWriteOptions.DEFAULT.withoutDurability()))
        .containsExactly(
            NpzWriter.Step.BEGUN,
            NpzWriter.Step.MEMBER_WRITTEN,
            NpzWriter.Step.DIRECTORY_WRITTEN,
            NpzWriter.Step.PUBLISHED);
    assertThat(directory.resolve("2.npz")).hasSameBinaryContentAs(directory.resolve("1.npz"));
  }

  private List<NpzWriter.Step> steps(String name, NpzWriteOptions options) throws IOException {
    List<NpzWriter.Step> steps = new ArrayList<>();
    try (NpzWriter writer = NpzWriter.create(directory.resolve(name), options, steps::add)) {
      writer.add("a", counting(10));
      writer.publish();
    }
    return steps;
  }

  @Test
  void whatFailedIsNotPublished() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.add("a", counting(1));
      InputStream failing =
          new ByteArrayInputStream(new byte[100_000]) {
            @Override
            public synchronized int read(byte[] into, int offset, int count) {
              if (pos > 0) {
                throw new IllegalStateException("the source fails");
              }
              return super.read(into, offset, count);
            }
          };
      assertThatThrownBy(() -> writer.addBytes("b", failing)).hasMessage("the source fails");
      for (Use call : List.<Use>of(writer::publish, () -> writer.add("c", counting(1)))) {
        assertThatThrownBy(call::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(path + ": a member could not be written; the archive can only be closed");
      }
    }
    assertThat(files()).isEmpty();
  }

  private interface Use {
    void run() throws IOException;
  }

  @Test
  void zerosAreMappedAndFilled() throws IOException {
    Python.require();
    Path path = directory.resolve("x.npz");
    long count = 300_001;
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withDeflated(6))) {
      writer.add("first", counting(5));
      writer.addZeros("zeros", DType.FLOAT64, Shape.of(count), Order.C);
      writer.addZeros("none", DType.INT32, Shape.of(0, 3), Order.F);
      writer.publish();
    }
    String check = CHECK + "print(np.load(argv[0])['zeros'].sum())\n";
    String names = "None ['first.npy', 'zeros.npy', 'none.npy']\n";
    assertThat(Python.run(check, path)).isEqualTo(names + "0.0\n");
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE)) {
      assertThat(archive.member("zeros").isStored()).isTrue();
      archive.view("zeros", DoubleView.class).fill(0.5);
    }
    assertThat(Python.run(check, path)).isEqualTo(names + "150000.5\n");
  }

  /// NumPy and `zipfile` check the CRC.
  @Test
  void itemsAreSetInTheirPlace() throws IOException {
    Path path = directory.resolve("filled.npz");
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withDeflated(6))) {
      writer.add("before", counting(10));
      writer.add(
          "filled", DType.INT32, Shape.of(3, 4), Order.F, items -> items.index(1, 2).fill(7));
      writer.add("nothing", DType.INT32, Shape.of(0, 4), Order.C, _ -> {});
      writer.add("after", counting(10));
      writer.publish();
    }
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    Python.run(
        """
        with np.load(argv[0]) as z:
            a = z['filled']
            assert a.flags.f_contiguous and a.dtype == 'i4'
            assert a.tolist() == [[0, 0, 7, 0], [0, 0, 7, 0], [0, 0, 7, 0]]
            assert z['nothing'].shape == (0, 4)
            assert z['before'].tolist() == z['after'].tolist() == list(range(10))
        """,
        path);
  }

  @Test
  void whatFailsWhileItIsFilledIsNotPublished() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      assertThatThrownBy(
              () ->
                  writer.add(
                      "x",
                      DType.INT32,
                      Shape.of(3),
                      Order.C,
                      _ -> {
                        throw new IllegalArgumentException("no value");
                      }))
          .hasMessage("no value");
      assertThatThrownBy(writer::publish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void appendingKeepsWhatIsThere() throws IOException {
    Python.require();
    Path path = write("x.npz", NpzWriteOptions.DEFAULT.withDeflated(6), counting(1000));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(directory.resolve("link.npz"), path.getFileName());
    try (NpzFile before = NpzFile.open(link);
        NpzWriter writer = NpzWriter.append(link, NpzWriteOptions.DEFAULT)) {
      assertThatThrownBy(() -> writer.add("a", counting(1)))
          .hasMessage(link + ": there is a member 'a.npy' already");
      writer.add("c", counting(7));
      assertThat(before.keys()).containsExactly("a", "b");
      writer.publish();
      // Open files keep the old archive.
      assertThat(before.view("b", DoubleView.class).get(999)).isEqualTo(999);
    }
    assertThat(files()).containsExactly("link.npz", "x.npz");
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-r-----");
    assertThat(Python.run(CHECK, path)).isEqualTo("None ['a.npy', 'b.npy', 'c.npy']\n");
    assertThatThrownBy(
            () -> NpzWriter.append(directory.resolve("none.npz"), NpzWriteOptions.DEFAULT))
        .isInstanceOf(NoSuchFileException.class);
  }

  /// With offsets that count from the archive's first byte, or from the file's.
  @Test
  void appendingKeepsWhatStandsBefore() throws IOException {
    Python.require();
    byte[] archive = Files.readAllBytes(write("x.npz", NpzWriteOptions.DEFAULT, counting(10)));
    // As the corpus: what begins like an archive, or NumPy would take it for a pickle.
    byte[] before = "PK\3\4 a preamble".getBytes(UTF_8);
    Path path = directory.resolve("y.npz");
    byte[] all = new byte[before.length + archive.length];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(archive, 0, all, before.length, archive.length);
    Files.write(path, all);
    try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
      writer.add("c", counting(7));
      writer.publish();
    }
    assertThat(Python.run(CHECK + "print(np.load(argv[0])['c'].sum())\n", path))
        .isEqualTo("None ['a.npy', 'b.npy', 'c.npy']\n21.0\n");
    try (NpzFile file = NpzFile.open(path)) {
      assertThat(file.member("c").offset() % 64).isZero();
      assertThat(file.view("a", DoubleView.class).get(9)).isEqualTo(9);
    }
  }

  @Test
  void oneAppenderAtATime() throws IOException {
    Path path = write("x.npz", NpzWriteOptions.DEFAULT, counting(10));
    try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
      assertThatThrownBy(() -> NpzWriter.append(path, NpzWriteOptions.DEFAULT))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(path + ": another process or thread is rewriting this archive");
      Files.copy(path, directory.resolve("other.npz"));
      Files.move(directory.resolve("other.npz"), path, StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(writer::publish)
          .isInstanceOf(FileSystemException.class)
          .hasMessage(path + ": another process has replaced the archive meanwhile");
    }
    NpzWriter.append(path, NpzWriteOptions.DEFAULT).close();
    assertThat(files()).containsExactly("x.npz");
  }

  @Test
  void theCrcOfZerosIsThatOfZeros() {
    CRC32 crc = new CRC32();
    crc.update("before".getBytes(UTF_8));
    int begin = (int) crc.getValue();
    List<Integer> expected = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    for (int zeros = 0; zeros < 300; zeros++) {
      expected.add((int) crc.getValue());
      found.add(ZeroCrc.append(begin, zeros));
      crc.update(0);
    }
    assertThat(found).isEqualTo(expected);
    crc.reset();
    crc.update(new byte[1 << 20]);
    assertThat(ZeroCrc.append(0, 1 << 20)).isEqualTo((int) crc.getValue());
  }
}
