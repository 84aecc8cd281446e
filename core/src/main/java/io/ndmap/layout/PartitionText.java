package io.ndmap.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Partitions as text: `parts (8, 1) of (1000, 64)`, `chunks (100, 64) of (1000, 64) in C order`.
final class PartitionText {

  private static final Pattern FORM =
      Pattern.compile(
          "(?:parts (\\([0-9, ]*\\))|chunks (\\([0-9, ]*\\))) of (\\([0-9, ]*\\))"
              + "(?: in ([CF]) order)?");

  private PartitionText() {}

  static String of(Blocks blocks) {
    return "parts " + blocks.grid() + " of " + blocks.shape();
  }

  static String of(Chunks chunks) {
    return "chunks "
        + chunks.chunkShape()
        + " of "
        + chunks.shape()
        + " in "
        + chunks.order()
        + " order";
  }

  static Partition parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw malformed(text, null);
    }
    Partition partition;
    try {
      Shape shape = shape(form.group(3));
      partition =
          form.group(1) != null
              ? new Blocks(shape, shape(form.group(1)))
              : new Chunks(
                  shape, "F".equals(form.group(4)) ? Order.F : Order.C, shape(form.group(2)));
    } catch (IllegalArgumentException e) {
      throw malformed(text, e);
    }
    // A partition has one canonical text: a text that differs in a space or a leading zero is
    // rejected.
    if (!partition.describe().equals(text)) {
      throw malformed(text, null);
    }
    return partition;
  }

  private static Shape shape(String tuple) {
    String inner = tuple.substring(1, tuple.length() - 1);
    if (inner.isEmpty()) {
      return Shape.SCALAR;
    }
    String[] sizes = inner.split(",", 0);
    long[] values = new long[sizes.length];
    for (int k = 0; k < sizes.length; k++) {
      values[k] = Long.parseLong(sizes[k].strip());
    }
    return Shape.of(values);
  }

  private static IllegalArgumentException malformed(
      String text, @Nullable IllegalArgumentException cause) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is not a partition, as 'parts (8, 1) of (1000, 64)' and 'chunks (100, 64) of"
            + " (1000, 64) in C order' are"
            + (cause == null ? "" : ": " + cause.getMessage()),
        cause);
  }

  /// Checks that a partition has part k, and returns its grid.
  ///
  /// @throws IndexOutOfBoundsException if there is no part k
  static Shape requirePart(Partition partition, long k) {
    Shape grid = partition.grid();
    if (k < 0 || k >= grid.itemCount()) {
      throw new IndexOutOfBoundsException(
          "there is no part "
              + k
              + " among the "
              + grid.itemCount()
              + " of the partition '"
              + partition.describe()
              + "'");
    }
    return grid;
  }
}
