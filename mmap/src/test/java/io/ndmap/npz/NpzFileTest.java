package io.ndmap.npz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.stream.WriteOptions;
import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpzFileTest {

  private static final NpzWriteOptions DEFLATED = NpzWriteOptions.DEFAULT.withDeflated(6);
  private static final String TEST = "import zipfile; print(zipfile.ZipFile(argv[0]).testzip())";

  @TempDir Path directory;

  /// A stored member `s`, a deflated one `d`, and text, made by Python.
  private Path mixed() {
    Python.require();
    Path path = directory.resolve("x.npz");
    String program =
        """
        import zipfile, io
        def npy(a):
            b = io.BytesIO()
            np.save(b, a)
            return b.getvalue()
        with zipfile.ZipFile(argv[0], 'w') as z:
            z.writestr('s.npy', npy(np.arange(12.0).reshape(3, 4)))
            z.writestr('d.npy', npy(np.arange(12.0).reshape(3, 4)), zipfile.ZIP_DEFLATED)
            z.writestr('note.txt', 'hello')
            z.writestr('o.npy', npy(np.array([None, 1], dtype=object)))
        """;
    Python.run(program, path);
    return path;
  }

  @Test
  void membersAreFoundByEitherName() throws IOException {
    Path path = mixed();
    try (NpzFile archive = NpzFile.open(path)) {
      assertThat(archive.keys()).containsExactly("s", "d", "note.txt", "o");
      assertThat(archive.member("s")).isSameAs(archive.member("s.npy"));
      assertThat(archive.view("s")).isSameAs(archive.view("s.npy"));
      assertThat(archive.members().stream().map(NpzMember::method)).containsExactly(0, 8, 0, 0);
      assertThat(archive.member("d").size()).isEqualTo(224);
      assertThat(archive.member("d").header().shape()).isEqualTo(Shape.of(3, 4));
      assertThat(archive.member("note.txt").isArray()).isFalse();
      try (InputStream in = archive.member("note.txt").bytes()) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("hello");
      }
      assertThatThrownBy(() -> archive.view("note.txt"))
          .isInstanceOf(NpyFormatException.class)
          .hasMessageStartingWith(path + "::note.txt: byte 0: expected the magic ");
      assertThat(archive.member("o").header().dtype().hasObject()).isTrue();
      assertThatThrownBy(() -> archive.view("o"))
          .isInstanceOf(ObjectArrayException.class)
          .hasMessageStartingWith(path + "::o.npy: byte 128: arrays of objects are pickles");
      archive.member("o").verify();
      assertThatThrownBy(() -> archive.member("q"))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessage(path + ": there is no member 'q', there are [s, d, note.txt, o]");
      assertThat(archive.member("s")).hasToString(path + "::s.npy (stored, 224 bytes)");
      assertThat(archive).hasToString(path + " (READ_ONLY, 4 members)");
    }
  }

  @ParameterizedTest
  @EnumSource(OpenMode.class)
  void aModeIsWhatItIsForFiles(OpenMode mode) throws IOException {
    Path path = mixed();
    byte[] before = Files.readAllBytes(path);
    try (NpzFile archive = NpzFile.open(path, mode)) {
      DoubleView stored = archive.view("s", DoubleView.class);
      DoubleView inflated = archive.view("d", DoubleView.class);
      assertThat(stored.contentEquals(inflated)).isTrue();
      if (mode == OpenMode.READ_ONLY) {
        assertThatThrownBy(() -> stored.set(0, 0, 1)).isInstanceOf(ReadOnlyViewException.class);
      } else {
        stored.set(0, 0, 1.5);
        assertThat(stored.get(0, 0)).isEqualTo(1.5);
      }
      if (mode == OpenMode.COPY_ON_WRITE) {
        inflated.set(0, 0, 2.5);
        assertThat(inflated.get(0, 0)).isEqualTo(2.5);
      } else {
        assertThatThrownBy(() -> inflated.set(0, 0, 1))
            .isInstanceOf(ReadOnlyViewException.class)
            .hasMessageContaining("the member is compressed: open the archive COPY_ON_WRITE");
      }
    }
    if (mode != OpenMode.READ_WRITE) {
      assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }
    assertThat(Python.run(TEST + "\nprint(np.load(argv[0])['s'][0, 0])", path))
        .isEqualTo(mode == OpenMode.READ_WRITE ? "None\n1.5\n" : "None\n0.0\n");
  }

  /// With sizes in the local header, or behind the member, with and without a signature.
  @ParameterizedTest
  @ValueSource(strings = {"plain", "descriptor", "bare"})
  void theCrcIsSetInBothPlaces(String how) throws IOException {
    Python.require();
    Path path = directory.resolve("x.npz");
    String program =
        """
        import zipfile, io
        class Pipe(io.RawIOBase):
            def __init__(self, f): self.f = f
            def writable(self): return True
            def write(self, b): return self.f.write(b)
        b = io.BytesIO()
        np.save(b, np.arange(12.0))
        with open(argv[0], 'wb') as f, zipfile.ZipFile(f if argv[1] == 'plain' else Pipe(f), 'w') as z:
            z.writestr('a.npy', b.getvalue())
        if argv[1] == 'bare':
            d = open(argv[0], 'rb').read()
            at = d.index(b'PK\\x07\\x08')
            cd = d.index(b'PK\\1\\2')
            end = len(d) - 22
            import struct
            d = d[:at] + d[at+4:end] + struct.pack('<4s4H2LH', b'PK\\5\\6', 0, 0, 1, 1, end - cd, cd - 4, 0)
            open(argv[0], 'wb').write(d)
        """;
    Python.run(program, path, how);
    int central;
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE)) {
      NpzMember member = archive.member("a");
      int old = member.crc();
      archive.view("a", DoubleView.class).set(3, -1);
      archive.force();
      assertThat(member.crc()).isNotEqualTo(old);
      member.verify();
      assertThat(member.isBeingUpdated()).isTrue();
      assertThat(Python.run(TEST, path)).isEqualTo("None\n");
      archive.view("a", DoubleView.class).set(4, -1);
      assertThatThrownBy(member::verify).isInstanceOf(NpzFormatException.class);
      member.force();
      member.verify();
      central = member.crc();
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    CRC32 crc = new CRC32();
    crc.update(bytes.array(), 35, 224);
    assertThat((int) crc.getValue()).isEqualTo(central);
    int second = how.equals("plain") ? 14 : how.equals("bare") ? 35 + 224 : 35 + 224 + 4;
    assertThat(bytes.getInt(second)).isEqualTo(central);
    assertThat(Python.run(TEST, path)).isEqualTo("None\n");
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
  }

  @Test
  void viewsEndWithTheArchive() throws IOException {
    Path path = mixed();
    NpzFile archive = NpzFile.open(path);
    DoubleView stored = archive.view("s", DoubleView.class);
    DoubleView inflated = archive.view("d", DoubleView.class);
    NpzMember late = archive.member("note.txt");
    archive.close();
    archive.close();
    assertThat(archive.isOpen()).isFalse();
    assertThatThrownBy(() -> stored.get(0, 0))
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + "::s.npy: the file is closed");
    assertThatThrownBy(inflated::sum)
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + "::d.npy: the archive is closed");
    assertThatThrownBy(late::bytes)
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the archive is closed");
    assertThatThrownBy(() -> archive.view("s")).isInstanceOf(FileClosedException.class);
    assertThatThrownBy(archive::force).isInstanceOf(FileClosedException.class);
  }

  @Test
  void theCallersArenaOwnsAllMemory() throws IOException {
    Path path = mixed();
    try (Arena arena = Arena.ofConfined()) {
      NpzOptions options = NpzOptions.DEFAULT.withMembers(OpenOptions.DEFAULT.withArena(arena));
      try (NpzFile archive = NpzFile.open(path, OpenMode.READ_ONLY, options)) {
        assertThat(archive.view("d").segment().scope()).isEqualTo(arena.scope());
        assertThat(archive.view("s").segment().scope()).isEqualTo(arena.scope());
      }
      assertThat(arena.scope().isAlive()).isTrue();
    }
  }

  @Test
  void limitsAreChecked() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path, DEFLATED)) {
      writer.add("a", NpzChild.numbers(100, 1));
      writer.add("b", NpzChild.numbers(100, 1));
      writer.publish();
    }
    assertThatThrownBy(
            () -> NpzFile.open(path, OpenMode.READ_ONLY, NpzOptions.DEFAULT.withMaxMembers(1)))
        .isInstanceOf(ResourceLimitException.class)
        .hasMessageEndingWith(
            "there are more members than the limit of 1; the option NpzOptions.withMaxMembers"
                + " raises it");
    try (NpzFile archive =
        NpzFile.open(path, OpenMode.READ_ONLY, NpzOptions.DEFAULT.withMaxInflatedBytes(800))) {
      assertThat(archive.view("a").itemCount()).isEqualTo(100);
      assertThatThrownBy(() -> archive.view("b"))
          .isInstanceOf(ResourceLimitException.class)
          .hasMessageStartingWith(path + "::b.npy: byte ")
          .hasMessageEndingWith(
              "the inflated member takes 800 bytes, other inflated members 800; the limit for all"
                  + " together is 800; the option NpzOptions.withMaxInflatedBytes raises it");
    }
    NpzOptions narrow =
        NpzOptions.DEFAULT.withMembers(OpenOptions.DEFAULT.withLimits(new HeaderLimits(10)));
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_ONLY, narrow)) {
      assertThatThrownBy(() -> archive.view("a"))
          .isInstanceOf(ResourceLimitException.class)
          .hasMessageStartingWith(path + "::a.npy: byte 8: the header has 118 bytes");
    }
  }

  @Tag("slow")
  @Test
  void membersBeyondTheLimitAreOpenedOnRequest() throws IOException {
    Path path = directory.resolve("many.npz");
    int count = NpzOptions.DEFAULT_MAX_MEMBERS + 1;
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withoutDurability())) {
      for (int i = 0; i < count - 1; i++) {
        writer.addBytes("m" + i, InputStream.nullInputStream());
      }
      writer.addBytes("m" + (count - 1), new ByteArrayInputStream("last".getBytes(UTF_8)));
      writer.publish();
    }
    assertThatThrownBy(() -> NpzFile.open(path))
        .isInstanceOf(ResourceLimitException.class)
        .hasMessageEndingWith(
            "there are more members than the limit of 100000; the option"
                + " NpzOptions.withMaxMembers raises it");
    NpzOptions more = NpzOptions.DEFAULT.withMaxMembers(2 * count);
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_ONLY, more)) {
      assertThat(archive.members()).hasSize(count);
      assertThatThrownBy(() -> archive.member("m10000l"))
          .hasMessageStartingWith(
              path + ": there is no member 'm10000l', similar names are [m10000, ")
          .hasMessageEndingWith("] of 100001");
    }
    assertThatThrownBy(() -> NpzWriter.append(path, NpzWriteOptions.DEFAULT))
        .isInstanceOf(ResourceLimitException.class);
    assertThat(NpzRepair.verify(path).isSound()).isFalse();
    if (Python.isPresent()) {
      // More than 65,535 members need the wider end of the directory.
      String last =
          "import zipfile; z = zipfile.ZipFile(argv[0]); print(len(z.namelist()), z.read(argv[1]))";
      assertThat(Python.run(last, path, "m" + (count - 1))).isEqualTo(count + " b'last'\n");
    }
  }

  /// Few members, and a limit of fewer: as with many members beyond the usual limit.
  @Test
  void whatRewritesAnArchiveHasTheLimitThatItIsGiven() throws IOException {
    Path path = directory.resolve("three.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      for (String name : List.of("a", "b", "c")) {
        writer.add(name, NpzChild.numbers(3, 1));
      }
      writer.publish();
    }
    byte[] before = Files.readAllBytes(path);
    NpzOptions two = NpzOptions.DEFAULT.withMaxMembers(2);
    NpzOptions four = NpzOptions.DEFAULT.withMaxMembers(4);
    assertThatThrownBy(() -> NpzWriter.append(path, NpzWriteOptions.DEFAULT, two))
        .isInstanceOf(ResourceLimitException.class);
    assertThatThrownBy(() -> NpzRepair.align(path, two)).isInstanceOf(ResourceLimitException.class);
    assertThat(NpzRepair.verify(path, two).isSound()).isFalse();
    assertThat(path).hasBinaryContent(before);
    try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT, four)) {
      writer.add("last", NpzChild.numbers(3, 1));
      writer.publish();
    }
    assertThat(NpzRepair.verify(path, four).isSound()).isTrue();
    assertThat(NpzRepair.plan(path, four)).isEmpty();
    assertThat(NpzRepair.align(path, four)).isEmpty();
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_ONLY, four)) {
      assertThat(archive.keys()).containsExactly("a", "b", "c", "last");
      assertThat(archive.view("last").itemCount()).isEqualTo(3);
    }
  }

  /// A directory of more than 64 MiB is long for the members that are usual.
  @Test
  void aLongDirectoryIsNotRead() throws IOException {
    Path path = directory.resolve("long.npz");
    int length = 70_000_000;
    ByteBuffer end = ByteBuffer.allocate(22).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(0x06054b50).putInt(0).putShort((short) 1100).putShort((short) 1100);
    end.putInt(length).putInt(4).putShort((short) 0);
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {'P', 'K', 3, 4}));
      file.write(end.flip(), 4 + length);
    }
    assertThatThrownBy(() -> NpzFile.open(path))
        .isInstanceOf(ResourceLimitException.class)
        .hasMessageContaining("the central directory has ")
        .hasMessageEndingWith(
            ", the limit is 67108864; the option NpzOptions.withMaxMembers raises it");
  }

  /// And not for more.
  @Tag("heavy")
  @Test
  void aLongDirectoryIsReadWithTheLimitOfItsMembers() throws IOException {
    Path path = directory.resolve("long.npz");
    String name = "n".repeat(65_000);
    int count = 1100;
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withoutDurability())) {
      for (int i = 0; i < count; i++) {
        writer.addBytes(name + i, InputStream.nullInputStream());
      }
      writer.publish();
    }
    assertThatThrownBy(() -> NpzFile.open(path))
        .isInstanceOf(ResourceLimitException.class)
        .hasMessageContaining("the central directory has ")
        .hasMessageEndingWith(
            ", the limit is 67108864; the option NpzOptions.withMaxMembers raises it");
    NpzOptions more = NpzOptions.DEFAULT.withMaxMembers(200_000);
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_ONLY, more)) {
      assertThat(archive.members()).hasSize(count);
    }
  }

  @Test
  void aMissingMemberIsToldItsNeighbours() throws IOException {
    Path path = directory.resolve("names.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      for (int i = 0; i < 9; i++) {
        writer.add("layer" + i, NpzChild.numbers(1, 1));
      }
      writer.add("Weights", NpzChild.numbers(1, 1));
      writer.add("a//b", NpzChild.numbers(1, 1));
      writer.publish();
    }
    try (NpzFile archive = NpzFile.open(path)) {
      missing(archive, "weigths", "similar names are [Weights] of 11");
      missing(archive, "a/b", "similar names are [a//b] of 11");
      missing(
          archive,
          "zzz",
          "there are [layer0, layer1, layer2, layer3, layer4, layer5, layer6, layer7, layer8,"
              + " Weights] and 1 more");
    }
  }

  private static void missing(NpzFile archive, String name, String instead) {
    assertThatThrownBy(() -> archive.member(name))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage(archive.path() + ": there is no member '" + name + "', " + instead);
  }

  @Test
  void aReplacedArchiveStaysWhatItWas() throws IOException {
    Path path = directory.resolve("x.npz");
    for (int value = 1; value <= 2; value++) {
      Path file = value == 1 ? path : directory.resolve("y.npz");
      try (NpzWriter writer = NpzWriter.create(file, DEFLATED)) {
        writer.add("a", NpzChild.numbers(value, value));
        writer.publish();
      }
    }
    try (NpzFile archive = NpzFile.open(path)) {
      Files.move(directory.resolve("y.npz"), path, StandardCopyOption.REPLACE_EXISTING);
      assertThat(archive.view("a", DoubleView.class).get(0)).isEqualTo(1);
    }
  }

  @Test
  void anInterruptDoesNotSpoilTheArchive() throws IOException {
    Path path = mixed();
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE)) {
      DoubleView view = archive.view("s", DoubleView.class);
      view.set(0, 0, 7);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> archive.view("d")).isInstanceOf(ClosedByInterruptException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(archive.view("d", DoubleView.class).get(2, 3)).isEqualTo(11);
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Python.run(TEST, path)).isEqualTo("None\n");
  }

  @Test
  void whatIsNoArchiveIsSaid() throws IOException {
    Path path = directory.resolve("x.npz");
    assertThatThrownBy(() -> NpzFile.open(path)).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> NpzFile.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(
            directory + ": not a regular file but a directory; only regular files are mapped");
    Files.write(path, new byte[0]);
    assertThatThrownBy(() -> NpzFile.open(path))
        .isInstanceOf(NpzFormatException.class)
        .hasMessage(
            path
                + ": byte 0: expected the signature of a zip archive, 50 4b 03 04 or 50 4b 05 06,"
                + " found 0 bytes");
    Files.write(path, "\u0093NUMPY".getBytes(ISO_8859_1));
    assertThatThrownBy(() -> NpzFile.open(path))
        .hasMessageEndingWith("found 93 4e 55 4d: a .npy file");
  }

  /// A byte of the local header, or of the record in the directory, and what is said then.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8|8|expected the method of the central directory, 0, found 8 in the header of the member",
        "18|1|expected the compressed size of the central directory, 928, found 769 in the header"
            + " of the member",
        "22|1|expected the size of the central directory, 928, found 769 in the header of the"
            + " member",
        "26|4|expected the name of the central directory, 'a.npy', found 'a.np' in the header of"
            + " the member",
        "30|98|expected the name of the central directory, 'a.npy', found 'b.npy' in the header of"
            + " the member",
        "28|255|it overlaps what begins at byte 992",
        "992+0|0|!expected a record of the central directory (02014b50), found 02014b00",
        "992+6|99|!expected a member of version 6.3 at most, found 9.9",
        "992+8|1|it is encrypted",
        "992+8|64|it is encrypted",
        "992+8|32|it is compressed patched data (flag bit 5)",
        "992+10|93|its compression method is 93 (zstd); stored (0), deflated (8), bzip2 (12) and"
            + " lzma (14) members are read",
        "992+20|1|a stored member must have one size, found 928 and 769",
        "992+23|1|expected it to lie before the central directory at byte 992, found 16778144 bytes"
            + " at byte 0",
        "992+28|200|!a record of the central directory ends early: expected 246 bytes, found 51",
        "992+42|200|expected it to lie before the central directory at byte 992, found 928 bytes at"
            + " byte 200",
        "992+47|0|there is a NUL in its name",
      })
  void whatIsWrongIsSaid(String place, int value, String message) throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.add("a", NpzChild.numbers(100, 1));
      writer.publish();
    }
    byte[] bytes = Files.readAllBytes(path);
    int at = 0;
    for (String part : List.of(place.split("\\+", -1))) {
      at += Integer.parseInt(part);
    }
    bytes[at] = (byte) value;
    Files.write(path, bytes);
    if (message.startsWith("!")) {
      assertThatThrownBy(() -> NpzFile.open(path))
          .isInstanceOf(NpzFormatException.class)
          .hasMessage(path + ": byte 992: " + message.substring(1));
      return;
    }
    try (NpzFile archive = NpzFile.open(path)) {
      NpzMember member = archive.members().getFirst();
      assertThatThrownBy(member::view)
          .isInstanceOf(NpzFormatException.class)
          .hasMessageStartingWith(path + "::a")
          .hasMessageEndingWith(": " + message);
      assertThatThrownBy(member::bytes).isInstanceOf(NpzFormatException.class);
      assertThatThrownBy(member::verify).isInstanceOf(NpzFormatException.class);
    }
    assertThat(NpzRepair.verify(path).members().getFirst().state())
        .isEqualTo(NpzReport.State.REFUSED);
  }

  /// Of members that share bytes, all but the first of a place are refused, and the others are
  /// read.
  @Test
  void oneBadMemberDoesNotSpoilTheOthers() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      for (String name : List.of("a", "b", "c")) {
        writer.add(name, NpzChild.numbers(100, 1));
      }
      writer.publish();
    }
    byte[] bytes = Files.readAllBytes(path);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int directoryAt = buffer.getInt(bytes.length - 6);
    // The second points into the first, which then is too long for its place.
    buffer.putInt(directoryAt + 51 + 42, 100);
    Files.write(path, bytes);
    try (NpzFile archive = NpzFile.open(path)) {
      assertThatThrownBy(() -> archive.view("a"))
          .hasMessage(path + "::a.npy: byte 0: it overlaps what begins at byte 100");
      assertThatThrownBy(() -> archive.view("b"))
          .hasMessageEndingWith(
              "expected the header of the member (50 4b 03 04), found something else");
      assertThat(archive.view("c").itemCount()).isEqualTo(100);
    }
    // The second begins where the first does.
    buffer.putInt(directoryAt + 51 + 42, 0);
    Files.write(path, bytes);
    try (NpzFile archive = NpzFile.open(path)) {
      assertThat(archive.view("a").itemCount()).isEqualTo(100);
      assertThatThrownBy(() -> archive.view("b"))
          .hasMessage(path + "::b.npy: byte 0: it begins where the member 'a.npy' does");
    }
  }

  @Test
  void deflatedBytesAreChecked() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path, DEFLATED)) {
      writer.add("a", NpzChild.numbers(100, 1));
      writer.addBytes("t", new ByteArrayInputStream(new byte[100]));
      writer.publish();
    }
    byte[] bytes = Files.readAllBytes(path);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int record = buffer.getInt(bytes.length - 6);
    byte[] changed = bytes.clone();
    changed[record + 16]++;
    Files.write(path, changed);
    try (NpzFile archive = NpzFile.open(path)) {
      assertThat(archive.member("a").header().shape()).isEqualTo(Shape.of(100));
      assertThatThrownBy(() -> archive.view("a"))
          .isInstanceOf(NpzFormatException.class)
          .hasMessageMatching(
              ".*::a.npy: byte 64: expected the CRC [0-9a-f]{8} of the central directory, found"
                  + " [0-9a-f]{8}");
      assertThat(archive.member("t").isArray()).isFalse();
    }
    changed = bytes.clone();
    changed[64] = (byte) 0xff;
    Files.write(path, changed);
    try (NpzFile archive = NpzFile.open(path)) {
      assertThatThrownBy(() -> archive.view("a"))
          .isInstanceOf(NpzFormatException.class)
          .hasMessageStartingWith(path + "::a.npy: byte 64: its bytes are not a deflate stream: ");
    }
    ByteBuffer.wrap(changed).put(bytes.clone());
    ByteBuffer.wrap(changed)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(22, 1000)
        .putInt(record + 24, 1000);
    Files.write(path, changed);
    try (NpzFile archive = NpzFile.open(path)) {
      assertThatThrownBy(() -> archive.view("a"))
          .isInstanceOf(TruncatedDataException.class)
          .hasMessage(
              path + "::a.npy: byte 64: the member ends early: expected 1000 bytes, found 928");
    }
  }

  @Test
  void damageWithoutAMarkIsLeftAlone() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.add("a", NpzChild.numbers(100, 1));
      writer.publish();
    }
    byte[] bytes = Files.readAllBytes(path);
    bytes[500] ^= 1;
    Files.write(path, bytes);
    NpzReport report = NpzRepair.verify(path);
    assertThat(report.isSound()).isFalse();
    assertThat(report.members().getFirst().state()).isEqualTo(NpzReport.State.WRONG_CRC);
    assertThat(NpzRepair.repair(path)).isEmpty();
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
    assertThatThrownBy(() -> NpzRepair.align(path)).isInstanceOf(NpzFormatException.class);
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
    NpzRepair.acceptBytes(path, "a");
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
  }

  /// Cut off anywhere: what is whole is found again.
  @Test
  void aLostDirectoryIsRebuilt() throws IOException {
    Python.require();
    Path whole = directory.resolve("whole.npz");
    try (NpzWriter writer = NpzWriter.create(whole, DEFLATED)) {
      writer.add("a", NpzChild.numbers(100, 1));
      writer.addZeros("b", DType.INT32, Shape.of(10), Order.C);
      writer.publish();
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path path = directory.resolve("x.npz");
    for (int size = 0; size < bytes.length; size += 7) {
      Files.write(path, Arrays.copyOf(bytes, size));
      NpzReport report = NpzRepair.verify(path);
      assertThat(report.damage()).isPresent();
      List<NpzRepair.Action> plan = NpzRepair.plan(path);
      assertThat(NpzRepair.repair(path)).isEqualTo(plan);
      if (!plan.isEmpty()) {
        assertThat(plan.getFirst().kind()).isEqualTo(NpzRepair.Kind.REBUILD_DIRECTORY);
        assertThat(NpzRepair.verify(path).isSound()).isTrue();
        try (NpzFile archive = NpzFile.open(path)) {
          assertThat(archive.view("a", DoubleView.class).sum()).isEqualTo(100);
        }
      }
    }
    assertThat(Python.run(TEST + "\nprint(np.load(argv[0]).files)", path))
        .isEqualTo("None\n['a', 'b']\n");
  }

  @Test
  void everyLayoutIsWritten() throws IOException {
    Path path = directory.resolve("x.npz");
    NdView<?> view = NdView.zeros(DType.parse(">i2"), Shape.of(30, 40), Order.F);
    view.setLong(new long[] {3, 4}, 7);
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.add("c", view.transpose().flip(0));
      writer.add("f", view, WriteOptions.DEFAULT.withOrder(Order.F));
      writer.publish();
    }
    try (NpzFile archive = NpzFile.open(path)) {
      assertThat(archive.view("c").getLong(35, 3)).isEqualTo(7);
      assertThat(archive.member("f").header().order()).isEqualTo(Order.F);
      assertThat(archive.view("f").contentEquals(view)).isTrue();
    }
  }

  /// As appending by Python's `zipfile` leaves them.
  @Test
  void ofSeveralMembersWithOneNameTheLastIsRead() throws IOException {
    Python.require();
    Path several = directory.resolve("several.npz");
    Python.run(
        """
        import io, warnings, zipfile
        warnings.simplefilter('ignore')
        with zipfile.ZipFile(argv[0], 'w') as z:
            for name, value in (('a.npy', 1), ('b.npy', 2), ('a.npy', 3), ('a.npy', 4)):
                data = io.BytesIO()
                np.save(data, np.full(5, value))
                z.writestr(name, data.getvalue())
        """,
        several);
    try (NpzFile file = NpzFile.open(several, OpenMode.READ_WRITE)) {
      assertThat(file.members().stream().map(NpzMember::name)).containsExactly("b.npy", "a.npy");
      assertThat(String.join(" ", file.keys()))
          .isEqualTo(Python.run("print(*np.load(argv[0]).files)", several).strip());
      LongView last = file.view("a", LongView.class);
      assertThat(last.sum()).isEqualTo(20);
      last.set(0, 40);
    }
    assertThat(Python.run("print(np.load(argv[0])['a'].sum())", several)).isEqualTo("56\n");
    NpzReport report = NpzRepair.verify(several);
    assertThat(report.isSound()).isTrue();
    assertThat(report.members())
        .extracting(NpzReport.Member::name, NpzReport.Member::state)
        .containsExactly(
            tuple("a.npy", NpzReport.State.SHADOWED),
            tuple("b.npy", NpzReport.State.SOUND),
            tuple("a.npy", NpzReport.State.SHADOWED),
            tuple("a.npy", NpzReport.State.SOUND));
    assertThat(report.members().getFirst().message())
        .isEqualTo("a later member has the same name, and is the one that is read");
    assertThat(NpzRepair.plan(several)).isEmpty();
    // The aligned archive is read as the old one, by readers of local headers too.
    assertThat(NpzRepair.align(several)).containsExactly("a.npy", "a.npy");
    assertThat(
            Python.run("z = np.load(argv[0]); print(z.files, z['a'].sum(), z['b'].sum())", several))
        .isEqualTo("['b', 'a'] 56 10\n");
    assertThat(NpzRepair.verify(several).members())
        .extracting(NpzReport.Member::name, NpzReport.Member::state)
        .containsExactly(
            tuple("b.npy", NpzReport.State.SOUND), tuple("a.npy", NpzReport.State.SOUND));
    assertThat(NpzRepair.align(several)).isEmpty();
  }
}
