package io.ndmap.array;

import io.ndmap.axes.Broadcast;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Joins, splits, tiles, repeats, rolls and pads arrays, inserts and deletes elements: NumPy's
/// routines of array manipulation that are not methods of [NdView].
///
/// Methods that only change the layout return views: [#arraySplit], [#unstack], [#flip], [#rot90],
/// [#moveAxes], [#atLeast1d], [#atLeast2d], [#atLeast3d], [#broadcast], [#trimZeros]. All others
/// copy the elements with the array's [NdView#execution]; temporary memory is bounded. Of these,
/// methods without a target return a new array, allocated as by [NdView#emptyLike()]; methods with
/// a target write into the target, for example a mapped file. A target has the shape of the result
/// and the dtype of the array except for byte order and padding; [#stack(int, List, NdView)]
/// converts. Array and target may share memory: the result is as if all elements were read before
/// the first is written. If this requires a copy of more than 64 MiB,
/// [io.ndmap.op.OverlapException] is thrown. The rules of [NdView] for exceptions hold.
public final class Manipulation {

  private Manipulation() {}

  // ---- joining

  /// {@return a new array that joins arrays along a new axis, `np.stack(arrays, axis)`} The dtype
  /// is that of [NdView#concatenate(int, List)].
  ///
  /// @param axis the position of the new axis, from `-(rank + 1)` to `rank`
  /// @param arrays at least one, of one shape
  /// @throws IllegalArgumentException if there is no array, or shapes differ
  /// @throws DTypeException if there is no common dtype, or a dtype holds Python objects
  public static NdView<?> stack(int axis, List<? extends NdView<?>> arrays) {
    return NdView.concatenate(axis, withAxis(axis, arrays));
  }

  /// Joins arrays along a new axis into a target, `np.stack(arrays, axis, out=target)`, see
  /// [#stack(int, List)] and [NdView#concatenate(int, List, NdView)].
  ///
  /// @param axis the position of the new axis
  /// @param arrays at least one, of one shape
  /// @param target a view of the joined shape
  public static void stack(int axis, List<? extends NdView<?>> arrays, NdView<?> target) {
    NdView.concatenate(axis, withAxis(axis, arrays), target);
  }

  private static List<NdView<?>> withAxis(int axis, List<? extends NdView<?>> arrays) {
    return arrays.stream().<NdView<?>>map(array -> array.newAxis(axis)).toList();
  }

  /// {@return a new array that joins arrays along the first axis, vectors as rows, `np.vstack`}
  ///
  /// @param arrays at least one, of the same shape except along the first axis
  /// @throws IllegalArgumentException as [NdView#concatenate(int, List)]
  /// @throws DTypeException as [NdView#concatenate(int, List)]
  public static NdView<?> vstack(List<? extends NdView<?>> arrays) {
    return NdView.concatenate(
        0, arrays.stream().<NdView<?>>map(array -> atLeast2d(array)).toList());
  }

  /// {@return a new array that joins arrays along the second axis, vectors along the first,
  /// `np.hstack`}
  ///
  /// @param arrays at least one, of the same shape except along the joined axis
  /// @throws IllegalArgumentException as [NdView#concatenate(int, List)]
  /// @throws DTypeException as [NdView#concatenate(int, List)]
  public static NdView<?> hstack(List<? extends NdView<?>> arrays) {
    List<NdView<?>> all = arrays.stream().<NdView<?>>map(array -> atLeast1d(array)).toList();
    return NdView.concatenate(!all.isEmpty() && all.getFirst().rank() > 1 ? 1 : 0, all);
  }

  /// {@return a new array that joins arrays along the third axis, `np.dstack`}
  ///
  /// @param arrays at least one; extended by [#atLeast3d], they have the same shape except along
  ///   the third axis
  /// @throws IllegalArgumentException as [NdView#concatenate(int, List)]
  /// @throws DTypeException as [NdView#concatenate(int, List)]
  public static NdView<?> dstack(List<? extends NdView<?>> arrays) {
    return NdView.concatenate(
        2, arrays.stream().<NdView<?>>map(array -> atLeast3d(array)).toList());
  }

