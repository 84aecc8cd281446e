package io.ndmap.cli.view;

import io.ndmap.cli.output.Streams;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.terminal.Terminal;
import io.ndmap.picture.terminal.TerminalPicture;
import java.io.IOException;

/// Shows figures in a terminal one after another. A figure of coloured blocks replaces the previous
/// figure. Images do not replace each other, because their height in lines is unknown. Figures in
/// plain characters or in a pipe do not replace each other, because the terminal or the reader may
/// not support cursor movement.
final class TerminalScreen {

  private final Streams streams;
  private final Terminal terminal;

  /// The number of lines of the previous figure.
  private long lines;

  TerminalScreen(Streams streams, Terminal terminal) {
    this.streams = streams;
    this.terminal = terminal;
  }

  void show(Figure figure) throws IOException {
    String text = TerminalPicture.of(figure, terminal);
    boolean replaces =
        switch (terminal.graphics()) {
          case TRUECOLOR, COLOURS256 -> streams.outIsTerminal();
          case KITTY, ITERM, SIXEL, CHARACTERS -> false;
        };
    String first = lines > 0 && replaces ? "\u001b[" + lines + "A\u001b[J" : "";
    // Names in the text are already escaped, so all remaining control characters are for the
    // terminal.
    streams.out().control(first + text);
    streams.out().flush();
    lines = text.chars().filter(c -> c == '\n').count();
  }
}
