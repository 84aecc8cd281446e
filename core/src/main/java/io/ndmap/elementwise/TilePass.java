package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Computes item by item, as NumPy's buffered iterator does: tile by tile each operand is seen
/// where it is, or cast and gathered into a block; then dense loops run, straight into the target
/// or into a block that is cast and scattered.
///
/// A tile is read before it is written. So operands and target are the same items or apart.
public final class TilePass {

  /// Bytes of the widest operand in a tile: blocks of some operands, and what else passes through
  /// the first-level cache, stay in it. With 16 KiB, `x * 2` from memory takes twice as long.
  private static final int TILE = 1 << 12;

  private final Items target;
  private final ScalarKind stored;
  private final ScalarKind computed;
  private final Operand[] operands;
  private final Supplier<Loop> work;
  private final int most;

  private TilePass(
      Items target,
      ScalarKind stored,
      ScalarKind computed,
      Operand[] operands,
      Supplier<Loop> work) {
    this.target = target;
    this.stored = stored;
    this.computed = computed;
    this.operands = operands;
    this.work = work;
    int widest = Math.max(stored.itemsize(), computed.itemsize());
    for (Operand operand : operands) {
      widest = Math.max(widest, operand.kind().itemsize());
    }
    this.most = Math.clamp(target.itemCount(), 1, TILE / widest);
  }

  /// Runs a loop.
  ///
  /// @param stored what the loop writes
  public static void run(
      Execution execution, Items target, ScalarKind stored, Loop loop, Operand... operands) {
    run(execution, target, stored, stored, loop, operands);
  }

  /// The same for results of which only the low bits, or the leading digits, count.
  ///
  /// @param computed what the results are
  public static void run(
      Execution execution,
      Items target,
      ScalarKind stored,
      ScalarKind computed,
      Loop loop,
      Operand... operands) {
    run(execution, target, stored, computed, () -> loop, operands);
  }

  /// The same for more than one loop.
  ///
  /// @param work makes it for one thread
  public static void run(
      Execution execution,
      Items target,
      ScalarKind stored,
      ScalarKind computed,
      Supplier<Loop> work,
      Operand... operands) {
    new TilePass(target, stored, computed, operands, work).run(execution, false);
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
    new TilePass(target, kind, kind, all, () -> work).run(execution, true);
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

  /// The target's and the operands'. Streams would take a third of the time of a small array.
  private Items[] items() {
    Items[] all = new Items[operands.length + 1];
    all[0] = target;
    int count = 1;
    for (Operand operand : operands) {
      Items items = operand.items();
      if (items != null) {
        all[count] = items;
        count++;
      }
    }
    return Arrays.copyOf(all, count);
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
      Operand[] seen = operands.clone();
      int layout = 1;
      for (int k = 0; k < seen.length; k++) {
        Items items = seen[k].items();
        if (items != null) {
          brings |= near.brings(items, layouts[layout], items.itemsize());
          seen[k] = seen[k].at(near.source(items, layouts[layout], items.itemsize()));
          layout++;
        }
      }
      if (!brings) {
        return false;
      }
      Items results = near.target(target, layouts[0], target.itemsize());
      TilePass pass = new TilePass(results, stored, computed, seen, work);
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
    private final @Nullable TileSource[] sources = new @Nullable TileSource[operands.length];
    private final Run[] runs = new Run[operands.length];
    private final TileTarget results;
    private final Loop computation;
    private Run result;

    Part(MemorySegment scratch, @Nullable Hold hold, long many) {
      this.hold = hold;
      this.computation = work.get().chosen(many, hold == null && !isStable());
      ArrayRoom arrays = new ArrayRoom(target.itemCount());
      for (int k = 0; k < operands.length; k++) {
        Run block = new Run(scratch, Scratch.at(k), arrays);
        ScalarKind kind = operands[k].kind();
        Items items = operands[k].items();
        if (items == null) {
          runs[k] = operands[k].isRoom() ? block : block.number(kind, operands[k].bits());
        } else {
          runs[k] = block;
          sources[k] = new TileSource(items, kind, direct(items), block);
        }
      }
      this.result = new Run(scratch, Scratch.at(operands.length), arrays);
      Run room = new Run(scratch, Scratch.at(operands.length + 1), arrays);
      this.results = new TileTarget(target, stored, computed, direct(target), result, room);
    }

    /// Whether nothing is in memory that can fault, or what is comes by way of blocks anyway.
    private boolean isStable() {
      for (Operand operand : operands) {
        Items items = operand.items();
        if (items != null && items.direct() != null && !items.isStable()) {
          return false;
        }
      }
      return target.direct() == null || target.isStable();
    }

    private @Nullable MemorySegment direct(Items items) {
      return hold == null && (computation.isPlain() || items.isStable()) ? items.direct() : null;
    }

    void run(Strided[] layouts) {
      boolean seen = results.isSeen(layouts[0]);
      for (Operand operand : operands) {
        seen &= !operand.isRoom();
      }
      int layout = 1;
      for (TileSource source : sources) {
        if (source != null) {
          seen &= source.isSeen(layouts[layout]);
          layout++;
        }
      }
      // What needs no block needs no tiles.
      Tiles.forEach(layouts, seen ? Pass.PART : most, this::compute);
    }

    private void compute(Tiles.Tile tile) {
      if (hold == null) {
        take(tile);
        computation.run(runs, result, tile.items());
        results.put(tile, 0);
      } else {
        hold.around(() -> take(tile));
        computation.run(runs, result, tile.items());
        hold.around(() -> results.put(tile, 0));
      }
    }

    private void take(Tiles.Tile tile) {
      int layout = 1;
      for (int k = 0; k < sources.length; k++) {
        TileSource source = sources[k];
        if (source != null) {
          runs[k] = source.of(tile, layout);
          layout++;
        }
      }
      result = results.of(tile, 0);
    }
  }
}