  /// {@return a new matrix with vectors as columns and matrices side by side, `np.column_stack`}
  ///
  /// @param arrays at least one, of the same length
  /// @throws IllegalArgumentException as [NdView#concatenate(int, List)]
  /// @throws DTypeException as [NdView#concatenate(int, List)]
  public static NdView<?> columnStack(List<? extends NdView<?>> arrays) {
    return NdView.concatenate(
        1,
        arrays.stream()
            .<NdView<?>>map(array -> array.rank() > 1 ? array : atLeast1d(array).newAxis(1))
            .toList());
  }

  /// {@return a new array assembled from blocks, `np.block`: the arrays of an innermost list are
  /// joined along the last axis, the results along the second last axis, and so on}
  ///
  /// @param blocks nested lists of views, all of one depth; missing leading axes have length 1
  /// @throws IllegalArgumentException if a list is empty, depths differ, something is not a view,
  ///   or shapes do not match
  /// @throws DTypeException if there is no common dtype, or a dtype holds Python objects
  public static NdView<?> block(List<?> blocks) {
    return NestedBlocks.join(blocks);
  }

  // ---- splitting

  /// {@return views of nearly equal parts of an axis, `np.array_split(a, parts, axis)`; if the axis
  /// is not divisible, the first parts are longer by one; for equal parts see [NdView#split(int,
  /// int)]}
  ///
  /// @param array any array
  /// @param parts the number of parts, at least 1
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if `parts < 1`
  public static <V extends NdView<V>> List<V> arraySplit(NdView<V> array, int parts, int axis) {
    if (parts < 1) {
      throw new IllegalArgumentException("expected at least 1 part, found " + parts);
    }
    long size = array.size(array.shape().axis(axis));
    long[] cuts =
        LongStream.range(1, parts)
            .map(k -> k * (size / parts) + Math.min(k, size % parts))
            .toArray();
    return array.split(cuts, axis);
  }

  /// {@return views of all positions along an axis, without that axis, `np.unstack(a, axis=axis)`}
  ///
  /// @param array any array
  /// @param axis the axis
  /// @param <V> the array's class
  public static <V extends NdView<V>> List<V> unstack(NdView<V> array, int axis) {
    return LongStream.range(0, array.size(array.shape().axis(axis)))
        .mapToObj(position -> array.index(axis, position))
        .toList();
  }

  // ---- axes

  /// {@return a view of rank 1 or more, `np.atleast_1d`: an array of rank 0 becomes a vector of one
  /// element}
  ///
  /// @param array any array
  /// @param <V> the array's class
  public static <V extends NdView<V>> V atLeast1d(NdView<V> array) {
    return array.rank() > 0 ? array.slice() : array.newAxis(0);
  }

  /// {@return a view of rank 2 or more, `np.atleast_2d`: a vector becomes a row}
  ///
  /// @param array any array
  /// @param <V> the array's class
  public static <V extends NdView<V>> V atLeast2d(NdView<V> array) {
    V atLeast1 = atLeast1d(array);
    return atLeast1.rank() > 1 ? atLeast1 : atLeast1.newAxis(0);
  }

  /// {@return a view of rank 3 or more, `np.atleast_3d`: a matrix gets a last axis of length 1, and
  /// a vector gets an axis of length 1 before and after its own}
  ///
  /// @param array any array
  /// @param <V> the array's class
  public static <V extends NdView<V>> V atLeast3d(NdView<V> array) {
    V atLeast2 = atLeast2d(array);
    return atLeast2.rank() > 2 ? atLeast2 : atLeast2.newAxis(2);
  }

