package io.ndmap.cli.view;

import io.ndmap.cli.output.Output;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.terminal.Terminal;
import io.ndmap.picture.terminal.TerminalPicture;
import java.io.IOException;

/// Shows one figure after the other in a terminal, each in the place of the last where the lines of
/// that are known: images of terminals stay above.
final class TerminalScreen {

  private final Output out;
  private final Terminal terminal;
  private long lines;

  TerminalScreen(Output out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  void show(Figure figure) throws IOException {
    String text = TerminalPicture.of(figure, terminal);
    boolean isText =
        switch (terminal.graphics()) {
          case TRUECOLOR, COLOURS256, CHARACTERS -> true;
          case KITTY, ITERM, SIXEL -> false;
        };
    String first = lines > 0 && isText ? "\u001b[" + lines + "A\u001b[J" : "";
    // Names in it are escaped, and the rest is meant for the terminal.
    out.control(first + text);
    out.flush();
    lines = text.chars().filter(c -> c == '\n').count();
  }
}
