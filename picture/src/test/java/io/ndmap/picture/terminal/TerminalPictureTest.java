package io.ndmap.picture.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.picture.colour.ColourMap;
import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.colour.Png;
import io.ndmap.picture.figure.Caption;
import io.ndmap.picture.figure.Counts;
import io.ndmap.picture.figure.Envelope;
import io.ndmap.picture.figure.Facts;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.figure.Grid;
import io.ndmap.picture.figure.GridSize;
import io.ndmap.picture.figure.HeatMap;
import io.ndmap.picture.figure.HistogramChart;
import io.ndmap.picture.figure.ImageFigure;
import io.ndmap.picture.figure.ItemAxis;
import io.ndmap.picture.figure.LineChart;
import io.ndmap.picture.figure.ValueScale;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is written to each kind of terminal, to the character; what is encoded is decoded again.
class TerminalPictureTest {

  private static final double NAN = Double.NaN;
  private static final Facts FACTS = new Facts(0, 3, 1.5, 1, 1, 1);
  private static final Pattern CHUNK = Pattern.compile("\u001b_G([^;]*);([^\u001b]*)\u001b\\\\");
  private static final Pattern SIXEL =
      Pattern.compile("#(\\d+);2;(\\d+);(\\d+);(\\d+)|#(\\d+)|!(\\d+)([?-~])|([?-~])|([$-])");

  private static Terminal terminal(Graphics graphics, boolean unicode) {
    return new Terminal(graphics, unicode, 40, 9, 2, 4);
  }

  private static HeatMap heatMap() {
    Grid cells = new Grid(2, 4, 0, 1, 2, 3, NAN, 3, 0, Double.POSITIVE_INFINITY);
    return new HeatMap(
        new Caption("a\u001b[2Jb", "f8 (2, 4)", FACTS),
        ItemAxis.of("axis 0", 2),
        ItemAxis.of("axis 1", 4),
        cells,
        new Colouring(ColourMap.GRAY, new Contrast(0, 3, false)),
        ValueScale.ofNumbers("mean"));
  }

  /// The escape character as `^`.
  private static String shown(String text) {
    return text.replace('\u001b', '^');
  }

  @Test
  void charactersAreInk() {
    assertThat(TerminalPicture.of(heatMap(), terminal(Graphics.CHARACTERS, false)))
        .isEqualTo(
            """
            a\\x1b[2Jb
            f8 (2, 4)
            0 +         ---------*********@@@@@@@@@
            1 +?????????@@@@@@@@@         !!!!!!!!!
              +----+--------+--------+--------+----
                   0        1        2        3
            mean: 0 [ .:-=+*#%@] 3  ? NaN  ! inf
            min 0, max 3, mean 1.5, NaN 1, inf 1
            exact
            """);
  }

  @Test
  void halfBlocksAreTwoPixels() {
    Pixels pixels =
        new Pixels(
            3,
            4,
            0xff010203,
            0xff010203,
            0xff040506,
            0xff0a0b0c,
            0xff010203,
            0xff010203,
            0xff010203,
            0xff040506,
            0xff040506,
            0xff040506,
            0xff0a0b0c,
            0xff010203);
    assertThat(BlockText.of(pixels, TextColours.TRUECOLOR).stream().map(line -> shown(line)))
        .containsExactly(
            "^[48;2;1;2;3m  ^[38;2;4;5;6m▀^[38;2;10;11;12;48;2;4;5;6m▀^[0m",
            "^[38;2;4;5;6m▀▀^[38;2;10;11;12m▀^[38;2;1;2;3m▀^[0m");
  }

  @Test
  void swappedColoursNeedNoEscape() {
    Pixels pixels = new Pixels(2, 4, -1, 0xff000000, -1, -1, 0xff000000, -1, -1, 0xff000000);
    assertThat(shown(BlockText.of(pixels, TextColours.COLOURS256).getFirst()))
        .isEqualTo("^[38;5;231;48;5;16m▀▄█▀^[0m");
  }

