package io.ndmap.compare;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.CastingCopy;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Differences;
import io.ndmap.op.Execution;
import io.ndmap.op.Tolerance;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;

/// Counts and measures the differences of two arrays; see `NdView.differences` for the contract.
///
/// Equal parts are recognised by their bytes or by a mask. In a part with differences, both sides
/// are converted to one scalar type and the differing elements are subtracted one by one. A third
/// layout, whose offsets are C-order indices, yields the positions of the differences in any order
/// of traversal.
public final class DifferenceSearch {

  /// The type to which both sides are converted before they are subtracted.
  private enum DifferenceType {
    LONGS,
    DOUBLES,
    COMPLEX,
    /// Differences have no magnitude.
    NONE
  }

  private final Items one;
  private final Items two;
  private final Tolerance tolerance;
  private final DifferenceType type;

  private DifferenceSearch(Items first, Items second, Tolerance tolerance) {
    this.one = first;
    this.two = second;
    this.tolerance = tolerance;
    this.type = type(first.dtype(), second.dtype());
  }

  /// @throws IllegalArgumentException if the shapes differ
  /// @throws DTypeException if the elements cannot be compared, or are structures, or one side
  ///   holds numbers and the other timedeltas
  public static Differences of(Items first, Items second, Tolerance tolerance) {
    if (!first.shape().equals(second.shape())) {
      throw new IllegalArgumentException(
          "shapes %s of %s and %s of %s differ"
              .formatted(
                  first.shape(), first.backing().name(), second.shape(), second.backing().name()));
    }
    if (first.dtype() instanceof StructType) {
      throw new DTypeException(
          first.backing().name()
              + ": differences of structures are counted field by field; use field(name)");
    }
    ItemComparison.requireComparable(first, Comparison.EQUAL, second);
    if (first.isEmpty()) {
      return Differences.NONE;
    }
    if (first.dtype().getClass() != second.dtype().getClass()) {
      throw new DTypeException(
          "elements of " + first.dtype() + " and " + second.dtype() + " are never equal");
    }
    return new DifferenceSearch(first, second, tolerance).run();
  }

  private Differences run() {
    Strided positions = Strided.contiguous(one.shape(), 1, Order.C);
    Pass pass = Pass.of(one.strided(), two.strided(), positions);
    return Parts.of(one.execution(), pass, one, two)
        .reduce(pass.parts(), k -> part(pass.part(k)), DifferenceSearch::merge);
  }

  private static DifferenceType type(DType one, DType two) {
    if (one instanceof TimeType a && two instanceof TimeType b) {
      return a.unit() == b.unit() && a.multiple() == b.multiple()
          ? DifferenceType.LONGS
          : DifferenceType.NONE;
    }
    if (!(one instanceof ScalarType a && two instanceof ScalarType b)) {
      return DifferenceType.NONE;
    }
    if (a.kind().isComplex() || b.kind().isComplex()) {
      return DifferenceType.COMPLEX;
    }
    return isWhole(a) && isWhole(b) ? DifferenceType.LONGS : DifferenceType.DOUBLES;
  }

  private static boolean isWhole(ScalarType type) {
    return type.kind().isInteger() || type.kind() == ScalarKind.BOOL;
  }

  private Differences part(Strided[] part) {
    Items some = one.at(part[0]).on(Execution.SEQUENTIAL);
    Items others = two.at(part[1]).on(Execution.SEQUENTIAL);
    if (ContentEquality.ofPart(some, others, tolerance.nanEqual())) {
      return Differences.NONE;
    }
    byte[] equal = ContentEquality.equal(some, others, tolerance.nanEqual());
    Tally tally = new Tally(equal, numbers(some), numbers(others));
    long stride = Layouts.lastStride(part[2]);
    Pass.forEachRun(
        part,
        (at, count) -> {
          for (int k = 0; k < count; k++) {
            tally.next(at[2] + k * stride);
          }
        });
    return tally.result();
  }

  /// The elements of a part in C order, converted; two numbers for each complex element. Empty if
  /// differences have no magnitude.
  private long[] numbers(Items items) {
    if (type == DifferenceType.NONE) {
      return new long[0];
    }
    DType dtype =
        switch (type) {
          case DOUBLES -> DType.FLOAT64;
          case COMPLEX -> DType.COMPLEX128;
          default -> DType.INT64;
        };
    long[] numbers = new long[(int) items.itemCount() * (dtype.itemsize() / Long.BYTES)];
    Items source =
        items.dtype() instanceof TimeType time
            ? items.at(items.strided(), new ScalarType(ScalarKind.INT64, time.order()))
            : items;
    CastingCopy.copy(
        source,
        Items.of(MemorySegment.ofArray(numbers), dtype, items.shape(), Order.C),
        Casting.UNSAFE);
    return numbers;
  }

