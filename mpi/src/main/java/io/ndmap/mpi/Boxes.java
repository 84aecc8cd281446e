package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.ndmap.layout.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Encodes boxes as lines of text, and merges adjacent boxes.
final class Boxes {

  private static final Pattern RANGE = Pattern.compile("(\\d+):(\\d+)");

  private Boxes() {}

  /// Encodes each box as a line, in the format of [Box#toString].
  static byte[] encode(List<Box> boxes) {
    return boxes.stream().map(box -> box + "\n").collect(Collectors.joining()).getBytes(US_ASCII);
  }

  static List<Box> decode(byte[] lines) {
    return new String(lines, US_ASCII).lines().map(Boxes::parse).toList();
  }

  private static Box parse(String line) {
    List<Long> starts = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    Matcher range = RANGE.matcher(line);
    while (range.find()) {
      starts.add(Long.valueOf(range.group(1)));
      ends.add(Long.valueOf(range.group(2)));
    }
    return Box.of(array(starts), array(ends));
  }

  private static long[] array(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).toArray();
  }

  /// Converts a box relative to an outer box into a box of the array.
  static Box within(Box outer, Box relative) {
    long[] start = new long[outer.rank()];
    long[] end = new long[outer.rank()];
    for (int axis = 0; axis < start.length; axis++) {
      start[axis] = outer.start(axis) + relative.start(axis);
      end[axis] = outer.start(axis) + relative.end(axis);
    }
    return Box.of(start, end);
  }

  /// Adds a box to a list; if it continues a box of the list along one axis, extends that box
  /// instead.
  static void add(List<Box> boxes, Box box) {
    for (int k = boxes.size() - 1; k >= 0; k--) {
      Box joined = joined(boxes.get(k), box);
      if (joined != null) {
        boxes.set(k, joined);
        return;
      }
    }
    boxes.add(box);
  }

  /// Returns the union of two boxes if the second one continues the first one along one axis,
  /// otherwise null.
  private static @Nullable Box joined(Box first, Box second) {
    int along = -1;
    long[] start = new long[first.rank()];
    long[] end = new long[first.rank()];
    for (int axis = 0; axis < start.length; axis++) {
      start[axis] = first.start(axis);
      end[axis] = second.end(axis);
      if (first.start(axis) == second.start(axis) && first.end(axis) == second.end(axis)) {
        continue;
      }
      if (along >= 0 || first.end(axis) != second.start(axis)) {
        return null;
      }
      along = axis;
    }
    return Box.of(start, end);
  }
}
