package io.ndmap.arithmetic;

import io.ndmap.axes.COrder;
import io.ndmap.axes.ColumnTiles;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.axes.Reshape;
import io.ndmap.copy.Filling;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Binary;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Walk;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/// Cumulative sums and products, `numpy.cumsum` and `numpy.cumprod` of NumPy 2.4: elements are
/// added or multiplied one after the other in the common dtype of view and target (integers in the
/// target's dtype), and the results are converted to the target's dtype.
///
/// A line consists of the elements along the axis at one position of the other axes. Lines are
/// independent. They are computed one after the other or, if another axis has a smaller stride or
/// the lines are short, many lines side by side.
public final class Accumulation {

  /// The number of elements of a line that are processed at a time, so that they stay in the L1
  /// cache.
  private static final int BLOCK = 1024;

  /// The maximum number of lines computed side by side.
  private static final int COLUMNS = 1024;

  /// The maximum number of lines computed side by side with [Execution#dropBehind]. It is larger,
  /// because the pages of one group of lines are released before the next group reads them again.
  private static final int WIDE = 1 << 15;

  /// Lines are computed side by side only if the innermost of the other axes has at least this
  /// length.
  private static final int FEWEST_COLUMNS = 4;

  /// Lines with fewer elements than this are computed side by side in any layout, if the innermost
  /// of the other axes is longer than a line.
  private static final int SHORT = 32;

  private final boolean multiplies;
  private final Items from;
  private final Items to;

  /// Whether the elements are timedeltas.
  private final boolean ticks;

  /// The scalar type in which sums and products are computed.
  private final ScalarKind computed;

  private final Execution execution;

  private Accumulation(Binary operation, Items from, Items to, boolean ticks, Execution execution) {
    this.multiplies = operation == Binary.TIMES;
    this.from = from;
    this.to = to;
    this.ticks = ticks;
    // Integers are computed in the target's type, because wrapped integers have the same low bits
    // in any width. Their common dtype would not do: that of u8 and signed integers is f8.
    boolean floats = !isInteger(from.kind()) || !isInteger(to.kind());
    this.computed = floats ? Promotion.of(from.kind(), to.kind()) : to.kind();
    this.execution = execution;
  }

  private static boolean isInteger(ScalarKind kind) {
    return kind.isInteger() || kind == ScalarKind.BOOL;
  }