  @Test
  void colours256AreTheNearest() {
    for (int i = 16; i < 256; i++) {
      int colour = TextColours.rgb(i);
      assertThat(TextColours.rgb(TextColours.nearest(colour))).isEqualTo(colour);
    }
    assertThat(TextColours.nearest(0xfffe0102)).isEqualTo(196);
    assertThat(TextColours.nearest(0xff7f8081)).isEqualTo(244);
  }

  @Test
  void heatMapsInColoursHaveAxesAndABar() {
    assertThat(shown(TerminalPicture.of(heatMap(), terminal(Graphics.TRUECOLOR, true))))
        .startsWith(
            """
            a\\x1b[2Jb
            f8 (2, 4)
            0 ┤^[48;2;0;0;0m         ^[48;2;85;85;85m         ^[48;2;170;170;170m         \
            ^[48;2;255;255;255m         ^[0m
            1 ┤^[48;2;63;127;216m         ^[48;2;255;255;255m         ^[48;2;0;0;0m         \
            ^[48;2;255;45;45m         ^[0m
              └────┬────────┬────────┬────────┬────
                   0        1        2        3
            mean: 0 ^[48;2;0;0;0m ^[48;2;23;23;23m ^[48;2;46;46;46m \
            """)
        .contains("^[0m 3  ^[48;2;63;127;216m ^[0m NaN  ^[48;2;255;45;45m ^[0m inf\n")
        .endsWith("min 0 · max 3 · mean 1.5 · NaN 1 · inf 1\nexact\n");
  }

  @Test
  void kittyGetsThePngInChunks() throws IOException {
    Random random = new Random(5);
    Pixels pixels = new Pixels(60, 70, random.ints(4200).map(i -> i | 0xff000000).toArray());
    Matcher chunks = CHUNK.matcher(KittyImage.of(Png.of(pixels), 12, 7));
    StringBuilder data = new StringBuilder();
    StringBuilder controls = new StringBuilder();
    int end = 0;
    while (chunks.find()) {
      assertThat(chunks.start()).isEqualTo(end);
      assertThat(chunks.group(2).length()).isBetween(1, 4096);
      controls.append(chunks.group(1)).append(' ');
      data.append(chunks.group(2));
      end = chunks.end();
    }
    assertThat(controls.toString()).matches("a=T,f=100,q=2,C=1,c=12,r=7,m=1 (m=1 )*m=0 ");
    assertThat(decoded(data.toString(), 60, 70)).isEqualTo(pixels.toArray());
    assertThat(shown(KittyImage.of(Png.of(new Pixels(1, 1, -1)), 1, 1)))
        .startsWith("^_Ga=T,f=100,q=2,C=1,c=1,r=1,m=0;iVBOR");
  }

