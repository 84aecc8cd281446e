package io.ndmap.cli.view;

import io.ndmap.cli.output.Streams;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.terminal.Terminal;
import io.ndmap.picture.terminal.TerminalPicture;
import java.io.IOException;

/// Shows one figure after the other in a terminal, each in the place of the last if both are blocks
/// of colour. Images stay above, because their lines are not known; and so do figures in
/// characters, and those in a pipe: whatever reads these may not know how to move a cursor.
final class TerminalScreen {

  private final Streams streams;
  private final Terminal terminal;
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
    // Names in it are escaped, and the rest is meant for the terminal.
    streams.out().control(first + text);
    streams.out().flush();
    lines = text.chars().filter(c -> c == '\n').count();
  }
}
