package io.ndmap.arithmetic;

import io.ndmap.axes.Reshape;
import io.ndmap.copy.Filling;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.Operation;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Walk;
import io.ndmap.value.Promotion;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Cumulative sums, `numpy.cumsum` of NumPy 2.4: items are added sequentially in the common dtype
/// of items and target, and the sums converted.
///
/// Lines along the axis are independent of one another, and computed in whatever order memory is
/// passed best: one line after the other, or, where neighbours stand along another axis, many side
/// by side.
public final class Accumulation {

  /// Lines that are computed side by side.
  private static final int COLUMNS = 1024;

  /// The same where not all of a file stays in memory: each tile of them passes all of it.
  private static final int WIDE = 1 << 15;

  private static final int FEWEST_COLUMNS = 4;

  /// Items of a line below which lines are better taken side by side, wherever they stand.
  private static final int SHORT = 32;

  /// One part of the items: they themselves, or their real or imaginary parts.
  ///
  /// @param segment the memory
  /// @param layout of the shape that both operands have
  /// @param kind what they are
  record Side(
      MemorySegment segment, Strided layout, ScalarKind kind, boolean big, Backing backing) {

    static Side of(Items operand, int part) {
      if (operand.dtype() instanceof TimeType time) {
        boolean big = time.order() == ByteOrder.BIG_ENDIAN;
        return new Side(
            operand.segment(), operand.strided(), ScalarKind.INT64, big, operand.backing());
      }
      ScalarType type = (ScalarType) operand.dtype();
      ScalarKind kind = type.kind().part();
      return new Side(
          operand.segment(),
          part == 0 ? operand.strided() : operand.strided().shift(kind.itemsize()),
          kind,
          type.order() == ByteOrder.BIG_ENDIAN,
          operand.backing());
    }
  }

  private final Side from;
  private final Side to;
  private final boolean ticks;
  private final ScalarKind computed;
  private final Execution execution;

  private Accumulation(Side from, Side to, boolean ticks, Execution execution) {
    this.from = from;
    this.to = to;
    this.ticks = ticks;
    // Integers that wrap in any number of bits have the same low ones; u8 and signed ones would
    // have nothing in common but doubles.
    boolean floats = from.kind.isFloat() || to.kind.isFloat();
    this.computed = floats ? Promotion.of(from.kind, to.kind) : to.kind;
    this.execution = execution;
  }

