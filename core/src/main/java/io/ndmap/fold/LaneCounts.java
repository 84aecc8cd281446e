package io.ndmap.fold;

import java.util.Arrays;

/// Counts down the columns of a table of items of one or two bytes, of which a long holds several:
/// each adds 1 or 0 to its own bits, from where counts are taken before they run over.
public final class LaneCounts {

  private final int bits;
  private final long mask;
  // The highest bit of each item.
  private final long highest;
  // What brings what is counted, or what is not, up to that bit.
  private final long more;
  private final long turned;
  private final long[] row;
  private final long[] lanes;
  private final long most;
  private final long[] counts;
  private long rows;

  private LaneCounts(int itemsize, int width, long mask, long more, boolean turned) {
    this.bits = Byte.SIZE * itemsize;
    this.most = (1L << bits) - 1;
    long ones = Long.divideUnsigned(-1, most);
    this.mask = ones * mask;
    this.highest = ones << (bits - 1);
    this.more = ones * more;
    this.turned = turned ? highest : 0;
    this.row = new long[Math.ceilDiv(width * itemsize, Long.BYTES)];
    this.lanes = new long[row.length];
    this.counts = new long[width];
  }

  /// Counts items that are not zero.
  ///
  /// @param itemsize 1 or 2
  /// @param mask the bits of an item that count
  public static LaneCounts ofNonZero(int itemsize, int width, long mask) {
    long all = (1L << (Byte.SIZE * itemsize)) - 1;
    return new LaneCounts(itemsize, width, mask & all, all >>> 1, false);
  }

  /// Counts floating-point numbers of two bytes that are not NaN.
  public static LaneCounts ofNumbers(int width) {
    return new LaneCounts(Short.BYTES, width, 0x7fff, 0x7fff - 0x7c00, true);
  }

  /// Where the next row goes before [#take]: its items, little-endian.
  public long[] row() {
    return row;
  }

  /// Takes the row.
  public void take() {
    for (int j = 0; j < lanes.length; j++) {
      long items = row[j] & mask;
      long top = ((((items & ~highest) + more) | items) & highest) ^ turned;
      lanes[j] += top >>> (bits - 1);
    }
    rows++;
    if (rows == most) {
      empty();
    }
  }

  private void empty() {
    int perLong = Long.SIZE / bits;
    for (int j = 0; j < counts.length; j++) {
      counts[j] += (lanes[j / perLong] >>> (j % perLong * bits)) & most;
    }
    Arrays.fill(lanes, 0);
    rows = 0;
  }

  /// How many were counted in each column.
  public long[] counts() {
    empty();
    return counts;
  }
}
