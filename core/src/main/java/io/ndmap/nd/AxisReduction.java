package io.ndmap.nd;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Items brought down along some axes: one fold for each item of the result.
///
/// Where the reduced axes are the ones that memory runs along, one result is computed after the
/// other; where a kept axis is, a row of results at once, so that memory is passed as it stands.
final class AxisReduction {

  /// Results of a row that are computed at once.
  private static final int COLUMNS = 64;

  /// The same where a file must not be read often.
  private static final int WIDE = 1024;

  /// Items of each of them that are taken at once.
  private static final int ROWS = 128;

  /// Rows below which it does not pay to take them apart.
  private static final int FEWEST_COLUMNS = 4;

  private final NdView<?> view;
  private final MemorySegment segment;
  private final Reduction op;
  private final int[] kept;
  private final int[] reduced;

  private AxisReduction(NdView<?> view, Reduction op, int[] kept, int[] reduced) {
    this.view = view;
    this.segment = view.segment();
    this.op = op;
    this.kept = kept;
    this.reduced = reduced;
  }

  /// @param axes which to reduce, all if there are none
  static NdView<?> of(NdView<?> view, Reduction op, int... axes) {
    DType dtype = Folds.result(view, op);
    int rank = view.rank();
    boolean[] isReduced = chosen(rank, axes);
    if (axes.length == 0) {
      Arrays.fill(isReduced, true);
    } else if (op.isArg() && axes.length > 1) {
      throw new IllegalArgumentException(
          op + " takes one axis or all, found " + Arrays.toString(axes));
    }
    int[] kept = IntStream.range(0, rank).filter(k -> !isReduced[k]).toArray();
    int[] reduced = IntStream.range(0, rank).filter(k -> isReduced[k]).toArray();
    Strided layout = view.strided();
    requireItems(view, op, reduced);
    Strided results = select(layout, 0, kept);
    NdView<?> target = Fresh.view(dtype, results.shape(), Order.C);
    if (target.itemCount() > 0) {
      new AxisReduction(view, op, kept, reduced).into(target);
      CanonicalNaN.in(target);
    }
    return target;
  }

  /// Which axes are given.
  ///
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if one is given twice
  static boolean[] chosen(int rank, int... axes) {
    boolean[] chosen = new boolean[rank];
    for (int axis : axes) {
      int at = Axes.normal(axis, rank);
      if (chosen[at]) {
        throw new IllegalArgumentException(
            "axis " + axis + " of " + Arrays.toString(axes) + " is given twice");
      }
      chosen[at] = true;
    }
    return chosen;
  }

  /// @throws IllegalArgumentException if a result needs items and there are none
  private static void requireItems(NdView<?> view, Reduction op, int[] reduced) {
    for (int axis : reduced) {
      if (view.size(axis) == 0 && op.needsItems()) {
        throw nothing(view, op);
      }
    }
  }

  /// @throws IllegalArgumentException if there are no items
  static void requireItems(NdView<?> view, Reduction op) {
    if (view.itemCount() == 0) {
      throw nothing(view, op);
    }
  }

  private static IllegalArgumentException nothing(NdView<?> view, Reduction op) {
    return new IllegalArgumentException(
        "there is no " + op + " of no items, in an array of shape " + view.shape());
  }

  /// Some axes alone, in an order of their own.
  static Strided select(Strided layout, long offset, int... axes) {
    return Strided.of(
        offset,
        Shape.of(Arrays.stream(axes).mapToLong(layout.shape()::size).toArray()),
        Arrays.stream(axes).mapToLong(layout::stride).toArray());
  }

