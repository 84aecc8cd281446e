package io.ndmap.elementwise;

import io.ndmap.engine.FusedLoop;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// Computes the results of a [Step] tile by tile and passes them to a consumer, so that they need
/// no array. Thread-safe.
public final class TileResults {

  /// Consumes results.
  public interface Taker {

    /// Returns the memory for the next results, at most as many as fit the block.
    ///
    /// @param block free memory for the results, returned by default
    default Span target(Span block) {
      return block;
    }

    /// Consumes the next results, in C order.
    ///
    /// @param results the results, contiguous, in the memory that [#target] returned; the memory is
    ///   reused for the next results
    /// @param count the number of elements of the tile, even if `results` is only one
    ///   [count][#areCounts]
    void take(Span results, int count);
  }

  private final Step step;
  private final boolean areCounts;
  // Created at first use, because often only the counts are needed.
  private @Nullable Program program;

  private TileResults(Step step, boolean areCounts) {
    this.step = step;
    this.areCounts = areCounts;
  }

  public static TileResults of(Step step) {
    return new TileResults(step, false);
  }

  /// Returns, for each tile, the number of true results as one 64-bit integer, if the last
  /// operation is a test that can be fused with counting.
  ///
  /// @return the counts; these results if the last operation is no such test
  public TileResults counts() {
    boolean canCount = FusedLoop.type(step.loop()) != null && FusedLoop.isTest(step.loop());
    return canCount ? new TileResults(step, true) : this;
  }

  /// Returns whether the results are one count for each tile, see [#counts].
  public boolean areCounts() {
    return areCounts;
  }

  private synchronized Program program() {
    if (program == null) {
      program = areCounts ? Program.ofCounts(step) : Program.of(step);
    }
    return program;
  }

  /// Returns the elements of all sources.
  public Items[] sources() {
    return program().items();
  }

  /// Computes results on the calling thread, which must have pinned all memory that is read.
  ///
  /// @param layouts the layout of the results, of which only the shape is used, then the layouts of
  ///   the sources
  public void forEach(Strided[] layouts, Taker taker) {
    Program program = program();
    long many = layouts[0].shape().itemCount();
    int most = Math.clamp(many, 1, TileWork.bytes(program) / program.widest());
    try (Scratch scratch = Scratch.take()) {
      TileWork work =
          new TileWork(program, program.items(), layouts, scratch.memory(), false, false);
      // If nothing is staged, counts need no tiles.
      TileIteration.forEach(
          layouts,
          areCounts && work.isInPlace() ? Integer.MAX_VALUE : most,
          tile -> {
            work.stage(tile);
            Span target = taker.target(work.result());
            work.run(target, tile.items());
            taker.take(target, tile.items());
          });
    } finally {
      // Unscoped segments do not keep their memory alive.
      Reference.reachabilityFence(this);
    }
  }
}
