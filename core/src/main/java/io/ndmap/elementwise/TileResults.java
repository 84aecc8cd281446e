package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import java.lang.ref.Reference;

/// Computes the results of a [Step] tile by tile for a consumer, so that they need no array.
/// Thread-safe.
public final class TileResults {

  /// Consumes results.
  public interface Taker {

    /// Consumes the next results, in C order.
    ///
    /// @param results contiguous, in memory that is reused for the next ones
    void take(Span results, int count);
  }

  private final Program program;
  private final Items[] sources;

  private TileResults(Program program) {
    this.program = program;
    this.sources = program.items();
  }

  public static TileResults of(Step step) {
    return new TileResults(Program.of(step));
  }

  /// The elements of all sources.
  public Items[] sources() {
    return sources.clone();
  }

  /// Computes results on the calling thread, which must have pinned all memory that is read.
  ///
  /// @param layouts of the results, of which only the shape matters, and of the sources
  public void forEach(Strided[] layouts, Taker taker) {
    long many = layouts[0].shape().itemCount();
    int most = Math.clamp(many, 1, TileWork.bytes(program) / program.widest());
    try (Scratch scratch = Scratch.take()) {
      TileWork work = new TileWork(program, sources, layouts, scratch.memory(), false, false);
      TileIteration.forEach(
          layouts,
          most,
          tile -> {
            work.stage(tile);
            work.run(work.result(), tile.items());
            taker.take(work.result(), tile.items());
          });
    } finally {
      // Unscoped segments do not keep their memory alive.
      Reference.reachabilityFence(this);
    }
  }
}
