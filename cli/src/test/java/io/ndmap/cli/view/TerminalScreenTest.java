package io.ndmap.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Streams;
import io.ndmap.picture.colour.ColourMap;
import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.figure.Caption;
import io.ndmap.picture.figure.Facts;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.figure.Grid;
import io.ndmap.picture.figure.HeatMap;
import io.ndmap.picture.figure.ItemAxis;
import io.ndmap.picture.figure.ValueScale;
import io.ndmap.picture.terminal.Graphics;
import io.ndmap.picture.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The second picture takes the place of the first only where the cursor can be moved.
class TerminalScreenTest {

  private static final Figure FIGURE =
      new HeatMap(
          new Caption("x.npy", "", new Facts(1, 2, 1.5, 0, 0, 1)),
          ItemAxis.of("axis 0", 1),
          ItemAxis.of("axis 1", 2),
          new Grid(1, 2, 1, 2),
          new Colouring(ColourMap.GRAY, new Contrast(1, 2, false)),
          ValueScale.ofNumbers("mean"));

  @ParameterizedTest
  @CsvSource({
    "TRUECOLOR, true, true",
    "COLOURS256, true, true",
    "TRUECOLOR, false, false",
    "COLOURS256, false, false",
    "CHARACTERS, true, false",
    "CHARACTERS, false, false",
    "KITTY, true, false"
  })
  void theSecondPictureReplacesTheFirst(Graphics graphics, boolean isTerminal, boolean replaces)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new Output(bytes, UTF_8, isTerminal),
            new PrintWriter(new StringWriter(), true),
            UTF_8,
            InputStream.nullInputStream(),
            isTerminal,
            isTerminal);
    TerminalScreen screen =
        new TerminalScreen(streams, new Terminal(graphics, true, 40, 20, 10, 20));
    screen.show(FIGURE);
    String first = bytes.toString(UTF_8);
    screen.show(FIGURE);
    String second = bytes.toString(UTF_8).substring(first.length());
    long lines = first.chars().filter(c -> c == '\n').count();
    assertThat(second).isEqualTo((replaces ? "\u001b[" + lines + "A\u001b[J" : "") + first);
  }
}
