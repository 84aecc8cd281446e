package io.ndmap.cli.value;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The flat index of each element in C order, cast to the dtype as NumPy does.
public final class IndexValues {

  private static final DType INT64 = DType.INT64.withByteOrder(ByteOrder.nativeOrder());

  /// The number of elements that are counted and cast at a time, so that they fit into the CPU
  /// cache.
  private static final int BLOCK = 1 << 13;

  /// Whether the array is in Fortran order, so that the axes are iterated in reverse order.
  private final boolean reversed;

  private final long[] steps;

  /// @param steps the difference between the indices of adjacent elements along each axis
  private IndexValues(boolean reversed, long[] steps) {
    this.reversed = reversed;
    this.steps = steps;
  }

  /// Returns the indices of an array.
  ///
  /// @param order the memory order of the array, in which the elements are stored fastest
  /// @throws DTypeException if the elements, or their fields, are neither numbers nor times
  public static IndexValues of(DType dtype, Shape shape, Order order) {
    requireNumbers(dtype, "");
    long[] steps = new long[shape.rank()];
    long step = 1;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      steps[axis] = step;
      step *= shape.size(axis);
    }
    return new IndexValues(order == Order.F, steps);
  }

  private static void requireNumbers(DType dtype, String where) {
    switch (dtype) {
      case ScalarType _, TimeType _ -> {}
      case SubarrayType subarray -> requireNumbers(subarray.base(), where);
      case StructType struct -> {
        for (Field field : struct.fields()) {
          requireNumbers(field.dtype(), where + "field '" + field.name() + "': ");
        }
      }
      case TextType _, BytesType _, VoidType _, ObjectType _ ->
          throw new DTypeException(where + "elements of " + dtype + " do not hold an index");
    }
  }

  /// Stores the indices of a part of the array.
  ///
  /// @param part the elements of the part
  /// @param box the region of the part within the array
  public void store(NdView<?> part, Box box) {
    long first = 0;
    for (int axis = 0; axis < steps.length; axis++) {
      first += box.start(axis) * steps[axis];
    }
    // Iterate in memory order.
    if (reversed) {
      long[] backwards = new long[steps.length];
      for (int axis = 0; axis < steps.length; axis++) {
        backwards[axis] = steps[steps.length - 1 - axis];
      }
      write(part.transpose(), first, backwards);
    } else {
      write(part, first, steps);
    }
  }

  /// @param steps the difference between the indices of adjacent elements along the leading axes of
  ///   the view; the trailing axes, which belong to subarrays, are missing
  private static void write(NdView<?> view, long first, long[] steps) {
    // All elements of a subarray get the index of the element that contains the subarray.
    long[] all = Arrays.copyOf(steps, view.rank());
    if (view.dtype() instanceof StructType struct) {
      for (Field field : struct.fields()) {
        write(view.field(field.name()), first, all);
      }
      return;
    }
    Count count = new Count(view.shape(), first, all);
    long[] block = new long[(int) Math.min(BLOCK, view.itemCount())];
    MemorySegment memory = MemorySegment.ofArray(block);
    view.forEachBlock(
        BLOCK,
        part -> {
          count.next(block, (int) part.itemCount());
          NdView.of(memory, INT64, part.shape(), Order.C, Backing.MEMORY)
              .copyTo(part, Casting.UNSAFE);
        });
  }

  /// Iterates over the indices of a box of an array.
  private static final class Count {

    private final long[] sizes;
    private final long[] steps;

    /// The position of the next element along each axis.
    private final long[] place;

    private long index;

    Count(Shape shape, long first, long[] steps) {
      this.sizes = shape.toArray();
      this.steps = steps;
      this.place = new long[sizes.length];
      this.index = first;
    }

    /// Writes the indices of the next `count` elements.
    void next(long[] target, int count) {
      int last = sizes.length - 1;
      if (last < 0) {
        target[0] = index;
        return;
      }
      int done = 0;
      while (done < count) {
        int run = (int) Math.min(count - done, sizes[last] - place[last]);
        long value = index;
        long step = steps[last];
        for (int k = 0; k < run; k++) {
          target[done + k] = value + k * step;
        }
        done += run;
        index += run * step;
        place[last] += run;
        carry(last);
      }
    }

    /// Moves to the next position if the end of an axis is reached.
    private void carry(int last) {
      int axis = last;
      while (axis >= 0 && place[axis] == sizes[axis]) {
        index -= sizes[axis] * steps[axis];
        place[axis] = 0;
        axis--;
        if (axis >= 0) {
          index += steps[axis];
          place[axis]++;
        }
      }
    }
  }
}
