package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Contrast;
import java.util.Arrays;
import java.util.List;

/// Draws lines and histograms.
final class ChartPainter {

  /// The colours of the band, the line and the bars, as `0xAARRGGBB`.
  private static final int BAND = 0x5a5b9bd5;

  private static final int LINE = 0xff1f5fa8;
  private static final int BAR = 0xff4682b4;

  private final Sheet sheet;

  ChartPainter(Sheet sheet) {
    this.sheet = sheet;
  }

  void paint(LineChart chart) {
    Rectangle space = sheet.caption(chart.caption(), chart.values());
    Contrast range = roomy(chart.range());
    ValueScale values = chart.values();
    List<Tick> leftTicks =
        sheet.stacked(space.height() - sheet.below(), most -> values.ticks(range, most));
    Rectangle plot =
        space.without(sheet.leftOf(leftTicks), sheet.length(6), sheet.length(14), sheet.below());
    List<Tick> below = sheet.sideBySide(plot.width(), chart.items()::ticks);
    sheet.lines(plot, leftTicks, below);
    Envelope envelope = chart.envelope();
    for (int begin = 0; begin < envelope.parts(); begin++) {
      if (envelope.has(begin)) {
        int end = begin + 1;
        while (end < envelope.parts() && envelope.has(end)) {
          end++;
        }
        paint(plot, envelope, range, begin, end);
        begin = end;
      }
    }
    sheet.edge(plot);
    sheet.left(plot, leftTicks, values.name() + values.context(range), false);
    sheet.bottom(plot, below, chart.items().name());
  }

  /// Draws consecutive parts that have values. A single part between gaps is drawn as a horizontal
  /// line over the width of the part.
  private void paint(Rectangle plot, Envelope envelope, Contrast range, int begin, int end) {
    boolean alone = end - begin == 1;
    int points = alone ? 2 : end - begin;
    double[] x = new double[points];
    double[] around = new double[2 * points];
    double[] upper = new double[2 * points];
    double[] mean = new double[points];
    boolean isBand = false;
    for (int i = 0; i < points; i++) {
      int part = alone ? begin : begin + i;
      double place = alone ? begin + i : part + 0.5;
      x[i] = plot.x() + place / envelope.parts() * plot.width();
      mean[i] = y(plot, range, envelope.mean(part));
      around[i] = x[i];
      around[2 * points - 1 - i] = x[i];
      upper[i] = y(plot, range, envelope.max(part));
      upper[2 * points - 1 - i] = y(plot, range, envelope.min(part));
      isBand |= envelope.min(part) < envelope.max(part);
    }
    if (isBand) {
      sheet.canvas().area(around, upper, BAND);
    }
    if (alone && x[1] - x[0] < sheet.length(3)) {
      double middle = (x[0] + x[1]) / 2;
      x[0] = middle - sheet.length(1.5);
      x[1] = middle + sheet.length(1.5);
    }
    sheet.canvas().line(x, mean, sheet.length(1.4), LINE);
  }

  private static double y(Rectangle plot, Contrast range, double value) {
    return plot.bottom() - range.position(value) * plot.height();
  }

  /// Adds some space below and above a linear range, and around a range of one value. A logarithmic
  /// range of more than one value is returned unchanged.
  static Contrast roomy(Contrast range) {
    if (range.log()) {
      return range.low() < range.high()
          ? range
          : new Contrast(
              Math.max(Double.MIN_VALUE, range.low() / 10),
              Math.min(Double.MAX_VALUE, range.high() * 10),
              true);
    }
    double space =
        range.low() < range.high()
            ? range.high() / 20 - range.low() / 20
            : Math.max(Math.abs(range.low()) / 10, range.low() == 0 ? 1 : Double.MIN_NORMAL);
    return new Contrast(
        Math.max(-Double.MAX_VALUE, range.low() - space),
        Math.min(Double.MAX_VALUE, range.high() + space),
        false);
  }

  void paint(HistogramChart chart) {
    Rectangle space = sheet.caption(chart.caption(), chart.values());
    Counts counts = chart.counts();
    Contrast high = heights(chart);
    List<Tick> leftTicks =
        sheet.stacked(
            space.height() - sheet.below(),
            most -> TickMarks.ofNumbers(high, (int) Math.min(most, Math.max(1, counts.most()))));
    Rectangle plot =
        space.without(sheet.leftOf(leftTicks), sheet.length(6), sheet.length(14), sheet.below());
    Contrast wide = new Contrast(counts.edge(0), counts.edge(counts.bins()), false);
    List<Tick> below = sheet.sideBySide(plot.width(), most -> chart.values().ticks(wide, most));
    sheet.lines(plot, leftTicks, List.of());
    double gap = plot.width() / counts.bins() > sheet.length(6) ? sheet.length(1) : 0;
    for (int bin = 0; bin < counts.bins(); bin++) {
      bar(plot, wide, counts, bin, high, gap);
    }
    sheet.edge(plot);
    sheet.left(plot, leftTicks, chart.log() ? "elements (logarithmic)" : "elements", false);
    sheet.bottom(plot, below, chart.values().name() + chart.values().context(wide));
  }

  /// The range of the vertical axis of a histogram.
  private static Contrast heights(HistogramChart chart) {
    double most = Math.max(1, chart.counts().most());
    return chart.log() ? new Contrast(0.5, 1.5 * most, true) : new Contrast(0, 1.05 * most, false);
  }

  private void bar(
      Rectangle plot, Contrast wide, Counts counts, int bin, Contrast high, double gap) {
    if (counts.count(bin) == 0) {
      return;
    }
    double[] ends = {counts.edge(bin), counts.edge(bin + 1)};
    if (wide.low() == wide.high()) {
      // All values are equal: draw one bar, half as wide as the plot.
      ends = new double[0];
    }
    double[] x =
        ends.length == 0
            ? new double[] {plot.x() + 0.25 * plot.width(), plot.x() + 0.75 * plot.width()}
            : Arrays.stream(ends)
                .map(end -> plot.x() + wide.position(end) * plot.width())
                .toArray();
    double height = Math.max(1, high.position((double) counts.count(bin)) * plot.height());
    sheet
        .canvas()
        .rectangle(
            x[0] + gap / 2, plot.bottom() - height, Math.max(0.5, x[1] - x[0] - gap), height, BAR);
  }
}
