package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Loop;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Pin;
import io.ndmap.pass.Staging;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Computes elementwise operations tile by tile, as NumPy's buffered iterator does. An operand is
/// read in place, or gathered and cast into a block. Then one loop for each [Step], or for several
/// steps that are fused, runs over contiguous elements. The last loop writes into the target, or
/// into a block whose elements are then cast and scattered.
///
/// A tile is read before it is written: each operand must be identical to the target or disjoint
/// from it.
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

  /// Runs a step, and the steps of its operands.
  public static void run(Execution execution, Items target, Step step) {
    if (!SmallStep.run(execution, target, step)) {
      of(target, step).run(execution, false);
    }
  }

  /// Runs `work` over operands of the target's scalar type and stores its results in the target.
  /// The loop may be a user callback, so it runs while no memory is pinned.
  ///
  /// @param operands operands of the target's scalar type
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

  private void run(Execution execution, boolean isCallback) {
    if (target.itemCount() == 0) {
      return;
    }
    Items[] all = items();
    Pass pass = isCallback ? Pass.of(all[0].strided(), layouts(all)) : pass(all);
    if (isCallback) {
      Parts.of(execution, pass, all).runUnpinned(pass.parts(), (k, pin) -> part(pass.part(k), pin));
    } else if (pass.parts() > 1 || !runPacked(execution, pass.part(0))) {
      run(execution, pass, all);
    }
  }

  private void run(Execution execution, Pass pass, Items... all) {
    Parts.of(execution, pass, all).run(pass.parts(), k -> part(pass.part(k), null));
  }

  /// Returns the target and the sources.
  private Items[] items() {
    Items[] all = new Items[sources.length + 1];
    all[0] = target;
    System.arraycopy(sources, 0, all, 1, sources.length);
    return all;
  }

  private static Pass pass(Items... all) {
    return Pass.ofBytes(Items.widest(all), all[0].strided(), layouts(all));
  }

  private static Strided[] layouts(Items... all) {
    Strided[] others = new Strided[all.length - 1];
    for (int k = 0; k < others.length; k++) {
      others[k] = all[k + 1].strided();
    }
    return others;
  }

  /// Runs on packed copies if there are small strided arrays.
  ///
  /// @return false if no array needs packing; then nothing was done
  private boolean runPacked(Execution execution, Strided[] layouts) {
    try (Staging staging = new Staging(execution)) {
      Items[] all = items();
      if (!packs(staging, all, layouts)) {
        return false;
      }
      Items[] packed = new Items[sources.length];
      for (int k = 0; k < packed.length; k++) {
        packed[k] = staging.source(sources[k], layouts[k + 1], sources[k].itemsize());
      }
      Items results = staging.target(target, layouts[0], target.itemsize());
      TilePass pass = new TilePass(results, program, packed);
      Items[] some = pass.items();
      pass.run(execution, pass(some), some);
      staging.store();
      return true;
    }
  }

  private static boolean packs(Staging staging, Items[] all, Strided[] layouts) {
    for (int k = 0; k < all.length; k++) {
      if (staging.packs(all[k], layouts[k], all[k].itemsize())) {
        return true;
      }
    }
    return false;
  }

  /// @param pin pins memory while elements are staged and stored, if the loop is a user callback;
  ///   else null
  private void part(Strided[] layouts, @Nullable Pin pin) {
    try (Scratch scratch = Scratch.take()) {
      new Part(scratch.memory(), pin, layouts).run();
    } finally {
      // Unscoped segments do not keep their memory alive.
      Reference.reachabilityFence(this);
    }
  }

  /// The computation of one part, on one thread.
  private final class Part {
    private final @Nullable Pin pin;
    private final TileWork work;
    private final Strided[] layouts;
    private final TileTarget results;

    Part(MemorySegment scratch, @Nullable Pin pin, Strided... layouts) {
      this.pin = pin;
      this.layouts = layouts;
      boolean faults = !target.isStable() && target.direct() != null;
      this.work = new TileWork(program, sources, layouts, scratch, pin != null, faults);
      boolean inPlace = pin == null && (work.isPlain() || target.isStable());
      MemorySegment direct = inPlace ? target.direct() : null;
      this.results = new TileTarget(target, direct, layouts[0], work.result());
    }

    void run() {
      // If nothing is staged, the part is one tile.
      boolean inPlace = results.isInPlace(layouts[0]) && work.isInPlace();
      TileIteration.forEach(layouts, inPlace ? Integer.MAX_VALUE : most, this::compute);
    }

    private void compute(TileIteration.Tile tile) {
      if (pin == null) {
        work.stage(tile);
        work.run(results.of(tile, 0), tile.items());
        results.put(tile, 0);
      } else {
        pin.around(() -> work.stage(tile));
        work.run(results.of(tile, 0), tile.items());
        pin.around(() -> results.put(tile, 0));
      }
    }
  }
}
