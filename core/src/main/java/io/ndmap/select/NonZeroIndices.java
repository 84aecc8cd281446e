package io.ndmap.select;

import io.ndmap.compare.Masks;
import io.ndmap.layout.Box;
import io.ndmap.pass.Items;
import java.util.ArrayList;
import java.util.List;

/// Finds the indices of the non-zero elements, for each axis, in C order (`np.nonzero`).
public final class NonZeroIndices {

  private NonZeroIndices() {}

  /// Returns one array of indices for each axis. For arrays of booleans,
  /// [MaskSelection#coordinates] needs no additional mask.
  ///
  /// @throws IllegalArgumentException if there are more indices than a Java array can hold
  public static long[][] of(Items view) {
    List<long[][]> parts = new ArrayList<>();
    long[] count = {0};
    MaskWindows.forEach(
        view,
        Masks::nonZero,
        (box, _, mask) -> {
          long[][] part = MaskSelection.coordinates(mask, view.execution());
          count[0] += part[0].length;
          if (count[0] > MaskSelection.MAX_INDICES) {
            parts.clear();
          } else {
            parts.add(moved(part, box));
          }
        });
    if (count[0] > MaskSelection.MAX_INDICES) {
      throw MaskSelection.tooMany(view, count[0]);
    }
    return parts.size() == 1 ? parts.getFirst() : joined(view.rank(), (int) count[0], parts);
  }

  private static long[][] moved(long[][] indices, Box box) {
    for (int axis = 0; axis < indices.length; axis++) {
      long start = box.start(axis);
      if (start > 0) {
        for (int i = 0; i < indices[axis].length; i++) {
          indices[axis][i] += start;
        }
      }
    }
    return indices;
  }

  private static long[][] joined(int rank, int count, List<long[][]> parts) {
    long[][] all = new long[rank][count];
    for (int axis = 0; axis < rank; axis++) {
      int at = 0;
      for (long[][] part : parts) {
        System.arraycopy(part[axis], 0, all[axis], at, part[axis].length);
        at += part[axis].length;
      }
    }
    return all;
  }
}
