package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.FloatBuffer;
import java.util.Arrays;

/// Sums floating-point numbers of two or four bytes as doubles, in [Lanes], widening included.
///
/// A double has 29 bits more than the widest of these numbers, so that the error of adding up a
/// lane does not show in a result of their size.
public final class NarrowSums {

  private static final int BLOCK = Lanes.BLOCK;

  /// Blocks whose lanes are added up without compensation.
  private static final int MOST = 8;

  private static final float[] NO_FLOATS = {};
  private static final short[] NO_SHORTS = {};
  private static final int[] NO_INTS = {};
  private static final double[] NO_DOUBLES = {};

  private final ScalarKind kind;
  private final boolean big;
  private final boolean ignoresNaN;
  private final boolean plain;
  private final DoubleSums sum = new DoubleSums();
  private float[] stage = NO_FLOATS;
  private short[] halves = NO_SHORTS;
  private int[] bits = NO_INTS;
  private double[] lanes = NO_DOUBLES;
  private int filled;
  private int used;
  private int blocks;
  private long count;

  /// @param kind of two or four bytes
  /// @param big whether the numbers are big-endian
  /// @param ignoresNaN whether NaN is not counted and adds nothing
  public NarrowSums(ScalarKind kind, boolean big, boolean ignoresNaN) {
    this.kind = kind;
    this.big = big;
    this.ignoresNaN = ignoresNaN;
    this.plain = kind == ScalarKind.FLOAT32 && !big && !ignoresNaN;
  }

  /// Adds a run.
  ///
  /// @param at byte offset of the first number
  /// @param stride bytes from one to the next
  /// @param length how many
  public void add(MemorySegment segment, long at, long stride, int length) {
    int done = 0;
    while (done < length) {
      if (plain && filled == 0 && stride == Float.BYTES && length - done >= BLOCK) {
        int full = (length - done) & -BLOCK;
        if (segment.isNative()) {
          direct(segment, at + done * stride, full);
          done += full;
          continue;
        }
      }
      int taken = Math.min(length - done, BLOCK - filled);
      if (stage.length < filled + taken) {
        // A small array needs no more than its items.
        stage = Arrays.copyOf(stage, filled == 0 ? taken : BLOCK);
      }
      read(segment, at + done * stride, stride, taken);
      filled += taken;
      done += taken;
      if (filled == BLOCK) {
        block();
      }
    }
  }

  /// Adds a few numbers that are doubles already.
  ///
  /// @param length how many from `from` on, less than [DoubleSums#SHORT]; none came before and none
  ///   follow
  /// @param nan how many of them are zeros in place of NaN, which is ignored
  public void addFew(double[] values, int from, int length, int nan) {
    sum.add(values, from, length);
    count += length - nan;
  }

  private void direct(MemorySegment segment, long at, int length) {
    needLanes(Lanes.COUNT);
    FloatBuffer from = RunBuffers.floats(segment, at, length);
    for (int i = 0; i < length; i += BLOCK) {
      Lanes.add(from, i, lanes);
      taken();
    }
    count += length;
  }

  private void needLanes(int needed) {
    if (lanes.length < needed) {
      lanes = Arrays.copyOf(lanes, needed);
    }
    used = Math.max(used, needed);
  }

  private void read(MemorySegment segment, long at, long stride, int length) {
    if (kind == ScalarKind.FLOAT16) {
      halves = halves.length < length ? new short[length] : halves;
      short[] from = halves;
      Carriers.shorts(segment, at, stride, big, length, from, 0);
      for (int i = 0; i < length; i++) {
        stage[filled + i] = Float.float16ToFloat(from[i]);
      }
    } else if (big) {
      bits = bits.length < length ? new int[length] : bits;
      Carriers.ints(segment, at, stride, true, length, bits, 0);
      Moves.bits(bits, stage, filled, length);
    } else {
      Moves.take(segment, at, stride, stage, filled, length);
    }
  }

  private void block() {
    int length = filled;
    filled = 0;
    count += length;
    float[] items = stage;
    if (ignoresNaN) {
      int nan = 0;
      for (int i = 0; i < length; i++) {
        float item = items[i];
        nan += Float.isNaN(item) ? 1 : 0;
        items[i] = Float.isNaN(item) ? 0 : item;
      }
      count -= nan;
    }
    needLanes(Math.min(length, Lanes.COUNT));
    double[] sums = lanes;
    if (length == BLOCK) {
      Lanes.add(items, 0, sums);
      taken();
      return;
    }
    for (int row = 0; row < length; row += Lanes.COUNT) {
      int width = Math.min(Lanes.COUNT, length - row);
      for (int j = 0; j < width; j++) {
        sums[j] += items[row + j];
      }
    }
  }

  private void taken() {
    if (++blocks == MOST) {
      drain();
    }
  }

  private void drain() {
    sum.add(lanes, 0, used);
    Arrays.fill(lanes, 0, used, 0);
    blocks = 0;
  }

  /// Takes in what still waits.
  public void end() {
    if (filled > 0) {
      block();
    }
    drain();
    used = 0;
    sum.end();
  }

  /// Adds the numbers of others, which have ended, too.
  public void add(NarrowSums others) {
    sum.add(others.sum);
    count += others.count;
  }

  /// How many numbers were added.
  ///
  /// @return the count
  public long count() {
    return count;
  }

  /// The sum of all, after the end.
  ///
  /// @return rounded once more
  public double total() {
    return sum.total();
  }

  /// Back to no numbers, after the end.
  public void clear() {
    sum.clear();
    count = 0;
  }
}
