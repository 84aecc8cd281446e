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

/// A pass through one or several layouts of one shape, whose items correspond: in what order, and
/// in what parts.
///
/// The first operand, the leader, goes through its memory in ascending order, see
/// [LoopAxes#ascending]. The items in that order are cut into parts of at most [#PART] items, or
/// into boxes ([#inBoxes]). All of this follows from the layouts alone, so that the result of an
/// operation does not depend on how many threads share the parts.
public final class Pass {

  /// The most items of a part: some hundred microseconds of work, which hide what it costs to hand
  /// it out, and of which the second-level cache holds a good deal. A power of two.
  public static final int PART = 1 << 16;

  /// What is done with a run of items.
  public interface RunBody {

    /// Takes the next run.
    ///
    /// @param offsets for each operand, where its first item begins; belongs to the pass
    /// @param count how many items follow one another at the operands' innermost strides
    void run(long[] offsets, int count);
  }

  /// Along the sides of a box, of passes through few items and through many: enough for whole pages
  /// on either side, few enough for the TLB.
  private static final int SIDE = 256;

  private static final int LONG_SIDE = 512;

  /// Items that both operands have without a jump, of which no boxes need be made.
  private static final long LONG_RUN = 1L << 12;

  /// The same where a run along them is not worth its overhead.
  private static final long SHORT_RUN = 16;

  /// Items from which on boxes are large.
  private static final long MANY = 1L << 24;

  private final Strided[] operands;
  // Null if there is one part, which is all: to cut it would take as long as a hundred items.
  private final @Nullable Chunks cut;
  private final boolean across;
  private final long parts;

  /// @param steps how many places a part has along each axis
  private Pass(Strided[] operands, long[] steps, boolean across) {
    this.operands = operands;
    this.cut = Partition.chunks(operands[0].shape(), Order.C, Shape.of(steps));
    this.across = across;
    this.parts = cut.count();
  }

  /// In one part.
  private Pass(Strided[] operands) {
    this.operands = operands;
    this.cut = null;
    this.across = false;
    this.parts = 1;
  }

  /// The pass through layouts of one shape with at least one item.
  public static Pass of(Strided leader, Strided... others) {
    Strided[] operands = new Strided[others.length + 1];
    operands[0] = leader;
    System.arraycopy(others, 0, operands, 1, others.length);
    Strided[] axes = LoopAxes.ascending(operands);
    Shape shape = axes[0].shape();
    return shape.itemCount() <= PART ? new Pass(axes) : new Pass(axes, runs(shape), false);
  }

  /// Takes as many places as there is room for, from the innermost axis on.
  private static long[] runs(Shape shape) {
    long[] steps = new long[shape.rank()];
    long rest = PART;
    for (int k = steps.length - 1; k >= 0; k--) {
      steps[k] = Math.min(rest, shape.size(k));
      rest /= steps[k];
    }
    return steps;
  }

  /// The same items in boxes, if the second operand does not lie in memory in the leader's order: a
  /// part that runs along the leader alone would reach through all its memory. A box has some
  /// places along the innermost axes of either, see also [#isAcross].
  ///
  /// Only for what does not depend on the order of the items.
  public Pass inBoxes() {
    Strided second = operands[1];
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

  /// How many places a box has along each axis: first a side full of items in the second operand's
  /// order, then as many in the leader's as make a square of it.
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

  /// Whether the operands run across each other in a part, but for runs too short to be worth one.
  /// Its layouts then have at least two axes: the last is the innermost one of the leader of those
  /// on which they disagree, that before it the second operand's.
  public boolean isAcross() {
    return across;
  }

  /// How many items there are.
  long items() {
    return operands[0].shape().itemCount();
  }

  /// How many parts there are.
  public long parts() {
    return parts;
  }

  /// The layouts of a part, in the order of the operands: at least one axis, the innermost last.
  public Strided[] part(long index) {
    if (cut == null || parts == 1) {
      return operands.clone();
    }
    Shape steps = cut.chunkShape();
    int fewest = steps.rank() - (across ? 2 : 0);
    int[] inside =
        IntStream.range(0, steps.rank()).filter(k -> steps.size(k) > 1 || k >= fewest).toArray();
    Box box = cut.box(index);
    return each(
        operands,
        layout -> {
          Strided some = layout.slice(box);
          return Layouts.select(some, some.offset(), inside);
        });
  }

  private static Strided[] each(Strided[] layouts, UnaryOperator<Strided> change) {
    return Arrays.stream(layouts).map(change).toArray(Strided[]::new);
  }

  /// The items of a part, run by run along its innermost axis.
  public static void forEachRun(Strided[] part, RunBody body) {
    forEachRun(part, part[0].rank() - 1, body);
  }

  /// The items of a part that are the first along all but some axes.
  ///
  /// @param along the outer axes; the body counts the places along the next one
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
