package io.ndmap.distribution;

import io.ndmap.axes.COrder;
import io.ndmap.axes.ColumnTiles;
import io.ndmap.axes.Layouts;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.engine.ArraySorts;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.QuantileMethod;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Walk;
import io.ndmap.reduce.AxisReduction;
import io.ndmap.value.ItemValue;
import io.ndmap.value.RealReader;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/// Quantiles and medians along axes.
///
/// Each result is computed from a slice: the elements along the reduced axes. The keys of a slice
/// are copied to the heap and sorted. If the reduced axes have the smallest strides, or there are
/// fewer than four neighbouring slices, one slice is read at a time, otherwise several neighbouring
/// slices. A slice of more than 131,072 elements is not copied, but read in several passes, see
/// [OrderStatistics].
public final class AxisQuantiles {

  /// The maximum number of elements of a slice that is sorted on the heap; their keys take 1 MiB.
  private static final long FEW = 1 << 17;

  /// The maximum number of elements of neighbouring slices that are read at a time; their keys take
  /// 8 MiB.
  private static final long ROOM = 1 << 20;

  /// The maximum number of neighbouring slices that are read at a time.
  private static final long COLUMNS = 1024;

  /// If an axis has fewer neighbouring slices than this, reading them one by one is faster.
  private static final int FEWEST_COLUMNS = 4;

  private final Items view;
  private final Supplier<Quantiles.Answer> answers;
  private final SortableBits keys;

  /// The layout without the reduced axes; it has one element for each result.
  private final Strided kept;

  /// The layout of one slice, relative to the offset of its result in [#kept].
  private final Strided items;

  // The number of elements of a slice, at most `FEW`.
  private final int count;
  private final Items target;

  /// The number of quantiles per result.
  private final int width;

  private AxisQuantiles(
      Items view,
      Supplier<Quantiles.Answer> answers,
      Strided kept,
      Strided items,
      Items target,
      int width) {
    this.view = view;
    this.answers = answers;
    this.keys = OrderStatistics.keys(view);
    this.kept = kept;
    this.items = items;
    this.count = (int) Math.min(FEW, items.shape().itemCount());
    this.target = target;
    this.width = width;
  }

  /// Returns medians, with the same dtype as [#one].
  ///
  /// @param results the shape of the results: the axes that are not reduced, and optionally the
  ///   reduced axes with length 1
  public static Items median(Items view, boolean ignoresNaN, boolean[] isReduced, Shape results) {
    Quantiles quantiles = new Quantiles(view, ignoresNaN);
    return along(view, isReduced, results, quantiles.results(true), 1, quantiles::middle);
  }

  /// Returns one quantile, computed in the elements' own precision.
  ///
  /// @param results as for [#median]
  public static Items one(
      Items view,
      boolean ignoresNaN,
      boolean[] isReduced,
      Shape results,
      QuantileMethod method,
      double q) {
    return of(view, ignoresNaN, isReduced, results, method, true, q);
  }

  /// Returns several quantiles along a new first axis, computed in double precision.
  ///
  /// @param results the shape of the results of one quantile, as for [#median]
  public static Items all(
      Items view,
      boolean ignoresNaN,
      boolean[] isReduced,
      Shape results,
      QuantileMethod method,
      double... q) {
    long[] sizes = results.toArray();
    long[] whole = new long[sizes.length + 1];
    whole[0] = q.length;
    System.arraycopy(sizes, 0, whole, 1, sizes.length);
    return of(view, ignoresNaN, isReduced, Shape.of(whole), method, false, q.clone());
  }

  private static Items of(
      Items view,
      boolean ignoresNaN,
      boolean[] isReduced,
      Shape results,
      QuantileMethod method,
      boolean narrow,
      double... q) {
    Quantiles quantiles = new Quantiles(view, ignoresNaN);
    var _ = quantiles.answer(method, narrow, q);
    for (int axis = 0; axis < isReduced.length; axis++) {
      if (isReduced[axis] && view.size(axis) == 0 && !ignoresNaN) {
        throw quantiles.nothing();
      }
    }
    return along(
        view,
        isReduced,
        results,
        quantiles.results(narrow),
        q.length,
        () -> quantiles.answer(method, narrow, q));
  }

  private static Items along(
      Items view,
      boolean[] isReduced,
      Shape results,
      ScalarKind kind,
      int width,
      Supplier<Quantiles.Answer> answers) {
    Strided layout = view.strided();
    Strided kept = Layouts.select(layout, layout.offset(), AxisReduction.where(isReduced, false));
    Strided items = Layouts.select(layout, 0, AxisReduction.where(isReduced, true));
    DType dtype =
        view.dtype() instanceof TimeType time
            ? time.withByteOrder(ByteOrder.LITTLE_ENDIAN)
            : new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
    Items target = view.result(dtype, results, Order.C);
    if (target.itemCount() > 0) {
      new AxisQuantiles(view, answers, kept, items, target, width).run();
    }
    return target;
  }

  private void run() {
    if (items.shape().itemCount() == 0) {
      Quantiles.Answer answer = answers.get();
      Sorted none = new Sorted(keys, new long[0], 0, 0);
      eachAlone(at -> answer.find(none, 0, at));
    } else if (items.shape().itemCount() > FEW) {
      passes();
    } else {
      int inner = Layouts.innermost(kept);
      if (inner >= 0
          && kept.shape().size(inner) >= FEWEST_COLUMNS
          && Layouts.distance(kept, inner) < Layouts.distance(items, Layouts.innermost(items))) {
        columns(inner);
      } else {
        slices();
      }
    }
  }

