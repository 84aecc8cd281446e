package io.ndmap.axes;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.Arrays;

/// The axes that loops over several layouts of one shape run along, item by item: as few and as
/// long ones as all layouts allow.
public final class LoopAxes {

  private LoopAxes() {}

  /// The same items in the same order: axes of one item are left out, neighbours merged where they
  /// lie without gaps in all layouts. At least one axis is left.
  ///
  /// @param layouts of one shape
  public static Strided[] merged(Strided... layouts) {
    Shape shape = layouts[0].shape();
    long[] sizes = new long[Math.max(1, shape.rank())];
    long[][] strides = new long[layouts.length][sizes.length];
    int count = 0;
    for (int axis = 0; axis < shape.rank(); axis++) {
      long size = shape.size(axis);
      if (size == 1) {
        continue;
      }
      if (count > 0 && continues(layouts, axis, strides, count - 1)) {
        sizes[count - 1] *= size;
      } else {
        sizes[count++] = size;
      }
      for (int k = 0; k < layouts.length; k++) {
        strides[k][count - 1] = layouts[k].stride(axis);
      }
    }
    if (count == 0) {
      sizes[count++] = 1;
    }
    Shape fewer = Shape.of(Arrays.copyOf(sizes, count));
    Strided[] merged = new Strided[layouts.length];
    for (int k = 0; k < layouts.length; k++) {
      merged[k] = Strided.of(layouts[k].offset(), fewer, Arrays.copyOf(strides[k], count));
    }
    return merged;
  }

  private static boolean continues(Strided[] layouts, int axis, long[][] strides, int outer) {
    long size = layouts[0].shape().size(axis);
    for (int k = 0; k < layouts.length; k++) {
      if (strides[k][outer] != size * layouts[k].stride(axis)) {
        return false;
      }
    }
    return true;
  }

  /// The same items in the order in which the first layout lies in memory: besides, axes that it
  /// passes backwards are turned round, and those with the longest strides come first.
  ///
  /// @param layouts of one shape, which has items
  public static Strided[] ascending(Strided... layouts) {
    Strided leader = layouts[0];
    int[] axes = Layouts.descending(leader);
    Strided[] ordered = new Strided[layouts.length];
    for (int k = 0; k < layouts.length; k++) {
      Strided layout = layouts[k];
      for (int axis : axes) {
        layout = leader.stride(axis) < 0 ? layout.flip(axis) : layout;
      }
      ordered[k] = layout.transpose(axes);
    }
    return merged(ordered);
  }
}
