package io.ndmap.vector;

import io.ndmap.op.RankedRow;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.SortableBits;
import java.util.List;
import java.util.stream.IntStream;

/// Keeps the best of many rows in a binary heap, whose root is the worst row that is kept. Rows are
/// totally ordered, by score and then by index, so that the result does not depend on the order in
/// which rows are added. Thread-safe until [#best].
final class Ranking {

  private final boolean largest;
  private final boolean floating;
  private final SortableBits bits;

  // Better rows have smaller keys.
  private final long[] keys;
  private final long[] rows;
  private int size;

  /// @param most the maximum number of rows to keep
  /// @param largest whether large scores are better
  /// @param floating whether scores are the bits of doubles
  /// @param unsigned whether integer scores are unsigned
  Ranking(int most, boolean largest, boolean floating, boolean unsigned) {
    this.largest = largest;
    this.floating = floating;
    this.bits =
        floating ? SortableBits.DOUBLES : unsigned ? SortableBits.UNSIGNED : SortableBits.SIGNED;
    this.keys = new long[most];
    this.rows = new long[most];
  }

  /// Adds the scores of consecutive rows.
  ///
  /// @param first the index of the first row
  synchronized void add(long first, long[] scores) {
    for (int i = 0; i < scores.length; i++) {
      long key = key(scores[i]);
      if (size < keys.length) {
        keys[size] = key;
        rows[size] = first + i;
        up(size++);
      } else if (size > 0 && isBefore(key, first + i, 0)) {
        keys[0] = key;
        rows[0] = first + i;
        down();
      }
    }
  }

  private long key(long score) {
    if (!floating) {
      long key = bits.key(score);
      return largest ? ~key : key;
    }
    double value = Double.longBitsToDouble(score);
    if (Double.isNaN(value)) {
      return Long.MAX_VALUE;
    }
    // Adding 0.0 turns -0.0 into 0.0.
    long key = bits.key(Double.doubleToRawLongBits(value + 0.0));
    return largest ? ~key : key;
  }

  private double value(long key) {
    if (floating) {
      return key == Long.MAX_VALUE
          ? Double.NaN
          : Double.longBitsToDouble(bits.bits(largest ? ~key : key));
    }
    long score = bits.bits(largest ? ~key : key);
    return bits.equals(SortableBits.UNSIGNED) ? ScalarBits.unsignedToDouble(score) : score;
  }

  private boolean isBefore(long key, long row, int other) {
    return key < keys[other] || (key == keys[other] && row < rows[other]);
  }

  private void up(int from) {
    int at = from;
    while (at > 0 && isBefore(keys[(at - 1) / 2], rows[(at - 1) / 2], at)) {
      swap(at, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  }

  private void down() {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && isBefore(keys[child], rows[child], child + 1)) {
        child++;
      }
      if (!isBefore(keys[at], rows[at], child)) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private void swap(int a, int b) {
    long key = keys[a];
    long row = rows[a];
    keys[a] = keys[b];
    rows[a] = rows[b];
    keys[b] = key;
    rows[b] = row;
  }

  /// Returns the rows, best first. Call once, after at least as many rows were added as are kept.
  List<RankedRow> best() {
    while (size > 1) {
      size--;
      swap(0, size);
      down();
    }
    return IntStream.range(0, keys.length)
        .mapToObj(k -> new RankedRow(rows[k], value(keys[k])))
        .toList();
  }
}
