package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ndmap view`: files that other programs open, text in terminals, and its errors.
class ViewCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path file(String name, NdView<?> view) throws IOException {
    Path file = directory.resolve(name);
    NpyFile.write(file, view);
    return file;
  }

  private Path plane() throws IOException {
    double[] numbers = new double[60 * 80];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = k;
    }
    numbers[0] = Double.NaN;
    numbers[1] = Double.POSITIVE_INFINITY;
    return file("x.npy", NdView.of(numbers, 60, 80));
  }

  @Test
  void writesPng() throws IOException {
    Path png = directory.resolve("x.png");
    Cli cli = Cli.run("view", plane(), "-o", png, "--width", 400, "--height", 300);
    assertThat(cli).isEqualTo(new Cli(0, "", ""));
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(png));
    assertThat(bytes.getLong(0)).isEqualTo(0x89504e470d0a1a0aL);
    assertThat(bytes.getInt(16)).as("width").isEqualTo(400);
    assertThat(bytes.getInt(20)).as("height").isEqualTo(300);
  }

  @Test
  void writesSvg() throws IOException {
    Path svg = directory.resolve("x.svg");
    assertThat(Cli.run("view", plane(), "10:50:2, ::-1", "-o", svg).err()).isEmpty();
    assertThat(Files.readString(svg))
        .contains("axis 0", "axis 1", "[10:50:2, ::-1]", "min 800", "exact");
  }

  @Test
  void replacesOnRequestOnly() throws IOException {
    Path svg = Files.writeString(directory.resolve("x.svg"), "mine");
    Path plane = plane();
    assertThat(Cli.run("view", plane, "-o", svg))
        .isEqualTo(
            new Cli(Main.FAILED, "", "ndmap: " + svg + ": the file exists; --force replaces it\n"));
    assertThat(svg).hasContent("mine");
    assertThat(Cli.run("view", plane, "-o", svg, "--force").exit()).isZero();
    assertThat(Files.readString(svg)).startsWith("<");
    try (var files = Files.list(directory)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("x.npy", "x.svg");
    }
  }

  @Test
  void drawsInCharacters() throws IOException {
    Cli cli = Cli.run("view", plane(), "--terminal", "ascii", "--width", 60, "--height", 20);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exit()).isZero();
    assertThat(cli.out()).contains("<f8 (60, 80)", "min 2", "NaN 1", "inf 1", "exact");
    assertThat(cli.out().chars()).allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
    assertThat(cli.lines()).hasSizeLessThan(20).allMatch(line -> line.length() <= 60);
  }

  @Test
  void saysWhichSlice() throws IOException {
    Path cube = file("c.npy", NdView.zeros(DType.INT16, 3, 9, 8));
    assertThat(Cli.run("view", cube, "--terminal", "ascii").out()).contains("slice [0, :, :]");
    assertThat(Cli.run("view", cube, "--terminal", "ascii", "--axes", "0,2").out())
        .contains("slice [:, 0, :]");
    assertThat(Cli.run("view", cube, "--terminal", "ascii", "--axes", "1").out())
        .contains("slice [0, :, 0]");
  }

  @Test
  void drawsEveryKind() throws IOException {
    Path image = file("i.npy", NdView.zeros(DType.UINT8, 9, 8, 3));
    for (List<Object> args :
        List.of(
            List.<Object>of(image),
            List.<Object>of(image, "--kind", "heatmap", "--sampled"),
            List.<Object>of(image, "--kind", "line", "--log"),
            List.<Object>of(image, "--kind", "histogram"),
            List.<Object>of(image, "--kind", "image", "--range", "0,9"),
            List.<Object>of(file("z.npy", NdView.zeros(DType.COMPLEX64, 9, 8)), "--part", "phase"),
            List.<Object>of(file("b.npy", NdView.zeros(DType.BOOL, 9, 8)), "--agg", "std"),
            List.<Object>of(file("t.npy", NdView.zeros(DType.parse("<M8[s]"), 9))),
            List.<Object>of(file("m.npy", NdView.zeros(DType.parse(">m8[D]"), 9, 9))))) {
      Object[] all =
          Stream.concat(Stream.of("view", "--terminal", "blocks"), args.stream()).toArray();
      Cli cli = Cli.run(all);
      assertThat(cli.err()).as("%s", args).isEmpty();
      assertThat(cli.exit()).as("%s", args).isZero();
      assertThat(cli.out()).as("%s", args).contains("exact");
    }
  }

  @Test
  void whatHasNoPictureIsOneLine() throws IOException {
    Path struct =
        Cli.npy(
            directory.resolve("s.npy"),
            "[('x', '|i1'), ('y', '|u1')]",
            "(2,)",
            new byte[] {1, 2, 3, 4});
    fails(struct, "elements are structures, not numbers; choose one --field of 'x', 'y'");
    Path text = file("u.npy", NdView.zeros(DType.parse("<U2"), 3));
    fails(text, "elements of <U2 are neither numbers nor times");
    Path scalar = file("0.npy", NdView.zeros(DType.FLOAT64));
    fails(scalar, "an array without axes has one element and no picture; ndmap get prints it");
    Path empty = file("e.npy", NdView.zeros(DType.FLOAT64, 0, 5));
    fails(empty, "an array of shape (0, 5) has no elements, and no picture");
    Path plane = plane();
    fails(plane, "axis 0 is drawn twice", "--axes", "0,1,0");
    fails(plane, "axis 2 is out of bounds for an array of rank 2", "--axes", "0,2");
    fails(plane, "an image needs 3 axes, found shape (60, 80)", "--kind", "image");
    fails(
        plane, "the numbers reach 2.0 to Infinity; choose a --range LO,HI", "--kind", "histogram");
    Path cut = directory.resolve("cut.npy");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(plane), 1000));
    assertThat(Cli.run("view", cut, "--terminal", "ascii").err())
        .startsWith("ndmap: " + cut + ": ")
        .hasLineCount(1);
    assertThat(Cli.run("view", struct, "--field", "y", "--terminal", "ascii").err()).isEmpty();
  }

  private static void fails(Path file, String message, Object... more) {
    Object[] args =
        Stream.concat(Stream.of("view", file, "--terminal", "ascii"), Stream.of(more)).toArray();
    assertThat(Cli.run(args))
        .isEqualTo(new Cli(Main.FAILED, "", "ndmap: " + file + ": " + message + "\n"));
  }

  @Test
  @Tag("slow")
  void largeFilesAreSampledInASmallHeap() throws Exception {
    Path file = directory.resolve("large.npy");
    NpyFile.create(
            file,
            DType.FLOAT32,
            Shape.of(100_000, 100_000),
            Order.C,
            new CreateOptions(true, false, null))
        .close();
    Process process =
        new ProcessBuilder(
                Cli.command(List.of("-Xmx64m"), "view", file, "--sampled", "--terminal", "256"))
            .start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(err).isZero();
    assertThat(err).isEmpty();
    assertThat(out).contains("sampled 0.0").doesNotContain("exact");
  }

  @Test
  void noSampleIsDrawnWhoseExactPictureIsNot() throws IOException {
    Path file = directory.resolve("large.npy");
    NpyFile.create(
            file,
            DType.parse("<c16"),
            Shape.of(1L << 26),
            Order.C,
            new CreateOptions(true, false, null))
        .close();
    fails(
        file,
        "a histogram of complex numbers is of one part; choose --part real or --part imag, or"
            + " --sampled",
        "--kind",
        "histogram");
    Path times = file("t.npy", NdView.zeros(DType.parse("<M8[s]"), 9));
    String message = "elements of <M8[s] are times, and a histogram is of numbers";
    fails(times, message, "--kind", "histogram", "--sampled");
    fails(times, message, "--kind", "histogram");
  }

  @Test
  void sizesAreLimited() throws IOException {
    Path plane = plane();
    for (String side : List.of("--width", "--height")) {
      assertThat(Cli.run("view", plane, "--terminal", "ascii", side, "1001"))
          .isEqualTo(
              new Cli(
                  2,
                  "",
                  "ndmap: "
                      + side
                      + " must be from 1 to 1000, found 1001\nTry 'ndmap view --help'.\n"));
    }
  }

  /// Contrast applies to red, green and blue together, and never to the opacity.
  @Test
  void imagesHaveAContrast() throws IOException {
    double[] numbers = new double[10 * 10 * 4];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = k % 4 == 3 ? 255 : 50 + k / 4;
    }
    Path image = file("rgba.npy", NdView.of(numbers, 10, 10, 4).astype(DType.UINT8));
    String[] plain = {"view", image.toString(), "--terminal", "blocks", "--width", "30"};
    String dark = Cli.run((Object[]) plain).out();
    assertThat(dark).contains(";50;50;50m", ";149;149;149m");
    for (List<String> options :
        List.of(
            List.of("--percentiles", "0,100"), List.of("--range", "50,149"), List.of("--log"))) {
      Cli cli = Cli.run(Stream.concat(Arrays.stream(plain), options.stream()).toArray());
      assertThat(cli.err()).isEmpty();
      assertThat(cli.out()).as("%s", options).contains(";0;0;0m", ";255;255;255m");
    }
    assertThat(
            Cli.run(Stream.concat(Arrays.stream(plain), Stream.of("--symmetric")).toArray()).out())
        .contains(";255;255;255m")
        .doesNotContain(";0;0;0m");
  }

  /// A sample, then the same cells exactly.
  @Tag("heavy")
  @Test
  void twoStages() throws IOException {
    Path file = directory.resolve("large.npy");
    NpyFile.create(
            file,
            // Few elements for the 1 GiB from which on there is a sample.
            DType.FLOAT64,
            Shape.of(1 << 13, 1 << 14),
            Order.C,
            new CreateOptions(true, false, null))
        .close();
    String both = Cli.run("view", file, "--terminal", "ascii").out();
    assertThat(both).contains("sampled ", "exact").doesNotContain("\u001b");
    assertThat(both.indexOf("sampled ")).isLessThan(both.indexOf("exact"));
  }
}
