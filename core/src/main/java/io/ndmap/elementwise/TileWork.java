package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Runs a [Program] on one thread, with blocks in [Scratch].
final class TileWork {

  private final Program program;
  private final Loop[] loops;
  private final Span[][] operands;
  private final TileSource[] sources;
  private final Span[] blocks;
  private Span result;

  /// @param items the elements of the sources
  /// @param layouts the layouts of the part: of the results, of which only the shape is used, then
  ///   of the sources
  /// @param scratch memory for the blocks
  /// @param copies whether all operands are staged, even those that loops could read in place
  /// @param faults whether the target is in memory that can fault
  TileWork(
      Program made,
      Items[] items,
      Strided[] layouts,
      MemorySegment scratch,
      boolean copies,
      boolean faults) {
    long many = layouts[0].shape().itemCount();
    this.program = made.chosen(many);
    int bytes = bytes(program);
    ArrayBuffers arrays = new ArrayBuffers(Math.min(many, bytes / ArrayBuffers.WIDEST));
    this.blocks = new Span[program.blocks()];
    for (int k = 0; k < blocks.length; k++) {
      blocks[k] = new Span(scratch, (long) k * (bytes + Program.APART), arrays);
    }
    this.result = blocks[program.blocks() - 1];
    for (int k = 0; k < program.numbers().size(); k++) {
      Operand.Constant number = program.numbers().get(k);
      int block = items.length + k;
      blocks[block] = blocks[block].number(number.kind(), number.bits());
    }
    this.loops = new Loop[program.calls().size()];
    this.operands = new Span[loops.length][];
    for (int k = 0; k < loops.length; k++) {
      LoopCall call = program.calls().get(k);
      // For a single loop, staging may cost more than vectors gain. Several loops share the staged
      // copy, or read each other's results.
      boolean copiesForVectors = loops.length == 1 && !copies;
      int faulty = copiesForVectors ? faulty(items) + (faults ? 1 : 0) : 0;
      loops[k] = call.loop().chosen(many, faulty);
      operands[k] = new Span[call.operands().length];
    }
    this.sources = new TileSource[items.length];
    for (int k = 0; k < items.length; k++) {
      boolean isInPlace = !copies && (items[k].isStable() || isReadByPlainLoops(k));
      MemorySegment direct = isInPlace ? items[k].direct() : null;
      sources[k] = new TileSource(items[k], direct, layouts[k + 1], blocks[k], result, bytes);
    }
  }

  /// Returns the bytes of a block. The cost of a tile is about 0.1 µs, whatever its size. Blocks of
  /// a few KiB, which fit the L1 cache together, are slower: `x * 2` of a mapped array takes a
  /// fifth longer with blocks of 4 KiB.
  static int bytes(Program program) {
    int all = Scratch.BLOCKS * Scratch.BLOCK;
    return Math.min(Scratch.BLOCK, (all / program.blocks() - Program.APART) & -Program.LEAST);
  }

  /// Returns the number of operands that plain loops could access in place, in memory that can
  /// fault.
  static int faulty(Items... items) {
    int count = 0;
    for (Items each : items) {
      count += !each.isStable() && each.direct() != null ? 1 : 0;
    }
    return count;
  }

  private boolean isReadByPlainLoops(int source) {
    for (int k = 0; k < loops.length; k++) {
      if (program.calls().get(k).reads(source) && !loops[k].isPlain()) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether the last loop has only plain accesses, which are allowed on memory that can
  /// fault.
  boolean isPlain() {
    return loops[loops.length - 1].isPlain();
  }

  /// Returns the block of the last loop's results.
  Span result() {
    return result;
  }

  /// Returns whether a single loop runs and no operand is staged.
  boolean isInPlace() {
    if (loops.length > 1) {
      return false;
    }
    for (TileSource source : sources) {
      if (!source.isInPlace()) {
        return false;
      }
    }
    return true;
  }

  /// Stages the operands.
  void stage(TileIteration.Tile tile) {
    for (int k = 0; k < sources.length; k++) {
      blocks[k] = sources[k].of(tile, k + 1);
    }
  }

  /// Runs the loops on the staged operands.
  ///
  /// @param into receives the results of the last loop
  void run(Span into, int count) {
    int last = loops.length - 1;
    for (int k = 0; k <= last; k++) {
      LoopCall call = program.calls().get(k);
      Span[] taken = operands[k];
      for (int j = 0; j < taken.length; j++) {
        taken[j] = blocks[call.operands()[j]];
      }
      loops[k].run(taken, k == last ? into : blocks[call.result()], count);
    }
  }
}
