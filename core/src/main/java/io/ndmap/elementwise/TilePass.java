package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Loop;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Execution;
import io.ndmap.pass.Hold;
import io.ndmap.pass.Items;
import io.ndmap.pass.Near;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Computes item by item, as NumPy's buffered iterator does: tile by tile each operand is seen
/// where it is, or cast and gathered into a block; then dense loops run, one for each [Step], the
/// last one straight into the target or into a block that is cast and scattered.
///
/// A tile is read before it is written. So operands and target are the same items or apart.
public final class TilePass {

  private final Items target;
  private final Program program;
  private final Items[] sources;
  private final int most;

  private TilePass(Items target, Program program, Items... sources) {
    this.target = target;
    this.program = program;
    this.sources = sources;
    this.most = Math.clamp(target.itemCount(), 1, TileWork.bytes(program) / program.widest());
  }

  /// Runs a step and those whose results it takes.
  public static void run(Execution execution, Items target, Step step) {
    of(target, step).run(execution, false);
  }

  /// Computes with the carriers of the items, whatever they mean, outside of holds: what is
  /// computed may be code of others.
  ///
  /// @param operands of the target's kind
  public static void runOnCarriers(
      Execution execution, Items target, Loop work, Items... operands) {
    ScalarKind kind = target.kind();
    Operand[] all =
        Arrays.stream(operands)
            .map(items -> Operand.of(items, items.kind()))
            .toArray(Operand[]::new);
    of(target, Step.of(kind, work, all)).run(execution, true);
  }

  private static TilePass of(Items target, Step step) {
    Program program = Program.of(step, target);
    return new TilePass(target, program, program.items());
  }

  private void run(Execution execution, boolean foreign) {
    if (target.itemCount() == 0) {
      return;
    }
    Items[] all = items();
    Pass pass = pass(all);
    if (foreign) {
      Parts.of(execution, pass, all).runUnheld(pass.parts(), (k, hold) -> part(pass.part(k), hold));
    } else if (pass.parts() > 1 || !runNear(execution, pass.part(0))) {
      run(execution, pass, all);
    }
  }

  private void run(Execution execution, Pass pass, Items... all) {
    Parts.of(execution, pass, all).run(pass.parts(), k -> part(pass.part(k), null));
  }

  /// The target's and the sources'.
  private Items[] items() {
    Items[] all = new Items[sources.length + 1];
    all[0] = target;
    System.arraycopy(sources, 0, all, 1, sources.length);
    return all;
  }

  private static Pass pass(Items... all) {
    Strided[] others = new Strided[all.length - 1];
    for (int k = 0; k < others.length; k++) {
      others[k] = all[k + 1].strided();
    }
    return Pass.of(all[0].strided(), others);
  }

  /// Runs on items of which some are brought near.
  ///
  /// @return false if nothing is done, as none are
  private boolean runNear(Execution execution, Strided[] layouts) {
    try (Near near = new Near(execution)) {
      boolean brings = near.brings(target, layouts[0], target.itemsize());
      Items[] seen = new Items[sources.length];
      for (int k = 0; k < seen.length; k++) {
        Items items = sources[k];
        brings |= near.brings(items, layouts[k + 1], items.itemsize());
        seen[k] = near.source(items, layouts[k + 1], items.itemsize());
      }
      if (!brings) {
        return false;
      }
      Items results = near.target(target, layouts[0], target.itemsize());
      TilePass pass = new TilePass(results, program, seen);
      Items[] all = pass.items();
      pass.run(execution, pass(all), all);
      near.store();
      return true;
    }
  }

  /// @param hold for the accesses, if the rest is to be outside of it
  private void part(Strided[] layouts, @Nullable Hold hold) {
    try (Scratch scratch = Scratch.take()) {
      new Part(scratch.memory(), hold, layouts[0].shape().itemCount()).run(layouts);
    } finally {
      // Memory that belongs to no arena keeps nothing alive.
      Reference.reachabilityFence(this);
    }
  }

  /// What one thread computes with.
  private final class Part {
    private final @Nullable Hold hold;
    private final TileWork work;
    private final TileTarget results;

    Part(MemorySegment scratch, @Nullable Hold hold, long many) {
      this.hold = hold;
      boolean faults = !target.isStable() && target.direct() != null;
      this.work = new TileWork(program, sources, many, scratch, hold != null, faults);
      boolean seen = hold == null && (work.isPlain() || target.isStable());
      MemorySegment direct = seen ? target.direct() : null;
      this.results = new TileTarget(target, direct, work.result());
    }

    void run(Strided[] layouts) {
      // What needs no block needs no tiles.
      boolean seen = results.isSeen(layouts[0]) && work.isSeen(layouts);
      Tiles.forEach(layouts, seen ? Pass.PART : most, this::compute);
    }

    private void compute(Tiles.Tile tile) {
      if (hold == null) {
        work.take(tile);
        work.run(results.of(tile, 0), tile.items());
        results.put(tile, 0);
      } else {
        hold.around(() -> work.take(tile));
        work.run(results.of(tile, 0), tile.items());
        hold.around(() -> results.put(tile, 0));
      }
    }
  }
}
