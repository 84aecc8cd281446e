package io.ndmap.nd;

import io.ndmap.compare.Masks;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Shape;
import io.ndmap.op.Reduction;
import io.ndmap.reduce.AxisReduction;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The axes to reduce, a mask of the elements, and whether the axes are kept: `axis=(0, 2),
/// keepdims=True, where=mask`.
///
/// ```java
/// view.reduce(Reduction.SUM, Axes.of(0, 2).keepingDims().where(mask));
/// ```
///
/// The [Reduction] determines what is computed: `Reduction.VAR.ddof(1)`,
/// `Reduction.SUM.ignoringNaN()`. The axes are checked when a view is reduced. Instances are
/// immutable. Two instances are equal if they have the same axes in the same order, the same
/// `keepdims`, and the same mask object.
public final class Axes {

  private static final Axes ALL = new Axes(new int[0], false, null);

  private final int[] axes;
  private final boolean keepsDims;
  private final @Nullable ByteView mask;

  private Axes(int[] axes, boolean keepsDims, @Nullable ByteView mask) {
    this.axes = axes;
    this.keepsDims = keepsDims;
    this.mask = mask;
  }

  /// {@return all axes, `axis=None`}
  public static Axes all() {
    return ALL;
  }

  /// {@return the given axes, `axis=(…)`}
  ///
  /// @param axes the axes; negative axes count from the end; if none are given, all axes
  public static Axes of(int... axes) {
    return new Axes(axes.clone(), false, null);
  }

  /// {@return a copy with `keepdims=True`: each reduced axis stays in the results, with length 1}
  public Axes keepingDims() {
    return new Axes(axes, true, mask);
  }

  /// {@return a copy that reduces only the elements for which a mask is true, `where=mask`} The
  /// mask replaces an earlier one.
  ///
  /// @param mask elements of `bool`, which are broadcast to the shape of the reduced view; every
  ///   byte except 0 is true
  /// @throws DTypeException if the mask does not hold `bool`
  public Axes where(ByteView mask) {
    Masks.requireBool(mask.items());
    return new Axes(axes, keepsDims, mask);
  }

  /// The axes, as they were given; an empty array stands for all axes.
  int[] toArray() {
    return axes.clone();
  }

  /// Returns a flag for each axis of a shape: whether the axis is reduced.
  ///
  /// @throws IndexOutOfBoundsException if one of the axes to reduce does not exist in the shape
  /// @throws IllegalArgumentException if an axis is named twice
  boolean[] chosen(Shape shape) {
    return AxisReduction.chosen(shape, axes);
  }

  boolean keepsDims() {
    return keepsDims;
  }

  /// The shape of the results: the sizes of the axes that are not reduced, and 1 for each reduced
  /// axis that is kept.
  Shape reduced(Shape shape) {
    boolean[] isReduced = chosen(shape);
    return Shape.of(
        IntStream.range(0, shape.rank())
            .filter(axis -> keepsDims || !isReduced[axis])
            .mapToLong(axis -> isReduced[axis] ? 1 : shape.size(axis))
            .toArray());
  }

  /// The mask, or `null` for all elements.
  @Nullable ByteView mask() {
    return mask;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Axes others
        && Arrays.equals(axes, others.axes)
        && keepsDims == others.keepsDims
        && mask == others.mask;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(axes) + Boolean.hashCode(keepsDims))
        + System.identityHashCode(mask);
  }

  /// {@return the arguments in NumPy's spelling, `axis=(0, 2), keepdims=True`; for the mask, only
  /// its shape}
  @Override
  public String toString() {
    String several = Arrays.toString(axes).replace('[', '(').replace(']', ')');
    String named = axes.length == 1 ? Integer.toString(axes[0]) : several;
    return "axis="
        + (axes.length == 0 ? "None" : named)
        + (keepsDims ? ", keepdims=True" : "")
        + (mask == null ? "" : ", where=" + mask.shape());
  }
}
