package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.figure.Canvas.Anchor;
import java.util.Arrays;
import java.util.List;

/// The bar beside a heat map that explains its colours. An end of the bar is a triangle if there
/// are cells with values beyond that end. Boxes below the bar show the colours of NaN and
/// infinities if there are such elements and the plot is high enough for the boxes.
final class ColourBar {

  /// The number of colours in the bar.
  private static final int STEPS = 256;

  private final Sheet sheet;
  private final HeatMap map;

  /// The width in pixels that is reserved for the labels at the right of the bar.
  private final double labels;

  /// @param height the maximum height of the bar in pixels
  ColourBar(Sheet sheet, HeatMap map, double height) {
    this.sheet = sheet;
    this.map = map;
    this.labels = Math.max(sheet.widest(ticks(height)), marks() == 0 ? 0 : sheet.length(26));
  }

  /// The width that the bar needs at the right of a plot.
  double width() {
    return sheet.length(14 + 14 + 8) + labels + (sheet.isRoomy() ? sheet.length(20) : 0);
  }

  private List<Tick> ticks(double height) {
    return sheet.stacked(height, most -> map.values().ticks(map.colouring().contrast(), most));
  }

  /// The number of boxes below the bar: one for NaN and one for infinities, if there are such
  /// elements.
  private int marks() {
    Facts facts = map.caption().facts();
    return (facts.nan() > 0 ? 1 : 0) + (facts.infinite() > 0 ? 1 : 0);
  }

  void paint(Rectangle plot) {
    double wide = sheet.length(14);
    double mark = sheet.length(18);
    double x = Math.rint(plot.right() + sheet.length(14));
    boolean showsMarks = plot.height() > 5 * mark;
    double rest = showsMarks ? marks() * mark + (marks() > 0 ? sheet.length(6) : 0) : 0;
    Rectangle bar =
        new Rectangle(x, plot.y(), Math.rint(wide), Math.rint(Math.max(1, plot.height() - rest)));
    Colouring colouring = map.colouring();
    Contrast range = colouring.contrast();
    double tip = sheet.length(9);
    double[] cells = map.cells().toArray();
    boolean above =
        Arrays.stream(cells).anyMatch(cell -> Double.isFinite(cell) && cell > range.high());
    boolean below =
        Arrays.stream(cells).anyMatch(cell -> Double.isFinite(cell) && cell < range.low());
    Rectangle inner = bar.without(0, above ? Math.rint(tip) : 0, 0, below ? Math.rint(tip) : 0);
    double[] ends = {inner.x(), inner.x() + inner.width() / 2, inner.right()};
    if (above) {
      sheet.canvas().area(ends, new double[] {inner.y(), bar.y(), inner.y()}, top());
    }
    if (below) {
      sheet
          .canvas()
          .area(ends, new double[] {inner.bottom(), bar.bottom(), inner.bottom()}, bottom());
    }
    sheet.canvas().pixels(colours(), inner.x(), inner.y(), inner.width(), inner.height());
    sheet.edge(inner);
    for (Tick tick : ticks(inner.height())) {
      double y = inner.bottom() - tick.position() * inner.height();
      sheet
          .canvas()
          .line(
              new double[] {inner.right(), inner.right() + sheet.length(4)},
              new double[] {y, y},
              sheet.length(1),
              Sheet.INK);
      label(tick.label(), bar, y);
    }
    if (showsMarks) {
      marks(bar, plot.bottom());
    }
    if (sheet.isRoomy()) {
      String name = map.values().name() + map.values().context(range);
      String text = sheet.fitting(name, sheet.labels(), plot.height());
      double at = x + width() - sheet.length(14) - sheet.length(4);
      sheet.canvas().upwards(text, at, plot.y() + plot.height() / 2, sheet.labels());
    }
  }

  private void label(String text, Rectangle bar, double y) {
    double x = bar.right() + sheet.length(7);
    sheet.canvas().text(text, x, y + sheet.length(4.3), sheet.labels(), Anchor.START);
  }

  private void marks(Rectangle bar, double bottom) {
    double side = Math.rint(sheet.length(12));
    double y = bottom - side;
    if (map.caption().facts().infinite() > 0) {
      mark(new Rectangle(bar.x(), y, bar.width(), side), map.colouring().map().infinity(), "inf");
      y -= sheet.length(18);
    }
    if (map.caption().facts().nan() > 0) {
      mark(new Rectangle(bar.x(), y, bar.width(), side), map.colouring().map().nan(), "NaN");
    }
  }

  private void mark(Rectangle box, int argb, String text) {
    sheet.canvas().rectangle(box.x(), box.y(), box.width(), box.height(), argb);
    sheet.edge(box);
    label(text, box, box.y() + box.height() / 2);
  }

  private int top() {
    return map.colouring().argb(map.colouring().contrast().high());
  }

  private int bottom() {
    return map.colouring().argb(map.colouring().contrast().low());
  }

  /// The colours of the bar from top to bottom: from the last to the first colour of the map; a
  /// single colour if the range is one value.
  private Pixels colours() {
    Colouring colouring = map.colouring();
    int[] argb = new int[STEPS];
    for (int i = 0; i < STEPS; i++) {
      argb[i] =
          colouring.contrast().low() == colouring.contrast().high()
              ? top()
              : colouring.map().argb(1 - (double) i / (STEPS - 1));
    }
    return new Pixels(STEPS, 1, argb);
  }
}
