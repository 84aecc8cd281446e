package io.ndmap.vector;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;

/// A sum that is computed of a row and a vector; of doubles it is their bits.
public enum Score {

  /// The dot product.
  PRODUCT,

  /// The square of the Euclidean distance.
  SQUARED_DISTANCE;

  /// The score of some items of a row.
  interface Loop {

    /// @param at byte offset of the first item of the row
    /// @param to byte offset of the first item of the vector
    /// @param count how many items there are
    double of(MemorySegment row, long at, MemorySegment vector, long to, int count);
  }

  /// The score of integers, in 64 bits.
  interface LongLoop {

    /// Parameters as for [Loop#of].
    long of(MemorySegment row, long at, MemorySegment vector, long to, int count);
  }

  /// The remedy where there is more than one vector: the end of a message.
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
      case PRODUCT -> single ? Products::floats : Products::doubles;
      case SQUARED_DISTANCE -> single ? Distances::floats : Distances::doubles;
    };
  }

  /// The loop over integers of 64 bits.
  LongLoop whole() {
    return this == PRODUCT ? Products::longs : Distances::longs;
  }
}
