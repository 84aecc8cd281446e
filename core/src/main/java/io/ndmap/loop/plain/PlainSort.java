package io.ndmap.loop.plain;

import io.ndmap.loop.ArraySort;
import java.util.Arrays;

/// The JDK's sort. If an array consists of few ascending or descending runs, the JDK merges them.
///
/// @param <A> type of an array of numbers
public interface PlainSort<A> extends ArraySort<A> {

  PlainSort<byte[]> BYTES = Arrays::sort;
  PlainSort<short[]> SHORTS = Arrays::sort;
  PlainSort<char[]> CHARS = Arrays::sort;
  PlainSort<int[]> INTS = Arrays::sort;
  PlainSort<long[]> LONGS = Arrays::sort;

  /// Sorts a slice.
  void sort(A numbers, int from, int to);

  @Override
  default void sort(A numbers, int from, int slices, int length) {
    for (int slice = 0; slice < slices; slice++) {
      sort(numbers, from + slice * length, from + (slice + 1) * length);
    }
  }
}
