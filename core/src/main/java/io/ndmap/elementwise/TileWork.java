package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// A [Program] at work in one thread, with its blocks in [Scratch].
final class TileWork {

  /// The most bytes of a block: those of some operands, and what else passes through the
  /// first-level cache, stay in it. With 16 KiB, `x * 2` from memory takes twice as long.
  private static final int MOST = 1 << 12;

  /// Bytes between blocks, so that like places of two are not at like places of the cache, and more
  /// than a vector.
  private static final int APART = 704;

  private static final int LEAST = 64;

  private final Program program;
  private final Loop[] loops;
  private final Run[][] operands;
  private final TileSource[] sources;
  private final Run[] blocks;
  private Run result;

  /// @param items those of the sources
  /// @param many for how many items it is
  /// @param scratch where the blocks are
  /// @param copies whether no items are seen where they are
  /// @param faults whether the last loop writes into memory that can fault
  TileWork(
      Program program,
      Items[] items,
      long many,
      MemorySegment scratch,
      boolean copies,
      boolean faults) {
    this.program = program;
    int bytes = bytes(program);
    ArrayRoom arrays = new ArrayRoom(Math.min(many, bytes / ArrayRoom.WIDEST));
    this.blocks = new Run[program.blocks()];
    for (int k = 0; k < blocks.length; k++) {
      blocks[k] = new Run(scratch, (long) k * (bytes + APART), arrays);
    }
    this.result = blocks[program.blocks() - 1];
    for (int k = 0; k < program.numbers().size(); k++) {
      Operand.Constant number = program.numbers().get(k);
      int block = items.length + k;
      blocks[block] = blocks[block].number(number.kind(), number.bits());
    }
    this.loops = new Loop[program.calls().size()];
    this.operands = new Run[loops.length][];
    for (int k = 0; k < loops.length; k++) {
      Program.Call call = program.calls().get(k);
      // One loop may be slower by a copy into a block than it gains by vectors. Several share such
      // a copy, or take results of one another.
      boolean canFault = loops.length == 1 && !copies && (faults || hasFaulty(items));
      loops[k] = call.loop().chosen(many, canFault);
      operands[k] = new Run[call.operandCount()];
    }
    this.sources = new TileSource[items.length];
    for (int k = 0; k < items.length; k++) {
      boolean isSeen = !copies && (items[k].isStable() || isTakenPlainly(k));
      MemorySegment direct = isSeen ? items[k].direct() : null;
      sources[k] = new TileSource(items[k], direct, blocks[k]);
    }
  }

  /// Bytes of a block.
  ///
  /// @throws IllegalArgumentException if the program needs too many
  static int bytes(Program program) {
    int all = Scratch.BLOCKS * Scratch.BLOCK;
    int bytes = Math.min(MOST, (all / program.blocks() - APART) & -LEAST);
    if (bytes < LEAST) {
      throw new IllegalArgumentException(
          "the expression has "
              + program.blocks()
              + " views, numbers and results at a time, more than "
              + all / (LEAST + APART)
              + "; evaluate some of it first");
    }
    return bytes;
  }

  private static boolean hasFaulty(Items... items) {
    for (Items each : items) {
      if (!each.isStable() && each.direct() != null) {
        return true;
      }
    }
    return false;
  }

  private boolean isTakenPlainly(int source) {
    for (int k = 0; k < loops.length; k++) {
      if (program.calls().get(k).takes(source) && !loops[k].isPlain()) {
        return false;
      }
    }
    return true;
  }

  /// Whether the last loop has plain accesses alone.
  boolean isPlain() {
    return loops[loops.length - 1].isPlain();
  }

  /// Where the last loop writes.
  Run result() {
    return result;
  }

  /// Whether no block is needed in any tile, if none is for the results.
  ///
  /// @param layouts where the sources are, from the second one on
  boolean isSeen(Strided... layouts) {
    if (loops.length > 1) {
      return false;
    }
    for (int k = 0; k < sources.length; k++) {
      if (!sources[k].isSeen(layouts[k + 1])) {
        return false;
      }
    }
    return true;
  }

  /// Brings what is taken.
  void take(Tiles.Tile tile) {
    for (int k = 0; k < sources.length; k++) {
      blocks[k] = sources[k].of(tile, k + 1);
    }
  }

  /// Computes what was taken.
  ///
  /// @param into where the last loop writes
  void run(Run into, int count) {
    int last = loops.length - 1;
    for (int k = 0; k <= last; k++) {
      Program.Call call = program.calls().get(k);
      Run[] taken = operands[k];
      for (int j = 0; j < taken.length; j++) {
        taken[j] = blocks[call.operand(j)];
      }
      loops[k].run(taken, k == last ? into : blocks[call.result()], count);
    }
  }
}
