package io.ndmap.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.Corpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NpyHeaderCodecTest {

  private static final byte[] HEADER = NpyHeaderCodec.encode(DType.INT32, Order.C, Shape.of(2, 3));

  private static byte[] header(String text) {
    HeaderPrefix prefix = new HeaderPrefix(NpyVersion.V1_0, text.length());
    ByteBuffer out = ByteBuffer.allocate((int) prefix.end());
    prefix.putTo(out);
    return out.put(text.getBytes(StandardCharsets.ISO_8859_1)).array();
  }

  private static NpyHeader decode(byte[] bytes) {
    return NpyHeaderCodec.decode(ByteBuffer.wrap(bytes), "x.npy", HeaderLimits.DEFAULT);
  }

  @Test
  void headerAsNumpyWritesIt() {
    assertThat(new String(HEADER, StandardCharsets.ISO_8859_1))
        .isEqualTo(
            "\u0093NUMPY\u0001\u0000v\u0000{'descr': '<i4', 'fortran_order': False, 'shape': (2,"
                + " 3), }"
                + " ".repeat(128 - 10 - 59 - 1)
                + "\n");
    assertThat(decode(HEADER))
        .isEqualTo(new NpyHeader(NpyVersion.V1_0, DType.INT32, Order.C, Shape.of(2, 3), 128));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          {'descr': '<i4', 'fortran_order': False, 'shape': (-2,)} ~ 61 ~ the sizes of 'shape' must be from 0 to 2^63-1, found -2
          {'descr': '<i4', 'fortran_order': False, 'shape': (9223372036854775808,)} ~ 61 ~ the sizes of 'shape' must be from 0 to 2^63-1, found 9223372036854775808
          {'descr': '<i4', 'fortran_order': False, 'shape': (2, True)} ~ 64 ~ 'shape' must be a tuple of integers
          {'descr': '<i4', 'fortran_order': False, 'shape': [2]} ~ 60 ~ 'shape' must be a tuple of integers
          {'descr': '<i4', 'fortran_order': False, 'shape': (0, 2305843009213693952)} ~ 60 ~ the shape (0, 2305843009213693952) of 4 bytes an element exceeds 2^63-1 bytes
          {'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296)} ~ 60 ~ the shape (4294967296, 4294967296) has more than 2^63-1 elements
          {'descr': '<i4', 'fortran_order': 0, 'shape': (2,)} ~ 44 ~ 'fortran_order' must be True or False
          {'descr': '<i3', 'fortran_order': False, 'shape': (2,)} ~ 20 ~ 'descr' is not a dtype: data type '<i3' not understood: NumPy has no such type
          {'descr': ('<i4', (2,)), 'fortran_order': False, 'shape': (2,)} ~ 20 ~ 'descr' must not be a subarray, whose axes belong to 'shape'; NumPy's readers disagree on it: ('<i4', (2,))
          {'descr': '<i4', 'fortran_order': False} ~ 10 ~ the header must have the keys 'descr', 'fortran_order' and 'shape', a key is missing
          {'descr': '<i4', 'fortran_order': False, 'shape': (), 'x': 1} ~ 64 ~ the header must have the keys 'descr', 'fortran_order' and 'shape' and no other
          [1] ~ 10 ~ the header must be a dictionary
          {'descr': '<i4' 'fortran_order': False, 'shape': ()} ~ 41 ~ the header is no Python literal: expected ',' or '}', found ':'
          """)
  void whatIsWrongAndWhere(String text, long byteOffset, String message) {
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(() -> decode(header(text)))
        .withMessage("x.npy: byte " + byteOffset + ": " + message)
        .satisfies(e -> assertThat(e.byteOffset()).isEqualTo(byteOffset));
  }

  @Test
  void truncatedAtEveryByte() {
    for (int length = 0; length < HEADER.length; length++) {
      byte[] cut = Arrays.copyOf(HEADER, length);
      assertThatThrownBy(() -> decode(cut)).isInstanceOf(TruncatedDataException.class);
      assertThatThrownBy(
              () ->
                  NpyHeaderCodec.read(new ByteArrayInputStream(cut), "x.npy", HeaderLimits.DEFAULT))
          .isInstanceOf(TruncatedDataException.class);
    }
    assertThatExceptionOfType(TruncatedDataException.class)
        .isThrownBy(() -> decode(Arrays.copyOf(HEADER, 100)))
        .withMessage("x.npy: byte 10: the header ends early: expected 118 bytes, found 90")
        .satisfies(e -> assertThat(List.of(e.expected(), e.found())).containsExactly(118L, 90L));
    assertThatExceptionOfType(TruncatedDataException.class)
        .isThrownBy(() -> decode(new byte[0]))
        .withMessage(
            "x.npy: byte 0: the magic of a .npy file ends early: expected 8 bytes, found 0");
  }

  @Test
  void otherFiles() {
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(() -> decode(new byte[] {(byte) 0x80, 4, 'N'}))
        .withMessage(
            "x.npy: byte 0: expected the magic 93 4e 55 4d 50 59 of a .npy file, found 80 04 4e:"
                + " this looks like a pickle, which is not read");
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(() -> decode(new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0}))
        .withMessageEndingWith(
            "found 50 4b 03 04 00 00: this looks like a zip archive, so probably a .npz file");
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(() -> decode("hello".getBytes(StandardCharsets.US_ASCII)))
        .withMessageEndingWith("found 68 65 6c 6c 6f");
    byte[] version = HEADER.clone();
    version[7] = 1;
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(() -> decode(version))
        .withMessage("x.npy: byte 6: expected version 1.0, 2.0 or 3.0 of the format, found 1.1");
  }

  static Stream<Arguments> foreignFormats() {
    return Stream.of(
        arguments(
            "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
            "a Git LFS pointer and not the file itself; git lfs pull fetches that"),
        arguments("\r\n  <!DOCTYPE HTML><html><title>Sign in</title>", "a web page, such as"),
        arguments("<HTML><body>", "a web page, such as"),
        arguments("<?xml version='1.0'?><Error><Code>AccessDenied</Code>", "XML, such as"),
        arguments("{\"message\": \"Not Found\"}", "JSON, such as"),
        arguments("\u0089HDF\r\n\u001a\n\0\0", "an HDF5 file; h5py reads it"),
        arguments("MATLAB 5.0 MAT-file, Platform", "a MATLAB file; scipy.io.loadmat"),
        arguments("MATLAB 7.3 MAT-file, Platform", "a MATLAB file; it is HDF5"),
        arguments("PAR1\u0015\u0004", "a Parquet file"),
        arguments("\u001f\u008b\b\0\0\0\0\0", "gzip; decompress it first (gzip -d)"),
        arguments("(\u00b5/\u00fd\0\0\0\0", "Zstandard; decompress it first (zstd -d)"),
        arguments("\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019.", "a PyTorch file;"),
        arguments("\u0080\u0004\u0095abc", "a pickle, which is not read"),
        arguments(zip("model/data.pkl"), "a PyTorch file;"),
        arguments(zip("x.npy"), "a zip archive, so probably a .npz file"),
        arguments("@\0\0\0\0\0\0\0{\"w\":", "a safetensors file;"),
        arguments("\u00c2\u0093NUMPY\u0001\0", "a .npy file that was converted to UTF-8"),
        arguments("\0\0\0\0\0\0\0\0\0", "an incomplete copy or download"));
  }

  private static String zip(String name) {
    return "PK\u0003\u0004" + "\0".repeat(22) + (char) name.length() + "\0\0\0" + name + "data";
  }

  @ParameterizedTest
  @MethodSource
  void foreignFormats(String bytes, String description) {
    byte[] file = bytes.getBytes(StandardCharsets.ISO_8859_1);
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(() -> decode(file))
        .withMessageStartingWith("x.npy: byte 0: expected the magic 93 4e 55 4d 50 59")
        .withMessageContaining(": this looks like " + description);
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(
            () ->
                NpyHeaderCodec.read(new ByteArrayInputStream(file), "x.npy", HeaderLimits.DEFAULT))
        .withMessageContaining(": this looks like " + description);
  }

  /// A format is also told by what little of it has arrived.
  @Test
  void nothingMoreIsWaitedForToNameAFormat() {
    byte[] file = "version https://git-lfs".getBytes(StandardCharsets.ISO_8859_1);
    InputStream slow =
        new ByteArrayInputStream(file) {
          @Override
          public int available() {
            return 0;
          }
        };
    assertThatExceptionOfType(NpyFormatException.class)
        .isThrownBy(() -> NpyHeaderCodec.read(slow, "x.npy", HeaderLimits.DEFAULT))
        .withMessageContaining("a Git LFS pointer");
    assertThat(((ByteArrayInputStream) slow).readAllBytes()).hasSize(file.length - 8);
  }

  @Test
  void objectsAreRefusedUnlessAskedFor() {
    byte[] bytes = header("{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (0,)}");
    assertThatExceptionOfType(ObjectArrayException.class)
        .isThrownBy(() -> decode(bytes))
        .withMessage(
            "x.npy: byte 73: arrays of objects are pickles and cannot be mapped: the dtype is"
                + " [('a', '|O')]; to read one (allowPickle), use ObjectArrays.read");
    assertThat(
            NpyHeaderCodec.decodeAny(ByteBuffer.wrap(bytes), "x", HeaderLimits.DEFAULT)
                .dtype()
                .hasObject())
        .isTrue();
  }

  @Test
  void headerLimit() {
    byte[] bytes =
        header("{'descr': '<i4', 'fortran_order': False, 'shape': ()}" + " ".repeat(10_001 - 53));
    assertThatExceptionOfType(ResourceLimitException.class)
        .isThrownBy(() -> decode(bytes))
        .withMessage(
            "x.npy: byte 8: the header has 10001 bytes, the limit is 10000 characters; the option"
                + " HeaderLimits raises it");
    assertThat(NpyHeaderCodec.decode(ByteBuffer.wrap(bytes), "x", new HeaderLimits(10_001)).shape())
        .isEqualTo(Shape.SCALAR);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new HeaderLimits(-1))
        .withMessage("the header limit must not be negative, found -1");
  }

  @Test
  void hugeHeadersAllocateNothing() {
    byte[] first = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, -1, -1, -1, -1};
    HeaderLimits most = new HeaderLimits(Integer.MAX_VALUE);
    assertThatExceptionOfType(ResourceLimitException.class)
        .isThrownBy(() -> NpyHeaderCodec.headerEnd(ByteBuffer.wrap(first), 12, "x.npy", most))
        .withMessageStartingWith("x.npy: byte 8: the header has 4294967295 bytes");
    first[11] = 0x7f;
    first[8] = 0;
    InputStream stream = new ByteArrayInputStream(Arrays.copyOf(first, 1000));
    first[11] = 0x3f;
    assertThatExceptionOfType(TruncatedDataException.class)
        .isThrownBy(() -> NpyHeaderCodec.headerEnd(ByteBuffer.wrap(first), 500, "x.npy", most))
        .withMessage("x.npy: byte 12: the header ends early: expected 1073741568 bytes, found 488");
    assertThatThrownBy(() -> NpyHeaderCodec.read(stream, "x.npy", most))
        .isInstanceOf(NpyFormatException.class);
  }

  @Test
  void dataMustBeThere() {
    NpyHeader header = decode(HEADER);
    NpyHeaderCodec.requireData(header, 25, "x.npy");
    assertThatExceptionOfType(TruncatedDataException.class)
        .isThrownBy(() -> NpyHeaderCodec.requireData(header, 23, "x.npy"))
        .withMessage(
            "x.npy: byte 128: the data of shape (2, 3) ends early: expected 24 bytes, found 23");
  }

  @Test
  void streamsStopBehindTheHeader() throws IOException {
    byte[] two = Arrays.copyOf(HEADER, 2 * HEADER.length);
    System.arraycopy(HEADER, 0, two, HEADER.length, HEADER.length);
    InputStream in = new ByteArrayInputStream(two);
    assertThat(NpyHeaderCodec.read(in, "x.npy", HeaderLimits.DEFAULT)).isEqualTo(decode(HEADER));
    assertThat(NpyHeaderCodec.read(in, "x.npy", HeaderLimits.DEFAULT)).isEqualTo(decode(HEADER));
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void versionsThatDoNotFit() {
    DType chinese = DType.struct(Field.of("整", DType.INT8));
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> NpyHeaderCodec.encode(NpyVersion.V2_0, chinese, Order.C, Shape.SCALAR))
        .withMessageStartingWith(
            "a header of version 2.0 is Latin-1, but this one has characters beyond: {'descr'");
    DType wide = DType.struct(Field.of("x".repeat(65_536), DType.INT8));
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> NpyHeaderCodec.encode(NpyVersion.V1_0, wide, Order.C, Shape.SCALAR))
        .withMessage(
            "a header of 65654 bytes does not fit into version 1.0, which holds at most 65535");
    assertThat((int) NpyHeaderCodec.encode(wide, Order.C, Shape.SCALAR)[6]).isEqualTo(2);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> NpyHeaderCodec.encode(DType.parse("2i4"), Order.C, Shape.SCALAR))
        .withMessage("an array cannot have the dtype ('<i4', (2,)): add its axes to the shape");
  }

  @Test
  void savedOrder() {
    assertThat(NpyHeaderCodec.savedOrder(Order.F, Shape.of(2, 3))).isEqualTo(Order.F);
    assertThat(NpyHeaderCodec.savedOrder(Order.C, Shape.of(2, 3))).isEqualTo(Order.C);
    for (Shape shape : List.of(Shape.SCALAR, Shape.of(5), Shape.of(1, 5, 1), Shape.of(2, 0, 3))) {
      assertThat(NpyHeaderCodec.savedOrder(Order.F, shape)).isEqualTo(Order.C);
    }
  }

  /// Whatever becomes of the bytes of real files, nothing but this family of exceptions comes out.
  @Test
  void mutatedFiles() {
    mutatedFiles(5, 10_000);
  }

  @Tag("slow")
  @Test
  void manyMutatedFiles() {
    mutatedFiles(6, 50_000);
  }

  private static void mutatedFiles(int seed, int mutations) {
    Random random = new Random(seed);
    List<byte[]> files =
        Corpus.manifest().map(Corpus.Case::bytes).filter(b -> b.length > 20).toList();
    int read = 0;
    for (int i = 0; i < mutations; i++) {
      byte[] file = files.get(random.nextInt(files.size()));
      byte[] bytes = Arrays.copyOf(file, Math.min(file.length, 400));
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        int at = random.nextInt(bytes.length);
        bytes[at] =
            (byte)
                (random.nextBoolean() ? random.nextInt(256) : bytes[random.nextInt(bytes.length)]);
      }
      try {
        NpyHeader header =
            NpyHeaderCodec.decodeAny(ByteBuffer.wrap(bytes), "x.npy", HeaderLimits.DEFAULT);
        assertThat(DType.parse(header.dtype().descr())).isEqualTo(header.dtype());
        read++;
      } catch (NpyFormatException e) {
        assertThat(e.byteOffset()).isBetween(0L, (long) bytes.length);
        assertThat(e.source()).isEqualTo("x.npy");
      }
    }
    assertThat(read).isGreaterThan(mutations / 10);
  }
}
