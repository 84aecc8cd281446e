package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.kernel.PackedItems;
import io.ndmap.kernel.RunReader;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;

/// Copies the items of a small view into one array, in C order: the setup of a [Pass] takes longer
/// than a few items.
final class FewItems {

  /// The most items.
  static final int MOST = DoubleSums.SHORT - 1;

  private FewItems() {}

  private interface Reader {
    void read(MemorySegment from, long at, long stride, int count, int start);
  }

  /// Whether items can be gathered.
  static boolean serve(DType dtype) {
    return dtype instanceof TimeType
        || (dtype instanceof ScalarType scalar
            && scalar.itemsize() <= Long.BYTES
            && !scalar.kind().isComplex());
  }

  /// The items as [RunReader#longs] gives them.
  ///
  /// @param kind a real number of at most eight bytes
  /// @param layout of 1 to [#MOST] items
  static long[] longs(ScalarKind kind, boolean big, MemorySegment segment, Strided layout) {
    RunReader reader = new RunReader(kind, big);
    long[] items = new long[(int) layout.shape().itemCount()];
    gather(
        segment,
        layout,
        kind.itemsize(),
        items.length,
        (from, at, stride, count, start) -> reader.longs(from, at, stride, count, items, start));
    return items;
  }

  /// The items as [RunReader#doubles] gives them; all else as for [#longs].
  static double[] doubles(ScalarKind kind, boolean big, MemorySegment segment, Strided layout) {
    RunReader reader = new RunReader(kind, big);
    double[] items = new double[(int) layout.shape().itemCount()];
    gather(
        segment,
        layout,
        kind.itemsize(),
        items.length,
        (from, at, stride, count, start) -> reader.doubles(from, at, stride, count, items, start));
    return items;
  }

  private static void gather(
      MemorySegment segment, Strided layout, int itemsize, int count, Reader reader) {
    if (layout.isContiguous(Order.C, itemsize)) {
      reader.read(segment, layout.offset(), itemsize, count, 0);
      return;
    }
    long lowest = layout.firstByte();
    long reach = layout.endByte(itemsize) - lowest;
    if (segment.isNative() && reach <= PackedItems.REACH) {
      PackedItems packed = new PackedItems(segment, lowest, (int) reach, itemsize, count);
      pack(layout, 0, layout.offset() - lowest, packed);
      reader.read(packed.segment(), 0, itemsize, count, 0);
      return;
    }
    COrder order = new COrder(layout);
    int[] done = {0};
    order.forEachRun(
        0,
        count,
        count,
        (at, run) -> {
          reader.read(segment, at[0], order.stride(0), run, done[0]);
          done[0] += run;
        });
  }

  /// The two innermost axes at once, as far as there are so many.
  private static void pack(Strided layout, int axis, long at, PackedItems packed) {
    int rank = layout.rank();
    if (axis < rank - 2) {
      long size = layout.shape().size(axis);
      long stride = layout.stride(axis);
      for (long i = 0; i < size; i++) {
        pack(layout, axis + 1, at + i * stride, packed);
      }
      return;
    }
    boolean flat = axis == rank - 1;
    int rows = flat ? 1 : (int) layout.shape().size(axis);
    int count = (int) layout.shape().size(rank - 1);
    // How far an axis of one item reaches may be any number.
    int distance = rows == 1 ? 0 : (int) layout.stride(axis);
    int stride = count == 1 ? 0 : (int) layout.stride(rank - 1);
    packed.add((int) at, rows, distance, count, stride);
  }
}
