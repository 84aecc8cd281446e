package io.ndmap.axes;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.Arrays;

/// The axes of element loops over several layouts of the same shape: as few and as long as all
/// layouts allow.
public final class LoopAxes {

  private final Strided[] layouts;
  private final long[] offsets;
  private final long[] sizes;
  private final long[][] strides;
  private int count;

  private LoopAxes(Strided... layouts) {
    this.layouts = layouts;
    this.offsets = new long[layouts.length];
    for (int k = 0; k < layouts.length; k++) {
      offsets[k] = layouts[k].offset();
    }
    this.sizes = new long[Math.max(1, layouts[0].rank())];
    // Not `new long[n][m]`: HotSpot makes a slow call for it.
    this.strides = new long[sizes.length][];
    strides[0] = new long[layouts.length];
  }

  /// Returns layouts of the same elements in the same order: axes of length 1 are dropped, and
  /// neighbouring axes that are contiguous in all layouts are merged. At least one axis remains.
  ///
  /// @param layouts one or more layouts of the same shape
  public static Strided[] merged(Strided... layouts) {
    LoopAxes axes = new LoopAxes(layouts);
    for (int axis = 0; axis < layouts[0].rank(); axis++) {
      axes.add(axis, false);
    }
    return axes.layouts();
  }

  /// Returns layouts of the same elements, merged as by [#merged], but in the memory order of the
  /// first layout: axes are sorted by descending absolute stride in that layout, and axes with a
  /// negative stride in it are reversed.
  ///
  /// @param layouts one or more layouts of the same shape, which is not empty
  public static Strided[] ascending(Strided... layouts) {
    if (layouts[0].rank() == 1 && layouts[0].stride(0) >= 0) {
      return layouts.clone();
    }
    LoopAxes axes = new LoopAxes(layouts);
    for (int axis : Layouts.descending(layouts[0])) {
      axes.add(axis, layouts[0].stride(axis) < 0);
    }
    return axes.layouts();
  }

  private void add(int axis, boolean backwards) {
    long size = layouts[0].shape().size(axis);
    if (size == 1) {
      return;
    }
    long[] steps = new long[layouts.length];
    for (int k = 0; k < steps.length; k++) {
      long stride = layouts[k].stride(axis);
      steps[k] = backwards ? -stride : stride;
      offsets[k] += backwards ? (size - 1) * stride : 0;
    }
    if (count == 0 || !continues(strides[count - 1], size, steps)) {
      sizes[count++] = 1;
    }
    sizes[count - 1] *= size;
    strides[count - 1] = steps;
  }

  private static boolean continues(long[] outer, long size, long[] inner) {
    for (int k = 0; k < inner.length; k++) {
      if (outer[k] != size * inner[k]) {
        return false;
      }
    }
    return true;
  }

  private Strided[] layouts() {
    Shape shape = count == 0 ? Shape.of(1) : Shape.of(Arrays.copyOf(sizes, count));
    Strided[] fewer = new Strided[layouts.length];
    for (int k = 0; k < fewer.length; k++) {
      long[] steps = new long[shape.rank()];
      for (int axis = 0; axis < steps.length; axis++) {
        steps[axis] = strides[axis][k];
      }
      fewer[k] = Strided.of(offsets[k], shape, steps);
    }
    return fewer;
  }
}
