package io.ndmap.cli.array;

import io.ndmap.cli.output.Streams;
import io.ndmap.op.Histogram;
import io.ndmap.picture.figure.Caption;
import io.ndmap.picture.figure.Counts;
import io.ndmap.picture.figure.Facts;
import io.ndmap.picture.figure.HistogramChart;
import io.ndmap.picture.figure.ValueScale;
import io.ndmap.picture.terminal.Graphics;
import io.ndmap.picture.terminal.Terminal;
import io.ndmap.picture.terminal.TerminalPicture;

/// Draws a histogram as text, as wide as the terminal, or 80 characters wide in a pipe.
final class HistogramPlot {

  private static final int COLUMNS = 80;
  private static final int LINES = 24;
  private static final Facts NONE = new Facts(Double.NaN, Double.NaN, Double.NaN, 0, 0, 1);

  private HistogramPlot() {}

  /// Returns one line per bin with its lower edge, a bar and its count, followed by the last edge.
  static String of(Histogram histogram, Streams streams) {
    HistogramChart chart =
        new HistogramChart(
            new Caption("", "", NONE),
            new Counts(histogram.edges(), histogram.counts()),
            false,
            ValueScale.ofNumbers("value"));
    return TerminalPicture.plot(chart, terminal(streams));
  }

  private static Terminal terminal(Streams streams) {
    return streams.outIsTerminal()
        ? Terminal.of(System.getenv())
        : new Terminal(Graphics.CHARACTERS, true, COLUMNS, LINES, 1, 2);
  }
}
