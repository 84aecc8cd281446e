package io.ndmap.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.ReadOnlyViewException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reading: what is mapped, for how long, and which headers are refused.
class SafetensorsFileTest {

  private static final String X =
      "{\"x\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[0,16]}}";

  @TempDir private Path folder;

  /// A file of a header and zeros, padded to no multiple of anything.
  private Path file(String json, int data) throws IOException {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(8 + text.length + data).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(text.length).put(text);
    return Files.write(folder.resolve("m.safetensors"), bytes.array());
  }

  @Test
  void mapsTensorsInPlaceAtAnyByte() throws IOException {
    Path path =
        file(
            "{\"__metadata__\":{\"format\":\"pt\",\"a b\":\"\"},"
                + "\"b\":{\"dtype\":\"BF16\",\"shape\":[2,1],\"data_offsets\":[1,5]},"
                + "\"a\":{\"dtype\":\"BOOL\",\"shape\":[],\"data_offsets\":[0,1]},"
                + "\"none\":{\"dtype\":\"I64\",\"shape\":[0,3],\"data_offsets\":[5,5]},\"x\":{\"shape\":[1],\"later\":[{}],\"data_offsets\":[5,13],\"dtype\":\"F64\"}}"
                + " \n",
            13);
    try (SafetensorsFile file = SafetensorsFile.open(path, OpenMode.READ_WRITE)) {
      assertThat(file.names()).containsExactly("a", "b", "none", "x");
      assertThat(file.metadata()).containsEntry("format", "pt").containsEntry("a b", "").hasSize(2);
      file.view("b").setDouble(new long[] {1, 0}, -2.5);
      file.view("x", DoubleView.class).set(0, Math.PI);
      file.view("a").setValue(new long[0], true);
      assertThat(file.view("none").shape()).isEqualTo(Shape.of(0, 3));
      assertThat(file.view("none").dtype()).isEqualTo(DType.INT64);
      file.force();
      assertThat(file).hasToString(path + " (READ_WRITE, 4 tensors)");
    }
    byte[] bytes = Files.readAllBytes(path);
    ByteBuffer data = ByteBuffer.wrap(bytes, bytes.length - 13, 13).slice();
    data.order(ByteOrder.LITTLE_ENDIAN);
    assertThat(data.get(0)).isEqualTo((byte) 1);
    assertThat(data.getShort(3)).isEqualTo((short) 0xc020);
    assertThat(data.getDouble(5)).isEqualTo(Math.PI);
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertThat(file.view("b").getDouble(1, 0)).isEqualTo(-2.5);
      assertThat(file.tensor("b").type()).isEqualTo("BF16");
      assertThat(file.header("b").dataOffset()).isEqualTo(bytes.length - 12);
      assertThatThrownBy(() -> file.view("b").setDouble(new long[] {0, 0}, 1))
          .isInstanceOf(ReadOnlyViewException.class);
      assertThatThrownBy(() -> file.view("c"))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessage(path + ": there is no tensor 'c', there are [a, b, none, x]");
      assertThatThrownBy(() -> file.view("b", DoubleView.class))
          .isInstanceOf(DTypeException.class)
          .hasMessage(path + "::b: dtype bfloat16 needs a ShortView, not a DoubleView");
    }
  }

  @Test
  void closingEndsViewsButNotLeases() throws IOException {
    Path path = file(X, 16);
    SafetensorsFile file = SafetensorsFile.open(path);
    NdView<?> view = file.view("x");
    NpyFile array = file.array("x");
    assertThat(file.array("x")).isSameAs(array);
    try (Lease lease = array.acquire()) {
      file.close();
      file.close();
      assertThat(file.isOpen()).isFalse();
      assertThat(lease.file().view().sum()).isZero();
    }
    assertThatThrownBy(view::sum)
        .isInstanceOf(FileClosedException.class)
        .hasMessageContaining(path + "::x");
    assertThatThrownBy(() -> file.view("x"))
        .isInstanceOf(FileClosedException.class)
        .hasMessageContaining("the file is closed");
    assertThatThrownBy(file::force).isInstanceOf(FileClosedException.class);
  }

  @Test
  void truncationUnderAViewIsAnException() throws IOException {
    Path path =
        file("{\"x\":{\"dtype\":\"U8\",\"shape\":[100000],\"data_offsets\":[0,100000]}}", 100_000);
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      NdView<?> view = file.view("x");
      assertThat(view.sum()).isZero();
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        var _ = channel.truncate(4096);
      }
      assertThatThrownBy(view::sum)
          .isInstanceOf(MappingFaultException.class)
          .hasMessageContaining(path + "::x");
    }
    assertThatThrownBy(() -> SafetensorsFile.open(path))
        .isInstanceOf(TruncatedDataException.class)
        .hasMessageContaining("the data of the tensors");
  }

  @Test
  void forceSkipsArraysThatTheCallerHasClosed() throws IOException {
    Path path =
        file(
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[0,5]},"
                + "\"none\":{\"dtype\":\"U8\",\"shape\":[0,1152921504606846976],\"data_offsets\":[5,5]}}",
            5);
    for (OpenMode mode : List.of(OpenMode.READ_WRITE, OpenMode.READ_ONLY)) {
      try (SafetensorsFile file = SafetensorsFile.open(path, mode)) {
        assertThat(file.view("none").shape().itemCount()).isZero();
        file.array("a").close();
        file.force();
        assertThat(file.isOpen()).isTrue();
      }
    }
  }

  @Test
  void forceReportsLostStoresOfEachTensor() throws IOException {
    Path path =
        file(
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[0,5]},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[5,10]},"
                + "\"c\":{\"dtype\":\"U8\",\"shape\":[90000],\"data_offsets\":[10,90010]}}",
            90_010);
    long size = Files.size(path);
    try (SafetensorsFile file = SafetensorsFile.open(path, OpenMode.READ_WRITE)) {
      for (String name : file.names()) {
        file.view(name).setLong(new long[1], 7);
      }
      Path moved = Files.move(path, folder.resolve("moved"));
      try (FileChannel channel = FileChannel.open(moved, StandardOpenOption.WRITE)) {
        var _ = channel.truncate(size - 90_000);
        assertThatThrownBy(file::force)
            .isExactlyInstanceOf(MappingFaultException.class)
            .hasMessageContaining(path + "::c")
            .hasRootCauseMessage(
                "the file has " + (size - 90_000) + " bytes, the tensor ends at " + size)
            .hasNoSuppressedExceptions();
        var _ = channel.truncate(size - 90_002);
        assertThatThrownBy(file::force)
            .isExactlyInstanceOf(MappingFaultException.class)
            .hasMessageContaining("::b")
            .satisfies(
                e ->
                    assertThat(e.getSuppressed())
                        .singleElement()
                        .asString()
                        .contains("MappingFaultException", "::c"));
      }
    }
    assertThat(Files.exists(path)).isFalse();
  }

  @Test
  void anInterruptDoesNotCloseTheFile() throws IOException {
    Path path =
        file(
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[0,5]},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[5,10]}}",
            10);
    try (SafetensorsFile file = SafetensorsFile.open(path, OpenMode.READ_WRITE);
        InputStream other = file.bytes("b")) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> file.view("a")).isInstanceOf(ClosedByInterruptException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(file.view("a").sum()).isZero();
      Thread.currentThread().interrupt();
      try (InputStream in = file.bytes("b")) {
        assertThatThrownBy(in::read).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(in.readAllBytes()).hasSize(5);
      }
      assertThat(other.read()).isZero();
      Thread.currentThread().interrupt();
      file.force();
      assertThatThrownBy(other::read).isInstanceOf(ClosedByInterruptException.class);
      assertThat(Thread.interrupted()).isTrue();
      Files.move(path, folder.resolve("moved"));
      Files.copy(folder.resolve("moved"), path);
      assertThatThrownBy(() -> file.view("b"))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage(path + ": was replaced by another file since it was opened");
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try (SafetensorsFile file = SafetensorsFile.open(path, channel, OpenOptions.DEFAULT)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> file.view("a")).isInstanceOf(ClosedByInterruptException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThatThrownBy(() -> file.view("a"))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage(path + ": an interrupt closed the channel of the file");
    }
  }

  @Test
  void everyTruncationIsTyped() throws IOException {
    byte[] whole = Files.readAllBytes(file(X, 16));
    for (int size = 0; size < whole.length; size++) {
      Path path = Files.write(folder.resolve("t"), Arrays.copyOf(whole, size));
      assertThatThrownBy(() -> SafetensorsFile.open(path))
          .as("%s bytes", size)
          .isInstanceOf(TruncatedDataException.class)
          .hasMessageStartingWith(path + ": ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1]                                                     | the header must be a JSON object, which begins with {
          ' {}'                                                   | the header must be a JSON object, which begins with {
          {                                                       | the header is not JSON: End of input
          {}x                                                     | the header is not JSON
          {}{}                                                    | the header is not JSON
          {'a':1}                                                 | the header is not JSON
          {"__metadata__":{},}                                      | the header is not JSON
          {"x":1}                                                 | ::x: byte 8: the tensor must be a JSON object, found a number
          {"x":[[[[]]]]}                                          | ::x: byte 8: the tensor must be a JSON object, found a JSON array
          {"__metadata__":{"a":1}}                                | the metadata 'a' must be a JSON string, found a number
          {"__metadata__":{"a":{}}}                               | the metadata 'a' must be a JSON string, found a JSON object
          {"__metadata__":{"a":"","a":""}}                        | the metadata 'a' are there twice
          {"__metadata__":[]}                                     | the metadata must be a JSON object, found a JSON array
          {"__metadata__":null,"__metadata__":null}               | two tensors have the name '__metadata__'
          {"x":T,"x":T}                                           | two tensors have the name 'x'
          {"x":{"dtype":"F64","shape":[2]}}                       | ::x: byte 8: there is no data_offsets
          {"x":{"dtype":"F64","data_offsets":[0,16]}}             | ::x: byte 8: there is no shape
          {"x":{"shape":[2],"data_offsets":[0,16]}}               | ::x: byte 8: there is no dtype
          {"x":{"dtype":"F64","dtype":"F64"}}                     | dtype is there twice
          {"x":{"dtype":"F128","shape":[1],"data_offsets":[0,16]}}| there is no dtype 'F128', there are [BOOL, F4,
          {"x":{"dtype":"f64","shape":[2],"data_offsets":[0,16]}} | there is no dtype 'f64'
          {"x":{"dtype":null,"shape":[2],"data_offsets":[0,16]}}  | the dtype must be a JSON string, found null
          {"x":{"dtype":"F64","shape":2,"data_offsets":[0,16]}}   | shape must be a JSON array, found a number
          {"x":{"dtype":"F64","shape":[-2],"data_offsets":[0,16]}}| integers from 0 to 2^63-1, found -2
          {"x":{"dtype":"F64","shape":[2.0],"data_offsets":[0,16]}}| integers from 0 to 2^63-1, found 2.0
          {"x":{"dtype":"F64","shape":[2e0],"data_offsets":[0,16]}}| integers from 0 to 2^63-1, found 2e0
          {"x":{"dtype":"F64","shape":["2"],"data_offsets":[0,16]}}| a number of shape must be a number, found a JSON string
          {"x":{"dtype":"F64","shape":[9223372036854775808],"data_offsets":[0,16]}}| integers from 0 to 2^63-1, found 9223372036854775808
          {"x":{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,0]}}| has more bytes than 2^63-1
          {"x":{"dtype":"F64","shape":[0,4294967296,4294967296],"data_offsets":[0,0]}}| has more bytes than 2^63-1
          {"x":{"dtype":"F64","shape":[2],"data_offsets":[0,15]}} | have 16 bytes, its data_offsets 15 bytes
          {"x":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}}   | have 12 bits, its data_offsets 2 bytes
          {"x":{"dtype":"F64","shape":[2],"data_offsets":[0]}}    | data_offsets must be begin and end, found [0]
          {"x":{"dtype":"F64","shape":[2],"data_offsets":[0,8,16]}}| data_offsets must have at most 2 numbers
          {"x":{"dtype":"F64","shape":[2],"data_offsets":[16,0]}} | data_offsets must be begin and end, found [16, 0]
          {"x":{"dtype":"F64","shape":[2],"data_offsets":[8,24]}} | ::x: byte 8: its data_offsets begin at 8, with a gap after the data before it, which end at 0
          {"x":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},"y":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}| ::y: byte 8: its data_offsets begin at 0, inside of the data before it, which end at 8
          {"x":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}  | 8 bytes follow the last tensor
          {}                                                      | 16 bytes follow the last tensor
          {"x":{"dtype":"F64","shape":[3],"data_offsets":[0,24]}} | expected 24 bytes
          """)
  void refusesHostileHeaders(String json, String message) throws IOException {
    String tensor = "{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]}";
    Path path = file(json.replace(":T", ":" + tensor), 16);
    assertThatThrownBy(() -> SafetensorsFile.open(path))
        .isInstanceOfAny(SafetensorsFormatException.class, TruncatedDataException.class)
        .hasMessageStartingWith(path.toString())
        .hasMessageContaining(message);
  }

  @Test
  void refusesLengthsAndDepths() throws IOException {
    Path path = folder.resolve("h");
    Files.write(path, new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, '{'});
    assertThatThrownBy(() -> SafetensorsFile.open(path))
        .isInstanceOf(ResourceLimitException.class)
        .hasMessage(
            path
                + ": byte 0: a header of 18446744073709551615 bytes, the limit of the format is"
                + " 100000000");
    String deep = "[".repeat(5000) + "]".repeat(5000);
    Path nested = file("{\"x\":{\"later\":" + deep + "}}", 0);
    assertThatThrownBy(() -> SafetensorsFile.open(nested))
        .isInstanceOf(SafetensorsFormatException.class)
        .hasMessageContaining("the header is not JSON");
    Path axes =
        file(
            "{\"x\":{\"dtype\":\"U8\",\"shape\":["
                + "1,".repeat(64)
                + "1],\"data_offsets\":[0,1]}}",
            1);
    assertThatThrownBy(() -> SafetensorsFile.open(axes))
        .isInstanceOf(SafetensorsFormatException.class)
        .hasMessageContaining("shape must have at most 64 numbers");
    byte[] latin = Files.readAllBytes(file("{\"é\":{}}", 0));
    latin[10] = (byte) 0xe9;
    Path broken = Files.write(path, latin);
    assertThatThrownBy(() -> SafetensorsFile.open(broken))
        .isInstanceOf(SafetensorsFormatException.class)
        .hasMessageContaining("the header is not UTF-8");
    assertThatThrownBy(() -> SafetensorsFile.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void bytesAreThoseOfTheOpenFile() throws IOException {
    String json =
        "{\"q\":{\"dtype\":\"F8_E8M0\",\"shape\":[2],\"data_offsets\":[0,2]},"
            + "\"x\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[2,5]}}";
    Path path = file(json, 5);
    byte[] all = Files.readAllBytes(path);
    System.arraycopy(new byte[] {1, 2, 3, 4, 5}, 0, all, all.length - 5, 5);
    Files.write(path, all);
    InputStream late;
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      Files.move(path, folder.resolve("moved"));
      Files.write(path, new byte[all.length]);
      try (InputStream in = file.bytes("q")) {
        assertThat(in.readAllBytes()).containsExactly(1, 2);
      }
      late = file.bytes("x");
      assertThat(late.read()).isEqualTo(3);
      try (FileChannel channel =
          FileChannel.open(folder.resolve("moved"), StandardOpenOption.WRITE)) {
        channel.truncate(all.length - 1);
      }
      assertThat(late.read()).isEqualTo(4);
      assertThatThrownBy(late::read)
          .isInstanceOf(TruncatedDataException.class)
          .hasMessageContaining("::x")
          .hasMessageContaining("the data of the tensor ends early: expected 3 bytes, found 2");
      assertThatThrownBy(() -> file.bytes("none")).isInstanceOf(NoSuchElementException.class);
    }
    assertThatThrownBy(late::read).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void tensorsWithoutDtypeAreListed() throws IOException {
    Path path =
        file(
            "{\"q\":{\"dtype\":\"F4\",\"shape\":[2,2],\"data_offsets\":[0,2]},"
                + "\"x\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}",
            4);
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertThat(file.tensor("q").dtype()).isEmpty();
      assertThat(file.view("x").sum()).isZero();
      assertThatThrownBy(() -> file.view("q"))
          .isInstanceOf(SafetensorsFormatException.class)
          .hasMessageContaining(
              "elements of F4 have no dtype here; the other tensors of the file can");
    }
  }

  @Test
  void isRecognizedByItsFirstBytes() throws IOException {
    assertThat(SafetensorsFile.isSafetensors(file("{}", 0))).isTrue();
    assertThat(SafetensorsFile.isSafetensors(folder)).isFalse();
    Path other =
        Files.write(
            folder.resolve("x.npy"),
            "\u0093NUMPY \u0001\u0000{".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(SafetensorsFile.isSafetensors(other)).isFalse();
  }

  @Test
  void mutationsAreReadOrTyped() throws IOException {
    mutationsAreReadOrTyped(10, 2_000);
  }

  @Tag("slow")
  @Test
  void manyMutationsAreReadOrTyped() throws IOException {
    mutationsAreReadOrTyped(11, 10_000);
  }

  private void mutationsAreReadOrTyped(int seed, int rounds) throws IOException {
    byte[] whole =
        Files.readAllBytes(
            file(
                "{\"__metadata__\":{\"k\":\"\\u00e9\\n\"},"
                    + "\"a\":{\"dtype\":\"BF16\",\"shape\":[2,3],\"data_offsets\":[0,12]},"
                    + "\"b\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[12,16]}}",
                16));
    int end = whole.length - 16;
    Random random = new Random(seed);
    Path path = folder.resolve("mutant");
    String alphabet = "{}[]\",:0123456789-.eEaFU\\ \u0000";
    int read = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] bytes = whole.clone();
      int changes = 1 + random.nextInt(3);
      for (int i = 0; i < changes; i++) {
        int at = random.nextInt(end);
        bytes[at] =
            (byte)
                (random.nextBoolean()
                    ? alphabet.charAt(random.nextInt(alphabet.length()))
                    : bytes[at] ^ (1 << random.nextInt(8)));
      }
      Files.write(path, bytes);
      try (SafetensorsFile file = SafetensorsFile.open(path)) {
        for (SafetensorsTensor tensor : file.tensors()) {
          if (tensor.dtype().isPresent()) {
            assertThat(file.view(tensor.name()).itemCount()).isEqualTo(tensor.shape().itemCount());
          }
        }
        read++;
      } catch (SafetensorsFormatException | TruncatedDataException | ResourceLimitException e) {
        assertThat(e).hasMessageStartingWith(path.toString());
      }
    }
    // Those that change a name, a text or the order of what may have any.
    assertThat(read).isBetween(rounds / 100, rounds / 2);
  }
}
