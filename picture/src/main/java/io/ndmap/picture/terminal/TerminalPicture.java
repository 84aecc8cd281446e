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

/// Draws figures as text with escape sequences for a terminal.
public final class TerminalPicture {

  /// The usual width of the labels at the left, in characters.
  private static final int BESIDE = 8;

  /// The minimum number of characters in a line of a chart.
  private static final int LEAST = 2;

  private static final String SEPARATOR = " · ";

  private TerminalPicture() {}

  /// The number of cells that a heat map or an image can show. If there were more cells, several
  /// would share a pixel, which then shows the mean of their colours or values.
  ///
  /// @param terminal the terminal
  /// @param rows the axis from top to bottom
  /// @param columns the axis from left to right
  /// @return the number of rows and columns of cells
  public static GridSize cells(Terminal terminal, ItemAxis rows, ItemAxis columns) {
    return new TextGrid(terminal).pixels(rows, columns).within(rows, columns);
  }

  /// The number of parts into which a line chart can divide its horizontal axis.
  ///
  /// @param terminal the terminal
  /// @return the number of parts
  public static int parts(Terminal terminal) {
    return columns(terminal) * (terminal.unicode() ? 2 : 1);
  }

  /// The number of bins that a histogram can show.
  ///
  /// @param terminal the terminal
  /// @return the number of bins
  public static int bins(Terminal terminal) {
    return terminal.pictureLines();
  }

  private static int columns(Terminal terminal) {
    return Math.max(LEAST, terminal.columns() - BESIDE);
  }

  /// Draws a figure with its caption. Each line ends with `\n`. Control characters in names are
  /// escaped, so all control characters in the result are meant for the terminal.
  ///
  /// Heat maps and images use the terminal's graphics, line charts use braille, histograms use
  /// blocks; without Unicode, charts use ASCII.
  ///
  /// @param figure the figure
  /// @param terminal the terminal
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

  /// Draws a figure without its caption.
  ///
  /// @param figure the figure
  /// @param terminal the terminal
  /// @return text with escape sequences
  public static String plot(Figure figure, Terminal terminal) {
    return switch (figure) {
      case HeatMap map -> new TextGrid(terminal).of(map);
      case ImageFigure image -> new TextGrid(terminal).of(image);
      case LineChart chart -> new TextChart(terminal).of(chart);
      case HistogramChart chart -> new TextChart(terminal).of(chart);
    };
  }

  /// Writes the facts, on several lines if they do not fit on one.
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
