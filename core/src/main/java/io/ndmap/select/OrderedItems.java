package io.ndmap.select;

import io.ndmap.compare.NumberRange;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.pass.Items;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;

/// Reads items from anywhere in a view as **keys**: longs whose order is that of the items, NaN and
/// `NaT` last, as NumPy sorts. For one thread.
final class OrderedItems {

  /// What the items of two arrays are compared as.
  enum As {
    /// Signed integers of 64 bits.
    LONGS,
    /// Integers of 64 bits without a sign.
    UNSIGNED,
    /// Doubles, which the others are rounded to.
    DOUBLES,
    /// Ticks.
    TIMES
  }

  /// The most items that are read at once: they stay in the first-level cache.
  static final int MOST = 1024;

  private final As as;
  private final int itemsize;
  private final MemorySegment packed;
  private final AtomReader reader;
  private final RealReader numbers;
  private final double[] doubles;

  /// @param as what [#common] has found
  OrderedItems(Items view, As as) {
    this.as = as;
    this.itemsize = view.itemsize();
    this.packed = MemorySegment.ofArray(new long[MOST * itemsize / Long.BYTES]);
    this.reader = new AtomReader(view.segment(), packed, itemsize, MOST);
    this.numbers = new RealReader(view.kind(), view.isBigEndian());
    this.doubles = new double[as == As.DOUBLES ? MOST : 0];
  }

  /// What the items of two arrays are compared as, by NumPy's promotion.
  ///
  /// @throws DTypeException if they have no common order here
  static As common(Items one, Items other) {
    if (one.dtype() instanceof TimeType
        && DType.canonical(one.dtype()).equals(DType.canonical(other.dtype()))) {
      return As.TIMES;
    }
    if (one.dtype() instanceof ScalarType a
        && other.dtype() instanceof ScalarType b
        && NumberRange.has(a.kind())
        && NumberRange.has(b.kind())) {
      return common(a.kind(), b.kind());
    }
    throw new DTypeException(
        "items of "
            + one.dtype()
            + " of "
            + one.backing().name()
            + " and of "
            + other.dtype()
            + " of "
            + other.backing().name()
            + " have no common order here");
  }

  private static As common(ScalarKind a, ScalarKind b) {
    if (a.isFloat() || b.isFloat()) {
      return As.DOUBLES;
    }
    if (a != ScalarKind.UINT64 && b != ScalarKind.UINT64) {
      return As.LONGS;
    }
    return isSigned(a) || isSigned(b) ? As.DOUBLES : As.UNSIGNED;
  }

  private static boolean isSigned(ScalarKind kind) {
    return kind.isInteger() && !kind.isUnsigned();
  }

  /// @param n at most [#MOST]
  void read(long[] places, int n, long[] keys) {
    reader.read(places, 0, n, 0);
    if (as == As.DOUBLES) {
      numbers.doubles(packed, 0, itemsize, n, doubles, 0);
      for (int i = 0; i < n; i++) {
        keys[i] = key(doubles[i]);
      }
      return;
    }
    numbers.bits(packed, 0, itemsize, n, keys, 0);
    if (as == As.UNSIGNED) {
      for (int i = 0; i < n; i++) {
        keys[i] ^= Long.MIN_VALUE;
      }
    } else if (as == As.TIMES) {
      // The lowest long is the time that is none.
      for (int i = 0; i < n; i++) {
        keys[i]--;
      }
    }
  }

  private static long key(double value) {
    if (Double.isNaN(value)) {
      return Long.MAX_VALUE;
    }
    // Adding zero makes one of the two zeros.
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
