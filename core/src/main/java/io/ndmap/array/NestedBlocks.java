package io.ndmap.array;

import io.ndmap.copy.CommonDType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import java.util.ArrayList;
import java.util.List;

/// Joins nested lists of arrays to one array, as `numpy.block`. The origin of an array is the index
/// of its first element in the result. All origins are computed first; then each array is copied to
/// its origin.
final class NestedBlocks {

  private final int depth;
  private final int rank;

  /// The arrays in the order of the lists, all extended to the same rank.
  private final List<NdView<?>> views = new ArrayList<>();

  /// The origin of each array in the result.
  private final List<long[]> origins = new ArrayList<>();

  private NestedBlocks(List<?> blocks) {
    this.depth = depth(blocks);
    this.rank = Math.max(depth, highestRank(blocks, 0));
  }

  /// Returns a new array of the blocks.
  static NdView<?> join(List<?> nested) {
    NestedBlocks blocks = new NestedBlocks(nested);
    Shape shape = Shape.of(blocks.locate(nested, 0));
    NdView<?> first = blocks.views.getFirst();
    NdView<?> joined =
        ViewItems.emptyLike(
            first,
            CommonDType.of(blocks.views.stream().map(ViewItems::of).toList()),
            shape,
            Order.C);
    for (int k = 0; k < blocks.views.size(); k++) {
      NdView<?> view = blocks.views.get(k);
      NdView<?> target = joined.slice(box(blocks.origins.get(k), view.shape()));
      view.on(joined.execution()).copyTo(target, Casting.SAFE);
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

  private static int depth(Object blocks) {
    int depth = 0;
    Object block = blocks;
    while (depth <= Shape.MAX_RANK && block instanceof List<?> list && !list.isEmpty()) {
      depth++;
      block = list.getFirst();
    }
    return depth;
  }

  /// @param level the number of lists that contain the block
  private static int highestRank(Object block, int level) {
    if (level > Shape.MAX_RANK) {
      throw new IllegalArgumentException(
          "blocks are in more than " + Shape.MAX_RANK + " lists, one within the other");
    }
    return switch (block) {
      case List<?> list ->
          list.stream().mapToInt(each -> highestRank(each, level + 1)).max().orElse(0);
      case NdView<?> view -> view.rank();
      default ->
          throw new IllegalArgumentException(
              "blocks are views or lists of them, found a " + block.getClass().getName());
    };
  }

  /// Computes the origins of the arrays of a block, relative to the origin of the block.
  ///
  /// @param block an array or a list of blocks
  /// @param level the number of lists that contain the block
  /// @return the shape of the block
  private long[] locate(Object block, int level) {
    if (block instanceof NdView<?> view) {
      if (level != depth) {
        throw new IllegalArgumentException(
            "blocks must be in lists of one depth, found an array in %s and another in %s"
                .formatted(depth, level));
      }
      return locate(view);
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
      long[] next = locate(each, level + 1);
      if (sizes.length == 0) {
        sizes = next;
        continue;
      }
      requireLike(sizes, next, axis);
      for (long[] origin : origins.subList(first, origins.size())) {
        origin[axis] += sizes[axis];
      }
      sizes[axis] = ViewItems.sum(sizes[axis], next[axis]);
    }
    return sizes;
  }

  private long[] locate(NdView<?> view) {
    NdView<?> block = view;
    while (block.rank() < rank) {
      block = block.newAxis(0);
    }
    views.add(block);
    origins.add(new long[rank]);
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
