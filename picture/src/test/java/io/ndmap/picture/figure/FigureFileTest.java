package io.ndmap.picture.figure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.op.CellStatistics;
import io.ndmap.picture.colour.ColourMap;
import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.ContrastRule;
import io.ndmap.picture.colour.Pixels;
import io.ndmap.testing.ChildJvm;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/// Figures are opened again: PNG by the JDK's reader, SVG by its XML parser.
class FigureFileTest {

  private static final double NAN = Double.NaN;

  private static final String HOSTILE =
      "</title><script>alert(1)</script>\u0000\u001b[2J\n&\"'\ud800";

  @TempDir private Path directory = Path.of("");

  private static Caption caption(String title) {
    return new Caption(title, "f8 (4, 6), mean", new Facts(-1, 2, 0.5, 3, 1, 0.004));
  }

  private static HeatMap heatMap(Caption caption, ItemAxis rows, ItemAxis columns, Grid cells) {
    return new HeatMap(
        caption,
        rows,
        columns,
        cells,
        new Colouring(ColourMap.VIRIDIS, ContrastRule.DEFAULT.of(cells.toArray())),
        ValueScale.ofNumbers("mean"));
  }

  private static Grid random(int rows, int columns) {
    double[] values = new Random(3).doubles((long) rows * columns).toArray();
    values[0] = NAN;
    values[values.length - 1] = Double.POSITIVE_INFINITY;
    return new Grid(rows, columns, values);
  }

  private static LineChart line(double... values) {
    return new LineChart(
        caption("line"),
        ItemAxis.of("axis 0", 1_000_000_000),
        new Envelope(values, values, values),
        ValueScale.ofNumbers("value"));
  }

  static Stream<Figure> figures() {
    ItemAxis four = ItemAxis.of("axis 0", 4);
    ItemAxis billion = ItemAxis.of("axis 1", 1_000_000_000);
    TimeType days = new TimeType(TimeType.Kind.DATETIME, TimeUnit.DAY, 1, ByteOrder.LITTLE_ENDIAN);
    double[] dates = {0, 40, NAN, 90};
    return Stream.of(
        heatMap(caption("x.npy"), four, billion, random(4, 6)),
        heatMap(caption("x.npy"), billion, four, random(600, 4)),
        heatMap(caption("x.npy"), four, four, new Grid(1, 1, 5)),
        heatMap(caption("x.npy"), four, four, new Grid(1, 2, NAN, NAN)),
        heatMap(caption(HOSTILE), new ItemAxis("<b>", 9, -3, 4), four, random(4, 4)),
        heatMap(caption("long".repeat(500)), four, four, random(4, 4)),
        new ImageFigure(caption("image"), four, four, new Pixels(1, 2, 0xff102030, 0xff405060)),
        line(1, 5, NAN, 3, NAN, NAN, 2, 2.5),
        line(7),
        line(NAN),
        line(-Double.MAX_VALUE, Double.MAX_VALUE),
        line(Double.MIN_VALUE, 0),
        new LineChart(
            caption("times"),
            four,
            new Envelope(dates, dates, dates),
            ValueScale.ofTimes("time", days, 19_000)),
        new HistogramChart(
            caption("hist"),
            new Counts(new double[] {-1, 0, 1}, new long[] {3, 1_000_000_000_000L}),
            true,
            ValueScale.ofNumbers("value")),
        new HistogramChart(
            caption("hist"),
            new Counts(new double[] {2, 2}, new long[] {0}),
            false,
            ValueScale.ofNumbers("value")));
  }