  /// The dtype of a new array of sums or products.
  ///
  /// @param operation PLUS or TIMES
  public static DType dtype(Binary operation, Items view) {
    if (isSpan(operation, view)) {
      return view.dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN);
    }
    ScalarKind kind = kind(operation, view);
    if (kind.isInexact()) {
      return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
    }
    return kind.isUnsigned() ? DType.UINT64 : DType.INT64;
  }

  /// Computes the sums or products along an axis.
  ///
  /// @param operation PLUS or TIMES
  /// @param axis the axis, not negative
  public static void along(Binary operation, Items view, int axis, Items target) {
    if (!view.shape().equals(target.shape())) {
      throw wrongShape(operation, view, view.shape(), target);
    }
    requireFit(operation, view, target);
    Items items = SafeOrder.operand(view, target);
    forEachSide(operation, view, target, items, sides -> sides.along(axis));
  }

  /// Computes the sums or products of all elements in C order.
  ///
  /// @param operation PLUS or TIMES
  /// @param target an array of rank 1
  public static void flat(Binary operation, Items view, Items target) {
    Shape expected = Shape.of(view.itemCount());
    if (!expected.equals(target.shape())) {
      throw wrongShape(operation, view, expected, target);
    }
    requireFit(operation, view, target);
    // The single axis of the target can always be split into the axes of the view.
    Strided split = Reshape.of(target.strided(), view.shape(), Order.C, target.itemsize());
    Items items = SafeOrder.operand(view, target.at(split));
    forEachSide(operation, view, target, items, Accumulation::flat);
  }

  private interface Work {
    void run(Accumulation sides);
  }

  /// Runs the work. Sums of complex numbers are computed in two runs, of the real and of the
  /// imaginary parts.
  private static void forEachSide(
      Binary operation, Items view, Items target, Items items, Work work) {
    if (view.itemCount() == 0) {
      return;
    }
    boolean ticks = isSpan(operation, view);
    Execution execution = view.execution();
    boolean fromComplex = !ticks && kind(operation, view).isComplex();
    boolean toComplex = !ticks && kind(operation, target).isComplex();
    if (toComplex && operation == Binary.TIMES) {
      work.run(new Accumulation(operation, items, target, false, execution));
      return;
    }
    Items from = ticks ? items : items.real();
    Items to = ticks ? target : target.real();
    work.run(new Accumulation(operation, from, to, ticks, execution));
    if (fromComplex) {
      work.run(new Accumulation(operation, items.imag(), target.imag(), ticks, execution));
    } else if (toComplex) {
      Filling.zeros(target.imag());
    }
  }

  private static void requireFit(Binary operation, Items view, Items target) {
    target.requireWritable();
    if (isSpan(operation, view)) {
      TimeType unit = (TimeType) view.dtype();
      TimeArithmetic.requireTarget(operation, unit, target);
    } else {
      ScalarKind kind = kind(operation, view);
      var _ = kind(operation, target);
      Computable.requireGoesInto(operation.results(), kind, target);
    }
  }

  /// Whether timedeltas are added.
  private static boolean isSpan(Binary operation, Items view) {
    return operation == Binary.PLUS
        && view.dtype() instanceof TimeType time
        && time.kind() == TimeType.Kind.TIMEDELTA;
  }

  /// @throws io.ndmap.dtype.DTypeException if the elements are not numbers
  private static ScalarKind kind(Binary operation, Items view) {
    if (view.dtype() instanceof ScalarType scalar) {
      return scalar.kind();
    }
    throw Computable.unsupported(operation, view);
  }

  private static IllegalArgumentException wrongShape(
      Binary operation, Items view, Shape expected, Items target) {
    return new IllegalArgumentException(
        "the "
            + operation.results()
            + " of "
            + view.backing().name()
            + " have shape "
            + expected
            + ", the target has shape "
            + target.shape());
  }

  /// The buffers of one worker.
  private static final class WorkerScratch {
    private final int capacity;
    private final RunningSums items;
    private final Walk walk;

    WorkerScratch(int capacity, RunningSums items, Walk walk) {
      this.capacity = capacity;
      this.items = items;
      this.walk = walk;
    }

    void take(long at, long stride, int start, int count) {
      items.take(at, stride, start, count);
      walk.pass(at, stride, count);
    }

    void put(long at, long stride, int count) {
      items.put(at, stride, count);
      walk.wrote(at, stride, count);
    }

    void line(long at, long stride, long into, long intoStride, long count) {
      for (long done = 0; done < count; done += capacity) {
        int taken = (int) Math.min(capacity, count - done);
        take(at + done * stride, stride, 0, taken);
        items.run(taken);
        put(into + done * intoStride, intoStride, taken);
      }
    }
  }

  private RunningSums running(int capacity) {
    return switch (computed) {
      case CLONGDOUBLE -> new RunningComplexLongDoubles(from, to, capacity);
      case COMPLEX128, COMPLEX64 ->
          new RunningComplex(from, to, computed == ScalarKind.COMPLEX64, capacity);
      case LONGDOUBLE -> new RunningLongDoubles(from, to, multiplies, capacity);
      case FLOAT64 -> new RunningDoubles(from, to, multiplies, capacity);
      default ->
          computed.isFloat()
              ? new RunningFloats(from, to, computed, multiplies, capacity)
              : new RunningIntegers(from, to, ticks, multiplies, capacity);
    };
  }

  /// Runs parts; each worker has its own scratch.
  private void parts(Execution threads, long count, int capacity, PartWork work) {
    parts(threads, count, capacity, () -> running(capacity), work);
  }

  private void parts(
      Execution threads, long count, int capacity, Supplier<RunningSums> items, PartWork work) {
    new Parts(threads, from, to)
        .runWalks(
            count, (part, walk) -> work.run(part, new WorkerScratch(capacity, items.get(), walk)));
  }

  private interface PartWork {
    void run(long part, WorkerScratch scratch);
  }

  // ---- along an axis

  private void along(int axis) {
    Strided[] others =
        LoopAxes.ascending(from.strided().index(axis, 0), to.strided().index(axis, 0));
    int inner = others[0].rank() - 1;
    long length = from.strided().shape().size(axis);
    long columns = others[0].shape().size(inner);
    if (columns >= FEWEST_COLUMNS
        && (others[0].stride(inner) < Layouts.distance(from.strided(), axis)
            || (length < SHORT && length < columns))) {
      columns(axis, others);
    } else {
      lines(axis, others);
    }
  }

  private void lines(int axis, Strided... others) {
    long length = from.strided().shape().size(axis);
    long lines = others[0].shape().itemCount();
    long group = Math.max(1, Pass.PART / length);
    int capacity = (int) Math.min(BLOCK, length);
    COrder starts = new COrder(others);
    parts(
        execution,
        Math.ceilDiv(lines, group),
        capacity,
        (part, scratch) ->
            starts.forEachRun(
                part * group,
                Math.min(group, lines - part * group),
                1,
                (at, _) -> {
                  scratch.items.clear();
                  scratch.line(
                      at[0], from.strided().stride(axis), at[1], to.strided().stride(axis), length);
                }));
  }

  private void columns(int axis, Strided... others) {
    long length = from.strided().shape().size(axis);
    int inner = others[0].rank() - 1;
    long columns = others[0].shape().size(inner);
    int most = execution.dropBehind() ? WIDE : COLUMNS;
    int width =
        (int) Math.min(columns, Math.clamp(columns / execution.parallelism(), COLUMNS / 8, most));
    ColumnTiles tiles = new ColumnTiles(inner, width, others);
    long group = Math.max(1, Pass.PART / (length * width));
    parts(
        execution,
        Math.ceilDiv(tiles.count(), group),
        width,
        (part, scratch) ->
            tiles.forEach(
                part * group,
                Math.min(group, tiles.count() - part * group),
                (at, some) -> {
                  for (long row = 0; row < length; row++) {
                    scratch.take(
                        at[0] + row * from.strided().stride(axis),
                        others[0].stride(inner),
                        0,
                        some);
                    scratch.items.step(row == 0, some);
                    scratch.put(
                        at[1] + row * to.strided().stride(axis), others[1].stride(inner), some);
                  }
                }));
  }

  // ---- all elements

  /// Computes the sums or products of all elements in C order. The parts run sequentially, because
  /// each part needs the result of all elements before it.
  private void flat() {
    long all = from.strided().shape().itemCount();
    long stride = Layouts.lastStride(to.strided());
    COrder order = new COrder(from.strided());
    int capacity = (int) Math.min(BLOCK, all);
    RunningSums running = running(capacity);
    parts(
        execution.withParallelism(1),
        Math.ceilDiv(all, Pass.PART),
        capacity,
        () -> running,
        (part, scratch) -> {
          long end = Math.min(all, (part + 1) * Pass.PART);
          for (long done = part * Pass.PART; done < end; ) {
            int count = (int) Math.min(capacity, end - done);
            fill(scratch, order, done, count);
            running.run(count);
            scratch.put(to.strided().offset() + done * stride, stride, count);
            done += count;
          }
        });
  }

  private static void fill(WorkerScratch scratch, COrder order, long first, int count) {
    int[] filled = {0};
    order.forEachRun(
        first,
        count,
        count,
        (at, run) -> {
          scratch.take(at[0], order.stride(0), filled[0], run);
          filled[0] += run;
        });
  }
}
