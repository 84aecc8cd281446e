package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.stream.NpyReader;
import io.ndmap.stream.NpyWriter;
import io.ndmap.stream.WriteOptions;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `-` as a file: arrays from standard input and to standard output.
class PipeTest {

  @TempDir private Path directory = Path.of("");

  private static byte[] saved(NdView<?> view, Order order) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(out, view, WriteOptions.DEFAULT.withOrder(order));
    return out.toByteArray();
  }

  private static NdView<?> numbers(long... sizes) {
    Shape shape = Shape.of(sizes);
    int[] items = new int[(int) shape.itemCount()];
    Arrays.setAll(items, k -> k - 2);
    return NdView.of(MemorySegment.ofArray(items), DType.INT32, shape, Order.C);
  }

  /// A run with bytes as its input and its output.
  private record Piped(int exit, ByteArrayOutputStream output, String err) {
    static Piped run(byte[] in, Object... args) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      StringWriter err = new StringWriter();
      int exit = Cli.runOn(new ByteArrayInputStream(in), out, err, false, args);
      return new Piped(exit, out, err.toString());
    }

    byte[] out() {
      return output.toByteArray();
    }

    String text() {
      return output.toString(UTF_8);
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void convertInAPipe(Order order) throws IOException {
    NdView<?> array = numbers(300, 1300, 3);
    for (NdView<?> view : List.of(array, numbers(3), numbers(0, 2), numbers())) {
      Piped piped = Piped.run(saved(view, order), "convert", "-", "-", "--dtype", ">f8");
      assertThat(piped.err()).isEmpty();
      // AssertJ compares arrays element by element, by reflection.
      byte[] expected = saved(view.astype(DType.parse(">f8")), order);
      assertThat(Arrays.mismatch(piped.out(), expected)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({"C, F", "F, C"})
  void convertInAPipeToAnotherOrder(Order from, Order into) throws IOException {
    NdView<?> array = numbers(30, 20);
    Piped piped = Piped.run(saved(array, from), "convert", "-", "-", "--order", into);
    assertThat(piped.err()).isEmpty();
    assertThat(piped.out()).isEqualTo(saved(array, into));
    Piped part = Piped.run(saved(array, from), "convert", "-", "-", "3:, ::2", "--order", into);
    assertThat(part.out()).isEqualTo(saved(array.slice("3:, ::2"), into));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void convertFromAPipeIntoAFileAndBack(Order order) throws IOException {
    NdView<?> array = numbers(50, 7);
    Path file = directory.resolve("x.npy");
    Piped in = Piped.run(saved(array, Order.C), "convert", "-", file, "--order", order);
    assertThat(in.err()).isEmpty();
    assertThat(Files.readAllBytes(file)).isEqualTo(saved(array, order));
    Piped out = Piped.run(new byte[0], "convert", file, "-", "--dtype", "i8", "--order", "C");
    assertThat(out.err()).isEmpty();
    assertThat(out.out()).isEqualTo(saved(array.astype(DType.INT64), Order.C));
    assertThat(Piped.run(new byte[0], "convert", file, "-", "1:9:2").out())
        .isEqualTo(saved(array.slice("1:9:2"), Order.C));
  }

  @Test
  void aPipeThatEndsEarlyLeavesNoFile() throws IOException {
    byte[] part = Arrays.copyOf(saved(numbers(50, 7), Order.C), 1000);
    Path file = directory.resolve("x.npy");
    for (Object target : List.of(file, "-")) {
      Piped piped = Piped.run(part, "convert", "-", target, "--dtype", "f8");
      assertThat(piped.exit()).isEqualTo(Main.FAILED);
      assertThat(piped.err())
          .isEqualTo(
              "ndmap: -: byte 128: the data of shape (50, 7) ends early: expected 1400 bytes, found"
                  + " 872\n");
    }
    assertThat(file).doesNotExist();
    assertThat(Piped.run(new byte[0], "info", "-").err())
        .isEqualTo(
            "ndmap: -: byte 0: the magic of a .npy file ends early: expected 8 bytes, found 0\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get",
        "get --json",
        "stats",
        "stats --json",
        "hist --json",
        "digest",
        "info --json"
      })
  void whatIsSaidOfAFileIsSaidOfAPipe(String command) throws IOException {
    byte[] array = saved(numbers(50, 7), Order.F);
    Path file = Files.write(directory.resolve("x.npy"), array);
    List<Object> words = new ArrayList<>(List.of((Object[]) command.split(" ")));
    words.add(1, file);
    Cli direct = Cli.run(words.toArray());
    words.set(1, "-");
    Piped piped = Piped.run(array, words.toArray());
    assertThat(piped.err()).isEmpty();
    assertThat(piped.text()).isEqualTo(direct.out().replace(file.toString(), "-"));
  }

  @Test
  void severalArraysInOneInput() throws IOException {
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    in.write(saved(numbers(3), Order.C));
    in.write(saved(numbers(5), Order.C));
    assertThat(Piped.run(in.toByteArray(), "digest", "-", "-").text().lines()).hasSize(2);
    String info = Piped.run(saved(numbers(3), Order.C), "info", "-").text();
    assertThat(info).startsWith("-\n  format ").doesNotContain("trailing");
  }

  @Test
  void nothingBinaryGoesToATerminal() throws IOException {
    StringWriter err = new StringWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(saved(numbers(3), Order.C));
    assertThat(Cli.runOn(in, out, err, true, "convert", "-", "-")).isEqualTo(Main.WRONG_USAGE);
    assertThat(err.toString())
        .startsWith("ndmap: DST: the output is a terminal; redirect it, or name a file\n");
    assertThat(out.size()).isZero();
  }

  @Test
  void aReaderThatGoesAwayEndsItQuietly() throws IOException {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    StringWriter err = new StringWriter();
    var in = new ByteArrayInputStream(saved(numbers(3), Order.C));
    assertThat(Cli.runOn(in, gone, err, false, "convert", "-", "-", "--dtype", "f8"))
        .isEqualTo(Main.CLOSED_PIPE);
    assertThat(err.toString()).isEmpty();
  }

  /// 96 MiB through a JVM that has 64.
  @Test
  @Tag("slow")
  void anArrayLargerThanMemory() throws Exception {
    long rows = 3 << 12;
    Process process =
        new ProcessBuilder(
                Cli.command(
                    List.of("-Xmx32m", "-XX:MaxDirectMemorySize=32m"),
                    "convert",
                    "-",
                    "-",
                    "--dtype",
                    "f4"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread sender = Thread.ofPlatform().start(() -> send(process, rows));
    double[] sum = new double[1];
    NpyReader reader = NpyReader.open(new BufferedInputStream(process.getInputStream()), "pipe");
    assertThat(reader.header().dtype()).isEqualTo(DType.FLOAT32);
    reader.forEachBlock(1 << 20, (block, _) -> sum[0] += block.sum());
    sender.join();
    assertThat(process.waitFor()).isZero();
    assertThat(sum[0]).isEqualTo(rows * 1024 * 1.5);
  }

  private static void send(Process process, long rows) {
    NdView<?> block = NdView.zeros(DType.FLOAT64, 64, 1024);
    block.fill(1.5);
    try (OutputStream out = process.getOutputStream()) {
      out.write(NpyHeaderCodec.encode(DType.FLOAT64, Order.C, Shape.of(rows, 1024)));
      byte[] bytes = saved(block, Order.C);
      for (long row = 0; row < rows; row += 64) {
        out.write(bytes, 128, bytes.length - 128);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
