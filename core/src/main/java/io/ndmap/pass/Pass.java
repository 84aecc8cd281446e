package io.ndmap.pass;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A pass through one or several layouts of one shape, whose items correspond: in what order, and
/// in what parts.
///
/// The axes are brought into the simplest form in which all operands agree: those of one item are
/// dropped, those that the first operand, the leader, passes backwards are turned round, sorted so
/// that the leader goes through its memory in ascending order, neighbours merged where they lie
/// without gaps in all operands. The items in that order are cut into parts of at most [#PART]
/// items, or into boxes ([#inBoxes]). All of this follows from the layouts alone, so that the
/// result of an operation does not depend on how many threads share the parts.
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

  /// An axis of all operands.
  private static final class Axis {
    private final long size;
    private final long[] strides;

    Axis(long size, long[] strides) {
      this.size = size;
      this.strides = strides;
    }

    long size() {
      return size;
    }

    long distance(int operand) {
      return Math.abs(strides[operand]);
    }

    boolean continues(Axis inner) {
      for (int k = 0; k < strides.length; k++) {
        if (strides[k] != inner.size * inner.strides[k]) {
          return false;
        }
      }
      return true;
    }
  }

  /// Along the sides of a box, of passes through few items and through many: enough for whole pages
  /// on either side, few enough for the processor's table of addresses.
  private static final int SIDE = 256;

  private static final int LONG_SIDE = 512;

  /// Items that both operands have without a jump, of which no boxes need be made.
  private static final long LONG_RUN = 1L << 12;

  /// The same where a run along them is not worth its overhead.
  private static final long SHORT_RUN = 16;

  /// Items from which on boxes are large.
  private static final long MANY = 1L << 24;

  private final List<Axis> axes;
  private final long[] offsets;
  private final long[] steps;
  private final boolean across;
  private final long parts;

  /// @param steps how many places a part has along each axis
  private Pass(List<Axis> axes, long[] offsets, long[] steps, boolean across) {
    this.axes = axes;
    this.offsets = offsets;
    this.steps = steps;
    this.across = across;
    long count = 1;
    for (int k = 0; k < steps.length; k++) {
      count *= Math.ceilDiv(axes.get(k).size, steps[k]);
    }
    this.parts = count;
  }

  /// The pass through layouts of one shape with at least one item.
  public static Pass of(Strided leader, Strided... others) {
    Strided[] operands = new Strided[others.length + 1];
    operands[0] = leader;
    System.arraycopy(others, 0, operands, 1, others.length);
    long[] offsets = Arrays.stream(operands).mapToLong(Strided::offset).toArray();
    List<Axis> axes = new ArrayList<>();
    for (int k = 0; k < leader.rank(); k++) {
      long size = leader.shape().size(k);
      if (size > 1) {
        long[] strides = new long[operands.length];
        for (int o = 0; o < strides.length; o++) {
          strides[o] = operands[o].stride(k);
        }
        if (strides[0] < 0) {
          for (int o = 0; o < strides.length; o++) {
            offsets[o] += (size - 1) * strides[o];
            strides[o] = -strides[o];
          }
        }
        axes.add(new Axis(size, strides));
      }
    }
    axes.sort(Comparator.comparingLong((Axis axis) -> axis.strides[0]).reversed());
    List<Axis> merged = merged(axes);
    return new Pass(merged, offsets, runs(merged), false);
  }

  /// Takes as many places as there is room for, from the innermost axis on.
  private static long[] runs(List<Axis> axes) {
    long[] steps = new long[axes.size()];
    long rest = PART;
    for (int k = steps.length - 1; k >= 0; k--) {
      steps[k] = Math.min(rest, axes.get(k).size);
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
    // An axis along which one item is repeated has no say.
    List<Integer> leading =
        IntStream.range(0, axes.size())
            .map(k -> axes.size() - 1 - k)
            .filter(k -> axes.get(k).distance(1) > 0)
            .boxed()
            .toList();
    List<Integer> others =
        leading.stream().sorted(Comparator.comparingLong(k -> axes.get(k).distance(1))).toList();
    int agreed = 0;
    long run = 1;
    while (agreed < leading.size() && leading.get(agreed).equals(others.get(agreed))) {
      run *= axes.get(leading.get(agreed)).size;
      agreed++;
    }
    if (agreed == leading.size() || run >= LONG_RUN) {
      return this;
    }
    long[] sides = sides(others, items() < MANY ? SIDE : LONG_SIDE);
    List<Integer> order = new ArrayList<>(IntStream.range(0, axes.size()).boxed().toList());
    if (run < SHORT_RUN) {
      order.removeAll(List.of(leading.get(agreed), others.get(agreed)));
      order.add(others.get(agreed));
      order.add(leading.get(agreed));
    }
    return new Pass(
        order.stream().map(axes::get).toList(),
        offsets,
        order.stream().mapToLong(k -> sides[k]).toArray(),
        run < SHORT_RUN);
  }

  /// How many places a box has along each axis: first a side full of items in the second operand's
  /// order, then as many in the leader's as make a square of it.
  private long[] sides(List<Integer> others, long side) {
    long[] sides = new long[axes.size()];
    Arrays.fill(sides, 1);
    long rest = side;
    long items = 1;
    for (int k : others) {
      sides[k] = Math.min(rest, axes.get(k).size);
      rest /= sides[k];
      items *= sides[k];
    }
    long more = side * side / items;
    for (int k = sides.length - 1; k >= 0; k--) {
      long wide = Math.min(axes.get(k).size, sides[k] * more);
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

  private static List<Axis> merged(List<Axis> axes) {
    List<Axis> merged = new ArrayList<>();
    for (Axis axis : axes) {
      Axis outer = merged.isEmpty() ? null : merged.getLast();
      if (outer != null && outer.continues(axis)) {
        merged.set(merged.size() - 1, new Axis(outer.size * axis.size, axis.strides));
      } else {
        merged.add(axis);
      }
    }
    return merged;
  }

  /// How many items there are.
  long items() {
    long items = 1;
    for (Axis axis : axes) {
      items *= axis.size;
    }
    return items;
  }

  /// How many parts there are.
  public long parts() {
    return parts;
  }

  /// The layouts of a part, in the order of the operands: at least one axis, the innermost last.
  public Strided[] part(long index) {
    long[] starts = offsets.clone();
    List<Axis> inside = new ArrayList<>();
    int fewest = across ? 2 : 0;
    long rest = index;
    for (int k = steps.length - 1; k >= 0; k--) {
      Axis axis = axes.get(k);
      long cuts = Math.ceilDiv(axis.size, steps[k]);
      long start = rest % cuts * steps[k];
      rest /= cuts;
      move(starts, axis, start);
      if (steps[k] > 1 || k >= steps.length - fewest) {
        inside.add(0, new Axis(Math.min(steps[k], axis.size - start), axis.strides));
      }
    }
    if (inside.isEmpty()) {
      inside.add(new Axis(1, new long[offsets.length]));
    }
    Shape shape = Shape.of(inside.stream().mapToLong(Axis::size).toArray());
    Strided[] layouts = new Strided[starts.length];
    for (int o = 0; o < layouts.length; o++) {
      int operand = o;
      layouts[o] =
          Strided.of(
              starts[o], shape, inside.stream().mapToLong(axis -> axis.strides[operand]).toArray());
    }
    return layouts;
  }

  private static void move(long[] starts, Axis axis, long positions) {
    for (int o = 0; o < starts.length; o++) {
      starts[o] += positions * axis.strides[o];
    }
  }

  /// The items of a part, run by run along its innermost axis.
  public static void forEachRun(Strided[] part, RunBody body) {
    long[] at = new long[part.length];
    for (int o = 0; o < at.length; o++) {
      at[o] = part[o].offset();
    }
    forEachRun(part, 0, at, body);
  }

  private static void forEachRun(Strided[] part, int axis, long[] at, RunBody body) {
    long size = part[0].shape().size(axis);
    if (axis == part[0].rank() - 1) {
      body.run(at, (int) size);
      return;
    }
    for (long i = 0; i < size; i++) {
      forEachRun(part, axis + 1, at, body);
      for (int o = 0; o < at.length; o++) {
        at[o] += part[o].stride(axis);
      }
    }
    for (int o = 0; o < at.length; o++) {
      at[o] -= size * part[o].stride(axis);
    }
  }
}
