package io.ndmap.picture.terminal;

import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.figure.Counts;
import io.ndmap.picture.figure.Envelope;
import io.ndmap.picture.figure.HistogramChart;
import io.ndmap.picture.figure.LineChart;
import io.ndmap.picture.figure.Tick;
import java.util.List;

/// Draws line charts and histograms as text, without colours.
final class TextChart {

  /// The minimum numbers of lines and of columns per tick.
  private static final int LINES_OF_TICK = 3;

  private static final int COLUMNS_OF_TICK = 12;

  /// The maximum number of lines of a line chart; more lines would not make it clearer. A histogram
  /// has one line per bin.
  private static final int MOST_LINES = 20;

  private static final String FULL = "█";
  private static final int EIGHTHS = 8;

  /// The minimum length in characters of the longest bar.
  private static final int LEAST_BAR = 4;

  private final Terminal terminal;

  TextChart(Terminal terminal) {
    this.terminal = terminal;
  }

  /// Draws a line chart: dots from the minimum to the maximum of each part, and at the mean. In
  /// ASCII, means are `*` and other dots are `.`.
  String of(LineChart chart) {
    int lines = Math.min(terminal.pictureLines(), MOST_LINES);
    int most = Math.max(2, lines / LINES_OF_TICK);
    List<Tick> left = chart.values().ticks(chart.range(), most);
    TextAxes axes = new TextAxes(terminal.unicode(), left);
    int columns = Math.max(1, terminal.columns() - axes.margin() - 1);
    Dots dots = new Dots(terminal.unicode(), columns, lines);
    draw(chart.envelope(), chart.range(), dots);
    StringBuilder text = new StringBuilder();
    List<String> labels = axes.left(left, lines, false);
    List<String> drawn = dots.lines();
    for (int i = 0; i < lines; i++) {
      text.append(labels.get(i)).append(drawn.get(i)).append('\n');
    }
    axes.below(
            chart.items().ticks(Math.max(1, columns / COLUMNS_OF_TICK)),
            columns,
            terminal.columns())
        .forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  private static void draw(Envelope envelope, Contrast range, Dots dots) {
    int before = -1;
    for (int x = 0; x < dots.width(); x++) {
      int part = (int) ((2L * x + 1) * envelope.parts() / (2L * dots.width()));
      if (!envelope.has(part)) {
        before = -1;
        continue;
      }
      int top = y(envelope.max(part), range, dots);
      int bottom = y(envelope.min(part), range, dots);
      for (int y = top; y <= bottom; y++) {
        dots.set(x, y, false);
      }
      int mean = y(envelope.mean(part), range, dots);
      // Connect the dots vertically where the line is steep.
      for (int y = before < 0 ? mean : Math.min(before, mean);
          y <= (before < 0 ? mean : Math.max(before, mean));
          y++) {
        dots.set(x, y, true);
      }
      before = mean;
    }
  }

  private static int y(double value, Contrast range, Dots dots) {
    return (int) Math.rint((1 - range.position(value)) * (dots.height() - 1));
  }

  /// Draws a histogram with one line per bin: its lower end, a bar and its count.
  String of(HistogramChart chart) {
    Counts counts = chart.counts();
    String[] ends = new String[counts.bins()];
    int label = 0;
    for (int bin = 0; bin < ends.length; bin++) {
      ends[bin] = chart.values().text(counts.edge(bin));
      label = Math.max(label, ends[bin].length());
    }
    int digits = Long.toString(counts.most()).length();
    int space = Math.max(LEAST_BAR, terminal.columns() - label - digits - 4);
    StringBuilder text = new StringBuilder();
    for (int bin = 0; bin < ends.length; bin++) {
      text.append(" ".repeat(label - ends[bin].length())).append(ends[bin]);
      text.append(terminal.unicode() ? " │" : " |");
      text.append(bar(part(chart, bin) * space)).append(' ').append(counts.count(bin)).append('\n');
    }
    String last = chart.values().text(counts.edge(ends.length));
    return text.append(" ".repeat(Math.max(0, label - last.length())))
        .append(last)
        .append('\n')
        .toString();
  }

  /// The length of a bin's bar as a fraction of the longest bar.
  private static double part(HistogramChart chart, int bin) {
    double count = chart.counts().count(bin);
    double most = Math.max(1, chart.counts().most());
    if (!chart.log() || count == 0) {
      return count / most;
    }
    return new Contrast(0.5, most, true).position(count);
  }

  /// A bar with a resolution of an eighth of a character, in ASCII of a whole one. Bins with a
  /// count above 0 are always visible.
  private String bar(double length) {
    if (!terminal.unicode()) {
      return "#".repeat(length > 0 ? Math.max(1, (int) Math.round(length)) : 0);
    }
    int eighths = length > 0 ? Math.max(1, (int) Math.round(length * EIGHTHS)) : 0;
    int rest = eighths % EIGHTHS;
    // U+258F is one eighth of a block, U+2589 seven eighths.
    return FULL.repeat(eighths / EIGHTHS) + (rest == 0 ? "" : Character.toString(0x2590 - rest));
  }
}
