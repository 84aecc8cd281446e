package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;
import java.util.List;

/// Draws heat maps and images: pixels between two axes of elements.
final class GridPainter {

  /// Elements are squares unless that would leave less than a third of the room.
  private static final double MOST_ASPECT = 3;

  /// The width of a colour bar with long labels.
  private static final double WIDEST_BAR = 150;

  private final Sheet sheet;

  GridPainter(Sheet sheet) {
    this.sheet = sheet;
  }

  void paint(HeatMap map) {
    Rectangle room = sheet.caption(map.caption(), map.values());
    ColourBar bar = new ColourBar(sheet, map, room.height() - sheet.below());
    Rectangle plot = paint(room, bar.width(), map.rows(), map.columns(), map.pixels());
    bar.paint(plot);
  }

  void paint(ImageFigure image) {
    Rectangle room = sheet.caption(image.caption(), ValueScale.ofNumbers("value"));
    paint(room, sheet.length(12), image.rows(), image.columns(), image.pixels());
  }

  private Rectangle paint(
      Rectangle room, double right, ItemAxis rows, ItemAxis columns, Pixels pixels) {
    Rectangle plot =
        plot(withoutAxes(room, right, rows), rows, columns)
            .snapped(pixels.rows(), pixels.columns());
    sheet.canvas().pixels(pixels, plot.x(), plot.y(), plot.width(), plot.height());
    sheet.edge(plot);
    // The plot may have become lower.
    sheet.left(plot, sheet.stacked(plot.height(), rows::ticks), rows.name(), true);
    sheet.bottom(plot, sheet.sideBySide(plot.width(), columns::ticks), columns.name());
    return plot;
  }

  private static Rectangle plot(Rectangle room, ItemAxis rows, ItemAxis columns) {
    Rectangle square = room.withAspect((double) columns.items() / rows.items());
    double part = square.width() * square.height() / (room.width() * room.height());
    return part * MOST_ASPECT >= 1 ? square : room;
  }

  /// How many pixels the plot of a heat map has at least.
  GridSize pixels(ItemAxis rows, ItemAxis columns) {
    Caption usual = new Caption("x", "x", new Facts(0, 0, 0, 1, 1, 1));
    Rectangle room = sheet.caption(usual, ValueScale.ofNumbers("value"));
    double bar = sheet.length(WIDEST_BAR);
    Rectangle plot = plot(withoutAxes(room, bar, rows), rows, columns);
    return new GridSize(Math.max(1, (int) plot.height()), Math.max(1, (int) plot.width()));
  }

  private Rectangle withoutAxes(Rectangle room, double right, ItemAxis rows) {
    List<Tick> beside = sheet.stacked(room.height() - sheet.below(), rows::ticks);
    return room.without(sheet.leftOf(beside), 0, right, sheet.below());
  }
}
