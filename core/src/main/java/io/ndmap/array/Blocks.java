package io.ndmap.array;

import io.ndmap.copy.CommonDType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import java.util.ArrayList;
import java.util.List;

/// Nested lists of arrays joined to one, `numpy.block`: first each array gets a place, then it is
/// copied there.
final class Blocks {

  private final int depth;
  private final int rank;

  /// In the order in which they are found; of the same rank.
  private final List<NdView<?>> views = new ArrayList<>();

  /// Where each begins.
  private final List<long[]> places = new ArrayList<>();

  private Blocks(List<?> blocks) {
    this.depth = depth(blocks);
    this.rank = Math.max(depth, highestRank(blocks));
  }

  /// A new array of the blocks.
  static NdView<?> join(List<?> nested) {
    Blocks blocks = new Blocks(nested);
    Shape shape = Shape.of(blocks.place(nested, 0));
    NdView<?> first = blocks.views.getFirst();
    NdView<?> joined =
        ViewItems.emptyLike(
            first,
            CommonDType.of(blocks.views.stream().map(ViewItems::of).toList()),
            shape,
            Order.C);
    for (int k = 0; k < blocks.views.size(); k++) {
      NdView<?> view = blocks.views.get(k);
      NdView<?> place = joined.slice(box(blocks.places.get(k), view.shape()));
      view.on(joined.execution()).copyTo(place, Casting.SAFE);
    }
    return joined;
  }

  private static Box box(long[] start, Shape shape) {
    long[] end = start.clone();
    for (int axis = 0; axis < end.length; axis++) {
      end[axis] += shape.size(axis);
    }
    return Box.of(start, end);
  }

  private static int depth(Object block) {
    return block instanceof List<?> list && !list.isEmpty() ? 1 + depth(list.getFirst()) : 0;
  }

  private static int highestRank(Object block) {
    return switch (block) {
      case List<?> list -> list.stream().mapToInt(Blocks::highestRank).max().orElse(0);
      case NdView<?> view -> view.rank();
      default ->
          throw new IllegalArgumentException(
              "blocks are views or lists of them, found a " + block.getClass().getName());
    };
  }

  /// Gives the arrays of a block their places, which are counted from the block's.
  ///
  /// @param level how many lists it is in
  /// @return the shape of the block
  private long[] place(Object block, int level) {
    if (block instanceof NdView<?> view) {
      if (level != depth) {
        throw new IllegalArgumentException(
            "blocks must be in lists of one depth, found an array in %s and another in %s"
                .formatted(depth, level));
      }
      return place(view);
    }
    List<?> list = (List<?>) block;
    if (list.isEmpty() || level == depth) {
      throw new IllegalArgumentException(
          list.isEmpty()
              ? "a list of blocks must not be empty"
              : "blocks must be in lists of one depth, found an array in %s and a list in as many"
                  .formatted(depth));
    }
    int axis = rank - depth + level;
    long[] sizes = {};
    for (Object each : list) {
      int first = views.size();
      long[] next = place(each, level + 1);
      if (sizes.length == 0) {
        sizes = next;
        continue;
      }
      requireLike(sizes, next, axis);
      for (long[] place : places.subList(first, places.size())) {
        place[axis] += sizes[axis];
      }
      sizes[axis] = Math.addExact(sizes[axis], next[axis]);
    }
    return sizes;
  }

  private long[] place(NdView<?> view) {
    NdView<?> block = view;
    while (block.rank() < rank) {
      block = block.newAxis(0);
    }
    views.add(block);
    places.add(new long[rank]);
    return block.shape().toArray();
  }

  private static void requireLike(long[] sizes, long[] next, int axis) {
    for (int k = 0; k < sizes.length; k++) {
      if (k != axis && sizes[k] != next[k]) {
        throw new IllegalArgumentException(
            "blocks of shapes %s and %s cannot be joined along axis %s"
                .formatted(Shape.of(sizes), Shape.of(next), axis));
      }
    }
  }
}
