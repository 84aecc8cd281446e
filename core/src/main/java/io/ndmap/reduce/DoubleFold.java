package io.ndmap.reduce;

import static io.ndmap.memory.LittleEndian.DOUBLE;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.DoubleSum;
import io.ndmap.fold.SwarPredicate;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.ItemValue;
import io.ndmap.value.RealReader;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A fold of real numbers that converts them to doubles block by block.
abstract class DoubleFold extends Fold {

  private static final double[] NOTHING = {};

  private final ScalarKind kind;
  private final boolean dropsNaN;
  private final @Nullable SwarPredicate isNaN;
  private final RealReader reader;
  private double[] numbers = NOTHING;

  DoubleFold(ScalarKind kind, boolean dropsNaN) {
    this.kind = kind;
    this.dropsNaN = dropsNaN && kind.isFloat();
    this.isNaN =
        this.dropsNaN && kind.itemsize() <= Long.BYTES
            ? SwarPredicate.isNaN(kind.itemsize(), SortableBits.of(kind).high())
            : null;
    this.reader = new RealReader(kind, false);
  }

  /// Takes a block of contiguous little-endian doubles.
  ///
  /// @param count the number of doubles, at most [FoldInput#UNIT]; the caller pads them with zeros
  ///   to a multiple of eight
  /// @param dropped the number of NaNs that were left out of the block
  /// @param scratch scratch memory as for [DoubleSum#doubles]
  abstract void block(MemorySegment memory, long at, int count, int dropped, MemorySegment scratch);

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment scratch) {
    for (int done = 0; done < count; done += FoldInput.UNIT) {
      int length = Math.min(FoldInput.UNIT, count - done);
      long from = at + (long) done * kind.itemsize();
      boolean drops = dropsNaN && mayBeNaN(memory, from, length);
      if (kind == ScalarKind.FLOAT64 && !drops) {
        block(memory, from, length, 0, scratch);
      } else {
        if (numbers.length < length) {
          numbers = new double[length];
        }
        reader.doubles(memory, from, kind.itemsize(), length, numbers, 0);
        int kept = drops ? withoutNaN(numbers, length) : length;
        store(numbers, kept, scratch);
        block(scratch, 0, kept, length - kept, scratch);
      }
    }
  }

  /// Returns whether an element is NaN; true if that cannot be tested by SWAR.
  private boolean mayBeNaN(MemorySegment memory, long at, int count) {
    return isNaN == null || isNaN.count(memory, at, count) > 0;
  }

  /// Stores doubles at the start of scratch memory, followed by the zeros that [Fold#take]
  /// requires.
  static void store(double[] numbers, int count, MemorySegment scratch) {
    MemorySegment.copy(numbers, 0, scratch, DOUBLE, 0, count);
    for (int i = count; i % 8 != 0; i++) {
      scratch.set(DOUBLE, (long) i * Double.BYTES, 0);
    }
  }

  /// Moves the elements that are not NaN to the front, and returns their number.
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
    if (kind.isExtended()) {
      ItemValue.writeLongDouble(target.segment(), offset, false, CanonicalNaN.of(value));
    } else {
      target.setBitsAt(offset, ScalarBits.ofDouble(kind, CanonicalNaN.of(value)));
    }
  }
}
