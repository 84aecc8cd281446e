package io.ndmap.cli.view;

import io.ndmap.picture.figure.FigureFile;
import io.ndmap.picture.figure.FigureSize;
import io.ndmap.picture.figure.GridSize;
import io.ndmap.picture.figure.ItemAxis;
import io.ndmap.picture.terminal.Terminal;
import io.ndmap.picture.terminal.TerminalPicture;

/// How much can be shown where a picture goes.
interface Room {

  /// How many cells of a plane.
  GridSize cells(ItemAxis rows, ItemAxis columns);

  /// How many parts of a line.
  int parts();

  /// How many bins of a histogram.
  int bins();

  /// That of a file.
  static Room of(FigureSize size) {
    return new Room() {
      private static final int BINS = 60;

      @Override
      public GridSize cells(ItemAxis rows, ItemAxis columns) {
        return FigureFile.cells(size, rows, columns);
      }

      @Override
      public int parts() {
        return size.width();
      }

      @Override
      public int bins() {
        return BINS;
      }
    };
  }

  /// That of a terminal.
  static Room of(Terminal terminal) {
    return new Room() {
      @Override
      public GridSize cells(ItemAxis rows, ItemAxis columns) {
        return TerminalPicture.cells(terminal, rows, columns);
      }

      @Override
      public int parts() {
        return TerminalPicture.parts(terminal);
      }

      @Override
      public int bins() {
        return TerminalPicture.bins(terminal);
      }
    };
  }
}
