package io.ndmap.picture;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TimeType;
import io.ndmap.nd.NdView;
import io.ndmap.op.ComplexPart;

/// Converts elements to the numbers that are drawn.
final class NumbersOf {

  private NumbersOf() {}

  /// @throws DTypeException if the elements are not numbers, booleans or times
  static void require(NdView<?> items) {
    DType dtype = items.dtype();
    if (!(dtype instanceof TimeType || dtype instanceof ScalarType)) {
      throw new DTypeException(
          "elements of "
              + dtype
              + " are not numbers and have no picture"
              + (dtype instanceof StructType ? "; use field(name) first" : ""));
    }
  }

  /// The elements of a box in C order, as numbers. NaT becomes NaN.
  static double[] numbers(NdView<?> box, ComplexPart part) {
    if (box.dtype() instanceof TimeType) {
      return box.longs().mapToDouble(t -> t == Long.MIN_VALUE ? Double.NaN : t).toArray();
    }
    if (box.dtype() instanceof ScalarType scalar && scalar.kind().isComplex()) {
      double[] real = box.real().doubles().toArray();
      double[] imag = box.imag().doubles().toArray();
      double[] numbers = new double[real.length];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] =
            switch (part) {
              case MAGNITUDE -> Math.hypot(real[i], imag[i]);
              case REAL -> real[i];
              case IMAG -> imag[i];
              case PHASE -> Math.atan2(imag[i], real[i]);
            };
      }
      return numbers;
    }
    return box.doubles().toArray();
  }
}
