package io.ndmap.picture.terminal;

import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.colour.Png;
import io.ndmap.picture.figure.Facts;
import io.ndmap.picture.figure.Grid;
import io.ndmap.picture.figure.GridSize;
import io.ndmap.picture.figure.HeatMap;
import io.ndmap.picture.figure.ImageFigure;
import io.ndmap.picture.figure.ItemAxis;
import io.ndmap.picture.figure.Tick;
import java.util.List;

/// Draws heat maps and images in a terminal, with axes as text.
final class TextGrid {

  /// Elements are drawn as squares, unless the picture would then fill less than a third of the
  /// available area.
  private static final int MOST_ASPECT = 3;

  /// The minimum numbers of lines and of columns per tick.
  private static final int LINES_OF_TICK = 3;

  private static final int COLUMNS_OF_TICK = 12;

  /// The maximum number of characters of the colour bar.
  private static final int BAR = 32;

  private static final int WHITE = 0xffffff;

  private final Terminal terminal;

  TextGrid(Terminal terminal) {
    this.terminal = terminal;
  }

  /// The size of a picture in characters.
  private record Extent(int lines, int columns) {}

  /// The number of pixels of a picture.
  GridSize pixels(ItemAxis rows, ItemAxis columns) {
    Extent extent = new Axes(rows, columns).extent;
    return switch (terminal.graphics()) {
      case KITTY, ITERM, SIXEL ->
          new GridSize(extent.lines * terminal.cellHeight(), extent.columns * terminal.cellWidth());
      case TRUECOLOR, COLOURS256 -> new GridSize(2 * extent.lines, extent.columns);
      case CHARACTERS -> new GridSize(extent.lines, extent.columns);
    };
  }

  String of(HeatMap map) {
    StringBuilder text = new StringBuilder();
    if (terminal.graphics() == Graphics.CHARACTERS) {
      Axes axes = new Axes(map.rows(), map.columns());
      Grid shown = resized(map.cells(), axes.extent.lines, axes.extent.columns);
      axes.lines(text, InkText.of(shown, map.colouring().contrast()));
    } else {
      of(text, map.rows(), map.columns(), map.pixels());
    }
    return text.append(bar(map)).append('\n').toString();
  }

  String of(ImageFigure image) {
    StringBuilder text = new StringBuilder();
    Pixels pixels =
        switch (terminal.graphics()) {
          case KITTY, ITERM -> image.pixels();
          // These graphics have no transparency, so draw the image over white, as figure files do.
          case SIXEL, TRUECOLOR, COLOURS256, CHARACTERS -> image.pixels().over(WHITE);
        };
    of(text, image.rows(), image.columns(), pixels);
    return text.toString();
  }

  private void of(StringBuilder text, ItemAxis rows, ItemAxis columns, Pixels pixels) {
    Axes axes = new Axes(rows, columns);
    Extent extent = axes.extent;
    switch (terminal.graphics()) {
      case KITTY -> axes.image(text, KittyImage.of(Png.of(pixels), extent.columns, extent.lines));
      case ITERM -> axes.image(text, ItermImage.of(Png.of(pixels), extent.columns, extent.lines));
      case SIXEL ->
          axes.image(
              text,
              SixelImage.of(
                  pixels.resized(
                      extent.lines * terminal.cellHeight(),
                      extent.columns * terminal.cellWidth())));
      case TRUECOLOR, COLOURS256 ->
          axes.lines(
              text, BlockText.of(pixels.resized(2 * extent.lines, extent.columns), colours()));
      case CHARACTERS -> axes.lines(text, InkText.of(pixels.resized(extent.lines, extent.columns)));
    }
  }

  private TextColours colours() {
    return terminal.graphics() == Graphics.COLOURS256
        ? TextColours.COLOURS256
        : TextColours.TRUECOLOR;
  }

  /// Resamples a grid to one value per character: the mean of the finite values that share the
  /// character, or the first value if none is finite.
  private static Grid resized(Grid grid, int rows, int columns) {
    double[] values = new double[rows * columns];
    for (int row = 0; row < rows; row++) {
      int top = begin(row, grid.rows(), rows);
      int bottom = Math.max(top + 1, begin(row + 1, grid.rows(), rows));
      for (int column = 0; column < columns; column++) {
        int left = begin(column, grid.columns(), columns);
        int right = Math.max(left + 1, begin(column + 1, grid.columns(), columns));
        values[row * columns + column] = mean(grid, top, bottom, left, right);
      }
    }
    return new Grid(rows, columns, values);
  }

  /// The first row or column of the grid that a row or column of characters covers.
  private static int begin(int place, int count, int newCount) {
    return (int) ((long) place * count / newCount);
  }