  /// {@return views of arrays broadcast to one shape, `np.broadcast_arrays`} Views with repeated
  /// elements are read-only.
  ///
  /// @param arrays any arrays
  /// @throws IllegalArgumentException if two shapes do not broadcast together; the message names
  ///   both
  public static List<NdView<?>> broadcast(List<? extends NdView<?>> arrays) {
    Shape shape = arrays.stream().map(NdView::shape).reduce(Shape.SCALAR, Broadcast::common);
    return arrays.stream().<NdView<?>>map(array -> array.broadcastTo(shape)).toList();
  }

  /// {@return a view with some axes moved and the other axes in their previous order,
  /// `np.moveaxis(a, from, to)`}
  ///
  /// @param array any array
  /// @param from the axes to move
  /// @param to for each of these axes, its position in the new view
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if the numbers of axes and positions differ, or an axis or a
  ///   position occurs twice
  public static <V extends NdView<V>> V moveAxes(NdView<V> array, int[] from, int[] to) {
    if (from.length != to.length) {
      throw new IllegalArgumentException(
          from.length + " axes cannot be moved to " + to.length + " places");
    }
    List<Integer> moved = distinct(array.shape(), from);
    List<Integer> targets = distinct(array.shape(), to);
    List<Integer> axes =
        new ArrayList<>(
            IntStream.range(0, array.rank())
                .filter(axis -> !moved.contains(axis))
                .boxed()
                .toList());
    IntStream.range(0, from.length)
        .boxed()
        .sorted(Comparator.comparing(targets::get))
        .forEach(k -> axes.add(targets.get(k), moved.get(k)));
    return array.transpose(axes.stream().mapToInt(Integer::intValue).toArray());
  }

  private static List<Integer> distinct(Shape shape, int... axes) {
    List<Integer> found = Arrays.stream(axes).map(shape::axis).boxed().toList();
    if (found.stream().distinct().count() < found.size()) {
      throw new IllegalArgumentException(
          "axes " + Arrays.toString(axes) + " of shape " + shape + " contain an axis twice");
    }
    return found;
  }

  /// {@return a view with some axes reversed, `np.flip(a, axes)`}
  ///
  /// @param array any array
  /// @param axes the axes, all of them if none is given
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if an axis is named twice
  public static <V extends NdView<V>> V flip(NdView<V> array, int... axes) {
    int[] all = axes.length > 0 ? axes : IntStream.range(0, array.rank()).toArray();
    V flipped = array.slice();
    for (int axis : distinct(array.shape(), all)) {
      flipped = flipped.flip(axis);
    }
    return flipped;
  }

  /// {@return a view rotated by right angles from the first axis towards the second, `np.rot90(a,
  /// times, (first, second))`}
  ///
  /// @param array an array of rank 2 or more
  /// @param times the number of rotations, in the other direction if negative
  /// @param first the first axis
  /// @param second the second axis
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if the axes are the same
  public static <V extends NdView<V>> V rot90(NdView<V> array, long times, int first, int second) {
    List<Integer> axes = distinct(array.shape(), first, second);
    int one = axes.getFirst();
    int two = axes.getLast();
    return switch (Math.floorMod(times, 4)) {
      case 0 -> array.slice();
      case 1 -> array.flip(two).swapAxes(one, two);
      case 2 -> array.flip(one).flip(two);
      default -> array.swapAxes(one, two).flip(two);
    };
  }

  // ---- tiling and repeating

  /// {@return a new array that repeats an array along its axes, `np.tile(a, counts)`}
  ///
  /// @param array any array
  /// @param counts the number of repetitions along each axis; if there are fewer counts than axes,
  ///   they apply to the last axes; if there are more, the array gets leading axes of length 1
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if a count is negative
  public static <V extends NdView<V>> V tile(NdView<V> array, long... counts) {
    V tiles = array.emptyLike(tiled(array, counts), Order.C);
    tile(array, counts, tiles);
    return tiles;
  }

