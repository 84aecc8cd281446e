package io.ndmap.compare;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Strided;
import io.ndmap.move.RunCopy;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.value.BinaryFloat;
import io.ndmap.value.ItemValue;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.TimeScale;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compares, one by one, elements for which there is no loop: text, bytes, void, long doubles, and
/// times of different units.
interface ItemOrdering {

  /// Unordered, as NaN and `NaT` are.
  int UNORDERED = 2;

  /// Compares an element of one view with an element of another.
  ///
  /// @param one byte offset of the first element
  /// @param two byte offset of the second element
  /// @return below 0, 0 or 1 for less, equal or greater, else [#UNORDERED]
  int of(long one, long two);

  /// Makes the ordering of two views.
  interface Maker {
    ItemOrdering of(Items first, Items second);
  }

  /// Computes the mask of the elements for which a relation holds.
  ///
  /// @param first a view of the mask's shape
  /// @param second a view of the mask's shape
  static void compare(
      Items first,
      Items second,
      Maker maker,
      Comparison relation,
      Items mask,
      Execution execution) {
    if (mask.itemCount() == 0) {
      return;
    }
    ItemOrdering ordering = maker.of(first, second);
    Pass pass = Pass.of(mask.strided(), first.strided(), second.strided());
    Parts.of(execution, pass, mask, first, second)
        .run(
            pass.parts(),
            k -> {
              Strided[] part = pass.part(k);
              int last = part[0].rank() - 1;
              long step = part[0].stride(last);
              long stride = part[1].stride(last);
              long otherStride = part[2].stride(last);
              byte[] flags = new byte[(int) part[0].shape().size(last)];
              MemorySegment from = MemorySegment.ofArray(flags);
              Pass.forEachRun(
                  part,
                  (at, count) -> {
                    for (int i = 0; i < count; i++) {
                      int found = ordering.of(at[1] + i * stride, at[2] + i * otherStride);
                      flags[i] = (byte) (holds(relation, found) ? 1 : 0);
                    }
                    RunCopy.copy(from, 0, 1, mask.segment(), at[0], step, count, 1, false);
                  });
            });
  }

  /// Orders times on a common scale.
  static ItemOrdering ofTimes(Items first, Items second, TimeScale scale) {
    return (one, two) -> {
      long ticks = first.bitsAt(one);
      long others = second.bitsAt(two);
      if (ticks == TimeType.NOT_A_TIME || others == TimeType.NOT_A_TIME) {
        return UNORDERED;
      }
      return scale.first().of(ticks).compareTo(scale.second().of(others));
    };
  }

  /// Orders numbers by their real parts and then by their imaginary parts; at least one side has
  /// (complex) long doubles.
  static ItemOrdering ofLongDoubles(Items first, Items second) {
    return (one, two) -> {
      int real = order(part(first, one, 0), part(second, two, 0));
      BinaryFloat imaginary = part(first, one, 1);
      BinaryFloat other = part(second, two, 1);
      if (real == 0) {
        return order(imaginary, other);
      }
      return isNaN(imaginary) || isNaN(other) ? UNORDERED : real;
    };
  }

  /// The real part (index 0) or the imaginary part (index 1) of an element. The imaginary part of a
  /// real number is 0.
  private static BinaryFloat part(Items view, long offset, int index) {
    if (!(view.dtype() instanceof ScalarType scalar)) {
      throw new AssertionError(view.dtype() + " is not a number");
    }
    ScalarKind kind = scalar.kind().part();
    if (index > 0 && !scalar.kind().isComplex()) {
      return BinaryFloat.of(ScalarKind.FLOAT64, 0);
    }
    if (kind.isFloat()) {
      return ItemValue.binaryFloat(
          view.segment(), offset + (long) index * kind.itemsize(), kind, view.isBigEndian());
    }
    return BinaryFloat.of(ScalarBits.toBigInteger(kind, view.bitsAt(offset)));
  }

  private static boolean isNaN(BinaryFloat number) {
    return number.category() == BinaryFloat.Category.NAN;
  }

  private static int order(BinaryFloat one, BinaryFloat two) {
    if (isNaN(one) || isNaN(two)) {
      return UNORDERED;
    }
    if (one.isZero() && two.isZero()) {
      return 0;
    }
    int sign = sign(one);
    if (sign != sign(two)) {
      return sign < sign(two) ? -1 : 1;
    }
    return sign * magnitude(one, two);
  }

  private static int sign(BinaryFloat number) {
    if (number.isZero()) {
      return 0;
    }
    return number.negative() ? -1 : 1;
  }

  private static int magnitude(BinaryFloat one, BinaryFloat two) {
    if (one.isFinite() && two.isFinite()) {
      return one.compareMagnitude(two);
    }
    return Boolean.compare(two.isFinite(), one.isFinite());
  }

  /// Orders text by code units and byte strings by bytes, both unsigned; the shorter text is padded
  /// with NULs, as in NumPy.
  static ItemOrdering ofText(Items first, Items second) {
    Units ones = units(first);
    Units twos = units(second);
    int length = length(first);
    int other = length(second);
    int most = Math.max(length, other);
    return (one, two) -> {
      for (int k = 0; k < most; k++) {
        int a = k < length ? ones.at(one, k) : 0;
        int b = k < other ? twos.at(two, k) : 0;
        if (a != b) {
          return Integer.compareUnsigned(a, b);
        }
      }
      return 0;
    };
  }

  /// Compares voids of the same length. The result is 0 or [#UNORDERED].
  static ItemOrdering ofVoids(Items first, Items second) {
    int length = first.dtype().itemsize();
    MemorySegment ones = first.segment();
    MemorySegment twos = second.segment();
    return (one, two) -> {
      for (int k = 0; k < length; k++) {
        if (ones.get(ValueLayout.JAVA_BYTE, one + k) != twos.get(ValueLayout.JAVA_BYTE, two + k)) {
          return UNORDERED;
        }
      }
      return 0;
    };
  }

  /// Reads the code units of text elements.
  interface Units {
    int at(long item, int unit);
  }

  private static Units units(Items view) {
    MemorySegment segment = view.segment();
    if (view.dtype() instanceof TextType text) {
      ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED.withOrder(text.order());
      return (item, unit) -> segment.get(layout, item + (long) unit * TextType.UNIT);
    }
    return (item, unit) -> segment.get(ValueLayout.JAVA_BYTE, item + unit) & 0xff;
  }

  private static int length(Items view) {
    return switch (view.dtype()) {
      case TextType text -> text.length();
      case BytesType bytes -> bytes.itemsize();
      default -> throw new AssertionError(view.dtype() + " is not text");
    };
  }

  /// Whether a relation holds.
  ///
  /// @param order as returned by [#of]
  private static boolean holds(Comparison how, int order) {
    return switch (how) {
      case LESS -> order < 0;
      case LESS_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }
}
