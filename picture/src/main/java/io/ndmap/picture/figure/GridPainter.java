package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;
import java.util.List;

/// Draws heat maps and images: pixels between two axes with element indices.
final class GridPainter {

  /// Elements are drawn as squares, unless the plot would then fill less than a third of the
  /// available area.
  private static final double MOST_ASPECT = 3;

  /// The width of a colour bar with long labels, in pixels of the default figure.
  private static final double WIDEST_BAR = 150;

  private final Sheet sheet;

  GridPainter(Sheet sheet) {
    this.sheet = sheet;
  }

  void paint(HeatMap map) {
    Rectangle space = sheet.caption(map.caption(), map.values());
    ColourBar bar = new ColourBar(sheet, map, space.height() - sheet.below());
    Rectangle plot = paint(space, bar.width(), map.rows(), map.columns(), map.pixels());
    bar.paint(plot);
  }

  void paint(ImageFigure image) {
    Rectangle space = sheet.caption(image.caption(), ValueScale.ofNumbers("value"));
    paint(space, sheet.length(12), image.rows(), image.columns(), image.pixels());
  }

  private Rectangle paint(
      Rectangle space, double right, ItemAxis rows, ItemAxis columns, Pixels pixels) {
    Rectangle plot =
        plot(withoutAxes(space, right, rows), rows, columns)
            .snapped(pixels.rows(), pixels.columns());
    sheet.canvas().pixels(pixels, plot.x(), plot.y(), plot.width(), plot.height());
    sheet.edge(plot);
    // The number of ticks is computed again, because the plot may have become lower.
    sheet.left(plot, sheet.stacked(plot.height(), rows::ticks), rows.name(), true);
    sheet.bottom(plot, sheet.sideBySide(plot.width(), columns::ticks), columns.name());
    return plot;
  }

  private static Rectangle plot(Rectangle space, ItemAxis rows, ItemAxis columns) {
    Rectangle square = space.withAspect((double) columns.items() / rows.items());
    double part = square.width() * square.height() / (space.width() * space.height());
    return part * MOST_ASPECT >= 1 ? square : space;
  }

  /// The minimum number of pixels of a heat map's plot.
  GridSize pixels(ItemAxis rows, ItemAxis columns) {
    Caption usual = new Caption("x", "x", new Facts(0, 0, 0, 1, 1, 1));
    Rectangle space = sheet.caption(usual, ValueScale.ofNumbers("value"));
    double bar = sheet.length(WIDEST_BAR);
    Rectangle plot = plot(withoutAxes(space, bar, rows), rows, columns);
    return new GridSize(Math.max(1, (int) plot.height()), Math.max(1, (int) plot.width()));
  }

  private Rectangle withoutAxes(Rectangle space, double right, ItemAxis rows) {
    List<Tick> leftTicks = sheet.stacked(space.height() - sheet.below(), rows::ticks);
    return space.without(sheet.leftOf(leftTicks), 0, right, sheet.below());
  }
}
