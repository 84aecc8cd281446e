package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.Run;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import java.lang.ref.Reference;

/// The results of a [Step], computed tile by tile and handed over, so that no array of all of them
/// is needed. May be used by many threads.
public final class TileResults {

  /// Takes results.
  public interface Taker {

    /// Takes the next ones, in C order.
    ///
    /// @param results dense, in memory that changes with the next ones
    void take(Run results, int count);
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

  /// The items that are read.
  public Items[] sources() {
    return sources.clone();
  }

  /// Computes results, for one thread, during a hold of all memory that is read.
  ///
  /// @param layouts of the results, of which the shape counts, and of the sources
  public void forEach(Strided[] layouts, Taker taker) {
    long many = layouts[0].shape().itemCount();
    int most = Math.clamp(many, 1, TileWork.bytes(program) / program.widest());
    try (Scratch scratch = Scratch.take()) {
      TileWork work = new TileWork(program, sources, many, scratch.memory(), false, false);
      Tiles.forEach(
          layouts,
          most,
          tile -> {
            work.take(tile);
            work.run(work.result(), tile.items());
            taker.take(work.result(), tile.items());
          });
    } finally {
      // Memory that belongs to no arena keeps nothing alive.
      Reference.reachabilityFence(this);
    }
  }
}
