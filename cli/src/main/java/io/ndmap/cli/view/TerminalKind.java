package io.ndmap.cli.view;

import io.ndmap.picture.terminal.Graphics;
import io.ndmap.picture.terminal.Terminal;
import java.util.Map;

/// The kinds of terminal that the option `--terminal` selects.
enum TerminalKind {
  AUTO,
  KITTY,
  SIXEL,
  ITERM,
  BLOCKS,
  COLOURS256,
  ASCII;

  /// Returns the kind with a given name.
  ///
  /// @throws IllegalArgumentException if there is no such kind
  static TerminalKind of(String name) {
    return switch (name) {
      case "auto" -> AUTO;
      case "kitty" -> KITTY;
      case "sixel" -> SIXEL;
      case "iterm" -> ITERM;
      case "blocks" -> BLOCKS;
      case "256" -> COLOURS256;
      case "ascii" -> ASCII;
      default ->
          throw new IllegalArgumentException(
              "'"
                  + name
                  + "' is not a kind of terminal; there are auto, kitty, sixel, iterm, blocks, 256,"
                  + " ascii");
    };
  }

  /// Returns the terminal of the process with the graphics of this kind.
  Terminal terminal(Map<String, String> environment) {
    Terminal found = Terminal.of(environment);
    return switch (this) {
      case AUTO -> found;
      case KITTY -> found.with(Graphics.KITTY);
      case SIXEL -> found.with(Graphics.SIXEL);
      case ITERM -> found.with(Graphics.ITERM);
      case BLOCKS -> found.with(Graphics.TRUECOLOR);
      case COLOURS256 -> found.with(Graphics.COLOURS256);
      case ASCII ->
          new Terminal(
              Graphics.CHARACTERS,
              false,
              found.columns(),
              found.lines(),
              found.cellWidth(),
              found.cellHeight());
    };
  }
}
