package io.ndmap.compare;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Strided;
import io.ndmap.move.Runs;
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
import java.math.BigInteger;

/// Orders items that no Java type holds, one by one: text, long doubles, times of unlike units.
interface ItemOrdering {

  /// What is unordered: NaN, `NaT`.
  int NOWHERE = 2;

  /// Compares an item of one view with one of another.
  ///
  /// @param one where it is
  /// @param two where the other one is
  /// @return below 0, 0, or 1 for less, equal, or greater, else [#NOWHERE]
  int of(long one, long two);

  /// Makes it for two views.
  interface Maker {
    ItemOrdering of(Items first, Items second);
  }

  /// Tells of all items whether a relation holds.
  ///
  /// @param first of the mask's shape
  /// @param second of the mask's shape
  static void tell(
      Items first,
      Items second,
      Maker maker,
      Comparison relation,
      Items mask,
      Execution execution) {
    if (mask.itemCount() == 0) {
      return;
    }
    ItemOrdering standing = maker.of(first, second);
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
              byte[] told = new byte[(int) part[0].shape().size(last)];
              MemorySegment from = MemorySegment.ofArray(told);
              Pass.forEachRun(
                  part,
                  (at, count) -> {
                    for (int i = 0; i < count; i++) {
                      int found = standing.of(at[1] + i * stride, at[2] + i * otherStride);
                      told[i] = (byte) (holds(relation, found) ? 1 : 0);
                    }
                    Runs.copy(from, 0, 1, mask.segment(), at[0], step, count, 1, false);
                  });
            });
  }

  /// Times on one scale.
  static ItemOrdering ofTimes(Items first, Items second, TimeScale scale) {
    return (one, two) -> {
      long ticks = first.bitsAt(one);
      long others = second.bitsAt(two);
      if (ticks == TimeType.NOT_A_TIME || others == TimeType.NOT_A_TIME) {
        return NOWHERE;
      }
      return scale.first().of(ticks).compareTo(scale.second().of(others));
    };
  }

  /// Numbers one of which is a long double, or complex of such: by their real parts, and by their
  /// imaginary ones where those are equal.
  static ItemOrdering ofLongDoubles(Items first, Items second) {
    return (one, two) -> {
      int real = standing(part(first, one, 0), part(second, two, 0));
      BinaryFloat imaginary = part(first, one, 1);
      BinaryFloat other = part(second, two, 1);
      if (real == 0) {
        return standing(imaginary, other);
      }
      return isNaN(imaginary) || isNaN(other) ? NOWHERE : real;
    };
  }

  /// The real part, or the imaginary one, which is 0 in real numbers.
  private static BinaryFloat part(Items view, long offset, int index) {
    if (!(view.dtype() instanceof ScalarType scalar)) {
      throw new AssertionError(view.dtype() + " is no number");
    }
    ScalarKind kind = scalar.kind().part();
    if (index > 0 && !scalar.kind().isComplex()) {
      return BinaryFloat.of(ScalarKind.FLOAT64, 0);
    }
    if (kind.isFloat()) {
      return ItemValue.binaryFloat(
          view.segment(), offset + (long) index * kind.itemsize(), kind, view.isBigEndian());
    }
    BigInteger value = ScalarBits.toBigInteger(kind, view.bitsAt(offset));
    return new BinaryFloat(
        ScalarKind.LONGDOUBLE,
        value.signum() < 0,
        BinaryFloat.Category.FINITE,
        value.abs().longValue(),
        0);
  }

  private static boolean isNaN(BinaryFloat number) {
    return number.category() == BinaryFloat.Category.NAN;
  }

  private static int standing(BinaryFloat one, BinaryFloat two) {
    if (isNaN(one) || isNaN(two)) {
      return NOWHERE;
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

  /// Text by its units, bytes by themselves, both without sign; what is shorter goes on with NULs,
  /// as NumPy's does.
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

  /// Voids of one length: equal, or in no relation.
  static ItemOrdering ofVoids(Items first, Items second) {
    int length = first.dtype().itemsize();
    MemorySegment ones = first.segment();
    MemorySegment twos = second.segment();
    return (one, two) -> {
      for (int k = 0; k < length; k++) {
        if (ones.get(ValueLayout.JAVA_BYTE, one + k) != twos.get(ValueLayout.JAVA_BYTE, two + k)) {
          return NOWHERE;
        }
      }
      return 0;
    };
  }

  /// The units of an item of text.
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
      default -> throw new AssertionError(view.dtype() + " is no text");
    };
  }

  /// Whether the order of two items is that.
  ///
  /// @param order below 0, 0, or above
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
