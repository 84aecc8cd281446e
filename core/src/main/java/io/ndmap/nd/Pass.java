package io.ndmap.nd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// A pass through the items of one or several layouts of one shape, which belong together item by
/// item: in what order, and in what parts.
///
/// The axes are brought into the simplest form in which all operands agree: those of one item are
/// dropped, those that the first operand, the leader, passes backwards are turned round, sorted so
/// that the leader goes through its memory in ascending order, neighbours merged where they lie
/// without gaps in all operands. The items in that order are cut into parts of at most [#PART]
/// items. All of this follows from the layouts alone, so that the result of an operation does not
/// depend on how many threads share the parts.
final class Pass {

  /// The most items of a part: some hundred microseconds of work, which hide what it costs to hand
  /// it out, and of which the second-level cache holds a good deal. A power of two.
  static final int PART = 1 << 16;

  /// What is done with a run of items.
  interface RunBody {

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

    boolean continues(Axis inner) {
      for (int k = 0; k < strides.length; k++) {
        if (strides[k] != inner.size * inner.strides[k]) {
          return false;
        }
      }
      return true;
    }
  }

  private final List<Axis> axes;
  private final long[] offsets;
  private final int cutAxis;
  private final long rows;
  private final long cuts;
  private final long parts;

  private Pass(List<Axis> axes, long[] offsets) {
    this.axes = axes;
    this.offsets = offsets;
    int cut = axes.size();
    long inner = 1;
    while (cut > 0 && inner * axes.get(cut - 1).size <= PART) {
      cut--;
      inner *= axes.get(cut).size;
    }
    this.cutAxis = cut - 1;
    this.rows = cut == 0 ? 1 : PART / inner;
    this.cuts = cut == 0 ? 1 : Math.ceilDiv(axes.get(cut - 1).size, rows);
    long outer = 1;
    for (int k = 0; k < cut - 1; k++) {
      outer *= axes.get(k).size;
    }
    this.parts = outer * cuts;
  }

  /// The pass through layouts of one shape with at least one item.
  static Pass of(Strided leader, Strided... others) {
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
    return new Pass(merged(axes), offsets);
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
  long parts() {
    return parts;
  }

  /// The layouts of a part, in the order of the operands: at least one axis, the innermost last.
  Strided[] part(long index) {
    long[] starts = offsets.clone();
    List<Axis> inside = new ArrayList<>();
    if (cutAxis >= 0) {
      long cut = index % cuts;
      long outer = index / cuts;
      for (int k = cutAxis - 1; k >= 0; k--) {
        move(starts, axes.get(k), outer % axes.get(k).size);
        outer /= axes.get(k).size;
      }
      Axis axis = axes.get(cutAxis);
      move(starts, axis, cut * rows);
      inside.add(new Axis(Math.min(rows, axis.size - cut * rows), axis.strides));
    }
    inside.addAll(axes.subList(cutAxis + 1, axes.size()));
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
  static void forEachRun(Strided[] part, RunBody body) {
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