  private void into(NdView<?> target) {
    Strided layout = view.strided();
    Strided items = select(layout, 0, reduced);
    long count = items.shape().itemCount();
    if (count == 0) {
      Fold nothing = Folds.of(view, op);
      forEachResult(0, target.itemCount(), (offset, at) -> nothing.store(op, target, at));
    } else if (kept.length == 0 || (count > Pass.PART && !runsAlongKept())) {
      forEachResult(
          0, target.itemCount(), (offset, at) -> whole(moved(items, offset)).store(op, target, at));
    } else if (runsAlongKept()) {
      rows(target, items, RowFold.of(view, segment, op));
    } else {
      eachAlone(target, items);
    }
  }

  private static Strided moved(Strided items, long offset) {
    return items.shift(offset);
  }

  private Fold whole(Strided items) {
    return WholeReduction.of(view, segment, items, view.execution, () -> Folds.of(view, op));
  }

  /// Whether the axis along which neighbours stand is a kept one of some length.
  private boolean runsAlongKept() {
    int axis = innermost(kept);
    return axis >= 0
        && view.size(axis) >= FEWEST_COLUMNS
        && distance(axis) < distance(innermost(reduced));
  }

  /// The axis of more than one item with the shortest stride, or -1.
  private int innermost(int... axes) {
    int best = -1;
    for (int axis : axes) {
      if (view.size(axis) > 1 && (best < 0 || distance(axis) < distance(best))) {
        best = axis;
      }
    }
    return best;
  }

  private long distance(int axis) {
    return axis < 0 ? Long.MAX_VALUE : Math.abs(view.strided().stride(axis));
  }

  private interface ResultBody {

    /// @param offset byte offset of the first of the result's items
    /// @param at byte offset of the result
    void run(long offset, long at);
  }

  /// Some results in C order.
  private void forEachResult(long first, long end, ResultBody body) {
    Strided layout = view.strided();
    int itemsize = Folds.result(view, op).itemsize();
    long[] index = new long[kept.length];
    long rest = first;
    long offset = layout.offset();
    for (int k = kept.length - 1; k >= 0; k--) {
      long size = layout.shape().size(kept[k]);
      index[k] = rest % size;
      rest /= size;
      offset += index[k] * layout.stride(kept[k]);
    }
    for (long result = first; result < end; result++) {
      body.run(offset, result * itemsize);
      for (int k = kept.length - 1; k >= 0; k--) {
        long stride = layout.stride(kept[k]);
        offset += stride;
        if (++index[k] < layout.shape().size(kept[k])) {
          break;
        }
        offset -= index[k] * stride;
        index[k] = 0;
      }
    }
  }

  // ---- one result after the other

  private void eachAlone(NdView<?> target, Strided items) {
    long count = items.shape().itemCount();
    long group = Math.max(1, Pass.PART / count);
    long results = target.itemCount();
    Strided[] part = op.isArg() ? new Strided[] {items} : Pass.of(items).part(0);
    Strided run = part[0];
    long stride = run.stride(run.rank() - 1);
    Walk.Ways ways = new Walk.Ways(view.execution, view.backing());
    new Parts(view.execution, view.backing())
        .run(
            Math.ceilDiv(results, group),
            k -> {
              Fold fold = Folds.of(view, op);
              Walk walk = ways.begin();
              forEachResult(
                  k * group,
                  Math.min(results, (k + 1) * group),
                  (offset, at) -> {
                    fold.clear();
                    Pass.forEachRun(
                        part,
                        (from, n) -> {
                          fold.run(segment, offset + from[0], stride, n);
                          walk.pass(offset + from[0], stride, n);
                        });
                    fold.end();
                    fold.store(op, target, at);
                  });
              walk.end();
            });
  }

  // ---- a row of results at once

