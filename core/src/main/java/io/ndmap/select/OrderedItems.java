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

/// Reads scattered elements of a view as **keys**: longs that have the same order as the elements.
/// As in NumPy, NaN and `NaT` come last. For one thread.
final class OrderedItems {

  /// The compute type of comparisons.
  enum As {
    /// 64-bit signed integers.
    LONGS,
    /// 64-bit unsigned integers.
    UNSIGNED,
    /// Doubles, to which integers are rounded.
    DOUBLES,
    /// Ticks of times.
    TIMES
  }

  /// The maximum number of elements that are read at once: they stay in the L1 cache.
  static final int MOST = 1024;

  private final As as;
  private final int itemsize;
  private final MemorySegment packed;
  private final AtomReader reader;
  private final RealReader numbers;
  private final double[] doubles;

  /// @param as the result of [#common]
  OrderedItems(Items view, As as) {
    this.as = as;
    this.itemsize = view.itemsize();
    this.packed = MemorySegment.ofArray(new long[MOST * itemsize / Long.BYTES]);
    this.reader = new AtomReader(view.segment(), packed, itemsize, MOST);
    this.numbers = new RealReader(view.kind(), view.isBigEndian());
    this.doubles = new double[as == As.DOUBLES ? MOST : 0];
  }

  /// Returns how the elements of two arrays are compared, by NumPy's promotion.
  ///
  /// @throws DTypeException if the elements have no common order that this class supports
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
        "searchSorted cannot compare elements of %s (%s) with elements of %s (%s)"
            .formatted(one.dtype(), one.backing().name(), other.dtype(), other.backing().name()));
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

  /// Reads the keys of elements.
  ///
  /// @param offsets the byte offsets of the elements
  /// @param n the number of elements, at most [#MOST]
  /// @param keys receives the keys, from index 0 on
  void read(long[] offsets, int n, long[] keys) {
    reader.read(offsets, 0, n, 0);
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
      // Subtracting 1 turns `NaT`, the lowest long, into the highest.
      for (int i = 0; i < n; i++) {
        keys[i]--;
      }
    }
  }

  private static long key(double value) {
    if (Double.isNaN(value)) {
      return Long.MAX_VALUE;
    }
    // Adding 0.0 turns -0.0 into 0.0.
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
