package io.ndmap.reduce;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.kernel.ItemBuffer;
import io.ndmap.kernel.RunReader;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The items of a small view of any layout, loaded into one array in the order of their indices:
/// the setup of a [Pass] takes longer than a few items.
///
/// The array belongs to the calling thread and is used again: to make one takes longer than to fill
/// it. Threads keep nothing but two arrays of a kilobyte, and no class of this library.
final class FewItems {

  /// The most items.
  static final int MOST = DoubleSums.SHORT - 1;

  private static final ThreadLocal<long[]> LONGS = ThreadLocal.withInitial(() -> new long[MOST]);
  private static final ThreadLocal<double[]> DOUBLES =
      ThreadLocal.withInitial(() -> new double[MOST]);

  private static final long[] NO_LONGS = {};
  private static final double[] NO_DOUBLES = {};

  private final MemorySegment segment;
  private final Strided layout;
  private final long lowest;
  private final @Nullable ItemBuffer buffer;
  // For memory that no buffer reaches.
  private final @Nullable RunReader reader;
  private long[] longs = NO_LONGS;
  private double[] doubles = NO_DOUBLES;
  private int taken;

  private FewItems(ScalarKind kind, boolean big, MemorySegment segment, Strided layout) {
    this.segment = segment;
    this.layout = layout;
    this.lowest = layout.firstByte();
    long reach = layout.endByte(kind.itemsize()) - lowest;
    this.buffer =
        segment.isNative() && reach <= ItemBuffer.REACH
            ? ItemBuffer.of(kind, big, segment, lowest, (int) reach)
            : null;
    this.reader = buffer == null ? new RunReader(kind, big) : null;
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
  /// @return an array that begins with the items and is theirs until the next call in this thread
  static long[] longs(ScalarKind kind, boolean big, MemorySegment segment, Strided layout) {
    FewItems items = new FewItems(kind, big, segment, layout);
    items.longs = LONGS.get();
    items.take(0, layout.offset());
    return items.longs;
  }

  /// The items as [RunReader#doubles] gives them; all else as for [#longs].
  static double[] doubles(ScalarKind kind, boolean big, MemorySegment segment, Strided layout) {
    FewItems items = new FewItems(kind, big, segment, layout);
    items.doubles = DOUBLES.get();
    items.take(0, layout.offset());
    return items.doubles;
  }

  /// The two innermost axes at once, as far as there are so many.
  private void take(int axis, long at) {
    int rank = layout.rank();
    if (axis < rank - 2) {
      long size = layout.shape().size(axis);
      long stride = layout.stride(axis);
      for (long i = 0; i < size; i++) {
        take(axis + 1, at + i * stride);
      }
      return;
    }
    int rows = axis < rank - 1 ? (int) layout.shape().size(axis) : 1;
    long distance = axis < rank - 1 ? layout.stride(axis) : 0;
    int count = rank > 0 ? (int) layout.shape().size(rank - 1) : 1;
    long stride = rank > 0 ? layout.stride(rank - 1) : 0;
    if (distance == count * stride) {
      count *= rows;
      rows = 1;
    }
    if (reader != null) {
      read(reader, at, rows, distance, count, stride);
    } else if (buffer != null) {
      int place = (int) (at - lowest);
      // How far an axis of one item reaches may be any number.
      int across = rows == 1 ? 0 : (int) distance;
      int along = count == 1 ? 0 : (int) stride;
      if (longs.length > 0) {
        buffer.longs(place, rows, across, count, along, longs, taken);
      } else {
        buffer.doubles(place, rows, across, count, along, doubles, taken);
      }
    }
    taken += rows * count;
  }

  private void read(RunReader from, long at, int rows, long distance, int count, long stride) {
    for (int r = 0; r < rows; r++) {
      if (longs.length > 0) {
        from.longs(segment, at + r * distance, stride, count, longs, taken + r * count);
      } else {
        from.doubles(segment, at + r * distance, stride, count, doubles, taken + r * count);
      }
    }
  }
}
