package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;

/// Java arrays of one scalar type.
///
/// @param kind the scalar type
/// @param rows creates arrays of arrays
/// @param row creates an array
/// @param memory returns a heap segment over an array
/// @param <A> type of an array
public record NumberArrays<A>(
    ScalarKind kind, IntFunction<A[]> rows, IntFunction<A> row, Function<A, MemorySegment> memory) {

  public static final NumberArrays<double[]> DOUBLES =
      new NumberArrays<>(
          ScalarKind.FLOAT64, double[][]::new, double[]::new, MemorySegment::ofArray);
  public static final NumberArrays<float[]> FLOATS =
      new NumberArrays<>(ScalarKind.FLOAT32, float[][]::new, float[]::new, MemorySegment::ofArray);
  public static final NumberArrays<long[]> LONGS =
      new NumberArrays<>(ScalarKind.INT64, long[][]::new, long[]::new, MemorySegment::ofArray);
  public static final NumberArrays<int[]> INTS =
      new NumberArrays<>(ScalarKind.INT32, int[][]::new, int[]::new, MemorySegment::ofArray);

  /// Returns zeroed arrays of one length.
  ///
  /// @param count the number of arrays
  /// @param length the length of each array
  public A[] zeros(int count, int length) {
    A[] all = rows.apply(count);
    Arrays.setAll(all, _ -> row.apply(length));
    return all;
  }

  public int itemsize() {
    return kind.itemsize();
  }
}