  /// Repeats an array along its axes into a target, see [#tile(NdView, long...)].
  ///
  /// @param array any array
  /// @param counts the number of repetitions along each axis
  /// @param target receives the tiles
  public static void tile(NdView<?> array, long[] counts, NdView<?> target) {
    ViewItems.requireShape(target, tiled(array, counts));
    if (target.itemCount() == 0) {
      return;
    }
    NdView<?> once = withRank(array, counts.length);
    NdView<?> tiles = target;
    // Axes of length 1 are dropped first, because each remaining axis becomes two and the rank is
    // limited.
    for (int axis = target.rank() - 1; axis >= 0; axis--) {
      if (target.size(axis) == 1) {
        tiles = tiles.index(axis, 0);
        once = once.index(axis, 0);
      }
    }
    for (int axis = tiles.rank() - 1; axis >= 0; axis--) {
      long members = once.size(axis);
      long groups = tiles.size(axis) / members;
      if (groups > 1 && members > 1) {
        tiles = grouped(tiles, axis, groups, members);
        once = once.newAxis(axis);
      }
    }
    once.broadcastTo(tiles.shape()).copyTo(tiles);
  }

  private static Shape tiled(NdView<?> array, long... counts) {
    long[] sizes = withRank(array, counts.length).shape().toArray();
    for (int axis = 0; axis < sizes.length; axis++) {
      sizes[axis] = ViewItems.length(sizes[axis], count(counts, sizes.length, axis));
    }
    return Shape.of(sizes);
  }

  private static long count(long[] counts, int rank, int axis) {
    int k = axis - (rank - counts.length);
    return k < 0 ? 1 : Repetition.requireCount(counts[k]);
  }

  /// Prepends axes of length 1.
  static NdView<?> withRank(NdView<?> array, int rank) {
    NdView<?> view = array;
    while (view.rank() < rank) {
      view = view.newAxis(0);
    }
    return view;
  }

  /// Splits an axis into two: the first counts groups of neighbours, the second the members of a
  /// group.
  private static NdView<?> grouped(NdView<?> view, int axis, long groups, long members) {
    long[] sizes = new long[view.rank() + 1];
    for (int k = 0; k < view.rank(); k++) {
      sizes[k < axis ? k : k + 1] = view.size(k);
    }
    sizes[axis] = groups;
    sizes[axis + 1] = members;
    return view.reshape(sizes);
  }

  /// {@return a new array in which each position of an axis is repeated, `np.repeat(a, count,
  /// axis)`}
  ///
  /// @param array an array of rank 1 or more
  /// @param count the number of repetitions of each position
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if the count is negative
  public static <V extends NdView<V>> V repeat(NdView<V> array, long count, int axis) {
    V repeated = array.emptyLike(repeated(array, count, axis), order(array));
    repeat(array, count, axis, repeated);
    return repeated;
  }

  /// Repeats each position of an axis into a target, see [#repeat(NdView, long, int)].
  ///
  /// @param array an array of rank 1 or more
  /// @param count the number of repetitions of each position
  /// @param axis the axis
  /// @param target receives the elements
  public static void repeat(NdView<?> array, long count, int axis, NdView<?> target) {
    ViewItems.requireShape(target, repeated(array, count, axis));
    int along = array.shape().axis(axis);
    if (target.itemCount() == 0) {
      return;
    }
    NdView<?> once = array;
    NdView<?> groups = target;
    int position = along;
    // Axes of length 1 are dropped first, because one axis is added and the rank is limited.
    for (int k = array.rank() - 1; k >= 0; k--) {
      if (k != along && array.size(k) == 1) {
        groups = groups.index(k, 0);
        once = once.index(k, 0);
        position -= k < along ? 1 : 0;
      }
    }
    groups = grouped(groups, position, array.size(along), count);
    once = once.newAxis(position + 1);
    once.broadcastTo(groups.shape()).copyTo(groups);
  }

