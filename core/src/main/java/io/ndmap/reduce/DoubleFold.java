package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.ItemValue;
import io.ndmap.value.RealReader;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A fold of real numbers taken as doubles, in blocks of a fixed size.
abstract class DoubleFold extends Fold {

  /// Numbers of a block; what is computed of it finds it in the first-level cache.
  static final int BLOCK = DoubleSums.BLOCK;

  /// Numbers with gaps that are worth a loop of their own.
  private static final int LONG_RUN = 1024;

  static final double[] NOTHING = {};

  private final ScalarKind kind;
  private final boolean big;
  private @Nullable RealReader reader;
  private double[] stage = NOTHING;
  private double[] few = NOTHING;
  private int filled;

  DoubleFold(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big;
  }

  /// Takes a block, which is full but for the last one.
  ///
  /// @param items may be changed
  abstract void block(double[] items, int from, int count);

  /// Takes contiguous doubles straight from a native segment, or does not; all before them are
  /// known.
  ///
  /// @param count a multiple of [#BLOCK]
  /// @return false if nothing was done
  abstract boolean direct(MemorySegment segment, long at, int count, boolean bigEndian);

  /// Takes in what may still be waiting: the last block was taken.
  abstract void finish();

  /// Takes a long run of doubles with gaps, or does not; all before them are known, and what
  /// follows begins anew.
  ///
  /// @return false if nothing was done
  boolean scattered(
      MemorySegment segment,
      long at,
      long stride,
      int count,
      RealReader numbers,
      boolean bigEndian) {
    return false;
  }

  @Override
  final void run(MemorySegment segment, long at, long stride, int count) {
    if (kind == ScalarKind.FLOAT64 && stride != Double.BYTES && count >= LONG_RUN) {
      takeBlock();
      if (scattered(segment, at, stride, count, reader(), big)) {
        return;
      }
    }
    long next = at;
    int left = count;
    boolean plain = kind == ScalarKind.FLOAT64 && segment.isNative() && stride == Double.BYTES;
    while (left > 0) {
      if (plain && filled == 0 && left >= BLOCK) {
        int full = left & -BLOCK;
        if (direct(segment, next, full, big)) {
          left -= full;
          next += full * stride;
        }
        plain = false;
        continue;
      }
      int taken = Math.min(left, BLOCK - filled);
      if (stage.length < filled + taken) {
        grow(filled + taken);
      }
      reader().doubles(segment, next, stride, taken, stage, filled);
      filled += taken;
      left -= taken;
      next += taken * stride;
      if (filled == BLOCK) {
        takeBlock();
      }
    }
  }

  @Override
  final boolean gather(MemorySegment segment, Strided layout) {
    if (kind == ScalarKind.LONGDOUBLE) {
      return false;
    }
    few = FewItems.doubles(kind, big, segment, layout);
    return true;
  }

  @Override
  final void gathered(int from, int count) {
    block(few, from, count);
    finish();
  }

  private void grow(int needed) {
    // A small array needs no more than its items.
    stage = Arrays.copyOf(stage, filled == 0 ? needed : BLOCK);
  }

  /// Made when it is needed.
  private RealReader reader() {
    RealReader made = reader;
    if (made == null) {
      made = new RealReader(kind, big);
      reader = made;
    }
    return made;
  }

  @Override
  final void end() {
    takeBlock();
    finish();
  }

  private void takeBlock() {
    if (filled > 0) {
      int last = filled;
      filled = 0;
      block(stage, 0, last);
    }
  }

  /// Stores a double as a real number of the target's dtype.
  static void storeDouble(Items target, long offset, double value) {
    ScalarKind kind = target.kind();
    if (kind == ScalarKind.LONGDOUBLE) {
      ItemValue.writeLongDouble(target.segment(), offset, false, CanonicalNaN.of(value));
    } else {
      target.setBitsAt(offset, ScalarBits.ofDouble(kind, CanonicalNaN.of(value)));
    }
  }

  /// Puts zeros in the place of NaN; returns how many there were.
  static int nanToZero(double[] items, int from, int count) {
    int nan = 0;
    for (int i = from; i < from + count; i++) {
      double item = items[i];
      nan += Double.isNaN(item) ? 1 : 0;
      items[i] = Double.isNaN(item) ? 0 : item;
    }
    return nan;
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
