package io.ndmap.memory;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Java arrays for the temporary numbers of one operation. A few arrays of 2¹⁰ to 2²⁰ elements are
/// kept for reuse by soft references, because a new array must be cleared, and its memory is rarely
/// in the cache.
///
/// @param <A> type of an array of numbers
public final class SpareArrays<A> {

  /// Arrays of `long`.
  public static final SpareArrays<long[]> LONGS =
      new SpareArrays<>(long[]::new, array -> array.length);

  /// Arrays of `int`.
  public static final SpareArrays<int[]> INTS =
      new SpareArrays<>(int[]::new, array -> array.length);

  /// The number of arrays that are kept.
  private static final int KEPT = 4;

  private static final int LONGEST = 1 << 20;
  private static final int SHORTEST = 1 << 10;

  private final IntFunction<A> make;
  private final ToIntFunction<A> length;
  private final AtomicReferenceArray<@Nullable SoftReference<A>> kept =
      new AtomicReferenceArray<>(KEPT);

  private SpareArrays(IntFunction<A> make, ToIntFunction<A> length) {
    this.make = make;
    this.length = length;
  }

  /// Returns an array with undefined content.
  ///
  /// @param least the minimum number of elements
  /// @return the array, which may be longer
  public A take(int least) {
    if (isKept(least)) {
      for (int i = 0; i < KEPT; i++) {
        SoftReference<A> reference = kept.getAndSet(i, null);
        A array = reference == null ? null : reference.get();
        // Shorter arrays are dropped, so that the new array can be kept instead.
        if (array != null && length.applyAsInt(array) >= least) {
          return array;
        }
      }
    }
    return make.apply(least);
  }

  /// Keeps an array for reuse, unless four arrays are kept already, or its length is out of range.
  ///
  /// @param array an array from [#take], no longer used by the caller
  public void giveBack(A array) {
    if (isKept(length.applyAsInt(array))) {
      SoftReference<A> reference = new SoftReference<>(array);
      for (int i = 0; i < KEPT && !kept.compareAndSet(i, null, reference); i++) {}
    }
  }

  private static boolean isKept(int length) {
    return length >= SHORTEST && length <= LONGEST;
  }
}
