package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.DoubleSum;
import io.ndmap.fold.IntegerSums;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.ItemValue;
import io.ndmap.value.RealReader;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A fold of real numbers taken as doubles, block by block.
abstract class DoubleFold extends Fold {

  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final double[] NOTHING = {};

  private final ScalarKind kind;
  private final boolean dropsNaN;
  private final RealReader reader;
  private double[] numbers = NOTHING;

  DoubleFold(ScalarKind kind, boolean dropsNaN) {
    this.kind = kind;
    this.dropsNaN = dropsNaN && kind.isFloat();
    this.reader = new RealReader(kind, false);
  }

  /// Takes a block of contiguous little-endian doubles.
  ///
  /// @param count at most [Feed#UNIT]; behind them there are zeros up to a multiple of eight
  /// @param dropped how many NaN were left out of it
  /// @param room as [DoubleSum#doubles] wants it
  abstract void block(MemorySegment memory, long at, int count, int dropped, MemorySegment room);

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment room) {
    for (int done = 0; done < count; done += Feed.UNIT) {
      int length = Math.min(Feed.UNIT, count - done);
      long from = at + (long) done * kind.itemsize();
      boolean drops = dropsNaN && mayBeNaN(memory, from, length);
      if (kind == ScalarKind.FLOAT64 && !drops) {
        block(memory, from, length, 0, room);
      } else {
        if (numbers.length < length) {
          numbers = new double[length];
        }
        reader.doubles(memory, from, kind.itemsize(), length, numbers, 0);
        int kept = drops ? withoutNaN(numbers, length) : length;
        store(numbers, kept, room);
        block(room, 0, kept, length - kept, room);
      }
    }
  }

  private boolean mayBeNaN(MemorySegment memory, long at, int count) {
    int itemsize = kind.itemsize();
    return itemsize > Long.BYTES
        || IntegerSums.nan(memory, at, count, itemsize, SortableBits.of(kind).high()) > 0;
  }

  /// Stores doubles from the first byte on, and zeros behind them as [Fold#take] wants them.
  static void store(double[] numbers, int count, MemorySegment room) {
    MemorySegment.copy(numbers, 0, room, F8, 0, count);
    for (int i = count; i % 8 != 0; i++) {
      room.set(F8, (long) i * Double.BYTES, 0);
    }
  }

  /// Moves the numbers to the front; returns how many there are.
  private static int withoutNaN(double[] items, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      double value = items[i];
      items[kept] = value;
      kept += Double.isNaN(value) ? 0 : 1;
    }
    return kept;
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
}
