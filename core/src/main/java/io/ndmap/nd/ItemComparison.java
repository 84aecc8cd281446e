package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.EqualBits;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Compares the items of two parts of one shape. Adjacent items of one kind are first compared by
/// their bits, as they stand; where that does not settle it, and for all others, the items are
/// copied to the heap block by block and compared there, each as the kind demands.
abstract sealed class ItemComparison {

  /// Items of a block: two of them stay in the second-level cache.
  private static final int BLOCK = 8192;

  final NdView<?> first;
  final NdView<?> second;
  final int most;

  private ItemComparison(NdView<?> first, NdView<?> second) {
    this.first = first;
    this.second = second;
    this.most = (int) Math.min(BLOCK, first.itemCount());
  }

  /// Whether all items are equal.
  ///
  /// @param nanEqual as in [NdView#contentEquals(NdView, boolean)]
  final boolean isEqual(boolean nanEqual) {
    return hasEqualBits(nanEqual) || isEqual(first.strided, second.strided);
  }

  /// Whether the items are known to be equal by their bits.
  private boolean hasEqualBits(boolean nanEqual) {
    long bytes = first.itemCount() * first.itemsize;
    if (bytes < Long.BYTES
        || bytes > Integer.MAX_VALUE
        || first.heap
        || second.heap
        || !first.isContiguous(Order.C)
        || !second.isContiguous(Order.C)
        || !first
            .dtype
            .withByteOrder(ByteOrder.LITTLE_ENDIAN)
            .equals(second.dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN))) {
      return false;
    }
    ScalarKind kind =
        first.dtype instanceof ScalarType scalar ? scalar.kind().part() : ScalarKind.INT64;
    boolean any = nanEqual || !(kind.isFloat() || first.dtype instanceof TimeType);
    boolean nanFound = kind.isFloat() && !(first.big && second.big);
    if (kind == ScalarKind.LONGDOUBLE || !(any || nanFound)) {
      return false;
    }
    int swap = first.big == second.big ? 1 : kind.itemsize();
    EqualBits bits = any ? EqualBits.of(swap) : EqualBits.ofFloats(swap, kind.itemsize());
    NdView<?> little = first.big ? second : first;
    NdView<?> other = first.big ? first : second;
    return bits.test(little.segment, little.base, other.segment, other.base, (int) bytes);
  }

  private boolean isEqual(Strided one, Strided two) {
    Shape shape = one.shape();
    if (shape.itemCount() <= most) {
      return isBlockEqual(first.at(one), second.at(two), (int) shape.itemCount());
    }
    long rows = most / (shape.itemCount() / shape.size(0));
    for (long i = 0; i < shape.size(0); i += Math.max(1, rows)) {
      boolean equal =
          rows == 0
              ? isEqual(one.index(0, i), two.index(0, i))
              : isEqual(one.slice(0, i, i + rows, 1), two.slice(0, i, i + rows, 1));
      if (!equal) {
        return false;
      }
    }
    return true;
  }

  abstract boolean isBlockEqual(NdView<?> one, NdView<?> two, int count);

  /// Items of one dtype but for their byte order, of which equal ones have equal bits.
  static final class OfBytes extends ItemComparison {
    private final byte[] ones;
    private final byte[] twos;

    OfBytes(NdView<?> first, NdView<?> second) {
      super(first, second);
      this.ones = new byte[most * first.itemsize];
      this.twos = new byte[most * first.itemsize];
    }

    @Override
    boolean isBlockEqual(NdView<?> one, NdView<?> two, int count) {
      copy(one, ones);
      copy(two, twos);
      int length = count * one.itemsize;
      return Arrays.equals(ones, 0, length, twos, 0, length);
    }

    private static void copy(NdView<?> view, byte[] target) {
      view.copyTo(
          NdView.of(
              MemorySegment.ofArray(target),
              view.dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN),
              view.shape(),
              Order.C,
              Backing.MEMORY));
    }
  }

  /// Integers, booleans and times.
  static final class OfLongs extends ItemComparison {
    private final long[] ones;
    private final long[] twos;
    private final boolean crossing;
    private final boolean unequal;
    private final long never;

    /// @param never a value that is not even equal to itself, or `null`
    OfLongs(NdView<?> first, NdView<?> second, @Nullable Long never) {
      super(first, second);
      this.ones = new long[most];
      this.twos = new long[most];
      this.crossing = isUnsigned64(first) != isUnsigned64(second);
      this.unequal = never != null;
      this.never = never == null ? 0 : never;
    }

    private static boolean isUnsigned64(NdView<?> view) {
      return view.dtype instanceof ScalarType scalar && scalar.kind() == ScalarKind.UINT64;
    }

    @Override
    boolean isBlockEqual(NdView<?> one, NdView<?> two, int count) {
      Carried.longs(one, ones);
      Carried.longs(two, twos);
      if (!Arrays.equals(ones, 0, count, twos, 0, count)) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        // Equal bits of which one side reads the highest as a sign.
        if ((crossing && ones[i] < 0) || (unequal && ones[i] == never)) {
          return false;
        }
      }
      return true;
    }
  }

  /// Real numbers that a double holds, and 64-bit integers as their nearest doubles.
  static final class OfDoubles extends ItemComparison {
    private final double[] ones;
    private final double[] twos;
    private final boolean nanEqual;

    OfDoubles(NdView<?> first, NdView<?> second, boolean nanEqual) {
      super(first, second);
      this.ones = new double[most];
      this.twos = new double[most];
      this.nanEqual = nanEqual;
    }

    @Override
    boolean isBlockEqual(NdView<?> one, NdView<?> two, int count) {
      Carried.doubles(one, ones);
      Carried.doubles(two, twos);
      for (int i = 0; i < count; i++) {
        if (ones[i] != twos[i] && !(nanEqual && Double.isNaN(ones[i]) && Double.isNaN(twos[i]))) {
          return false;
        }
      }
      return true;
    }
  }

  /// Complex numbers; those with a NaN in either part are NaN.
  static final class OfComplex extends ItemComparison {
    private final double[] ones;
    private final double[] twos;
    private final double[] oneImaginary;
    private final double[] twoImaginary;
    private final boolean nanEqual;

    OfComplex(NdView<?> first, NdView<?> second, boolean nanEqual) {
      super(first, second);
      this.ones = new double[most];
      this.twos = new double[most];
      this.oneImaginary = new double[most];
      this.twoImaginary = new double[most];
      this.nanEqual = nanEqual;
    }

    @Override
    boolean isBlockEqual(NdView<?> one, NdView<?> two, int count) {
      read(one, ones, oneImaginary);
      read(two, twos, twoImaginary);
      for (int i = 0; i < count; i++) {
        boolean equal = ones[i] == twos[i] && oneImaginary[i] == twoImaginary[i];
        boolean nans =
            (Double.isNaN(ones[i]) || Double.isNaN(oneImaginary[i]))
                && (Double.isNaN(twos[i]) || Double.isNaN(twoImaginary[i]));
        if (!equal && !(nanEqual && nans)) {
          return false;
        }
      }
      return true;
    }

    /// The imaginary parts of real numbers stay what they were: 0.
    private static void read(NdView<?> view, double[] real, double[] imaginary) {
      Carried.doubles(view.real(), real);
      if (view instanceof ItemView) {
        Carried.doubles(view.imag(), imaginary);
      }
    }
  }

  /// What is compared item by item.
  abstract static sealed class OfItems extends ItemComparison {

    private OfItems(NdView<?> first, NdView<?> second) {
      super(first, second);
    }

    @Override
    final boolean isBlockEqual(NdView<?> one, NdView<?> two, int count) {
      boolean[] equal = {true};
      Strided[] layouts = {one.strided.newAxis(one.rank), two.strided.newAxis(two.rank)};
      Pass.forEachRun(
          layouts,
          (offsets, items) -> {
            for (int i = 0; i < items && equal[0]; i++) {
              equal[0] = isItemEqual(offsets[0], offsets[1]);
            }
          });
      return equal[0];
    }

    abstract boolean isItemEqual(long one, long two);
  }

  /// Times whose ticks differ in length, `NaT` among them.
  static final class OfTimes extends OfItems {
    private final TimeScale scale;
    private final boolean nanEqual;

    OfTimes(NdView<?> first, NdView<?> second, TimeScale scale, boolean nanEqual) {
      super(first, second);
      this.scale = scale;
      this.nanEqual = nanEqual;
    }

    @Override
    boolean isItemEqual(long one, long two) {
      long ticks = first.bitsAt(one);
      long others = second.bitsAt(two);
      if (ticks == TimeType.NOT_A_TIME || others == TimeType.NOT_A_TIME) {
        return nanEqual && ticks == others;
      }
      return scale.first().of(ticks).equals(scale.second().of(others));
    }
  }

  /// Numbers one of which is a long double, or complex of such.
  static final class OfLongDoubles extends OfItems {
    private final boolean nanEqual;

    OfLongDoubles(NdView<?> first, NdView<?> second, boolean nanEqual) {
      super(first, second);
      this.nanEqual = nanEqual;
    }

    @Override
    boolean isItemEqual(long one, long two) {
      BinaryFloat real = part(first, one, 0);
      BinaryFloat imaginary = part(first, one, 1);
      BinaryFloat otherReal = part(second, two, 0);
      BinaryFloat otherImaginary = part(second, two, 1);
      if (isNaN(real, imaginary) || isNaN(otherReal, otherImaginary)) {
        return nanEqual && isNaN(real, imaginary) && isNaN(otherReal, otherImaginary);
      }
      return isEqual(real, otherReal) && isEqual(imaginary, otherImaginary);
    }

    private static boolean isNaN(BinaryFloat real, BinaryFloat imaginary) {
      return real.category() == BinaryFloat.Category.NAN
          || imaginary.category() == BinaryFloat.Category.NAN;
    }

    private static boolean isEqual(BinaryFloat one, BinaryFloat two) {
      if (one.category() != two.category()) {
        return false;
      }
      if (one.isZero() && two.isZero()) {
        return true;
      }
      return one.negative() == two.negative()
          && (!one.isFinite() || one.compareMagnitude(two) == 0);
    }

    /// The real part, or the imaginary one, which is 0 in real numbers.
    static BinaryFloat part(NdView<?> view, long offset, int index) {
      if (!(view.dtype instanceof ScalarType scalar)) {
        throw new AssertionError(view.dtype + " is no number");
      }
      ScalarKind kind = scalar.kind().part();
      if (index > 0 && !scalar.kind().isComplex()) {
        return BinaryFloat.of(ScalarKind.FLOAT64, 0);
      }
      if (kind.isFloat()) {
        return ItemValue.binaryFloat(
            view.segment, offset + (long) index * kind.itemsize(), kind, view.big);
      }
      BigInteger value = ScalarBits.toBigInteger(kind, view.bitsAt(offset));
      return new BinaryFloat(
          ScalarKind.LONGDOUBLE,
          value.signum() < 0,
          BinaryFloat.Category.FINITE,
          value.abs().longValue(),
          0);
    }
  }
}