  private static Shape repeated(NdView<?> array, long count, int axis) {
    int along = array.shape().axis(axis);
    return sized(array, along, ViewItems.length(array.size(along), Repetition.requireCount(count)));
  }

  /// {@return a new array in which each position of an axis is repeated, with a separate count for
  /// each position, `np.repeat(a, counts, axis)`}
  ///
  /// @param array an array of rank 1 or more
  /// @param counts the number of repetitions of each position, or one number for all
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if a count is negative, or there are several counts but not
  ///   one for each position
  public static <V extends NdView<V>> V repeat(NdView<V> array, long[] counts, int axis) {
    int along = array.shape().axis(axis);
    long total = new Repetition(array.shape(), along, counts).total();
    V repeated = array.emptyLike(sized(array, along, total), order(array));
    repeat(array, counts, axis, repeated);
    return repeated;
  }

  /// Repeats each position of an axis into a target, with a separate count for each position, see
  /// [#repeat(NdView, long\[\], int)].
  ///
  /// @param array an array of rank 1 or more
  /// @param counts the number of repetitions of each position, or one number for all
  /// @param axis the axis
  /// @param target receives the elements
  public static void repeat(NdView<?> array, long[] counts, int axis, NdView<?> target) {
    int along = array.shape().axis(axis);
    Repetition repetition = new Repetition(array.shape(), along, counts);
    ViewItems.requireShape(target, sized(array, along, repetition.total()));
    NdView<?> source = ViewItems.apart(array, target);
    PositionBatches.of(
        0,
        repetition.total(),
        (start, length) ->
            source.take(
                repetition.next(length), along, target.slice(along, start, start + length)));
  }

  // ---- rolling

  /// {@return a new array of the elements shifted along an axis, wrapping around at its end,
  /// `np.roll(a, shift, axis)`}
  ///
  /// @param array any array
  /// @param shift the distance, backwards if negative
  /// @param axis the axis
  /// @param <V> the array's class
  public static <V extends NdView<V>> V roll(NdView<V> array, long shift, int axis) {
    return roll(array, new long[] {shift}, new int[] {axis});
  }

  /// Stores the elements shifted along an axis, see [#roll(NdView, long, int)].
  ///
  /// @param array any array
  /// @param shift the distance, backwards if negative
  /// @param axis the axis
  /// @param target receives the elements
  public static void roll(NdView<?> array, long shift, int axis, NdView<?> target) {
    roll(array, new long[] {shift}, new int[] {axis}, target);
  }

  /// {@return a new array of the elements shifted along several axes, `np.roll(a, shifts, axes)`}
  ///
  /// @param array any array
  /// @param shifts the distance along each of the axes
  /// @param axes the axes; the shifts of a repeated axis are added
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if the numbers of shifts and axes differ
  public static <V extends NdView<V>> V roll(NdView<V> array, long[] shifts, int[] axes) {
    Rolling rolling = new Rolling(array.shape(), shifts, axes);
    V rolled = array.emptyLike();
    rolling.run(array, rolled);
    return rolled;
  }

  /// Stores the elements shifted along several axes, see [#roll(NdView, long\[\], int\[\])].
  ///
  /// @param array any array
  /// @param shifts the distance along each of the axes
  /// @param axes the axes
  /// @param target receives the elements
  public static void roll(NdView<?> array, long[] shifts, int[] axes, NdView<?> target) {
    Rolling rolling = new Rolling(array.shape(), shifts, axes);
    ViewItems.requireShape(target, array.shape());
    rolling.run(ViewItems.apart(array, target), target);
  }

