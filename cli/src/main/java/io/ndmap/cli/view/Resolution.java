package io.ndmap.cli.view;

import io.ndmap.picture.figure.FigureFile;
import io.ndmap.picture.figure.FigureSize;
import io.ndmap.picture.figure.GridSize;
import io.ndmap.picture.figure.ItemAxis;
import io.ndmap.picture.terminal.Terminal;
import io.ndmap.picture.terminal.TerminalPicture;

/// The amount of detail that the target of a picture can show.
interface Resolution {

  /// The number of rows and columns of cells for a plane.
  GridSize cells(ItemAxis rows, ItemAxis columns);

  /// The number of segments of a line.
  int parts();

  /// The number of bins of a histogram.
  int bins();

  /// The resolution of a file.
  static Resolution of(FigureSize size) {
    return new Resolution() {
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

  /// The resolution of a terminal.
  static Resolution of(Terminal terminal) {
    return new Resolution() {
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