  // ---- long slices

  private void passes() {
    Quantiles.Answer answer = answers.get();
    COrder slices = new COrder(kept);
    long[] next = {0};
    eachAlone(
        into -> {
          Items slice = view.at(items.shift(slices.place(next[0]++)));
          answer.find(new OrderStatistics(slice), slice.itemCount(), into);
        });
  }

  private void eachAlone(Consumer<long[]> finder) {
    long[] found = new long[width];
    long results = kept.shape().itemCount();
    for (long result = 0; result < results; result++) {
      finder.accept(found);
      store(result, found);
    }
  }

  // ---- short slices

  private void slices() {
    long results = kept.shape().itemCount();
    long group = Math.max(1, Pass.PART / count);
    COrder order = new COrder(items);
    COrder slices = new COrder(kept);
    parts(
        Math.ceilDiv(results, group),
        1,
        (scratch, part) -> {
          long end = Math.min(results, (part + 1) * group);
          for (long result = part * group; result < end; result++) {
            scratch.readSlice(order, slices.place(result));
            scratch.find(0, result);
          }
        });
  }

  private void columns(int inner) {
    long columns = kept.shape().size(inner);
    long most = Math.min(Math.min(columns, COLUMNS), ROOM / count);
    int each = (int) Math.clamp(Math.ceilDiv(columns, view.execution().parallelism()), 1, most);
    Strided results = Strided.contiguous(kept.shape(), 1, Order.C);
    ColumnTiles tiles = new ColumnTiles(inner, each, kept, results);
    COrder order = new COrder(items);
    parts(
        tiles.count(),
        each,
        (scratch, part) ->
            tiles.forEach(
                part,
                1,
                (at, n) -> {
                  scratch.readColumns(order, at[0], kept.stride(inner), n);
                  for (int c = 0; c < n; c++) {
                    scratch.find(c, at[1] + c * results.stride(inner));
                  }
                }));
  }

  private void parts(long parts, int columns, ObjLongConsumer<WorkerScratch> work) {
    new Parts(view.execution(), view)
        .runWalks(parts, (part, walk) -> work.accept(new WorkerScratch(columns, walk), part));
  }

  /// The buffers of one part, which one thread runs.
  private final class WorkerScratch {
    private final RealReader reader = new RealReader(view.kind(), view.isBigEndian());
    private final MemorySegment segment = view.seen();
    private final Quantiles.Answer answer = answers.get();
    private final long[] found = new long[width];
    private final long[] row;
    private final long[] buffer;
    private final Walk walk;

    WorkerScratch(int columns, Walk walk) {
      this.row = new long[columns];
      this.buffer = new long[columns * count];
      this.walk = walk;
    }

    void readSlice(COrder order, long from) {
      int[] filled = {0};
      order.forEachRun(
          0,
          count,
          count,
          (at, n) -> {
            reader.bits(segment, from + at[0], order.stride(0), n, buffer, filled[0]);
            walk.pass(from + at[0], order.stride(0), n);
            filled[0] += n;
          });
    }

    /// Reads neighbouring slices. Each is stored contiguously in the buffer.
    ///
    /// @param from the offset of the first slice in [#kept]
    /// @param stride bytes from one slice to the next
    /// @param columns the number of slices
    void readColumns(COrder order, long from, long stride, int columns) {
      int[] filled = {0};
      order.forEachRun(
          0,
          count,
          count,
          (at, n) -> {
            for (int i = 0; i < n; i++) {
              long start = from + at[0] + i * order.stride(0);
              reader.bits(segment, start, stride, columns, row, 0);
              walk.pass(start, stride, columns);
              int to = filled[0]++;
              for (int c = 0; c < columns; c++) {
                buffer[c * count + to] = row[c];
              }
            }
          });
    }

    /// Sorts a slice in the buffer, and stores its quantiles.
    ///
    /// @param column the index of the slice in the buffer
    /// @param result the C-order index of the result
    void find(int column, long result) {
      int from = column * count;
      keys.toKeys(buffer, from, count);
      int numbers = keys.hasNoNaN() ? count : keys.withoutNaN(buffer, from, count);
      ArraySorts.LONGS.sort(buffer, from, 1, numbers);
      answer.find(new Sorted(keys, buffer, from, numbers), count, found);
      store(result, found);
    }
  }

  /// A range of sorted keys.
  private static final class Sorted implements Ranked {
    private final SortableBits keys;
    private final long[] sorted;
    private final int from;
    private final long count;

    /// @param sorted the sorted keys, beginning at index `from`
    Sorted(SortableBits keys, long[] sorted, int from, long count) {
      this.keys = keys;
      this.sorted = sorted;
      this.from = from;
      this.count = count;
    }

    @Override
    public long count() {
      return count;
    }

    @Override
    public long[] bits(long... ranks) {
      long[] bits = new long[ranks.length];
      for (int k = 0; k < bits.length; k++) {
        bits[k] = keys.bits(sorted[from + (int) ranks[k]]);
      }
      return bits;
    }
  }

  /// @param result the C-order index of the result
  /// @param found the bits of each quantile
  private void store(long result, long... found) {
    int size = target.itemsize();
    long results = kept.shape().itemCount();
    for (int k = 0; k < found.length; k++) {
      ItemValue.setBits(target.segment(), (k * results + result) * size, size, false, found[k]);
    }
  }
}
