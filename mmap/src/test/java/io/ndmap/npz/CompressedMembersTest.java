package io.ndmap.npz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.ShortView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.stream.NpyWriter;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;

/// Members compressed by bzip2 and LZMA.
class CompressedMembersTest {

  private static final int MUTATIONS = 150;

  @TempDir Path directory;

  // ---- what Python made

  /// An archive made by `make.py`, copied.
  private Path golden(String name) throws IOException {
    Path path = directory.resolve(name + ".npz");
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("/compressed/" + name + ".npz"))) {
      Files.copy(in, path);
    }
    return path;
  }

  @ParameterizedTest
  @CsvSource({"bzip2, bzip2, 12", "lzma, lzma, 14", "mixed, bzip2, 12", "mixed, lzma, 14"})
  void theGoldenArchivesAreRead(String name, String method, int number) throws IOException {
    Path path = golden(name);
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    try (NpzFile archive = NpzFile.open(path)) {
      requireGolden(archive, method);
      NpzMember member = archive.member(method + "-f8");
      assertThat(member.method()).isEqualTo(number);
      assertThat(member.isStored()).isFalse();
      assertThat(member.header().shape()).isEqualTo(Shape.of(3, 4));
      assertThat(member.view()).isSameAs(member.view());
      assertThatThrownBy(() -> member.view(DoubleView.class).set(0, 0, 1))
          .isInstanceOf(ReadOnlyViewException.class)
          .hasMessageContaining("the member is compressed: open the archive COPY_ON_WRITE");
      Path extracted = directory.resolve("extracted.npy");
      member.extract(extracted, false);
      assertThat(extracted).hasSize(member.size());
    }
    try (NpzFile archive = NpzFile.open(path, OpenMode.COPY_ON_WRITE)) {
      DoubleView view = archive.view(method + "-f8", DoubleView.class);
      view.set(0, 0, 7);
      assertThat(view.sum()).isEqualTo(73);
    }
  }

  private static void requireGolden(NpzFile archive, String method) throws IOException {
    DoubleView f8 = archive.view(method + "-f8", DoubleView.class);
    assertThat(f8.shape()).isEqualTo(Shape.of(3, 4));
    ShortView i2 = archive.view(method + "-i2", ShortView.class);
    assertThat(archive.member(method + "-i2").header().order()).isEqualTo(Order.F);
    for (int i = 0; i < 3000; i++) {
      assertThat(i2.get(i / 50, i % 50)).isEqualTo((short) (i * 7 % 1000));
      if (i < 12) {
        assertThat(f8.get(i / 4, i % 4)).isEqualTo(i);
      }
    }
    assertThat(archive.view(method + "-none").shape()).isEqualTo(Shape.of(0, 3));
    assertThat(archive.view(method + "-scalar").getDouble()).isEqualTo(2.5);
    assertThat(archive.view(method + "-text")).hasToString("['é' '整数']");
    try (InputStream in = archive.member(method + ".txt").bytes()) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("hello\nhello\nhello\n");
    }
  }

  /// ndmap and Python read archives after appending, repairing and aligning.
  @ParameterizedTest
  @ValueSource(strings = {"bzip2", "lzma"})
  void rewritingKeepsTheMembers(String method) throws IOException {
    Path path = golden(method);
    byte[] before = Files.readAllBytes(path);
    try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
      writer.add("last", NpzChild.numbers(3, 1));
      writer.publish();
    }
    requireSound(path, method, 7);
    assertThat(methods(path)).containsExactly(12 + (method.equals("lzma") ? 2 : 0), 0);

    // Without the directory.
    int directoryAt =
        ByteBuffer.wrap(before).order(ByteOrder.LITTLE_ENDIAN).getInt(before.length - 6);
    Files.write(path, Arrays.copyOf(before, directoryAt));
    assertThat(NpzRepair.repair(path).getFirst().kind())
        .isEqualTo(NpzRepair.Kind.REBUILD_DIRECTORY);
    requireSound(path, method, 6);
    byte[] rebuilt = Files.readAllBytes(path);
    // The version that is needed, and the flag that announces the end marker of LZMA.
    assertThat(Arrays.copyOfRange(rebuilt, 4, 8)).isEqualTo(Arrays.copyOfRange(before, 4, 8));

    assertThat(NpzRepair.align(path)).isEmpty();
    requireSound(path, method, 6);
    assertThat(methods(path)).containsExactly(0);
  }

  private static List<Integer> methods(Path path) throws IOException {
    try (NpzFile archive = NpzFile.open(path)) {
      return archive.members().stream().map(NpzMember::method).distinct().toList();
    }
  }

  private static void requireSound(Path path, String method, int members) throws IOException {
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    try (NpzFile archive = NpzFile.open(path)) {
      assertThat(archive.members()).hasSize(members);
      requireGolden(archive, method);
    }
    if (Python.isPresent()) {
      assertThat(
              Python.run(
                  """
                  import zipfile
                  assert zipfile.ZipFile(argv[0]).testzip() is None
                  z = np.load(argv[0])
                  print(len(z.files), z[argv[1] + '-i2'].sum(), z[argv[1] + '-text'])
                  """,
                  path,
                  method))
          .isEqualTo(members + " 1498500 ['é' '整数']\n");
    }
  }

  // ---- hostile bytes

  /// 100 numbers as a `.npy` file.
  private static byte[] array() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(out, NpzChild.numbers(100, 1.5));
    return out.toByteArray();
  }

  private static byte[] compressed(int method, byte[] bytes) throws IOException {
    return method == ZipBytes.BZIP2 ? bzip2(bytes) : lzma(bytes, true);
  }

  private static byte[] bzip2(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream packed = new BZip2CompressorOutputStream(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] lzma(byte[] bytes, boolean endMarker) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LZMA2Options options = new LZMA2Options(0);
    out.writeBytes(new byte[] {9, 20, 5, 0, (byte) ((options.getPb() * 5 + options.getLp()) * 9)});
    byte[] head = out.toByteArray();
    head[4] += (byte) options.getLc();
    out.reset();
    out.writeBytes(head);
    out.writeBytes(
        ByteBuffer.allocate(4)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(options.getDictSize())
            .array());
    try (OutputStream packed = new LZMAOutputStream(out, options, endMarker)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Stream.of(parts).forEach(out::writeBytes);
    return out.toByteArray();
  }

  /// Writes the archive and reads its array.
  private double sum(ZipBytes zip) throws IOException {
    Path path = directory.resolve("x.npz");
    zip.write(path);
    try (NpzFile archive = NpzFile.open(path)) {
      archive.member("a").verify();
      return archive.view("a", DoubleView.class).sum();
    }
  }

  @Test
  void streamsEndAtTheSizeOfTheMember() throws IOException {
    byte[] array = array();
    byte[] first = Arrays.copyOf(array, 300);
    byte[] second = Arrays.copyOfRange(array, 300, array.length);
    for (byte[] stream :
        List.of(lzma(array, true), lzma(array, false), joined(lzma(array, true), array))) {
      assertThat(sum(ZipBytes.of(ZipBytes.LZMA, stream, array))).isEqualTo(150);
    }
    for (byte[] stream : List.of(bzip2(array), joined(bzip2(first), bzip2(second)))) {
      assertThat(sum(ZipBytes.of(ZipBytes.BZIP2, stream, array))).isEqualTo(150);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {ZipBytes.BZIP2, ZipBytes.LZMA})
  void falseSizesAndCrcsAreRefused(int method) throws IOException {
    byte[] array = array();
    ZipBytes zip = ZipBytes.of(method, compressed(method, array), array);
    String name = method == ZipBytes.BZIP2 ? "bzip2" : "lzma";
    String crc = HexFormat.of().toHexDigits(zip.crc());
    assertThat(sum(zip)).isEqualTo(150);
    refused(
        zip.withCrc(7),
        NpzFormatException.class,
        "expected the CRC 00000007 of the central directory, found " + crc);
    refused(
        zip.withSize(1000),
        TruncatedDataException.class,
        "the member ends early: expected 1000 bytes, found 928");
    refused(zip.withSize(927), NpzFormatException.class, "expected the CRC " + crc);
    refused(
        zip.withCompressed(Arrays.copyOf(zip.compressed(), zip.compressed().length / 2)),
        NpzFormatException.class,
        "its bytes are not valid " + name + ": they end early");
    refused(
        zip.withCompressed(Arrays.copyOf(zip.compressed(), 2)),
        NpzFormatException.class,
        "its bytes are not valid " + name + ": they end early");
    byte[] broken = zip.compressed().clone();
    broken[broken.length / 2] ^= 1;
    refused(
        zip.withCompressed(broken),
        NpzFormatException.class,
        "its bytes are not valid "
            + name
            + ": "
            + (method == ZipBytes.BZIP2 ? "Stream corrupted" : "Compressed data is corrupt"));
    // What follows the last byte of the array.
    byte[] end = zip.compressed().clone();
    end[end.length - 1] ^= (byte) 0xff;
    refused(
        zip.withCompressed(end),
        NpzFormatException.class,
        "its bytes are not valid "
            + name
            + ": "
            + (method == ZipBytes.BZIP2 ? "BZip2 CRC error" : "Compressed data is corrupt"));
    byte[] small = Arrays.copyOf(zip.compressed(), 100);
    refused(
        new ZipBytes(method, small, 0x7fff_ffff, 0),
        NpzFormatException.class,
        "it claims 2147483647 bytes of 100 compressed ones; "
            + (method == ZipBytes.BZIP2
                ? "bzip2 makes at most 2742352 of one"
                : "lzma makes at most 7100 of one"));
  }

  private void refused(ZipBytes zip, Class<?> type, String message) throws IOException {
    Path path = directory.resolve("x.npz");
    zip.write(path);
    try (NpzFile archive = NpzFile.open(path)) {
      NpzMember member = archive.member("a");
      assertThatThrownBy(member::verify)
          .isInstanceOf(type)
          .hasMessageStartingWith(path + "::a.npy: byte ")
          .hasMessageContaining(": " + message);
      assertThatThrownBy(member::view).isInstanceOf(NpyFormatException.class);
    }
    assertThat(NpzRepair.verify(path).members().getFirst().state())
        .isEqualTo(NpzReport.State.REFUSED);
  }

  @Test
  void whatIsNoStreamIsRefused() throws IOException {
    byte[] array = array();
    byte[] none = "no stream".repeat(20).getBytes(UTF_8);
    refused(
        ZipBytes.of(ZipBytes.BZIP2, none, array),
        NpzFormatException.class,
        "its bytes are not valid bzip2: Stream is not in the BZip2 format");
    refused(
        ZipBytes.of(ZipBytes.BZIP2, joined(bzip2(Arrays.copyOf(array, 300)), none), array),
        NpzFormatException.class,
        "its bytes are not valid bzip2: Unexpected data after a valid BZip2 stream");
    refused(
        ZipBytes.of(ZipBytes.BZIP2, joined(bzip2(array), none), array),
        NpzFormatException.class,
        "its bytes are not valid bzip2: Unexpected data after a valid BZip2 stream");
    refused(
        ZipBytes.of(ZipBytes.LZMA, none, array),
        NpzFormatException.class,
        "its bytes are not valid lzma: expected 5 bytes of properties, found 29472");
    byte[] properties = lzma(array, true);
    properties[4] = (byte) 225;
    refused(
        ZipBytes.of(ZipBytes.LZMA, properties, array),
        NpzFormatException.class,
        "its bytes are not valid lzma: Invalid LZMA properties byte");
  }

  /// The library has tables for codes of 257 bits, and an index one beyond.
  @Test
  void exceptionsOfTheLibraryAreTyped() throws IOException {
    BitOutput bits = bzip2();
    begin(bits, 0);
    bits.write(5, 31);
    for (int length = 31; length < 257; length++) {
      bits.write(2, 2);
    }
    for (int i = 0; i < 40; i++) {
      bits.write(8, 0);
    }
    refused(
        new ZipBytes(ZipBytes.BZIP2, bits.bytes(), 1000, 0),
        NpzFormatException.class,
        "its bytes are not valid bzip2: Index 258 out of bounds for length 258");
  }

  /// The library recurses for each of them.
  @Test
  void emptyBlocksAreRefusedHoweverMany() throws IOException {
    BitOutput bits = bzip2();
    block(bits, 0x81b02d8b, true);
    for (int i = 0; i < 50_000; i++) {
      block(bits, 0, false);
    }
    refused(
        new ZipBytes(ZipBytes.BZIP2, bits.bytes(), 1000, 0),
        NpzFormatException.class,
        "its bytes are not valid bzip2: too many blocks are empty");
  }

  /// Begins a stream.
  private static BitOutput bzip2() {
    BitOutput bits = new BitOutput();
    bits.write(32, ('B' << 24) | ('Z' << 16) | ('h' << 8) | '1');
    return bits;
  }

  /// Begins a block of bytes `A`.
  private static void begin(BitOutput bits, int crc) {
    bits.write(24, 0x314159);
    bits.write(24, 0x265359);
    bits.write(32, crc);
    bits.write(25, 0);
    // The bytes that occur: A.
    bits.write(16, 1 << (15 - ('A' >> 4)));
    bits.write(16, 1 << (15 - ('A' & 15)));
    // Two tables, one selector.
    bits.write(3, 2);
    bits.write(15, 1);
    bits.write(1, 0);
  }

  /// Writes a block of no bytes, or of one `A`.
  private static void block(BitOutput bits, int crc, boolean filled) {
    begin(bits, crc);
    for (int table = 0; table < 2; table++) {
      // Three symbols of two bits.
      bits.write(8, 2 << 3);
    }
    if (filled) {
      bits.write(2, 0);
    }
    bits.write(2, 2);
  }

  /// Bits, the most significant first.
  private static final class BitOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int last;
    private int count;

    void write(int bits, int value) {
      for (int bit = bits - 1; bit >= 0; bit--) {
        last = (last << 1) | ((value >>> bit) & 1);
        if (++count % 8 == 0) {
          out.write(last);
        }
      }
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }

  /// Any bytes give the array or a typed error.
  @ParameterizedTest
  @ValueSource(ints = {ZipBytes.BZIP2, ZipBytes.LZMA})
  void mutationsAreRefused(int method) throws IOException {
    mutationsAreRefused(method, MUTATIONS);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(ints = {ZipBytes.BZIP2, ZipBytes.LZMA})
  void aThousandMutationsAreRefused(int method) throws IOException {
    mutationsAreRefused(method, 1000);
  }

  private void mutationsAreRefused(int method, int mutations) throws IOException {
    byte[] array = array();
    ZipBytes zip = ZipBytes.of(method, compressed(method, array), array);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < mutations; i++) {
      byte[] changed = zip.compressed().clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        assertThat(sum(zip.withCompressed(changed))).isEqualTo(150);
      } catch (NpyFormatException e) {
        assertThat(e).hasMessageStartingWith(directory.resolve("x.npz") + "::a.npy: byte ");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(mutations * 3 / 4);
  }

  // ---- memory

  @Test
  void aDictionaryIsNoLargerThanTheMemberOrAQuarterOfTheHeap() throws Exception {
    byte[] zeros = new byte[20 << 20];
    byte[] head = array();
    System.arraycopy(head, 0, zeros, 0, 128);
    byte[] stream = lzma(zeros, true);
    // Claims a dictionary of 4 GiB.
    Arrays.fill(stream, 5, 9, (byte) 0xff);
    Path path = directory.resolve("x.npz");
    ZipBytes.of(ZipBytes.LZMA, stream, zeros).write(path);
    try (NpzFile archive = NpzFile.open(path)) {
      assertThat(archive.view("a").itemCount()).isEqualTo(100);
    }
    List<String> flags = List.of("-Xmx64m", ChildJvm.NATIVE);
    try (ChildJvm child = ChildJvm.start(flags, NpzChild.class, "bomb", path)) {
      assertThat(child.finish().getFirst())
          .matches(
              "ResourceLimitException .*::a.npy: byte 35: its LZMA dictionary takes 20971520 bytes"
                  + " of the heap, the limit is 1\\d{7}; a larger heap \\(-Xmx\\) raises it, up to"
                  + " 2 GiB");
    }
  }

  /// A bomb: what it claims is possible, but it is not so.
  @ParameterizedTest
  @ValueSource(ints = {ZipBytes.BZIP2, ZipBytes.LZMA})
  void whatClaimsTooMuchCostsNothing(int method) throws Exception {
    byte[] header =
        ("\u0093NUMPY\1\0v\0"
                + "%-117s\n"
                    .formatted("{'descr': '|u1', 'fortran_order': False, 'shape': (400000000,), }"))
            .getBytes(ISO_8859_1);
    byte[] noise = new byte[60_000];
    new Random(3).nextBytes(noise);
    byte[] bytes = joined(header, noise);
    Path path = directory.resolve("x.npz");
    new ZipBytes(method, compressed(method, bytes), 400_000_128, 0).write(path);
    List<String> flags = List.of("-Xmx512m", ChildJvm.NATIVE);
    try (ChildJvm child = ChildJvm.start(flags, NpzChild.class, "bomb", path)) {
      assertThat(child.finish())
          .satisfies(
              lines -> {
                assertThat(lines.getFirst())
                    .matches(
                        "TruncatedDataException .*::a.npy: byte 35: the member ends early: expected"
                            + " 400000128 bytes, found 60128");
                assertThat(lines.getLast()).isEqualTo("cheap");
              });
    }
  }

  // ---- without the libraries

  /// A JVM without the libraries reads the other members, and names the missing one.
  @Test
  void withoutALibraryOnlyItsMembersAreRefused() throws Exception {
    Path mixed = golden("mixed");
    Path cut = golden("lzma");
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 30));
    List<String> command =
        new ArrayList<>(ChildJvm.command(List.of(ChildJvm.NATIVE), Reader.class, mixed, cut));
    command.replaceAll(
        word ->
            word.equals(ChildJvm.classPath())
                ? Stream.of(word.split(":", -1))
                    .filter(entry -> !entry.matches(".*/(commons-compress|xz)-[\\d.]+\\.jar"))
                    .collect(Collectors.joining(":"))
                : word);
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = child.inputReader(UTF_8).lines().toList();
    assertThat(child.waitFor()).as(lines.toString()).isZero();
    String bzip2 =
        ": its bytes are compressed by bzip2: to read them, add"
            + " org.apache.commons:commons-compress; on the module path also --add-modules"
            + " org.apache.commons.compress (java.lang.NoClassDefFoundError:"
            + " org/apache/commons/compress/compressors/bzip2/BZip2CompressorInputStream)";
    String lzma =
        ": its bytes are compressed by lzma: to read them, add org.tukaani:xz; on the module path"
            + " also --add-modules org.tukaani.xz (java.lang.NoClassDefFoundError:"
            + " org/tukaani/xz/LZMAInputStream)";
    assertThat(lines)
        .contains("deflated-f8.npy 66.0", "stored-f8.npy 66.0")
        .anyMatch(line -> line.startsWith("bzip2-f8.npy Missing") && line.endsWith(bzip2))
        .anyMatch(line -> line.startsWith("lzma-f8.npy Missing") && line.endsWith(lzma))
        .anyMatch(line -> line.startsWith("repair Missing") && line.endsWith(lzma));
    assertThat(cut).hasSize(bytes.length - 30);
  }

  /// Reads one archive, and repairs another.
  static final class Reader {

    private Reader() {}

    public static void main(String[] arguments) throws IOException {
      try (NpzFile archive = NpzFile.open(Path.of(arguments[0]))) {
        for (NpzMember member : archive.members()) {
          if (member.name().endsWith("-f8.npy")) {
            try {
              System.out.println(member.name() + " " + member.view(DoubleView.class).sum());
            } catch (NpyFormatException e) {
              System.out.println(member.name() + " " + text(e));
            }
          }
        }
      }
      try {
        System.out.println("repair " + NpzRepair.repair(Path.of(arguments[1])));
      } catch (NpyFormatException e) {
        System.out.println("repair " + text(e));
      }
    }

    private static String text(NpyFormatException e) {
      return e.getClass().getSimpleName() + " " + e.getMessage();
    }
  }
}