  private static double mean(Grid grid, int top, int bottom, int left, int right) {
    double mean = 0;
    int count = 0;
    for (int row = top; row < bottom; row++) {
      for (int column = left; column < right; column++) {
        double value = grid.value(row, column);
        if (Double.isFinite(value)) {
          count++;
          mean += value / count - mean / count;
        }
      }
    }
    return count == 0 ? grid.value(top, left) : mean;
  }

  /// The axes of a picture, and the picture's size.
  private final class Axes {

    private final TextAxes text;
    private final List<Tick> left;
    private final List<Tick> below;
    private final Extent extent;

    private Axes(ItemAxis rows, ItemAxis columns) {
      int most = terminal.pictureLines();
      this.text = new TextAxes(terminal.unicode(), rows.ticks(Math.max(1, most / LINES_OF_TICK)));
      this.extent =
          extent(
              most,
              Math.max(1, terminal.columns() - text.margin() - 1),
              (double) columns.items() / rows.items());
      this.left = rows.ticks(Math.max(1, extent.lines / LINES_OF_TICK));
      this.below = columns.ticks(Math.max(1, extent.columns / COLUMNS_OF_TICK));
    }

    /// The largest size with the given aspect ratio (width to height) that fits; the whole space if
    /// that size would fill less than a third of it.
    private Extent extent(int lines, int columns, double aspect) {
      double cells = aspect * terminal.cellHeight() / terminal.cellWidth();
      double wide = Math.min(columns, lines * cells);
      double high = wide / cells;
      return wide * high * MOST_ASPECT < (double) lines * columns
          ? new Extent(lines, columns)
          : new Extent(
              Math.clamp(Math.round(high), 1, lines), Math.clamp(Math.round(wide), 1, columns));
    }

    private void lines(StringBuilder to, List<String> lines) {
      List<String> labels = text.left(left, extent.lines, true);
      for (int i = 0; i < lines.size(); i++) {
        to.append(labels.get(i)).append(lines.get(i)).append('\n');
      }
      below(to);
    }

    /// Writes the labels first, because they may scroll the terminal, and then the image beside
    /// them.
    private void image(StringBuilder to, String image) {
      text.left(left, extent.lines, true).forEach(label -> to.append(label).append('\n'));
      to.append(Escape.CSI).append(extent.lines).append('A');
      to.append(Escape.CSI).append(text.margin() + 1).append('G');
      // Save and restore the cursor: its position after an image depends on the terminal.
      to.append(Escape.ESC).append('7').append(image).append(Escape.ESC).append('8');
      to.append(Escape.CSI).append(extent.lines).append('B').append('\r');
      below(to);
    }

    private void below(StringBuilder to) {
      text.below(below, extent.columns, terminal.columns())
          .forEach(line -> to.append(line).append('\n'));
    }
  }

  /// The legend of the colours: the lowest value, the colours and the highest value, followed by
  /// the colours of NaN and infinities if there are such elements.
  private String bar(HeatMap map) {
    Contrast contrast = map.colouring().contrast();
    String low = map.values().text(contrast.low());
    String high = map.values().text(contrast.high());
    String scale = contrast.log() ? " (logarithmic)" : "";
    Facts facts = map.caption().facts();
    String name = map.values().name() + scale + ": ";
    int space = terminal.columns() - name.length() - low.length() - high.length() - 20;
    int width = Math.clamp(space, 4, BAR);
    StringBuilder bar = new StringBuilder(name).append(low).append(' ');
    bar.append(terminal.graphics() == Graphics.CHARACTERS ? inks() : coloured(map, width));
    bar.append(' ').append(high);
    if (facts.nan() > 0) {
      bar.append("  ").append(mark(map.colouring().map().nan(), '?')).append(" NaN");
    }
    if (facts.infinite() > 0) {
      bar.append("  ").append(mark(map.colouring().map().infinity(), '!')).append(" inf");
    }
    return bar.toString();
  }

  private static String inks() {
    return "[" + InkText.RAMP + "]";
  }

  private String coloured(HeatMap map, int width) {
    int[] argb = new int[2 * width];
    Colouring colouring = map.colouring();
    Contrast contrast = colouring.contrast();
    for (int i = 0; i < width; i++) {
      double position = contrast.low() == contrast.high() ? 0.5 : (double) i / (width - 1);
      argb[i] = colouring.map().argb(position);
      argb[i + width] = argb[i];
    }
    return BlockText.of(new Pixels(2, width, argb), colours()).getFirst();
  }

  private String mark(int argb, char ink) {
    return terminal.graphics() == Graphics.CHARACTERS
        ? String.valueOf(ink)
        : Escape.CSI + colours().background(argb) + "m " + Escape.RESET;
  }
}
