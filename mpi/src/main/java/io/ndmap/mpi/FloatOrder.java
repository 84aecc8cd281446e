package io.ndmap.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.ndmap.mpi.library.MpiType;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Maps floating-point numbers to integers of the same order, so that MIN and MAX have the same
/// result on all ranks. MPI does not define the result for a NaN, and MPICH returns different
/// results to different ranks.
///
/// @param type the type of the numbers
/// @param largest whether the operation is MAX; a NaN then becomes the largest integer, otherwise
///   the smallest
record FloatOrder(MpiType type, boolean largest) {

  /// Returns the mapping for an operation.
  ///
  /// @return the mapping; null if the library's own operation is used
  static @Nullable FloatOrder of(MpiType type, ReduceOp op) {
    boolean extreme = op == ReduceOp.MIN || op == ReduceOp.MAX;
    return extreme && (type == MpiType.FLOAT || type == MpiType.DOUBLE)
        ? new FloatOrder(type, op == ReduceOp.MAX)
        : null;
  }

  /// The type of the integers.
  MpiType integers() {
    return type == MpiType.FLOAT ? MpiType.INT32_T : MpiType.INT64_T;
  }

  /// Replaces numbers by integers, in place.
  void encode(MemorySegment numbers) {
    if (type == MpiType.FLOAT) {
      for (long at = 0; at < numbers.byteSize(); at += Float.BYTES) {
        int bits = numbers.get(JAVA_INT, at);
        int nan = largest ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        numbers.set(JAVA_INT, at, Float.isNaN(Float.intBitsToFloat(bits)) ? nan : flipped(bits));
      }
    } else {
      for (long at = 0; at < numbers.byteSize(); at += Double.BYTES) {
        long bits = numbers.get(JAVA_LONG, at);
        long nan = largest ? Long.MAX_VALUE : Long.MIN_VALUE;
        numbers.set(
            JAVA_LONG, at, Double.isNaN(Double.longBitsToDouble(bits)) ? nan : flipped(bits));
      }
    }
  }

  /// Replaces integers by numbers, in place. The integers that stand for NaN become the canonical
  /// NaN.
  void decode(MemorySegment integers) {
    if (type == MpiType.FLOAT) {
      for (long at = 0; at < integers.byteSize(); at += Float.BYTES) {
        float number = Float.intBitsToFloat(flipped(integers.get(JAVA_INT, at)));
        integers.set(JAVA_INT, at, Float.floatToIntBits(number));
      }
    } else {
      for (long at = 0; at < integers.byteSize(); at += Double.BYTES) {
        double number = Double.longBitsToDouble(flipped(integers.get(JAVA_LONG, at)));
        integers.set(JAVA_LONG, at, Double.doubleToLongBits(number));
      }
    }
  }

  /// Flips all bits of a negative number except the sign: without this, larger bits would mean a
  /// smaller number.
  private static int flipped(int bits) {
    return bits < 0 ? bits ^ Integer.MAX_VALUE : bits;
  }

  private static long flipped(long bits) {
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }
}
