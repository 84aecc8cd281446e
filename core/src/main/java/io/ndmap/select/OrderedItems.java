package io.ndmap.select;

import io.ndmap.compare.NumberRange;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.pass.Items;
import io.ndmap.value.CarrierBlock;
import io.ndmap.value.ScalarBits;
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

  private final As as;
  private final ScalarKind kind;
  private final int itemsize;
  private final AtomReader reader;
  private final CarrierBlock block;

  /// @param as what [#common] has found
  OrderedItems(Items view, As as) {
    this.as = as;
    this.kind = view.dtype() instanceof ScalarType scalar ? scalar.kind() : ScalarKind.INT64;
    this.itemsize = view.dtype().itemsize();
    long[] room = new long[CarrierBlock.LENGTH * itemsize / Long.BYTES];
    MemorySegment packed = MemorySegment.ofArray(room);
    this.reader = new AtomReader(view.segment(), packed, itemsize, CarrierBlock.LENGTH);
    this.block = new CarrierBlock(packed, itemsize, view.isBigEndian());
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

  /// @param n at most the length of a [CarrierBlock]
  void read(long[] places, int n, long[] keys) {
    reader.read(places, 0, n, 0);
    boolean unsigned = kind.isUnsigned();
    long[] bits = block.longs(0, itemsize, n, unsigned);
    if (kind == ScalarKind.BOOL) {
      for (int i = 0; i < n; i++) {
        bits[i] = bits[i] == 0 ? 0 : 1;
      }
    }
    switch (as) {
      case LONGS -> System.arraycopy(bits, 0, keys, 0, n);
      case UNSIGNED -> {
        for (int i = 0; i < n; i++) {
          keys[i] = bits[i] ^ Long.MIN_VALUE;
        }
      }
      case DOUBLES -> doubles(bits, n, keys);
      case TIMES -> {
        // The lowest long is the time that is none.
        for (int i = 0; i < n; i++) {
          keys[i] = bits[i] - 1;
        }
      }
    }
  }

  private void doubles(long[] bits, int n, long[] keys) {
    if (kind == ScalarKind.FLOAT64) {
      for (int i = 0; i < n; i++) {
        keys[i] = key(Double.longBitsToDouble(bits[i]));
      }
    } else {
      for (int i = 0; i < n; i++) {
        keys[i] = key(ScalarBits.toDouble(kind, bits[i]));
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
