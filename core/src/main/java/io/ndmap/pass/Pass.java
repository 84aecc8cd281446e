package io.ndmap.pass;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.layout.Box;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A pass over one or several layouts of one shape. It determines the order of traversal and the
/// division into parts.
///
/// The first operand, the leader, is traversed in ascending memory order, see [LoopAxes#ascending].
/// The elements in that order are divided into parts of at most [#PART] elements, into larger parts
/// ([#ofBytes]), or, if the memory orders of two operands differ, into multidimensional blocks that
/// fit the caches and the TLB (*boxes*, [#inBoxes]). The order and the division depend only on
/// layouts and itemsizes, so the result of an operation does not depend on the number of threads.
public final class Pass {

  /// The maximum number of elements of a part, a power of two. It is large enough (about a hundred
  /// microseconds of work) to amortize the scheduling, and small enough for much of the part to fit
  /// the L2 cache.
  public static final int PART = 1 << 16;

  /// The work on a strided run of elements.
  public interface RunBody {

    /// Processes the next run.
    ///
    /// @param offsets byte offset of the first element in each operand; the pass reuses the array
    /// @param count the number of elements of the run
    void run(long[] offsets, int count);
  }

  /// The side of a box, in elements: long enough to use much of each page of either operand, short
  /// enough for the TLB to cover these pages.
  private static final int SIDE = 256;

  /// The side of a box in passes of at least [#MANY] elements.
  private static final int LONG_SIDE = 512;

  /// If runs contiguous in both operands have at least this many elements, no boxes are needed.
  private static final long LONG_RUN = 1L << 12;

  /// If runs contiguous in both operands are shorter than this, parts are transposed, see
  /// [#isAcross].
  private static final long SHORT_RUN = 16;

  /// Passes of at least this many elements use [#LONG_SIDE].
  private static final long MANY = 1L << 24;

  private final Strided[] operands;
  // The division into parts. Null if the pass was created as one part: creating a partition takes
  // as long as processing a hundred elements.
  private final @Nullable Chunks cut;
  // The axes of the layouts of a part. Axes along which all parts have length 1 are omitted, except
  // the last two axes of transposed parts.
  private final int[] inside;
  private final boolean across;
  private final long parts;

  /// @param steps the lengths of a part along each axis
  private Pass(Strided[] operands, long[] steps, boolean across) {
    this.operands = operands;
    this.cut = Partition.chunks(operands[0].shape(), Order.C, Shape.of(steps));
    int fewest = steps.length - (across ? 2 : 0);
    this.inside =
        IntStream.range(0, steps.length).filter(k -> steps[k] > 1 || k >= fewest).toArray();
    this.across = across;
    this.parts = cut.count();
  }

  private Pass(Strided[] operands) {
    this.operands = operands;
    this.cut = null;
    this.inside = new int[0];
    this.across = false;
    this.parts = 1;
  }

  /// Returns the pass over layouts of one shape with at least one element.
  public static Pass of(Strided leader, Strided... others) {
    return of(PART, leader, others);
  }

  /// Returns a pass in parts of [#partOf] elements, for operations whose results do not depend on
  /// the division into parts.
  ///
  /// @param widest the largest itemsize of the operands
  public static Pass ofBytes(int widest, Strided leader, Strided... others) {
    return of(partOf(widest), leader, others);
  }

  /// Returns how many elements of the widest itemsize fit into `PART * 8` bytes, but at least
  /// [#PART]. The number of bytes determines the time of most loops.
  ///
  /// @param widest the largest itemsize of the operands
  public static int partOf(int widest) {
    return Math.max(PART, PART * Long.BYTES / widest);
  }

  private static Pass of(int most, Strided leader, Strided... others) {
    Strided[] operands = new Strided[others.length + 1];
    operands[0] = leader;
    System.arraycopy(others, 0, operands, 1, others.length);
    Strided[] axes = LoopAxes.ascending(operands);
    Shape shape = axes[0].shape();
    return shape.itemCount() <= most ? new Pass(axes) : new Pass(axes, runs(shape, most), false);
  }

  /// Returns the lengths of a part along each axis. A part extends along the innermost axis first,
  /// then along the next one, until it has `most` elements.
  private static long[] runs(Shape shape, int most) {
    long[] steps = new long[shape.rank()];
    long rest = most;
    for (int k = steps.length - 1; k >= 0; k--) {
      steps[k] = Math.min(rest, shape.size(k));
      rest /= steps[k];
    }
    return steps;
  }