  private static int[] decoded(String base64, int rows, int columns) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))
        .getRGB(0, 0, columns, rows, null, 0, columns);
  }

  @Test
  void itermGetsThePngInOnePiece() throws IOException {
    Pixels pixels = new Pixels(1, 2, 0xff112233, 0xff445566);
    String text = ItermImage.of(Png.of(pixels), 3, 4);
    assertThat(text)
        .matches(
            "\u001b]1337;File=inline=1;size=\\d+;width=3;height=4;preserveAspectRatio=0:[^:]+\u0007");
    assertThat(decoded(text.substring(text.indexOf(':') + 1, text.length() - 1), 1, 2))
        .isEqualTo(pixels.toArray());
  }

  @Test
  void sixelsAreExact() {
    Pixels pixels =
        new Pixels(2, 6, -1, -1, -1, -1, 0xff000000, -1, 0xff000000, -1, -1, -1, -1, 0xff000000);
    assertThat(shown(SixelImage.of(pixels)))
        .isEqualTo("^P0;1;0q\"1;1;6;2#0;2;100;100;100#1;2;0;0;0#0@BBBA@$#1A???@A^\\");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 250, 258, 20_000})
  void sixelsAreDecoded(int colours) {
    Random random = new Random(colours);
    int rows = 1 + random.nextInt(40);
    int columns = 200 + random.nextInt(100);
    int[] palette = random.ints(colours).map(i -> i | 0xff000000).toArray();
    int[] argb = new int[rows * columns];
    for (int i = 0; i < argb.length; i++) {
      argb[i] =
          i % columns > 0 && random.nextInt(3) > 0 ? argb[i - 1] : palette[random.nextInt(colours)];
    }
    int[] found = sixels(SixelImage.of(new Pixels(rows, columns, argb)), rows, columns);
    int tolerance = colours <= 256 ? 2 : 70;
    for (int i = 0; i < argb.length; i++) {
      for (int shift = 0; shift <= 16; shift += 8) {
        assertThat((found[i] >> shift & 0xff) - (argb[i] >> shift & 0xff))
            .as("%d: %08x %08x", i, found[i], argb[i])
            .isBetween(-tolerance, tolerance);
      }
    }
  }

  /// Paints what sixels say; a pixel that is not painted stays transparent.
  private static int[] sixels(String text, int rows, int columns) {
    String begin = "\u001bP0;1;0q\"1;1;" + columns + ";" + rows;
    assertThat(text).startsWith(begin).endsWith("\u001b\\");
    String body = text.substring(begin.length(), text.length() - 2);
    int[] palette = new int[256];
    int[] argb = new int[rows * columns];
    int colour = 0;
    int x = 0;
    int y = 0;
    int end = 0;
    for (MatchResult part : SIXEL.matcher(body).results().toList()) {
      assertThat(part.start()).isEqualTo(end);
      end = part.end();
      if (part.group(1) != null) {
        int rgb = 0xff;
        for (int channel = 2; channel <= 4; channel++) {
          rgb = rgb << 8 | Math.round(Integer.parseInt(part.group(channel)) * 2.55f);
        }
        palette[Integer.parseInt(part.group(1))] = rgb;
      } else if (part.group(5) != null) {
        colour = palette[Integer.parseInt(part.group(5))];
      } else if (part.group(9) != null) {
        x = 0;
        y += part.group(9).equals("-") ? 6 : 0;
      } else {
        int count = part.group(6) == null ? 1 : Integer.parseInt(part.group(6));
        int bits = (part.group(6) == null ? part.group(8) : part.group(7)).charAt(0) - '?';
        for (int i = 0; i < count; i++, x++) {
          for (int bit = 0; bit < 6; bit++) {
            if ((bits >> bit & 1) != 0) {
              argb[(y + bit) * columns + x] = colour;
            }
          }
        }
      }
    }
    assertThat(end).isEqualTo(body.length());
    return argb;
  }

  /// The image is beside its labels, and the cursor below them afterwards.
  @ParameterizedTest
  @EnumSource(names = {"KITTY", "ITERM", "SIXEL"})
  void imagesAreBesideTheirLabels(Graphics graphics) {
    String text = shown(TerminalPicture.plot(heatMap(), terminal(graphics, true)));
    assertThat(text).matches("(?s)0 ┤\n1 ┤\n\\^\\[2A\\^\\[4G\\^7\\^.*\\^8\\^\\[2B\r  └.*");
  }

  @Test
  void linesAreDotsOfBraille() {
    double[] values = {0, 1, 2, 3, 3, NAN, NAN, 0};
    LineChart chart =
        new LineChart(
            new Caption("x", "", FACTS),
            ItemAxis.of("axis 0", 8),
            new Envelope(values, values, values),
            ValueScale.ofNumbers("value"));
    assertThat(TerminalPicture.plot(chart, new Terminal(Graphics.CHARACTERS, true, 8, 9, 1, 2)))
        .isEqualTo(
            """
            2 ┤ ⡼⠁
            0 ┤⣰⠃ ⢀
              └┬───
               0
            """);
  }

  @Test
  void linesInAsciiHaveABand() {
    LineChart chart =
        new LineChart(
            new Caption("x", "", FACTS),
            ItemAxis.of("axis 0", 3),
            new Envelope(new double[] {0, 0, 1}, new double[] {1, 0, 1}, new double[] {2, 0, 2}),
            ValueScale.ofNumbers("value"));
    assertThat(TerminalPicture.plot(chart, new Terminal(Graphics.CHARACTERS, false, 9, 10, 1, 2)))
        .isEqualTo(
            """
            2 +.. ..
            1 +*****
            0 +..**
              ++---+
               0   2
            """);
  }

  @Test
  void histogramsAreBarsWithCounts() {
    HistogramChart chart =
        new HistogramChart(
            new Caption("x", "", FACTS),
            new Counts(new double[] {-1, -0.5, 0, 0.5, 1}, new long[] {16, 0, 9, 1}),
            false,
            ValueScale.ofNumbers("value"));
    assertThat(TerminalPicture.plot(chart, new Terminal(Graphics.CHARACTERS, true, 18, 9, 1, 2)))
        .isEqualTo(
            """
              -1 │████████ 16
            -0.5 │ 0
               0 │████▌ 9
             0.5 │▌ 1
               1
            """);
    assertThat(TerminalPicture.plot(chart, new Terminal(Graphics.KITTY, false, 18, 9, 1, 2)))
        .isEqualTo(
            """
              -1 |######## 16
            -0.5 | 0
               0 |##### 9
             0.5 |# 1
               1
            """);
  }

  /// Whatever the size, there is something to see, and lines have no more characters than fit.
  @Test
  void picturesFitTerminalsOfSomeSizes() {
    picturesFit(new int[] {1, 30, 200}, new int[] {1, 24});
  }

  @Tag("slow")
  @Test
  void picturesFitTerminalsOfAnySize() {
    picturesFit(new int[] {1, 2, 7, 30, 200}, new int[] {1, 5, 24, 80});
  }

  private static void picturesFit(int[] widths, int[] heights) {
    int[] ints = new Random(2).ints(12).map(i -> i | 0xff000000).toArray();
    Figure image =
        new ImageFigure(
            new Caption("image".repeat(40), "", FACTS),
            new ItemAxis("axis 0", 999_999_999, 1, 3),
            ItemAxis.of("axis 1", 1_000_000_000),
            new Pixels(3, 4, ints));
    for (int columns : widths) {
      for (int lines : heights) {
        for (Graphics graphics : Graphics.values()) {
          for (boolean unicode : new boolean[] {true, false}) {
            Terminal terminal = new Terminal(graphics, unicode, columns, lines, 5, 10);
            String first = TerminalPicture.of(image, terminal).lines().findFirst().orElseThrow();
            assertThat(first.length()).isBetween(1, Math.max(columns, 4));
            assertThat(TerminalPicture.of(heatMap(), terminal)).endsWith("\n");
          }
        }
      }
    }
  }

  /// As many cells as a terminal says it can show are all shown: one hot among them is visible.
  @ParameterizedTest
  @EnumSource
  void eachCellIsShown(Graphics graphics) {
    Terminal terminal = new Terminal(graphics, true, 60, 20, 10, 20);
    ItemAxis rows = ItemAxis.of("axis 0", 7_000_000);
    ItemAxis columns = ItemAxis.of("axis 1", 9_000_000);
    GridSize size = TerminalPicture.cells(terminal, rows, columns);
    double[] values = new double[size.rows() * size.columns()];
    String empty = plot(terminal, rows, columns, size, values);
    Random random = new Random(9);
    for (int i = 0; i < 6; i++) {
      double[] hot = Arrays.copyOf(values, values.length);
      hot[random.nextInt(hot.length)] = 1;
      assertThat(plot(terminal, rows, columns, size, hot)).isNotEqualTo(empty);
    }
    GridSize few =
        TerminalPicture.cells(terminal, ItemAxis.of("axis 0", 2), ItemAxis.of("axis 1", 3));
    assertThat(few).isEqualTo(new GridSize(2, 3));
  }

  private static String plot(
      Terminal terminal, ItemAxis rows, ItemAxis columns, GridSize size, double... values) {
    return TerminalPicture.plot(
        new HeatMap(
            new Caption("x", "", FACTS),
            rows,
            columns,
            new Grid(size.rows(), size.columns(), values),
            new Colouring(ColourMap.GRAY, new Contrast(0, 1, false)),
            ValueScale.ofNumbers("max")),
        terminal);
  }
}