  private void rows(NdView<?> target, Strided items, RowFold.@Nullable Maker maker) {
    int inner = innermost(kept);
    int[] outer = Arrays.stream(kept).filter(axis -> axis != inner).toArray();
    Strided layout = view.strided();
    long columns = layout.shape().size(inner);
    int most = maker == null ? columnsAtOnce(columns) : RowFold.width(columns, view.execution);
    long tiles = Math.ceilDiv(columns, most);
    Strided outerItems = select(layout, layout.offset(), outer);
    Strided results = target.strided();
    Strided outerResults =
        Strided.of(
            0,
            outerItems.shape(),
            Arrays.stream(outer).mapToLong(axis -> results.stride(position(axis))).toArray());
    long resultStride = results.stride(position(inner));
    Strided[] part = rowOrder(items);
    Walk.Ways ways = new Walk.Ways(view.execution, view.backing());
    new Parts(view.execution, view.backing())
        .run(
            outerItems.shape().itemCount() * tiles,
            k -> {
              long tile = k % tiles;
              long first = tile * most;
              int width = (int) Math.min(most, columns - first);
              long from = at(outerItems, k / tiles) + first * layout.stride(inner);
              long to = at(outerResults, k / tiles) + first * resultStride;
              Walk walk = ways.begin();
              if (maker != null) {
                RowFold rows = maker.make(width, layout.stride(inner));
                rows.take(part[0], 0, from, walk);
                rows.end();
                walk.end();
                for (int c = 0; c < width; c++) {
                  rows.store(c, target, to + c * resultStride);
                }
                return;
              }
              Tile folds = new Tile(width, layout.stride(inner), walk);
              folds.take(part, from);
              walk.end();
              for (int c = 0; c < width; c++) {
                folds.columns[c].end();
                folds.columns[c].store(op, target, to + c * resultStride);
              }
            });
  }

  /// Each row of tiles reads all of a file once: where not all of it stays in memory, there are
  /// few.
  private int columnsAtOnce(long columns) {
    if (!view.execution.dropBehind()) {
      return COLUMNS;
    }
    return Math.clamp(Math.ceilDiv(columns, view.execution.parallelism()), COLUMNS, WIDE);
  }

  /// The reduced axes, in the order in which their rows are passed; for places in their own.
  private Strided[] rowOrder(Strided items) {
    if (op.isArg()) {
      return new Strided[] {items};
    }
    int[] order =
        IntStream.range(0, items.rank())
            .filter(k -> items.shape().size(k) > 1)
            .boxed()
            .sorted((a, b) -> Long.compare(Math.abs(items.stride(b)), Math.abs(items.stride(a))))
            .mapToInt(Integer::intValue)
            .toArray();
    return new Strided[] {
      order.length == 0 ? Strided.of(0, Shape.of(1), 0) : select(items, 0, order)
    };
  }

  private int position(int axis) {
    return Arrays.binarySearch(kept, axis);
  }

  /// The offset of an item counted in C order.
  static long at(Strided layout, long number) {
    long rest = number;
    long offset = layout.offset();
    for (int k = layout.rank() - 1; k >= 0; k--) {
      long size = layout.shape().size(k);
      offset += rest % size * layout.stride(k);
      rest /= size;
    }
    return offset;
  }

  /// Folds of neighbouring results.
  private final class Tile {
    private final Fold[] columns;
    private final long distance;
    private final Walk walk;

    Tile(int width, long distance, Walk walk) {
      this.walk = walk;
      this.columns = new Fold[width];
      Arrays.setAll(columns, c -> Folds.of(view, op));
      this.distance = distance;
    }

    void take(Strided[] part, long from) {
      take(part[0], 0, from);
    }

    private void take(Strided items, int axis, long from) {
      long size = items.shape().size(axis);
      long stride = items.stride(axis);
      if (axis < items.rank() - 1) {
        for (long i = 0; i < size; i++) {
          take(items, axis + 1, from + i * stride);
        }
        return;
      }
      for (long row = 0; row < size; row += ROWS) {
        int rows = (int) Math.min(ROWS, size - row);
        for (int c = 0; c < columns.length; c++) {
          columns[c].run(segment, from + row * stride + c * distance, stride, rows);
        }
        for (int r = 0; r < rows; r++) {
          walk.pass(from + (row + r) * stride, distance, columns.length);
        }
      }
    }
  }
}
