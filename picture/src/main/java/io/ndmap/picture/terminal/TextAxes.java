package io.ndmap.picture.terminal;

import io.ndmap.picture.figure.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The axes of a picture in text: labels at its left and below.
final class TextAxes {

  /// The minimum number of spaces between two labels below the picture.
  private static final int LABEL_DISTANCE = 2;

  private final boolean unicode;

  /// The number of characters of the widest label at the left.
  private final int margin;

  /// @param unicode whether lines may use box-drawing characters
  /// @param ticks the ticks of the axis at the left
  TextAxes(boolean unicode, List<Tick> ticks) {
    this.unicode = unicode;
    this.margin = ticks.stream().mapToInt(tick -> tick.label().length()).max().orElse(0);
  }

  /// The number of characters in a line at the left of the picture: the label, a space and the
  /// axis.
  int margin() {
    return margin + 2;
  }

  /// The labels at the left of each line of a picture.
  ///
  /// @param downwards whether the axis starts at the top
  List<String> left(List<Tick> ticks, int lines, boolean downwards) {
    String[] labels = new String[lines];
    Arrays.fill(labels, "");
    for (Tick tick : ticks) {
      double part = downwards ? tick.position() : 1 - tick.position();
      int line = Math.clamp((int) (part * lines), 0, lines - 1);
      if (labels[line].isEmpty()) {
        labels[line] = tick.label();
      }
    }
    List<String> left = new ArrayList<>();
    for (String label : labels) {
      String padded = " ".repeat(margin - label.length()) + label;
      left.add(padded + " " + (label.isEmpty() ? bar('│', '|') : bar('┤', '+')));
    }
    return left;
  }

  private char bar(char line, char ascii) {
    return unicode ? line : ascii;
  }

  /// The two lines below a picture. Labels that do not fit are omitted.
  ///
  /// @param space the maximum number of characters of a line
  List<String> below(List<Tick> ticks, int columns, int space) {
    char[] line = new char[columns];
    Arrays.fill(line, bar('─', '-'));
    StringBuilder labels = new StringBuilder(" ".repeat(margin()));
    for (Tick tick : ticks) {
      int column = Math.clamp((int) (tick.position() * columns), 0, columns - 1);
      int begin = Math.max(0, margin() + column - tick.label().length() / 2);
      boolean first = labels.toString().isBlank();
      if ((first || begin >= labels.length() + LABEL_DISTANCE)
          && begin + tick.label().length() <= space) {
        labels.setLength(Math.min(begin, labels.length()));
        labels.repeat(' ', begin - labels.length()).append(tick.label());
        line[column] = bar('┬', '+');
      }
    }
    return List.of(
        " ".repeat(margin + 1) + bar('└', '+') + new String(line),
        labels.toString().stripTrailing());
  }
}