  /// The dtype of a new array of sums.
  public static DType dtype(Items view) {
    if (isSpan(view)) {
      return view.dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN);
    }
    ScalarKind kind = kind(view);
    if (kind.isFloat() || kind.isComplex()) {
      return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
    }
    return kind.isUnsigned() ? DType.UINT64 : DType.INT64;
  }

  /// Along an axis.
  ///
  /// @param axis from 0 on
  public static void along(Items view, int axis, Items target) {
    if (!view.shape().equals(target.shape())) {
      throw wrongShape(view, view.shape(), target);
    }
    Items items = operand(view, target);
    Items sums = target;
    forEachSide(view, target, items, sums, sides -> sides.along(axis));
  }

  /// All items in C order.
  ///
  /// @param target with one axis
  public static void flat(Items view, Items target) {
    Shape wanted = Shape.of(view.itemCount());
    if (!wanted.equals(target.shape())) {
      throw wrongShape(view, wanted, target);
    }
    requireFit(view, target);
    Items sums = target;
    if (view.itemCount() == 0) {
      return;
    }
    // One axis can always be taken apart.
    Items items =
        SafeOrder.operand(
            view,
            target.at(Reshape.of(target.strided(), view.shape(), Order.C, target.itemsize())));
    forEachSide(view, target, items, sums, Accumulation::flat);
  }

  private interface Work {
    void run(Accumulation sides);
  }

  private static void forEachSide(Items view, Items target, Items items, Items sums, Work work) {
    if (view.itemCount() == 0) {
      return;
    }
    boolean ticks = isSpan(view);
    boolean fromComplex = !ticks && kind(view).isComplex();
    boolean toComplex = !ticks && kind(target).isComplex();
    work.run(new Accumulation(Side.of(items, 0), Side.of(sums, 0), ticks, view.execution()));
    if (fromComplex) {
      work.run(new Accumulation(Side.of(items, 1), Side.of(sums, 1), ticks, view.execution()));
    } else if (toComplex) {
      Filling.zeros(target.imag());
    }
  }

  private static Items operand(Items view, Items target) {
    requireFit(view, target);
    return SafeOrder.operand(view, target);
  }

  private static void requireFit(Items view, Items target) {
    target.requireWritable();
    if (isSpan(view)) {
      TimeType unit = (TimeType) view.dtype();
      TimeArithmetic.requireTarget(Operation.PLUS, unit, unit.kind(), target);
    } else {
      ScalarKind kind = kind(view);
      var _ = kind(target);
      Arithmetic.requireGoesInto(Operation.PLUS, kind, target);
    }
  }

  private static boolean isSpan(Items view) {
    return view.dtype() instanceof TimeType time && time.kind() == TimeType.Kind.TIMEDELTA;
  }

  /// @throws io.ndmap.dtype.DTypeException if the items are no numbers
  private static ScalarKind kind(Items view) {
    if (view.dtype() instanceof ScalarType scalar) {
      return scalar.kind();
    }
    throw Arithmetic.unsupported(Operation.PLUS, view);
  }

  private static IllegalArgumentException wrongShape(Items view, Shape wanted, Items target) {
    return new IllegalArgumentException(
        "the sums of "
            + view.backing().name()
            + " have shape "
            + wanted
            + ", the target has shape "
            + target.shape());
  }

  /// What a thread computes with.
  private static final class WorkerScratch {
    private final int capacity;
    private final RunningItems items;
    private final Walk walk;

    WorkerScratch(int capacity, RunningItems items, Walk walk) {
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

  private RunningItems running(int capacity) {
    if (ticks) {
      return new RunningTicks(from, to, capacity);
    }
    return computed == ScalarKind.LONGDOUBLE
        ? new RunningLongDoubles(from, to, capacity)
        : new RunningNumbers(from, to, computed, capacity);
  }

  /// Runs parts, each with a desk of its own.
  private void parts(Execution threads, long count, int capacity, PartWork work) {
    parts(threads, count, capacity, () -> running(capacity), work);
  }

  private void parts(
      Execution threads, long count, int capacity, Supplier<RunningItems> items, PartWork work) {
    new Parts(threads, from.backing(), to.backing())
        .runWalks(
            count, (part, walk) -> work.run(part, new WorkerScratch(capacity, items.get(), walk)));
  }

  private interface PartWork {
    void run(long part, WorkerScratch desk);
  }

  private int items() {
    int both = Math.min(Block.items(from.kind), Block.items(to.kind));
    return Math.min(both, Block.items(computed));
  }

  // ---- along an axis

  private void along(int axis) {
    Shape shape = from.layout.shape();
    int[] others =
        IntStream.range(0, shape.rank())
            .filter(k -> k != axis && shape.size(k) > 1)
            .boxed()
            .sorted(Comparator.comparingLong((Integer k) -> distance(k)).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    int inner = others.length == 0 ? -1 : others[others.length - 1];
    if (inner >= 0
        && shape.size(inner) >= FEWEST_COLUMNS
        && (distance(inner) < distance(axis)
            || (shape.size(axis) < SHORT && shape.size(axis) < shape.size(inner)))) {
      columns(axis, inner, Arrays.copyOf(others, others.length - 1));
    } else {
      lines(axis, others);
    }
  }

  private long distance(int axis) {
    return Math.abs(from.layout.stride(axis));
  }

  private void lines(int axis, int... others) {
    long length = from.layout.shape().size(axis);
    long lines = count(others);
    long group = Math.max(1, Pass.PART / length);
    int capacity = (int) Math.min(items(), length);
    parts(
        execution,
        Math.ceilDiv(lines, group),
        capacity,
        (part, desk) -> {
          long end = Math.min(lines, (part + 1) * group);
          for (long line = part * group; line < end; line++) {
            desk.items.clear();
            desk.line(
                at(from.layout, others, line),
                from.layout.stride(axis),
                at(to.layout, others, line),
                to.layout.stride(axis),
                length);
          }
        });
  }

  private void columns(int axis, int inner, int... outer) {
    long length = from.layout.shape().size(axis);
    long columns = from.layout.shape().size(inner);
    int most = execution.dropBehind() ? WIDE : COLUMNS;
    int width =
        (int) Math.min(columns, Math.clamp(columns / execution.parallelism(), COLUMNS / 8, most));
    long tiles = Math.ceilDiv(columns, width);
    long all = count(outer) * tiles;
    long group = Math.max(1, Pass.PART / (length * width));
    parts(
        execution,
        Math.ceilDiv(all, group),
        width,
        (part, desk) -> {
          long end = Math.min(all, (part + 1) * group);
          for (long tile = part * group; tile < end; tile++) {
            long first = tile % tiles * width;
            tile(
                desk,
                axis,
                inner,
                at(from.layout, outer, tile / tiles) + first * from.layout.stride(inner),
                at(to.layout, outer, tile / tiles) + first * to.layout.stride(inner),
                (int) Math.min(width, columns - first));
          }
        });
  }

  private void tile(WorkerScratch desk, int axis, int inner, long at, long into, int width) {
    long length = from.layout.shape().size(axis);
    long stride = from.layout.stride(inner);
    for (long row = 0; row < length; row++) {
      long start = at + row * from.layout.stride(axis);
      desk.take(start, stride, 0, width);
      desk.items.step(row == 0, width);
      desk.put(into + row * to.layout.stride(axis), to.layout.stride(inner), width);
    }
  }

  private long count(int... axes) {
    return Arrays.stream(axes).mapToLong(from.layout.shape()::size).reduce(1, (a, b) -> a * b);
  }

  /// Where the item is whose place along some axes has a number in C order, and which is first
  /// along all others.
  private static long at(Strided layout, int[] axes, long number) {
    long rest = number;
    long offset = layout.offset();
    for (int k = axes.length - 1; k >= 0; k--) {
      long size = layout.shape().size(axes[k]);
      offset += rest % size * layout.stride(axes[k]);
      rest /= size;
    }
    return offset;
  }

  // ---- all items

  /// The items in C order, cut into runs.
  private static final class Cursor {
    private final long[] sizes;
    private final long[] strides;
    private final long[] index;
    private long at;

    Cursor(Strided layout) {
      int[] axes =
          IntStream.range(0, layout.rank()).filter(k -> layout.shape().size(k) > 1).toArray();
      long[] size = new long[axes.length + 1];
      long[] stride = new long[axes.length + 1];
      int last = -1;
      for (int axis : axes) {
        long n = layout.shape().size(axis);
        if (last >= 0 && stride[last] == n * layout.stride(axis)) {
          size[last] *= n;
        } else {
          last++;
          size[last] = n;
        }
        stride[last] = layout.stride(axis);
      }
      if (last < 0) {
        last = 0;
        size[0] = 1;
      }
      this.sizes = Arrays.copyOf(size, last + 1);
      this.strides = Arrays.copyOf(stride, last + 1);
      this.index = new long[last + 1];
      this.at = layout.offset();
    }

    long stride() {
      return strides[strides.length - 1];
    }

    /// How many items the run has that begins here.
    long left() {
      return sizes[sizes.length - 1] - index[sizes.length - 1];
    }

    /// Goes on within the run, or from its end to the next one.
    void advance(long count) {
      int k = sizes.length - 1;
      at += count * strides[k];
      index[k] += count;
      while (k > 0 && index[k] == sizes[k]) {
        at += strides[k - 1] - sizes[k] * strides[k];
        index[k] = 0;
        k--;
        index[k]++;
      }
    }
  }

  /// One part after the other: each needs the sum of those before it.
  private void flat() {
    long all = from.layout.shape().itemCount();
    long stride = to.layout.rank() == 0 ? 0 : to.layout.stride(0);
    Cursor cursor = new Cursor(from.layout);
    int capacity = (int) Math.min(items(), all);
    RunningItems running = running(capacity);
    parts(
        execution.withParallelism(1),
        Math.ceilDiv(all, Pass.PART),
        capacity,
        () -> running,
        (part, desk) -> {
          long end = Math.min(all, (part + 1) * Pass.PART);
          for (long done = part * Pass.PART; done < end; ) {
            int count = (int) Math.min(capacity, end - done);
            fill(desk, cursor, count);
            running.run(count);
            desk.put(to.layout.offset() + done * stride, stride, count);
            done += count;
          }
        });
  }

  private void fill(WorkerScratch desk, Cursor cursor, int count) {
    for (int filled = 0; filled < count; ) {
      int taken = (int) Math.min(count - filled, cursor.left());
      desk.take(cursor.at, cursor.stride(), filled, taken);
      cursor.advance(taken);
      filled += taken;
    }
  }
}
