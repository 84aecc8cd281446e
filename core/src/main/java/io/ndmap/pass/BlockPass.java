package io.ndmap.pass;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.InPlaceLoops;
import io.ndmap.kernel.Operation;
import io.ndmap.layout.Strided;
import io.ndmap.op.Execution;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs an operation item by item on views of one shape, in blocks: loads items of the operands
/// into small Java arrays, computes there, where loops vectorize, and stores the results in the
/// targets.
public final class BlockPass {

  /// What is computed.
  public interface Work {

    /// Computes with the numbers of all operands; the result for target k is left in the block of
    /// operand k, in the lane of the target's kind.
    ///
    /// @param blocks one for each operand; belong to one thread
    /// @param count how many items each has
    void compute(Block[] blocks, int count);
  }

  /// The same operation on operand 0 in place, if that is the target, too, and all items are of one
  /// kind.
  ///
  /// @param operation what is computed
  /// @param kind of all items and of what is computed
  /// @param bits those of the right-hand side if there is no operand 1; else those of its factor
  /// @param scaled whether operand 1 has a factor
  public record InPlace(Operation operation, ScalarKind kind, long bits, boolean scaled) {

    boolean serves(Items target, Items[] operands) {
      return InPlaceLoops.serve(operation, kind)
          && target.segment().isNative()
          && target.dtype().equals(new ScalarType(kind, ByteOrder.LITTLE_ENDIAN))
          && target.hasItemsOf(operands[0])
          && Arrays.stream(operands).allMatch(operand -> operand.dtype().equals(target.dtype()));
    }

    void run(Strided[] layouts, MemorySegment items, @Nullable MemorySegment right) {
      Pass.forEachRun(
          layouts,
          (at, count) -> {
            if (right == null) {
              InPlaceLoops.withNumber(operation, kind, items, at[0], bits, count);
            } else if (scaled) {
              InPlaceLoops.addScaled(kind, items, at[0], right, at[2], bits, count);
            } else {
              InPlaceLoops.withItems(operation, kind, items, at[0], right, at[2], count);
            }
          });
    }
  }

  /// Items of a run below which several runs together in a block are faster.
  private static final int SHORT = 64;

  private final Items[] targets;
  private final Items[] operands;
  private final boolean carriers;
  private final int items;
  private final Work work;
  private final @Nullable InPlace inPlace;

  private BlockPass(
      Items[] targets, Items[] operands, boolean carriers, Work work, @Nullable InPlace inPlace) {
    this.targets = targets;
    this.operands = operands;
    this.carriers = carriers;
    this.work = work;
    this.inPlace = inPlace;
    int most = Block.items(targets[0].kind());
    for (Items operand : operands) {
      most = Math.min(most, Block.items(operand.kind()));
    }
    this.items = most;
  }

  /// The most items that a block has in a pass with a target; what constants must have, too.
  public static int items(Items target) {
    return Math.clamp(target.itemCount(), 1, Block.items(ScalarKind.INT8));
  }

  /// Computes with the meaning of the items: blocks come with open lanes.
  public static void run(Execution execution, Items[] targets, Items[] operands, Work work) {
    new BlockPass(targets, operands, false, work, null).run(execution);
  }

  /// The same for one target, where that may be done in place.
  ///
  /// @param inPlace null if it may not
  public static void run(
      Execution execution, Items target, Items[] operands, Work work, @Nullable InPlace inPlace) {
    boolean may = inPlace != null && inPlace.serves(target, operands);
    new BlockPass(new Items[] {target}, operands, false, work, may ? inPlace : null).run(execution);
  }

  /// Computes with the carriers of the items, whatever they mean; what is computed may be code of
  /// others.
  public static void runOnCarriers(Execution execution, Items target, Items[] operands, Work work) {
    new BlockPass(new Items[] {target}, operands, true, work, null).run(execution);
  }

  private void run(Execution execution) {
    Strided leader = targets[0].strided();
    if (leader.shape().itemCount() == 0) {
      return;
    }
    Items[] all =
        Stream.concat(Arrays.stream(targets), Arrays.stream(operands)).toArray(Items[]::new);
    Strided[] others = Arrays.stream(all).skip(1).map(Items::strided).toArray(Strided[]::new);
    Pass pass = Pass.of(leader, others);
    Parts parts = Parts.of(execution, pass, all);
    if (carriers) {
      parts.runUnheld(pass.parts(), (k, hold) -> runPart(pass.part(k), hold));
    } else {
      parts.run(pass.parts(), k -> runPart(pass.part(k), null));
    }
  }

  /// @param hold for the accesses, if the rest is to be outside of it
  private void runPart(Strided[] layouts, @Nullable Hold hold) {
    if (inPlace != null && withoutGaps(layouts)) {
      MemorySegment right = operands.length == 1 ? null : operands[1].segment();
      inPlace.run(layouts, targets[0].segment(), right);
      return;
    }
    int most = (int) Math.min(items, layouts[0].shape().itemCount());
    Block[] blocks = new Block[operands.length];
    Arrays.setAll(blocks, k -> new Block(most));
    Tiles.forEach(layouts, most, tile -> compute(tile, blocks, hold));
  }

  private boolean withoutGaps(Strided[] layouts) {
    int innermost = layouts[0].rank() - 1;
    if (layouts[0].shape().size(innermost) < SHORT) {
      return false;
    }
    long itemsize = targets[0].kind().itemsize();
    return Arrays.stream(layouts).allMatch(layout -> layout.stride(innermost) == itemsize);
  }

  private void compute(Tiles.Tile tile, Block[] blocks, @Nullable Hold hold) {
    if (hold == null) {
      takeAll(tile, blocks);
      work.compute(blocks, tile.items());
      putAll(tile, blocks);
    } else {
      hold.around(() -> takeAll(tile, blocks));
      work.compute(blocks, tile.items());
      hold.around(() -> putAll(tile, blocks));
    }
  }

  private void takeAll(Tiles.Tile tile, Block... blocks) {
    for (int k = 0; k < operands.length; k++) {
      take(k, tile, blocks[k]);
    }
  }

  private void putAll(Tiles.Tile tile, Block... blocks) {
    for (int k = 0; k < targets.length; k++) {
      put(k, tile, blocks[k]);
    }
  }

  private void take(int k, Tiles.Tile tile, Block block) {
    ScalarKind kind = operands[k].kind();
    boolean big = operands[k].isBigEndian();
    int layout = targets.length + k;
    int count = tile.items();
    MemorySegment from = operands[k].segment();
    int rows = tile.isRun(layout) ? 1 : tile.rows();
    int columns = count / rows;
    for (int row = 0; row < rows; row++) {
      long at = tile.at(layout) + row * tile.rowStride(layout);
      block.take(kind, big, from, at, tile.stride(layout), row * columns, columns);
    }
    if (carriers) {
      block.order(kind, big, count);
    } else {
      block.open(kind, big, count);
    }
  }

  private void put(int k, Tiles.Tile tile, Block block) {
    ScalarKind kind = targets[k].kind();
    boolean big = targets[k].isBigEndian();
    int count = tile.items();
    if (carriers) {
      block.disorder(kind, big, count);
    } else {
      block.close(kind, big, count);
    }
    MemorySegment to = targets[k].segment();
    int rows = tile.isRun(k) ? 1 : tile.rows();
    int columns = count / rows;
    for (int row = 0; row < rows; row++) {
      long at = tile.at(k) + row * tile.rowStride(k);
      block.put(kind, big, row * columns, columns, to, at, tile.stride(k));
    }
  }
}
