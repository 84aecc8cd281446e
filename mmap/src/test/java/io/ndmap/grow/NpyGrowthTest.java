package io.ndmap.grow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.grow.NpyGrowth.PaddingChange;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.TrailingBytesException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.padding.PendingPadding;
import io.ndmap.testing.Commands;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpyGrowthTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  static void assumeInserted(String line) {
    Assumptions.assumeFalse(
        line.equals("REWRITTEN"),
        "this file system inserts no ranges: making room in place is not tested");
  }

  @Test
  void extendsTheHeaderByInsertingABlock() throws IOException {
    Rows.createTight(path, 999);
    assertThat(NpyGrowth.inspect(path))
        .isEqualTo(new GrowthState(Shape.of(999, 3), 0, Rows.BYTES, 0, 0, false, false, false));
    PaddingChange buffer = NpyGrowth.extendPadding(path);
    assumeInserted(buffer.name());
    assertThat(buffer).isEqualTo(PaddingChange.INSERTED);
    assertThat(directory.toFile().list()).containsExactly("x.npy");
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.header().dataOffset()).isEqualTo(72 + 4096);
    }
    Rows.require(path, 999);
    assertThat(NpyGrowth.extendPadding(path)).isEqualTo(PaddingChange.UNNEEDED);
    try (NpyAppender appender = NpyAppender.open(path)) {
      appender.append(Rows.of(999, 1));
    }
    Rows.require(path, 1000);
    if (Python.isPresent()) {
      assertThat(Python.run("print(np.load(argv[0])[-1].tolist())", path))
          .isEqualTo("[2997, 2998, 2999]\n");
    }
  }

  @Test
  void aLargeFileIsNotCopied() throws IOException {
    Path big = directory.resolve("big.npy");
    String text = "{'descr': '|u1', 'fortran_order': False, 'shape': (9999999999,), }\n";
    byte[] header = new byte[10 + text.length()];
    System.arraycopy(
        new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) text.length(), 0},
        0,
        header,
        0,
        10);
    System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, header, 10, text.length());
    Files.write(big, header);
    try (FileChannel channel = FileChannel.open(big, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {42}), header.length + 9_999_999_998L);
    }
    assumeInserted(NpyGrowth.extendPadding(big).name());
    try (NpyFile file = NpyFile.open(big)) {
      assertThat(file.shape()).isEqualTo(Shape.of(9_999_999_999L));
      assertThat(file.view().getLong(9_999_999_998L)).isEqualTo(42);
    }
  }

  @Test
  void whereNothingCanBeInsertedTheFileIsWrittenAgain() throws Exception {
    Path memory = directory.resolve("memory");
    Files.createDirectory(memory);
    Assumptions.assumeTrue(
        Commands.succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "none", memory.toString()),
        "a small tmpfs cannot be mounted here (needs root): rewriting is not tested");
    try {
      Path file = memory.resolve("x.npy");
      Rows.createTight(file, 9999);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
      assertThat(NpyGrowth.extendPadding(file)).isEqualTo(PaddingChange.REWRITTEN);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-r-----");
      assertThat(memory.toFile().list()).containsExactly("x.npy");
      try (NpyAppender appender = NpyAppender.open(file)) {
        assertThat(appender.append(Rows.of(9999, 1))).isEqualTo(10_000);
        // The disk has no place for as many rows once more, and for these rows neither.
        assertThatThrownBy(() -> appender.append(Rows.of(10_000, 40_000)))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("No space left on device");
        assertThat(Files.size(file)).isEqualTo(128 + 10_000 * Rows.BYTES);
        assertThat(appender.append(Rows.of(10_000, 1))).isEqualTo(10_001);
      }
      Rows.require(file, 10_001);
      Files.delete(file);
      // Small files are unmapped together, a few milliseconds after they were closed; until then
      // theirs is the space.
      while (Files.getFileStore(memory).getUsableSpace() < 30_001L * Rows.BYTES) {
        Thread.onSpinWait();
      }
      Rows.createTight(file, 30_000);
      assertThatThrownBy(() -> NpyGrowth.extendPadding(file)).isInstanceOf(IOException.class);
      Rows.require(file, 30_000);
      assertThat(memory.toFile().list()).containsExactly("x.npy");
    } finally {
      assertThat(Commands.succeeds("umount", "-l", memory.toString())).isTrue();
    }
  }

  @Test
  void aHeaderThatWouldBeLongerThanReadersTakeIsWrittenAgain() throws IOException {
    Python.require();
    StringBuilder fields = new StringBuilder("[");
    for (int i = 0; i < 320; i++) {
      fields.append(String.format(Locale.ROOT, "('field%04d', '<i8'), ", i));
    }
    DType dtype = DType.parse(fields.append("]").toString());
    NpyFile.create(path, dtype, Shape.of(9), Order.C).close();
    byte[] bytes = Files.readAllBytes(path);
    int offset = ((bytes[8] & 0xff) | (bytes[9] & 0xff) << 8) + 10;
    int end = offset - 1;
    while (bytes[end - 1] == ' ') {
      end--;
    }
    // The same without its blanks.
    byte[] tight = new byte[bytes.length - offset + end + 1];
    System.arraycopy(bytes, 0, tight, 0, end);
    tight[end] = '\n';
    tight[8] = (byte) (end + 1 - 10);
    tight[9] = (byte) ((end + 1 - 10) >> 8);
    Files.write(path, tight);
    assertThat(NpyGrowth.inspect(path).isPaddingSufficient()).isFalse();
    assertThat(NpyGrowth.extendPadding(path)).isEqualTo(PaddingChange.REWRITTEN);
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  @Test
  void repairReportsTruncatedBytes() throws IOException {
    Rows.create(path, 7);
    assertThat(NpyGrowth.repair(path))
        .isEqualTo(new GrowthState(Shape.of(7, 3), 0, Rows.BYTES, 0, 0, false, true, false));
    Files.write(path, new byte[100], StandardOpenOption.APPEND);
    GrowthState found = new GrowthState(Shape.of(7, 3), 0, Rows.BYTES, 100, 0, false, true, false);
    assertThat(NpyGrowth.inspect(path)).isEqualTo(found);
    assertThat(found.isClean()).isFalse();
    assertThat(found.trailingRows()).isEqualTo(4);
    assertThat(found.trailingRest()).isEqualTo(4);
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(() -> NpyGrowth.repair(path))
        .isExactlyInstanceOf(TrailingBytesException.class);
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
    assertThat(NpyGrowth.repair(path, TrailingBytes.TRUNCATE)).isEqualTo(found);
    assertThat(NpyGrowth.inspect(path).isClean()).isTrue();
    Rows.require(path, 7);
  }

  @Test
  void rowsThatFollowTheDataAreCountedIfAskedFor() throws IOException {
    Rows.create(path, 9);
    byte[] all = Files.readAllBytes(path);
    Rows.create(directory.resolve("y.npy"), 7);
    byte[] header = Arrays.copyOf(Files.readAllBytes(directory.resolve("y.npy")), 128);
    System.arraycopy(header, 0, all, 0, 128);
    Files.write(path, Arrays.copyOf(all, all.length + 5));
    assertThat(NpyGrowth.repair(path, TrailingBytes.RECOVER).trailingRows()).isEqualTo(2);
    Rows.require(path, 9);
    assertThat(NpyGrowth.inspect(path).isClean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void extendingTheHeaderKeepsTrailingBytes(boolean inserting) throws IOException {
    Rows.createTight(path, 999);
    Files.write(path, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
    if (inserting) {
      assumeInserted(NpyGrowth.extendPadding(path).name());
    } else {
      NpyGrowth.rewrite(path, NpyGrowth.header(path));
    }
    assertThat(NpyGrowth.inspect(path))
        .isEqualTo(new GrowthState(Shape.of(999, 3), 0, Rows.BYTES, 3, 0, false, true, false));
    assertThat(Files.readAllBytes(path)).endsWith(1, 2, 3);
    Rows.require(path, 999);
  }

  /// A crash of the system may leave this of appends that were not durable.
  @Test
  void rowsWhoseDataAreMissingAreCountedNoMore() throws IOException {
    Rows.create(path, 1000);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(128 + 99 * Rows.BYTES + 5);
    }
    assertThatThrownBy(() -> NpyAppender.open(path)).isInstanceOf(TruncatedDataException.class);
    GrowthState found =
        new GrowthState(
            Shape.of(1000, 3), 0, Rows.BYTES, 0, 901 * Rows.BYTES - 5, false, true, false);
    assertThat(NpyGrowth.inspect(path)).isEqualTo(found);
    assertThat(found.isClean()).isFalse();
    assertThat(NpyGrowth.repair(path)).isEqualTo(found);
    Rows.require(path, 99);
    assertThat(NpyGrowth.inspect(path).isClean()).isTrue();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(100);
    }
    assertThatThrownBy(() -> NpyGrowth.repair(path))
        .isInstanceOf(TruncatedDataException.class)
        .hasMessageContaining("the header ends early");
  }

  /// A crash of the system leaves this while a file system moves many blocks.
  @Test
  void whatWasMovedInPartIsRefused() throws IOException {
    Rows.createTight(path, 999);
    byte[] before = Files.readAllBytes(path);
    byte[] header = Arrays.copyOf(before, 72);
    PendingPadding buffer =
        new PendingPadding(
            before.length, ByteBuffer.wrap(header), ByteBuffer.wrap(Arrays.copyOf(header, 4168)));
    Files.write(PendingPadding.beside(path), buffer.encoded().array());
    assertThat(PendingPadding.of(path)).contains(buffer);
    byte[] partly = Arrays.copyOf(before, before.length + 4096);
    PendingPadding.mark().get(partly, 0, PendingPadding.MARK_BYTES);
    Files.write(path, partly);
    String message =
        path
            + ": byte 0: x.npy.room says that 4096 bytes are being inserted here; the file should"
            + " have 24048 bytes before the insertion, but has 28144. The system may have crashed"
            + " while the file system moved blocks: restore the file from a copy";
    assertThatThrownBy(() -> NpyFile.open(path))
        .isExactlyInstanceOf(NpyFormatException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> NpyGrowth.repair(path))
        .isExactlyInstanceOf(NpyFormatException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> NpyAppender.open(path)).isInstanceOf(NpyFormatException.class);
    assertThat(Files.readAllBytes(path)).isEqualTo(partly);
  }

  @Test
  void headersShorterThanTheMarkAreRefused() throws IOException {
    Rows.create(path, 3);
    for (int[] lengths : new int[][] {{0, 4}, {7, 64}, {64, 64}}) {
      PendingPadding buffer =
          new PendingPadding(
              252, ByteBuffer.wrap(new byte[lengths[0]]), ByteBuffer.wrap(new byte[lengths[1]]));
      Files.write(PendingPadding.beside(path), buffer.encoded().array());
      assertThatThrownBy(() -> NpyAppender.open(path))
          .isExactlyInstanceOf(NpyFormatException.class)
          .hasMessageEndingWith("its check sum or its length is wrong");
    }
  }

  @Test
  void aDamagedFileOfHeadersIsRefused() throws IOException {
    Rows.create(path, 3);
    PendingPadding buffer =
        new PendingPadding(1000, ByteBuffer.wrap(new byte[64]), ByteBuffer.wrap(new byte[128]));
    byte[] whole = buffer.encoded().array();
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      Files.write(PendingPadding.beside(path), damaged);
      assertThatThrownBy(() -> PendingPadding.of(path))
          .as("byte %s", at)
          .isExactlyInstanceOf(NpyFormatException.class)
          .hasMessageStartingWith(
              path + ".room: byte 0: expected the headers of an array that is being extended: ");
    }
    for (int length = 0; length < whole.length; length++) {
      Files.write(PendingPadding.beside(path), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> PendingPadding.of(path))
          .isExactlyInstanceOf(NpyFormatException.class);
    }
    // The array opens nevertheless: its own header is whole.
    Rows.require(path, 3);
  }
}
