package io.ndmap.nd;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Whether two items of one layout share a byte.
///
/// Two items do so if and only if the differences of their positions, d, not all 0 and each below
/// the size of its axis, lead less than an itemsize far: |Σ d × stride| < itemsize. Layouts whose
/// axes are nested, as those of nearly all arrays, cannot have such a d; for others it is searched
/// for, axis by axis from the longest stride on, which leaves few choices to each axis as long as
/// the strides of the rest are short.
final class Overlap {

  /// The choices tried before the answer is "perhaps": some hundred microseconds.
  private static final int MOST_CHOICES = 1 << 16;

  private final long[] sizes;
  private final long[] strides;
  private final long[] reaches;
  private int choices;

  private Overlap(long[] sizes, long[] strides, long[] reaches) {
    this.sizes = sizes;
    this.strides = strides;
    this.reaches = reaches;
  }

  /// True also where it is not found out within a bounded number of steps.
  static boolean within(Strided layout, int itemsize) {
    if (itemsize == 0 || layout.shape().itemCount() < 2) {
      return false;
    }
    int[] axes =
        IntStream.range(0, layout.rank())
            .filter(k -> layout.shape().size(k) > 1)
            .boxed()
            .sorted(Comparator.comparingLong((Integer k) -> Math.abs(layout.stride(k))).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    long[] sizes = Arrays.stream(axes).mapToLong(layout.shape()::size).toArray();
    long[] strides = Arrays.stream(axes).mapToLong(k -> Math.abs(layout.stride(k))).toArray();
    // How far from one another two items can begin by the axes behind this one, and still meet.
    long[] reaches = new long[axes.length];
    long reach = itemsize - 1L;
    boolean nested = true;
    for (int k = axes.length - 1; k >= 0; k--) {
      reaches[k] = reach;
      nested &= strides[k] > reach;
      reach += (sizes[k] - 1) * strides[k];
      if (reach < 0) {
        return true;
      }
    }
    return !nested
        && (strides[axes.length - 1] < itemsize
            || new Overlap(sizes, strides, reaches).meets(0, 0, false));
  }

  /// Whether the axes from one on have differences that lead back to less than an itemsize.
  ///
  /// @param distance how far the differences chosen so far lead
  /// @param chosen whether one of them is not 0; else only positive ones are tried, as the negative
  ///   of a solution is one too
  private boolean meets(int axis, long distance, boolean chosen) {
    if (axis == sizes.length) {
      return chosen;
    }
    long stride = strides[axis];
    long most = sizes[axis] - 1;
    long low = chosen ? -Math.floorDiv(distance + reaches[axis], stride) : 0;
    long high = Math.floorDiv(reaches[axis] - distance, stride);
    for (long d = Math.max(-most, low); d <= Math.min(most, high); d++) {
      choices++;
      if (choices > MOST_CHOICES || meets(axis + 1, distance + d * stride, chosen || d != 0)) {
        return true;
      }
    }
    return false;
  }
}
