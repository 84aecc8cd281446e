package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import java.util.Arrays;

/// Sums of doubles in one fixed order, wherever they come from: blocks of [#BLOCK] numbers in the
/// columns of [Lanes], the columns of at most [#CHUNK] numbers summed in a tree; the rest, which
/// fills no block, in chunks of [#SHORT], in eight lanes that take pairs; and all of these chunks
/// by a compensated sum.
///
/// A number takes part in at most 20 additions before that: two within its block, four of blocks,
/// fourteen of columns; one of the rest in 23.
///
/// Not for several threads.
public final class DoubleSums {

  /// Numbers that are taken at once.
  public static final int BLOCK = Lanes.BLOCK;

  /// Numbers of the rest that are added up without compensation.
  public static final int SHORT = 128;

  // Where the last step of a chunk of the rest begins.
  static final int LAST = SHORT - 16;

  /// Blocks that are added up without compensation.
  private static final int MOST = 4;

  /// Numbers that are added up without compensation.
  static final int CHUNK = MOST * BLOCK;

  private static final double[] NONE = {};

  private final CompensatedSum sum = new CompensatedSum();
  private double[] lanes = NONE;
  private double[] columns = NONE;
  private int blocks;

  /// The sum of nothing.
  public DoubleSums() {}

  // ---- what fills blocks

  /// Adds doubles of a native segment, contiguous.
  ///
  /// @param at byte offset of the first
  /// @param count a multiple of [#BLOCK]
  /// @param big whether they are big-endian
  public void add(MemorySegment segment, long at, int count, boolean big) {
    DoubleBuffer from =
        big ? RunBuffers.bigDoubles(segment, at, count) : RunBuffers.doubles(segment, at, count);
    for (int i = 0; i < count; i += BLOCK) {
      begin();
      if (big) {
        Lanes.addBig(from, i, lanes);
      } else {
        Lanes.add(from, i, lanes);
      }
      blocks++;
    }
  }

  /// Adds a block of a buffer.
  ///
  /// @return nearly the sum of the block alone
  double block(DoubleBuffer from, int at) {
    begin();
    blocks++;
    Lanes.add(from, at, columns(), lanes);
    return Lanes.total(columns);
  }

  /// Adds a block of an array.
  ///
  /// @return nearly the sum of the block alone
  private double block(double[] from, int at) {
    begin();
    blocks++;
    Lanes.add(from, at, columns(), lanes);
    return Lanes.total(columns);
  }

  private double[] columns() {
    if (columns.length == 0) {
      columns = new double[Lanes.COUNT];
    }
    return columns;
  }

  /// Makes room for one more block.
  private void begin() {
    if (lanes.length == 0) {
      lanes = new double[Lanes.COUNT];
    } else if (blocks == MOST) {
      end();
    }
  }

  /// Takes in the blocks: nothing follows, or what follows is no block.
  public void end() {
    if (blocks > 0) {
      sum.add(Lanes.total(lanes));
      Arrays.fill(lanes, 0);
      blocks = 0;
    }
  }

  // ---- arrays of any length

  /// Adds numbers of an array.
  ///
  /// @param length how many from `from` on; where it is no multiple of [#BLOCK], no more follow
  ///   until the end
  public void add(double[] values, int from, int length) {
    int full = length & -BLOCK;
    for (int i = 0; i < full; i += BLOCK) {
      begin();
      blocks++;
      Lanes.add(values, from + i, lanes);
    }
    if (full < length) {
      var _ = rest(values, from + full, length - full);
    }
  }

  /// Adds numbers of an array, at most a block.
  ///
  /// @param length how many from `from` on
  /// @return nearly their sum alone
  public double addBlock(double[] values, int from, int length) {
    return length == BLOCK ? block(values, from) : rest(values, from, length);
  }

  /// Adds numbers of an array in short chunks: what has gaps in memory, as [#addScattered] does.
  ///
  /// @param length how many from `from` on; where it is no multiple of 128, the run ends there
  public void addChunks(double[] values, int from, int length) {
    var _ = rest(values, from, length);
  }

  /// Adds little-endian doubles at other distances, in the order of [#addChunks]; all but what does
  /// not fill a chunk.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param count how many
  /// @return how many of the first were added, none if there is no loop for them
  public int addScattered(MemorySegment segment, long at, long stride, int count) {
    int full = count & -SHORT;
    if (!segment.isNative() || stride % Double.BYTES != 0 || RunBuffers.most(stride) < full) {
      return 0;
    }
    int step = (int) (stride / Double.BYTES);
    int span = Math.abs(step) * (full - 1) + 1;
    long lowest = stride < 0 ? at + (full - 1) * stride : at;
    SteppedSums.add(
        RunBuffers.doubles(segment, lowest, span), stride < 0 ? span - 1 : 0, step, full, sum);
    return full;
  }

  private double rest(double[] values, int from, int length) {
    int full = length & -SHORT;
    double plain = full == 0 ? 0 : chunks(values, from, full);
    if (full < length) {
      double few = few(values, from + full, from + length);
      plain += few;
      sum.add(few);
    }
    return plain;
  }

  /// Fewer numbers than a chunk.
  private static double few(double[] values, int from, int end) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int i = from;
    for (; i + 8 <= end; i += 8) {
      s0 += values[i];
      s1 += values[i + 1];
      s2 += values[i + 2];
      s3 += values[i + 3];
      s4 += values[i + 4];
      s5 += values[i + 5];
      s6 += values[i + 6];
      s7 += values[i + 7];
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i++) {
      sum += values[i];
    }
    return sum;
  }

  /// One loop for all chunks: a loop for each spends as long on its entry and its end as on them.
  private double chunks(double[] values, int from, int count) {
    double total = sum.sum;
    double error = sum.error;
    double plain = 0;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      s0 += values[from + i] + values[from + i + 8];
      s1 += values[from + i + 1] + values[from + i + 9];
      s2 += values[from + i + 2] + values[from + i + 10];
      s3 += values[from + i + 3] + values[from + i + 11];
      s4 += values[from + i + 4] + values[from + i + 12];
      s5 += values[from + i + 5] + values[from + i + 13];
      s6 += values[from + i + 6] + values[from + i + 14];
      s7 += values[from + i + 7] + values[from + i + 15];
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        plain += chunk;
        double next = total + chunk;
        double taken = next - total;
        error += (total - (next - taken)) + (chunk - taken);
        total = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    sum.sum = total;
    sum.error = error;
    return plain;
  }

  // ---- what it comes to

  /// Adds what another, which has ended, has.
  public void add(DoubleSums later) {
    sum.add(later.sum);
  }

  /// Back to the sum of nothing.
  public void clear() {
    sum.clear();
    if (blocks > 0) {
      Arrays.fill(lanes, 0);
      blocks = 0;
    }
  }

  /// The sum, after the end.
  ///
  /// @return rounded once more
  public double total() {
    return sum.total();
  }
}
