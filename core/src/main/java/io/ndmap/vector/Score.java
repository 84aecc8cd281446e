package io.ndmap.vector;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;

/// A score of a row against a vector.
public enum Score {

  /// The dot product.
  PRODUCT,

  /// The square of the Euclidean distance.
  SQUARED_DISTANCE;

  /// Computes floating-point scores.
  interface Loop {

    /// @param at byte offset of the first element of the row
    /// @param to byte offset of the first element of the vector
    /// @param count how many elements there are
    double of(MemorySegment row, long at, MemorySegment vector, long to, int count);
  }

  /// Computes 64-bit integer scores.
  interface LongLoop {

    /// Parameters as for [Loop#of].
    long of(MemorySegment row, long at, MemorySegment vector, long to, int count);
  }

  /// The end of the message for several vectors, with the remedy.
  String forSeveral() {
    return switch (this) {
      case PRODUCT -> "; use matmul or largestProductsWithEach for several";
      case SQUARED_DISTANCE ->
          "; use nearestToEach, or squaredDistances with each of them, such as b.index(0, k)";
    };
  }

  /// The loop over floating-point numbers.
  ///
  /// @param kind [ScalarKind#FLOAT32] or [ScalarKind#FLOAT64]
  Loop floating(ScalarKind kind) {
    boolean single = kind == ScalarKind.FLOAT32;
    return switch (this) {
      case PRODUCT -> single ? DotProducts::floats : DotProducts::doubles;
      case SQUARED_DISTANCE -> single ? Distances::floats : Distances::doubles;
    };
  }

  /// The loop over 64-bit integers.
  LongLoop whole() {
    return this == PRODUCT ? DotProducts::longs : Distances::longs;
  }
}
