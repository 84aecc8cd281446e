package io.ndmap.pass;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
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

  /// The same operation on operand 0 where it stands, if that is the target, too, and all items are
  /// of one kind.
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

  /// The items of an operand or a target.
  private record Column(Items operand, ScalarKind kind, boolean big) {

    static Column of(Items operand) {
      return switch (operand.dtype()) {
        case ScalarType scalar ->
            new Column(operand, scalar.kind(), scalar.order() == ByteOrder.BIG_ENDIAN);
        case TimeType time ->
            new Column(operand, ScalarKind.INT64, time.order() == ByteOrder.BIG_ENDIAN);
        default -> throw new AssertionError(operand.dtype());
      };
    }

    MemorySegment segment() {
      return operand.segment();
    }
  }

  /// Items of a run below which several runs together in a block are faster.
  private static final int SHORT = 64;

  private final Column[] targets;
  private final Column[] operands;
  private final boolean carriers;
  private final int items;
  private final Work work;
  private final @Nullable InPlace inPlace;

  private BlockPass(
      Items[] targets, Items[] operands, boolean carriers, Work work, @Nullable InPlace inPlace) {
    this.targets = Arrays.stream(targets).map(Column::of).toArray(Column[]::new);
    this.operands = Arrays.stream(operands).map(Column::of).toArray(Column[]::new);
    this.carriers = carriers;
    this.work = work;
    this.inPlace = inPlace;
    int most = Block.items(this.targets[0].kind);
    for (Column column : this.operands) {
      most = Math.min(most, Block.items(column.kind));
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
  public static void run(
      Execution execution, Items target, Items[] operands, Work work, InPlace inPlace) {
    boolean may = inPlace.serves(target, operands);
    BlockPass pass =
        new BlockPass(new Items[] {target}, operands, false, work, may ? inPlace : null);
    pass.run(execution);
  }

  /// Computes with the carriers of the items, whatever they mean; what is computed may be code of
  /// others.
  public static void runOnCarriers(Execution execution, Items target, Items[] operands, Work work) {
    new BlockPass(new Items[] {target}, operands, true, work, null).run(execution);
  }

  private void run(Execution execution) {
    Strided leader = targets[0].operand.strided();
    if (leader.shape().itemCount() == 0) {
      return;
    }
    Items[] all =
        Stream.concat(Arrays.stream(targets), Arrays.stream(operands))
            .map(Column::operand)
            .toArray(Items[]::new);
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
    long itemsize = targets[0].kind.itemsize();
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
    Column column = operands[k];
    int layout = targets.length + k;
    int count = tile.items();
    MemorySegment from = column.segment();
    if (tile.isRun(layout, tile.stride(layout))) {
      block.take(column.kind, column.big, from, tile.at(layout), tile.stride(layout), 0, count);
    } else {
      for (int row = 0; row < tile.rows(); row++) {
        block.take(
            column.kind,
            column.big,
            from,
            tile.at(layout) + row * tile.rowStride(layout),
            tile.stride(layout),
            row * tile.columns(),
            tile.columns());
      }
    }
    if (carriers) {
      block.order(column.kind, column.big, count);
    } else {
      block.open(column.kind, column.big, count);
    }
  }

  private void put(int k, Tiles.Tile tile, Block block) {
    Column column = targets[k];
    int count = tile.items();
    if (carriers) {
      block.disorder(column.kind, column.big, count);
    } else {
      block.close(column.kind, column.big, count);
    }
    MemorySegment to = column.segment();
    if (tile.isRun(k, tile.stride(k))) {
      block.put(column.kind, column.big, 0, count, to, tile.at(k), tile.stride(k));
    } else {
      for (int row = 0; row < tile.rows(); row++) {
        block.put(
            column.kind,
            column.big,
            row * tile.columns(),
            tile.columns(),
            to,
            tile.at(k) + row * tile.rowStride(k),
            tile.stride(k));
      }
    }
  }
}