  /// {@return a new array of the elements shifted in C order, wrapping around at the end,
  /// `np.roll(a, shift)`}
  ///
  /// @param array any array
  /// @param shift the distance, backwards if negative
  /// @param <V> the array's class
  public static <V extends NdView<V>> V roll(NdView<V> array, long shift) {
    V rolled = array.emptyLike(array.shape(), Order.C);
    long count = array.itemCount();
    if (count > 0) {
      long cut = (count - Math.floorMod(shift, count)) % count;
      new FlatCopy(atLeast1d(array), rolled.flatten(Order.C)).then(cut, count).then(0, cut);
    }
    return rolled;
  }

  // ---- padding and trimming

  /// {@return a padded copy of an array, with margins of one value, `np.pad(a, widths,
  /// constant_values=value)`}
  ///
  /// @param array any array
  /// @param widths the widths of the margins: `{before, after}` for each axis, or one pair for all
  ///   axes; `{width}` means both sides
  /// @param value see [Creation#full]
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if the numbers of widths and axes differ, or a width is
  ///   negative; also as [Creation#full]
  /// @throws ArithmeticException as [Creation#full]
  /// @throws DTypeException as [Creation#full]
  public static <V extends NdView<V>> V pad(NdView<V> array, long[][] widths, Object value) {
    Margins margins = new Margins(array.shape(), widths);
    if (!(value instanceof NdView<?>)) {
      // Check the value before the caller's allocator is called.
      var _ = ViewItems.item(array.dtype(), value);
    }
    V padded = array.emptyLike(margins.padded(), order(array));
    margins.constant(array, value, padded);
    return padded;
  }

  /// Stores an array with margins of one value, see [#pad(NdView, long\[\]\[\], Object)].
  ///
  /// @param array any array, which may be the inner part of the target
  /// @param widths the widths of the margins
  /// @param value see [Creation#full]
  /// @param target receives the array and the margins
  public static void pad(NdView<?> array, long[][] widths, Object value, NdView<?> target) {
    Margins margins = new Margins(array.shape(), widths);
    if (!(value instanceof NdView<?>)) {
      // Check the value before anything is written.
      var _ = ViewItems.item(target.dtype(), value);
    }
    margins.constant(array, value, target);
  }

  /// {@return a padded copy of an array, with margins computed from its own elements, `np.pad(a,
  /// widths, mode)`}
  ///
  /// @param array any array
  /// @param widths the widths of the margins: `{before, after}` for each axis, or one pair for all
  ///   axes; `{width}` means both sides
  /// @param how the contents of the margins
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if the numbers of widths and axes differ, a width is
  ///   negative, or an axis with margins has no elements
  /// @throws DTypeException if the margins cannot be computed for this dtype, see [Padding]
  public static <V extends NdView<V>> V pad(NdView<V> array, long[][] widths, Padding how) {
    Margins margins = new Margins(array.shape(), widths);
    margins.require(array, how);
    V padded = array.emptyLike(margins.padded(), order(array));
    margins.ofItems(array, how, padded);
    return padded;
  }

  /// Stores an array with margins computed from its own elements, see [#pad(NdView, long\[\]\[\],
  /// Padding)].
  ///
  /// @param array any array, which may be the inner part of the target
  /// @param widths the widths of the margins
  /// @param how the contents of the margins
  /// @param target receives the array and the margins
  public static void pad(NdView<?> array, long[][] widths, Padding how, NdView<?> target) {
    Margins margins = new Margins(array.shape(), widths);
    margins.require(array, how);
    margins.ofItems(array, how, target);
  }

  /// {@return a padded copy of an array, with margins that change linearly to a value, `np.pad(a,
  /// widths, 'linear_ramp', end_values=end)`; see [#pad(NdView, long\[\]\[\], Padding)]}
  ///
  /// @param array numbers, but not long doubles
  /// @param widths the widths of the margins
  /// @param end the value at the outer ends
  /// @param <V> the array's class
  /// @throws IllegalArgumentException as [#pad(NdView, long\[\]\[\], Padding)]
  /// @throws DTypeException if the elements are long doubles or not numbers
  public static <V extends NdView<V>> V padRamp(NdView<V> array, long[][] widths, double end) {
    Margins margins = new Margins(array.shape(), widths);
    margins.require(array, Padding.LINEAR_RAMP);
    V padded = array.emptyLike(margins.padded(), order(array));
    margins.computed(array, Padding.LINEAR_RAMP, end, padded);
    return padded;
  }

