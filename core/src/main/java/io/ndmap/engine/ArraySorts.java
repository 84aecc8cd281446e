package io.ndmap.engine;

import io.ndmap.loop.ArraySort;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.plain.PlainSort;
import java.util.stream.Stream;

/// Sorts of Java arrays of integers. The sorts use vectors once they are warm.
public final class ArraySorts {

  public static final ArraySort<long[]> LONGS = warmed(NumberArrays.LONGS, PlainSort.LONGS);
  public static final ArraySort<int[]> INTS = warmed(NumberArrays.INTS, PlainSort.INTS);

  private ArraySorts() {}

  private static <A> ArraySort<A> warmed(NumberArrays<A> arrays, ArraySort<A> plain) {
    return Vectors.ENABLED ? new WarmedSort<>(arrays, plain) : plain;
  }

  /// Returns the names of the sorts that already use vectors.
  static Stream<String> byVectors() {
    return Stream.of(LONGS, INTS)
        .filter(sort -> sort instanceof WarmedSort<?> warmed && warmed.isWarm())
        .map(Object::toString);
  }
}
