package io.ndmap.picture.figure;

import io.ndmap.picture.figure.Canvas.Anchor;
import io.ndmap.picture.figure.Canvas.Style;
import java.util.List;
import java.util.function.IntFunction;

/// A canvas with a layout: the texts around a plot, and the plot's axes.
final class Sheet {

  static final int INK = 0xff222222;
  static final int PALE = 0xff666666;
  static final int GRID = 0xffe4e4e4;
  private static final int PAPER = 0xffffffff;

  /// The minimum and the maximum of `unit`.
  private static final double LEAST_UNIT = 0.75;

  private static final double MOST_UNIT = 6;

  private final Canvas canvas;
  private final FigureSize size;

  /// The factor that scales lengths of a figure of the default size to lengths of this figure.
  private final double unit;

  Sheet(Canvas canvas, FigureSize size) {
    this.canvas = canvas;
    this.size = size;
    FigureSize usual = FigureSize.DEFAULT;
    this.unit =
        Math.clamp(
            Math.min(
                (double) size.width() / usual.width(), (double) size.height() / usual.height()),
            LEAST_UNIT,
            MOST_UNIT);
  }

  Canvas canvas() {
    return canvas;
  }

  /// Scales a length with the size of the figure.
  ///
  /// @param pixels a length in pixels of a figure of the default size
  /// @return the length in pixels of this figure
  double length(double pixels) {
    return pixels * unit;
  }

  Style style(double height, int argb) {
    return new Style(length(height), false, argb);
  }

  Style labels() {
    return style(12, INK);
  }

  /// Whether the figure is large enough for the detail, the facts and the names of the axes,
  /// besides the title and the ticks.
  boolean isRoomy() {
    return size.width() >= length(360) && size.height() >= length(260);
  }

  /// Draws title, detail and facts.
  ///
  /// @return the remaining area, for the plot, its axes and its colour bar
  Rectangle caption(Caption caption, ValueScale values) {
    canvas.rectangle(0, 0, size.width(), size.height(), PAPER);
    double margin = length(isRoomy() ? 14 : 5);
    double space = size.width() - 2 * margin;
    double top = margin + length(16);
    Style bold = new Style(length(16), true, INK);
    write(caption.title(), margin, top, bold, space, Anchor.START);
    if (!isRoomy()) {
      return new Rectangle(
          margin, top + length(8), space, size.height() - margin - top - length(8));
    }
    if (!caption.detail().isEmpty()) {
      top += length(18);
      write(caption.detail(), margin, top, style(12, PALE), space, Anchor.START);
    }
    double bottom = size.height() - margin;
    Style small = style(12, PALE);
    String reading = caption.facts().reading();
    canvas.text(reading, size.width() - margin, bottom, small, Anchor.END);
    double rest = space - canvas.width(reading, small) - length(20);
    write(caption.facts().text(values), margin, bottom, small, rest, Anchor.START);
    return new Rectangle(margin, top + length(16), space, bottom - length(26) - top - length(16));
  }

  /// Draws a text, shortened to fit into the given space.
  void write(String text, double x, double y, Style style, double space, Anchor anchor) {
    canvas.text(fitting(text, style, space), x, y, style, anchor);
  }

  /// Returns a text without invisible characters, shortened to fit into the given number of pixels.
  String fitting(String text, Style style, double space) {
    String label = Label.visible(text);
    int most = label.codePointCount(0, label.length());
    String fitting = label;
    while (most > 1 && canvas.width(fitting, style) > space) {
      // Estimate the length that fits; reduce it by at least one, so that the loop ends.
      most = Math.min(most - 1, (int) (most * space / canvas.width(fitting, style)) + 1);
      fitting = Label.shortened(label, Math.max(1, most));
    }
    return fitting;
  }

  /// The width of the widest label.
  double widest(List<Tick> ticks) {
    Style style = labels();
    return ticks.stream().mapToDouble(tick -> canvas.width(tick.label(), style)).max().orElse(0);
  }

  /// As many ticks below an axis as fit side by side.
  ///
  /// @param width the length of the axis in pixels
  /// @param ticks makes ticks; its argument is their maximum number
  List<Tick> sideBySide(double width, IntFunction<List<Tick>> ticks) {
    for (int most = Math.clamp((int) (width / length(56)), 1, 10); most > 1; most--) {
      List<Tick> tried = ticks.apply(most);
      if (!tried.isEmpty() && fit(tried, width)) {
        return tried;
      }
    }
    List<Tick> one = ticks.apply(1);
    return fit(one, width) ? one : one.subList(0, Math.min(1, one.size()));
  }

