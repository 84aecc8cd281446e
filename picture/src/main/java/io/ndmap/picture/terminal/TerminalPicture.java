package io.ndmap.picture.terminal;

import io.ndmap.picture.figure.Caption;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.figure.GridSize;
import io.ndmap.picture.figure.HeatMap;
import io.ndmap.picture.figure.HistogramChart;
import io.ndmap.picture.figure.ImageFigure;
import io.ndmap.picture.figure.ItemAxis;
import io.ndmap.picture.figure.Label;
import io.ndmap.picture.figure.LineChart;
import io.ndmap.picture.figure.ValueScale;

/// Figures as text with a terminal's escape sequences.
public final class TerminalPicture {

  /// Characters at its left, of usual labels.
  private static final int BESIDE = 8;

  private static final int LEAST = 2;

  private static final String SEPARATOR = " · ";

  private TerminalPicture() {}

  /// How many cells a heat map or an image can show. Of more cells several would share a pixel, in
  /// the mean of their colours or values.
  ///
  /// @param terminal where it is shown
  /// @param rows the axis from top to bottom
  /// @param columns the axis from left to right
  /// @return the size of the grid
  public static GridSize cells(Terminal terminal, ItemAxis rows, ItemAxis columns) {
    return new TextGrid(terminal).pixels(rows, columns).within(rows, columns);
  }

  /// How many parts a line can show.
  ///
  /// @param terminal where it is shown
  /// @return the number of parts
  public static int parts(Terminal terminal) {
    return columns(terminal) * (terminal.unicode() ? 2 : 1);
  }

  /// How many bins of a histogram have room.
  ///
  /// @param terminal where it is shown
  /// @return the number of bins
  public static int bins(Terminal terminal) {
    return terminal.pictureLines();
  }

  private static int columns(Terminal terminal) {
    return Math.max(LEAST, terminal.columns() - BESIDE);
  }

  /// The figure, with lines of text around it. Each line ends with `\n`. Control characters in it
  /// are meant for the terminal: those in names are escaped.
  ///
  /// Heat maps and images are shown by the terminal's graphics, lines in braille, histograms in
  /// blocks; without Unicode in ASCII.
  ///
  /// @param figure to be shown
  /// @param terminal where it is shown
  /// @return text with escape sequences
  public static String of(Figure figure, Terminal terminal) {
    StringBuilder text = new StringBuilder();
    Caption caption = figure.caption();
    line(text, caption.title(), terminal);
    if (!caption.detail().isEmpty()) {
      line(text, caption.detail(), terminal);
    }
    ValueScale values =
        switch (figure) {
          case HeatMap map -> map.values();
          case LineChart chart -> chart.values();
          case HistogramChart chart -> chart.values();
          case ImageFigure _ -> ValueScale.ofNumbers("value");
        };
    text.append(plot(figure, terminal));
    facts(text, caption.facts().text(values) + SEPARATOR + caption.facts().reading(), terminal);
    return text.toString();
  }

  /// The figure without the lines of its caption.
  ///
  /// @param figure to be shown
  /// @param terminal where it is shown
  /// @return text with escape sequences
  public static String plot(Figure figure, Terminal terminal) {
    return switch (figure) {
      case HeatMap map -> new TextGrid(terminal).of(map);
      case ImageFigure image -> new TextGrid(terminal).of(image);
      case LineChart chart -> new TextChart(terminal).of(chart);
      case HistogramChart chart -> new TextChart(terminal).of(chart);
    };
  }

  /// Facts that have no room side by side follow on more lines.
  private static void facts(StringBuilder text, String facts, Terminal terminal) {
    String separator = terminal.unicode() ? SEPARATOR : ", ";
    String line = "";
    for (String fact : facts.split(SEPARATOR, -1)) {
      String longer = line.isEmpty() ? fact : line + separator + fact;
      if (longer.length() > terminal.columns() && !line.isEmpty()) {
        line(text, line, terminal);
        longer = fact;
      }
      line = longer;
    }
    line(text, line, terminal);
  }

  private static void line(StringBuilder text, String line, Terminal terminal) {
    String shown = Label.visible(line);
    int length = shown.codePointCount(0, shown.length());
    if (terminal.unicode() || length <= terminal.columns()) {
      text.append(Label.shortened(shown, terminal.columns()));
    } else {
      text.append(Label.shortened(shown, Math.max(1, terminal.columns() - 2)).replace("…", "..."));
    }
    text.append('\n');
  }
}