  @ParameterizedTest
  @MethodSource("figures")
  void filesOpenAgain(Figure figure) throws Exception {
    filesOpenAgain(figure, List.of(FigureSize.DEFAULT, new FigureSize(160, 120)));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("figures")
  void filesOpenAgainInEachSize(Figure figure) throws Exception {
    filesOpenAgain(
        figure,
        List.of(new FigureSize(320, 240), new FigureSize(1500, 130), new FigureSize(170, 1500)));
  }

  private static void filesOpenAgain(Figure figure, List<FigureSize> sizes) throws Exception {
    for (FigureSize size : sizes) {
      BufferedImage png = ImageIO.read(new ByteArrayInputStream(FigureFile.png(figure, size)));
      assertThat(png.getWidth()).isEqualTo(size.width());
      assertThat(png.getHeight()).isEqualTo(size.height());
      Document svg = parse(FigureFile.svg(figure, size));
      assertThat(svg.getDocumentElement().getAttribute("viewBox"))
          .isEqualTo("0 0 " + size.width() + " " + size.height());
      assertThat(numbers(svg)).allMatch(Double::isFinite);
    }
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
  }

  /// All coordinates.
  private static List<Double> numbers(Document svg) {
    List<Double> numbers = new ArrayList<>();
    for (Element element : elements(svg, "*")) {
      for (String name : List.of("x", "y", "width", "height", "points")) {
        for (String number : element.getAttribute(name).split("[ ,]", -1)) {
          if (!number.isEmpty()) {
            numbers.add(Double.valueOf(number));
          }
        }
      }
    }
    return numbers;
  }

  private static List<Element> elements(Document svg, String name) {
    NodeList nodes = svg.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static List<String> texts(Figure figure) throws Exception {
    return elements(parse(FigureFile.svg(figure, FigureSize.DEFAULT)), "text").stream()
        .map(Node::getTextContent)
        .toList();
  }

  @Test
  void svgSaysWhatIsShown() throws Exception {
    HeatMap map =
        heatMap(
            caption("x.npy"),
            ItemAxis.of("axis 0", 4),
            ItemAxis.of("axis 1", 1_000_000_000),
            new Grid(1, 3, 0, 1, NAN));
    assertThat(texts(map))
        .contains(
            "x.npy",
            "f8 (4, 6), mean",
            "sampled 0.4 %",
            "min -1 · max 2 · mean 0.5 · NaN 3 · inf 1",
            "axis 0",
            "axis 1",
            "mean",
            "3",
            "500M",
            "0.4",
            "NaN",
            "inf");
  }

  @Test
  void hostileNamesAreText() throws Exception {
    HeatMap map =
        heatMap(caption(HOSTILE), ItemAxis.of("a", 1), ItemAxis.of("b", 1), new Grid(1, 1, 1));
    Document svg = parse(FigureFile.svg(map, FigureSize.DEFAULT));
    String shown = "</title><script>alert(1)</script>\\x00\\x1b[2J\\n&\"'\\ud800";
    assertThat(elements(svg, "script")).isEmpty();
    assertThat(elements(svg, "title").getFirst().getTextContent()).isEqualTo(shown);
    assertThat(texts(map)).contains(shown);
  }

  @Test
  void longNamesLoseTheirMiddle() throws Exception {
    HeatMap map =
        heatMap(
            caption("begin" + "x".repeat(500) + "end"),
            ItemAxis.of("a", 1),
            ItemAxis.of("b", 1),
            new Grid(1, 1, 1));
    assertThat(texts(map).getFirst()).matches("beginx+…x+end").hasSizeBetween(60, 130);
  }

  /// The plot of the PNG, and the picture within the SVG, have the cells' colours.
  @Test
  void cellsHaveTheirColours() throws Exception {
    Grid cells = new Grid(2, 3, 0, 1, 2, NAN, Double.NEGATIVE_INFINITY, 5);
    HeatMap map = heatMap(caption("x"), ItemAxis.of("a", 20), ItemAxis.of("b", 30), cells);
    int[] expected = map.pixels().toArray();
    Document svg = parse(FigureFile.svg(map, FigureSize.DEFAULT));
    Element image = elements(svg, "image").getFirst();
    String data = image.getAttribute("xlink:href");
    byte[] png = Base64.getDecoder().decode(data.substring(data.indexOf(',') + 1));
    assertThat(ImageIO.read(new ByteArrayInputStream(png)).getRGB(0, 0, 3, 2, null, 0, 3))
        .isEqualTo(expected);
    Pixels painted = FigureFile.pixels(map, FigureSize.DEFAULT);
    for (int colour : expected) {
      long count = Arrays.stream(painted.toArray()).filter(argb -> argb == colour).count();
      assertThat(count).isGreaterThan(20_000);
    }
  }

  /// Each of the cells that a figure says it can show is at least one pixel.
  @Test
  void aPictureOfAllItsCellsLeavesNoneOut() {
    ItemAxis rows = ItemAxis.of("axis 0", 1_000_000);
    ItemAxis columns = ItemAxis.of("axis 1", 3_000_000);
    GridSize size = FigureFile.cells(FigureSize.DEFAULT, rows, columns);
    assertThat(size.rows()).isBetween(150, 640);
    assertThat(size.columns()).isBetween(500, 960);
    for (int hot : new int[] {0, 1234, size.rows() * size.columns() - 1}) {
      double[] values = new double[size.rows() * size.columns()];
      values[hot] = 1;
      HeatMap map =
          new HeatMap(
              new Caption("x", "max", new Facts(0, 1, 0, 0, 0, 1)),
              rows,
              columns,
              new Grid(size.rows(), size.columns(), values),
              new Colouring(ColourMap.INFERNO, new Contrast(0, 1, false)),
              ValueScale.ofNumbers("a value with a long name, and 1.5e-300"));
      Pixels painted = FigureFile.pixels(map, FigureSize.DEFAULT);
      int brightest = ColourMap.INFERNO.argb(1);
      // Left of the colour bar, which has this colour too.
      long pixels = 0;
      for (int row = 0; row < painted.rows(); row++) {
        for (int column = 0; column < 790; column++) {
          pixels += painted.argb(row, column) == brightest ? 1 : 0;
        }
      }
      // The edge of the plot is half over its first and last pixels.
      assertThat(pixels).as("cell " + hot).isGreaterThanOrEqualTo(hot == 1234 ? 1 : 0);
    }
    assertThat(FigureFile.cells(FigureSize.DEFAULT, ItemAxis.of("a", 3), ItemAxis.of("b", 7)))
        .isEqualTo(new GridSize(3, 7));
  }

  /// The line is drawn where there are values, and its gaps are white.
  @Test
  void linesHaveGaps() {
    double[] min = {0, 0, NAN, 0, 0};
    double[] max = {1, 1, NAN, 1, 1};
    LineChart chart =
        new LineChart(
            caption("x"),
            ItemAxis.of("axis 0", 5),
            new Envelope(min, min, max),
            ValueScale.ofNumbers("value"));
    String svg = FigureFile.svg(chart, FigureSize.DEFAULT);
    assertThat(svg.split("<polygon ", -1)).hasSize(3);
    assertThat(svg.split("stroke=\"#1f5fa8\"", -1)).hasSize(3);
  }

  @Test
  void neverMoreCellsThanCanBeComputed() {
    for (int[] size : new int[][] {{8192, 8192}, {1, 1 << 30}, {1 << 30, 1}, {3, 1 << 29}}) {
      ItemAxis axis = ItemAxis.of("axis", Long.MAX_VALUE >> 1);
      GridSize cells = new GridSize(size[0], size[1]).within(axis, axis);
      assertThat((long) cells.rows() * cells.columns())
          .as(cells.toString())
          .isBetween(CellStatistics.MOST / 2L, (long) CellStatistics.MOST);
    }
    ItemAxis few = ItemAxis.of("axis", 10_000);
    GridSize cells = FigureFile.cells(new FigureSize(8192, 8192), few, few);
    assertThat((long) cells.rows() * cells.columns())
        .isBetween(4_000_000L, (long) CellStatistics.MOST);
  }

  @Test
  void sizesHaveLimits() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FigureSize(100, 100))
        .withMessage("a figure has 160x120 to 8192x8192 pixels, found 100x100");
    assertThatIllegalArgumentException().isThrownBy(() -> new FigureSize(9000, 600));
  }

  /// Draws in a JVM that finds no font.
  static final class Draws {
    public static void main(String[] args) {
      Figure figure = line(1, 2);
      System.out.println(FigureFile.svg(figure, FigureSize.DEFAULT).length() > 1000);
      try {
        System.out.println(FigureFile.png(figure, FigureSize.DEFAULT).length);
      } catch (NoFontsException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void theMessageNamesMissingFonts() throws Exception {
    Path empty =
        Files.writeString(
            directory.resolve("fonts.conf"),
            "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig/>");
    ProcessBuilder builder =
        new ProcessBuilder(
            ChildJvm.command(
                List.of("-Djava.awt.headless=true", "-Duser.home=" + directory), Draws.class));
    builder.environment().put("FONTCONFIG_FILE", empty.toString());
    builder.environment().put("HOME", directory.toString());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(output)
        .isEqualTo(
            "true\nthere is no font for the texts of a PNG; install fontconfig and a font (Debian,"
                + " Ubuntu: fontconfig fonts-dejavu-core; Alpine: fontconfig ttf-dejavu), or write"
                + " an SVG, which needs none\n");
    assertThat(process.waitFor()).isZero();
  }
}