  /// {@return a view without the zeros at both ends of all axes, `np.trim_zeros(a)`: the smallest
  /// box with all elements that are not zero, see [NdView#countNonZero]} The view is empty if all
  /// elements are zero.
  ///
  /// @param array any array
  /// @param <V> the array's class
  public static <V extends NdView<V>> V trimZeros(NdView<V> array) {
    V trimmed = array.slice();
    for (int axis = 0; axis < array.rank(); axis++) {
      trimmed = trimZeros(trimmed, axis);
    }
    return trimmed;
  }

  /// {@return a view without the zeros at both ends of an axis, `np.trim_zeros(a, axis=axis)`}
  ///
  /// @param array any array
  /// @param axis the axis
  /// @param <V> the array's class
  public static <V extends NdView<V>> V trimZeros(NdView<V> array, int axis) {
    int along = array.shape().axis(axis);
    long size = array.size(along);
    long first = new Trimming(array, along).zeros();
    return first == size
        ? array.slice(along, 0, 0)
        : array.slice(along, first, size - new Trimming(array.flip(along), along).zeros());
  }

  // ---- inserting and deleting

  /// {@return a new array with values inserted before a position of an axis, `np.insert(a,
  /// position, values, axis)`} If the values have the rank of the array, their first axis is moved
  /// to `axis`, and each entry of this axis is inserted. Values of lower rank are inserted as one
  /// entry. All other axes of the values are broadcast. Values are converted as by
  /// [NdView#copyTo(NdView, Casting)]. To append use [NdView#concatenate(int, List)].
  ///
  /// @param array an array of rank 1 or more
  /// @param position the position, from `-size` to `size`
  /// @param values the inserted elements
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IndexOutOfBoundsException if there is no such position
  /// @throws IllegalArgumentException if the values cannot be broadcast or converted
  /// @throws DTypeException if the values' dtype cannot be converted to that of the array
  public static <V extends NdView<V>> V insert(
      NdView<V> array, long position, NdView<?> values, int axis) {
    int along = array.shape().axis(axis);
    NdView<?> slab = withRank(values, array.rank()).moveAxis(0, along);
    return insert(array, new long[] {position}, slab, along);
  }

  /// {@return a new array with values inserted before several positions of an axis, `np.insert(a,
  /// positions, values, axis)`} The values are broadcast to the shape of the array, with one entry
  /// along the axis for each position, or any number of entries for a single position. Values are
  /// converted as by [NdView#copyTo(NdView, Casting)].
  ///
  /// @param array an array of rank 1 or more
  /// @param positions positions in the original array, from `-size` to `size`; values at a repeated
  ///   position stay in their order
  /// @param values the inserted elements
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IndexOutOfBoundsException if there is no such position
  /// @throws IllegalArgumentException if the values cannot be broadcast or converted
  /// @throws DTypeException if the values' dtype cannot be converted to that of the array
  public static <V extends NdView<V>> V insert(
      NdView<V> array, long[] positions, NdView<?> values, int axis) {
    int along = array.shape().axis(axis);
    long size = array.size(along);
    NdView<?> slab = withRank(values, array.rank());
    long width = positions.length == 1 ? slab.size(along) : 1;
    long count = positions.length * width;
    NdView<?> added = slab.broadcastTo(sized(array, along, count));
    long[] before = Arrays.stream(positions).map(k -> position(k, along, size, size)).toArray();
    V result = array.emptyLike(sized(array, along, ViewItems.sum(size, count)), order(array));
    long from = 0;
    long to = 0;
    for (int k : ascending(before)) {
      to = copy(array, along, from, before[k], result, to);
      from = before[k];
      to = copy(added, along, k * width, (k + 1) * width, result, to);
    }
    copy(array, along, from, size, result, to);
    return result;
  }

