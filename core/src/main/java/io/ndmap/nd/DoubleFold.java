package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.kernel.RunReader;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A fold of real numbers taken as doubles, in blocks of a fixed size.
abstract class DoubleFold extends Fold {

  /// Numbers of a block; what is computed of it finds it in the first-level cache.
  static final int BLOCK = 1024;

  private static final double[] NOTHING = {};

  private final ScalarKind kind;
  private final boolean big;
  private final RunReader reader;
  private double[] stage = NOTHING;
  private int filled;

  DoubleFold(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big;
    this.reader = new RunReader(kind, big);
  }

  /// Takes a block, which is full but for the last one.
  ///
  /// @param items may be changed
  abstract void block(double[] items, int from, int count);

  /// Items that can be taken straight from memory when all before them are known: a divisor of
  /// [#BLOCK].
  abstract int unit();

  /// Takes doubles straight from a native segment, or does not.
  ///
  /// @param count a multiple of the unit
  /// @return false if nothing was done
  abstract boolean direct(
      MemorySegment segment, long at, long stride, int count, boolean bigEndian);

  @Override
  final void run(MemorySegment segment, long at, long stride, int count) {
    long next = at;
    int left = count;
    boolean plain = kind == ScalarKind.FLOAT64 && segment.isNative();
    int unit = unit();
    while (left > 0) {
      int taken = Math.min(left, BLOCK - filled);
      if (plain && left >= 2 * unit) {
        int over = filled % unit;
        if (over == 0) {
          end();
          int full = left & -unit;
          if (direct(segment, next, stride, full, big)) {
            left -= full;
            next += full * stride;
            continue;
          }
          plain = false;
        }
        taken = Math.min(taken, unit - over);
      }
      if (stage.length < filled + taken) {
        grow(filled + taken);
      }
      read(segment, next, stride, taken);
      filled += taken;
      left -= taken;
      next += taken * stride;
      if (filled == BLOCK) {
        end();
      }
    }
  }

  private void grow(int needed) {
    // A small array needs no more than its items.
    stage = Arrays.copyOf(stage, filled == 0 ? needed : BLOCK);
  }

  private void read(MemorySegment segment, long at, long stride, int count) {
    if (kind == ScalarKind.LONGDOUBLE) {
      for (int i = 0; i < count; i++) {
        stage[filled + i] = ItemValue.readLongDouble(segment, at + i * stride, big);
      }
    } else {
      reader.doubles(segment, at, stride, count, stage, filled);
    }
  }

  @Override
  final void end() {
    if (filled > 0) {
      int last = filled;
      filled = 0;
      block(stage, 0, last);
    }
  }

  /// Stores a double as a real number of the target's dtype.
  static void storeDouble(NdView<?> target, long offset, double value) {
    ScalarKind kind = ((ScalarType) target.dtype()).kind();
    if (kind == ScalarKind.LONGDOUBLE) {
      ItemValue.writeLongDouble(target.segment(), offset, false, CanonicalNaN.of(value));
    } else {
      target.setBitsAt(offset, ScalarBits.ofDouble(kind, CanonicalNaN.of(value)));
    }
  }

  /// Moves the numbers to the front; returns how many there are.
  static int withoutNaN(double[] items, int from, int count) {
    int kept = from;
    for (int i = from; i < from + count; i++) {
      double value = items[i];
      items[kept] = value;
      kept += Double.isNaN(value) ? 0 : 1;
    }
    return kept - from;
  }
}