  /// Returns this pass in boxes if the memory order of the second operand differs from the leader's
  /// and runs contiguous in both are shorter than 4096 elements, else this pass. A part along only
  /// the leader's innermost axes would touch all memory of the second operand; a box extends along
  /// the innermost axes of both operands. See also [#isAcross].
  ///
  /// Only for operations whose result does not depend on the order of the elements.
  public Pass inBoxes() {
    Strided second = operands[1];
    if (second.rank() == 1) {
      return this;
    }
    // Broadcast (stride-0) axes are ignored.
    List<Integer> leading =
        IntStream.range(0, second.rank())
            .map(k -> second.rank() - 1 - k)
            .filter(k -> second.stride(k) != 0)
            .boxed()
            .toList();
    List<Integer> others =
        leading.stream()
            .sorted(Comparator.comparingLong(k -> Layouts.distance(second, k)))
            .toList();
    int agreed = 0;
    long run = 1;
    while (agreed < leading.size() && leading.get(agreed).equals(others.get(agreed))) {
      run *= second.shape().size(leading.get(agreed));
      agreed++;
    }
    if (agreed == leading.size() || run >= LONG_RUN) {
      return this;
    }
    long[] sides = sides(others, items() < MANY ? SIDE : LONG_SIDE);
    List<Integer> order = new ArrayList<>(IntStream.range(0, sides.length).boxed().toList());
    if (run < SHORT_RUN) {
      order.removeAll(List.of(leading.get(agreed), others.get(agreed)));
      order.add(others.get(agreed));
      order.add(leading.get(agreed));
    }
    int[] axes = order.stream().mapToInt(Integer::intValue).toArray();
    return new Pass(
        each(operands, layout -> layout.transpose(axes)),
        Arrays.stream(axes).mapToLong(k -> sides[k]).toArray(),
        run < SHORT_RUN);
  }

  /// Returns the lengths of a box along each axis. The box first extends along the innermost axes
  /// of the second operand until it has `side` elements, then along the innermost axes of the
  /// leader until it has `side²` elements.
  private long[] sides(List<Integer> others, long side) {
    Shape shape = operands[0].shape();
    long[] sides = new long[shape.rank()];
    Arrays.fill(sides, 1);
    long rest = side;
    long items = 1;
    for (int k : others) {
      sides[k] = Math.min(rest, shape.size(k));
      rest /= sides[k];
      items *= sides[k];
    }
    long more = side * side / items;
    for (int k = sides.length - 1; k >= 0; k--) {
      long wide = Math.min(shape.size(k), sides[k] * more);
      more = more * sides[k] / wide;
      sides[k] = wide;
    }
    return sides;
  }

  /// Returns whether the leader and the second operand have different memory orders within a part,
  /// and only runs of fewer than 16 elements are contiguous in both. The layouts of a part then
  /// have at least two axes. Of the axes whose order differs between the two operands, the leader's
  /// innermost axis is the last axis of the layouts, and the second operand's innermost axis is the
  /// last but one.
  public boolean isAcross() {
    return across;
  }

  long items() {
    return operands[0].shape().itemCount();
  }

  public long parts() {
    return parts;
  }

  /// Returns the number of elements in the parts before a part. Not for passes [#inBoxes].
  ///
  /// @param index index of the part, or the number of parts
  public long first(long index) {
    if (index == parts) {
      return items();
    }
    if (cut == null) {
      return 0;
    }
    Box box = cut.box(index);
    Shape shape = operands[0].shape();
    long first = 0;
    for (int k = 0; k < shape.rank(); k++) {
      first = first * shape.size(k) + box.start(k);
    }
    return first;
  }

  /// Returns the layouts of a part, in the order of the operands. They have at least one axis; the
  /// innermost axis of the traversal is last.
  public Strided[] part(long index) {
    if (cut == null || parts == 1) {
      return operands.clone();
    }
    Box box = cut.box(index);
    Strided[] layouts = new Strided[operands.length];
    for (int k = 0; k < layouts.length; k++) {
      Strided some = operands[k].slice(box);
      layouts[k] =
          inside.length == some.rank() ? some : Layouts.select(some, some.offset(), inside);
    }
    return layouts;
  }

  private static Strided[] each(Strided[] layouts, UnaryOperator<Strided> change) {
    return Arrays.stream(layouts).map(change).toArray(Strided[]::new);
  }

  /// Calls the body for each run of elements along the innermost axis of a part.
  public static void forEachRun(Strided[] part, RunBody body) {
    forEachRun(part, part[0].rank() - 1, body);
  }

  /// Iterates over the first `along` axes of a part, and calls the body once for each index tuple,
  /// with the byte offsets of that tuple and the length of axis `along`.
  ///
  /// @param along the number of axes to iterate over
  public static void forEachRun(Strided[] part, int along, RunBody body) {
    long[] at = new long[part.length];
    for (int o = 0; o < at.length; o++) {
      at[o] = part[o].offset();
    }
    forEachRun(part, 0, along, at, body);
  }

  private static void forEachRun(Strided[] part, int axis, int along, long[] at, RunBody body) {
    long size = part[0].shape().size(axis);
    if (axis == along) {
      body.run(at, (int) size);
      return;
    }
    for (long i = 0; i < size; i++) {
      forEachRun(part, axis + 1, along, at, body);
      for (int o = 0; o < at.length; o++) {
        at[o] += part[o].stride(axis);
      }
    }
    for (int o = 0; o < at.length; o++) {
      at[o] -= size * part[o].stride(axis);
    }
  }
}