  /// Returns the indices that sort the positions in ascending order, stably.
  private static int[] ascending(long[] positions) {
    return IntStream.range(0, positions.length)
        .boxed()
        .sorted(Comparator.comparingLong(k -> positions[k]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /// {@return a new array without some positions of an axis, `np.delete(a, positions, axis)`}
  ///
  /// @param array an array of rank 1 or more
  /// @param positions the positions, from `-size` to `size - 1`, in any order and possibly repeated
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IndexOutOfBoundsException if there is no such position
  public static <V extends NdView<V>> V delete(NdView<V> array, long[] positions, int axis) {
    int along = array.shape().axis(axis);
    long size = array.size(along);
    long[] gone =
        Arrays.stream(positions)
            .map(k -> position(k, along, size, size - 1))
            .sorted()
            .distinct()
            .toArray();
    V result = array.emptyLike(sized(array, along, size - gone.length), order(array));
    long from = 0;
    long to = 0;
    for (long position : gone) {
      to = copy(array, along, from, position, result, to);
      from = position + 1;
    }
    copy(array, along, from, size, result, to);
    return result;
  }

  /// Copies a range of an axis to another position.
  ///
  /// @return the position in the target after the copied range
  private static long copy(
      NdView<?> source, int axis, long from, long end, NdView<?> target, long to) {
    if (end > from) {
      NdView<?> part = target.slice(axis, to, to + end - from);
      source.slice(axis, from, end).on(part.execution()).copyTo(part, Casting.UNSAFE);
    }
    return to + end - from;
  }

  private static long position(long position, int axis, long size, long last) {
    if (position < -size || position > last) {
      throw new IndexOutOfBoundsException(
          "index " + position + " is out of bounds for axis " + axis + " with size " + size);
    }
    return position < 0 ? position + size : position;
  }

  /// {@return a new array of another shape with the elements in C order, repeated as often as
  /// needed, `np.resize(a, sizes)`} The result is in C order, little-endian and without padding
  /// between fields. If the array or the result has no elements, the result is filled with zeros
  /// and has the array's dtype.
  ///
  /// @param array any array
  /// @param sizes the lengths of the axes
  /// @throws IllegalArgumentException if a size is negative
  /// @throws DTypeException if the elements are or hold Python objects
  public static NdView<?> resize(NdView<?> array, long... sizes) {
    Shape shape = Shape.of(sizes);
    long count = array.itemCount();
    long total = shape.itemCount();
    if (count == 0 || total == 0) {
      NdView<?> zeros = array.emptyLike(shape, Order.C);
      ViewItems.clear(zeros);
      return zeros;
    }
    NdView<?> resized = ViewItems.emptyLike(array, DType.canonical(array.dtype()), shape, Order.C);
    NdView<?> flat = resized.flatten(Order.C);
    new FlatCopy(atLeast1d(array), flat).then(0, Math.min(count, total));
    long whole = total - total % count;
    if (whole > count) {
      tile(flat.slice(0, 0, count), new long[] {whole / count - 1}, flat.slice(0, count, whole));
    }
    if (total > whole && whole > 0) {
      flat.slice(0, 0, total - whole).copyTo(flat.slice(0, whole, total));
    }
    return resized;
  }

  // ---- shapes

  /// Returns the memory order that NumPy chooses for an array derived from a given array.
  private static Order order(NdView<?> array) {
    return array.isContiguous(Order.F) && !array.isContiguous(Order.C) ? Order.F : Order.C;
  }

  /// Returns the array's shape with another length of one axis.
  static Shape sized(NdView<?> array, int axis, long size) {
    long[] sizes = array.shape().toArray();
    sizes[axis] = size;
    return Shape.of(sizes);
  }
}