  private boolean fit(List<Tick> ticks, double width) {
    for (int i = 1; i < ticks.size(); i++) {
      double distance = Math.abs(ticks.get(i).position() - ticks.get(i - 1).position()) * width;
      double needed =
          (canvas.width(ticks.get(i).label(), labels())
                  + canvas.width(ticks.get(i - 1).label(), labels()))
              / 2;
      if (distance < needed + length(10)) {
        return false;
      }
    }
    return true;
  }

  /// As many ticks beside an axis as fit one above the other.
  ///
  /// @param height the length of the axis in pixels
  /// @param ticks makes ticks; its argument is their maximum number
  List<Tick> stacked(double height, IntFunction<List<Tick>> ticks) {
    int most = Math.clamp((int) (height / length(36)), 1, 10);
    List<Tick> stacked = ticks.apply(most);
    while (most > 1 && (stacked.size() - 1) * length(15) > height) {
      most--;
      stacked = ticks.apply(most);
    }
    return stacked.isEmpty() || (stacked.size() - 1) * length(15) <= height
        ? stacked
        : stacked.subList(0, 1);
  }

  /// The width that an axis at the left of a plot needs for its labels and its name.
  double leftOf(List<Tick> ticks) {
    return widest(ticks) + length(9) + (isRoomy() ? length(20) : 0);
  }

  /// The height that an axis below a plot needs for its labels and its name.
  double below() {
    return length(isRoomy() ? 40 : 20);
  }

  /// Draws an axis at the left of a plot.
  ///
  /// @param downwards whether the axis starts at the top
  void left(Rectangle plot, List<Tick> ticks, String name, boolean downwards) {
    for (Tick tick : ticks) {
      double part = downwards ? tick.position() : 1 - tick.position();
      double y = plot.y() + part * plot.height();
      canvas.line(
          new double[] {plot.x() - length(4), plot.x()}, new double[] {y, y}, length(1), INK);
      canvas.text(tick.label(), plot.x() - length(7), y + length(4.3), labels(), Anchor.END);
    }
    if (isRoomy()) {
      String text = fitting(name, labels(), plot.height() + length(40));
      double x = plot.x() - widest(ticks) - length(15);
      canvas.upwards(text, x, plot.y() + plot.height() / 2, labels());
    }
  }

  /// Draws an axis below a plot.
  void bottom(Rectangle plot, List<Tick> ticks, String name) {
    for (Tick tick : ticks) {
      double x = plot.x() + tick.position() * plot.width();
      canvas.line(
          new double[] {x, x},
          new double[] {plot.bottom(), plot.bottom() + length(4)},
          length(1),
          INK);
      double half = canvas.width(tick.label(), labels()) / 2;
      double inside = Math.max(half + 1, Math.min(x, size.width() - half - 1));
      canvas.text(tick.label(), inside, plot.bottom() + length(17), labels(), Anchor.MIDDLE);
    }
    if (isRoomy()) {
      write(
          name,
          plot.x() + plot.width() / 2,
          plot.bottom() + length(34),
          labels(),
          Math.max(plot.width(), size.width() / 2.0),
          Anchor.MIDDLE);
    }
  }

  /// Draws grid lines across a plot at the ticks of both axes.
  void lines(Rectangle plot, List<Tick> upwards, List<Tick> across) {
    for (Tick tick : upwards) {
      double y = plot.bottom() - tick.position() * plot.height();
      canvas.line(new double[] {plot.x(), plot.right()}, new double[] {y, y}, length(1), GRID);
    }
    for (Tick tick : across) {
      double x = plot.x() + tick.position() * plot.width();
      canvas.line(new double[] {x, x}, new double[] {plot.y(), plot.bottom()}, length(1), GRID);
    }
  }

  /// Draws the edge of a plot.
  void edge(Rectangle plot) {
    canvas.line(
        new double[] {plot.x(), plot.right(), plot.right(), plot.x(), plot.x()},
        new double[] {plot.y(), plot.y(), plot.bottom(), plot.bottom(), plot.y()},
        length(1),
        INK);
  }
}