  /// Merges two parts. Ties go to the lower position, so that the order of parts does not matter.
  private static Differences merge(Differences a, Differences b) {
    if (a.count() == 0 || b.count() == 0) {
      return a.count() == 0 ? b : a;
    }
    Differences absolute =
        isBefore(
                a.largestAbsolute(),
                a.largestAbsoluteAt(),
                b.largestAbsolute(),
                b.largestAbsoluteAt())
            ? a
            : b;
    Differences relative =
        isBefore(
                a.largestRelative(),
                a.largestRelativeAt(),
                b.largestRelative(),
                b.largestRelativeAt())
            ? a
            : b;
    return new Differences(
        a.count() + b.count(),
        Math.min(a.first(), b.first()),
        absolute.largestAbsolute(),
        absolute.largestAbsoluteAt(),
        relative.largestRelative(),
        relative.largestRelativeAt());
  }

  private static boolean isBefore(double one, long at, double two, long otherAt) {
    return at >= 0 && (otherAt < 0 || one > two || (one == two && at < otherAt));
  }

  /// Accumulates the differences of a part, element by element.
  private final class Tally {

    private final byte[] equal;
    private final long[] a;
    private final long[] b;
    private final boolean isNumber = one.dtype() instanceof ScalarType;
    private int next;
    private long count;
    private long first = -1;
    private double absolute;
    private long absoluteAt = -1;
    private double relative;
    private long relativeAt = -1;

    Tally(byte[] equal, long[] a, long[] b) {
      this.equal = equal;
      this.a = a;
      this.b = b;
    }

    /// Accumulates the next element.
    ///
    /// @param position the element's C-order index in the array
    void next(long position) {
      int k = next++;
      if (equal[k] != 0) {
        return;
      }
      double difference = Double.NaN;
      double size = Double.NaN;
      switch (type) {
        case LONGS -> {
          if (!isNotATime(a[k], one.dtype()) && !isNotATime(b[k], two.dtype())) {
            difference = difference(a[k], isUnsigned(one), b[k], isUnsigned(two));
            size = isUnsigned(two) ? ScalarBits.unsignedToDouble(b[k]) : Math.abs((double) b[k]);
          }
        }
        case DOUBLES -> {
          double number = Double.longBitsToDouble(b[k]);
          difference = Math.abs(Double.longBitsToDouble(a[k]) - number);
          size = Math.abs(number);
        }
        case COMPLEX -> {
          double real = Double.longBitsToDouble(b[2 * k]);
          double imaginary = Double.longBitsToDouble(b[2 * k + 1]);
          difference =
              Math.hypot(
                  Double.longBitsToDouble(a[2 * k]) - real,
                  Double.longBitsToDouble(a[2 * k + 1]) - imaginary);
          size = Math.hypot(real, imaginary);
        }
        case NONE -> {}
      }
      if (!tolerance.isExact()
          && isNumber
          && Double.isFinite(size)
          && difference <= tolerance.absolute() + tolerance.relative() * size) {
        return;
      }
      count++;
      first = first < 0 ? position : Math.min(first, position);
      if (!Double.isNaN(difference) && isBefore(difference, position, absolute, absoluteAt)) {
        absolute = difference;
        absoluteAt = position;
      }
      double ratio = difference / size;
      if (isNumber
          && size > 0
          && !Double.isNaN(ratio)
          && isBefore(ratio, position, relative, relativeAt)) {
        relative = ratio;
        relativeAt = position;
      }
    }

    Differences result() {
      return new Differences(count, first, absolute, absoluteAt, relative, relativeAt);
    }
  }

  private static boolean isNotATime(long ticks, DType dtype) {
    return ticks == Long.MIN_VALUE && dtype instanceof TimeType;
  }

  private static boolean isUnsigned(Items items) {
    return items.dtype() instanceof ScalarType scalar && scalar.kind() == ScalarKind.UINT64;
  }

  /// The difference of two integers: rounded once, or, if one is at least 2⁶³ and the other
  /// negative, the sum of two rounded numbers.
  private static double difference(long a, boolean unsignedA, long b, boolean unsignedB) {
    boolean beyondA = unsignedA && a < 0;
    boolean beyondB = unsignedB && b < 0;
    if (beyondA == beyondB) {
      // The difference fits 64 unsigned bits.
      return ScalarBits.unsignedToDouble(a > b ? a - b : b - a);
    }
    long most = beyondA ? a : b;
    long other = beyondA ? b : a;
    return other >= 0
        ? ScalarBits.unsignedToDouble(most - other)
        : ScalarBits.unsignedToDouble(most) + ScalarBits.unsignedToDouble(-other);
  }
}
