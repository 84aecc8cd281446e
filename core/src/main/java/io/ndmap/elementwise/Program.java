package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.FusedLoop;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Loop;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The calls that compute a tile, in topological order: the loop of a [Step] follows the loops of
/// its operands, with casts between them.
///
/// Operands and results are numbered blocks: first the sources, then the constants, then
/// intermediate results, whose blocks are reused, and last the final result.
///
/// @param widest bytes of the widest element in a block
/// @param cold fused loops that are not warm yet
/// @param again creates the same program with the loops that are warm at that time
record Program(
    List<Operand.Source> sources,
    List<Operand.Constant> numbers,
    List<LoopCall> calls,
    int blocks,
    int widest,
    List<FusedLoop> cold,
    Supplier<Program> again) {

  /// Padding between blocks, wider than a vector, so that equal offsets of two blocks map to
  /// different cache sets.
  static final int APART = 704;

  /// The minimum number of bytes of a block. The size of every block is a multiple of this number.
  static final int LEAST = 64;

  /// The maximum number of blocks: as many as fit in the scratch memory if each has [#LEAST] bytes.
  private static final int MOST = Scratch.BLOCKS * Scratch.BLOCK / (LEAST + APART);

  /// @throws IllegalArgumentException if there are more than [#MOST] blocks
  Program {
    requireFew(blocks);
  }

  private static void requireFew(int blocks) {
    if (blocks > MOST) {
      throw new IllegalArgumentException(
          "the expression has more than "
              + MOST
              + " views, numbers and results at a time; evaluate some of it first");
    }
  }

  /// Returns the program of a step, with results of its scalar type.
  static Program of(Step step) {
    Maker maker = new Maker();
    int _ = maker.root(step);
    return maker.program(() -> of(step));
  }

  /// Returns the program of a step, with results in the dtype of a target.
  static Program of(Step step, Items target) {
    Maker maker = new Maker();
    ScalarKind kind = target.kind();
    int _ = maker.cast(maker.root(step), step.computed(), false, kind, isSwapped(target));
    return maker.program(() -> of(step, target));
  }

  /// Returns the program that counts, for each tile, the elements for which a test is true.
  static Program ofCounts(Step step) {
    Maker maker = new Maker();
    maker.count(maker.all(step));
    return maker.program(() -> ofCounts(step));
  }

  /// Returns the program to run for a number of elements. It uses the fused loops that have become
  /// warm since this program was created.
  Program chosen(long items) {
    boolean isWarmer = false;
    for (FusedLoop loop : cold) {
      loop.count(items);
      isWarmer |= loop.isWarm();
    }
    return isWarmer ? again.get() : this;
  }

  /// Returns whether elements must be byte-swapped.
  static boolean isSwapped(Items items) {
    return items.isBigEndian() && items.kind().part().itemsize() > 1;
  }

  /// Returns the elements of all sources.
  Items[] items() {
    Items[] items = new Items[sources.size()];
    for (int k = 0; k < items.length; k++) {
      items[k] = sources.get(k).items();
    }
    return items;
  }

  /// Creates the calls, then assigns blocks. Until the number of sources is known, `NUMBERS + k`
  /// denotes the k-th constant, and `~k` the k-th result.
  private static final class Maker {
    private static final int NUMBERS = 1 << 30;

    private final List<Operand.Source> sources = new ArrayList<>();
    // The block that holds each source after casts.
    private final List<Integer> taken = new ArrayList<>();
    private final List<Operand.Constant> numbers = new ArrayList<>();
    private final List<LoopCall> given = new ArrayList<>();
    // The block of each result: by step before casts, and by operand after casts. Allocated lazily,
    // since a single step needs no map.
    private @Nullable Map<Object, Integer> known;
    private int widest = 1;

    /// Adds the last step, after the steps of its operands.
    ///
    /// @return the block of its results after the cast to [Step#computed]
    int root(Step root) {
      return cast(all(root), root.stored(), root.computed());
    }

    /// Adds a step after the steps of its operands.
    ///
    /// @return the block of its results before casts
    int all(Step root) {
      if (Arrays.stream(root.operands()).anyMatch(Operand.Result.class::isInstance)) {
        TopologicalOrder.of(List.of(root.operands()), Operand::operands).forEach(this::block);
      }
      return call(root);
    }

    private int call(Step step) {
      int[] operands = new int[step.operands().length];
      for (int k = 0; k < operands.length; k++) {
        operands[k] = block(step.operands()[k]);
      }
      widen(step.computed());
      return call(step::loop, step.stored(), operands);
    }

    /// Returns the block of an operand. If the operand is the result of a step, the operands of
    /// that step already have blocks.
    private int block(Operand operand) {
      return switch (operand) {
        case Operand.Source source -> taken(source);
        case Operand.Constant number -> constant(number);
        case Operand.Result result -> results(result);
      };
    }

    /// Returns the block of a source's elements after casts.
    @SuppressWarnings("ReferenceEquality") // comparing items would take longer than it saves
    private int taken(Operand.Source source) {
      for (int k = 0; k < sources.size(); k++) {
        if (sources.get(k) == source) {
          return taken.get(k);
        }
      }
      int block = sources.size();
      sources.add(source);
      requireFew();
      ScalarKind from = source.items().kind();
      widen(from);
      int result = cast(block, from, isSwapped(source.items()), source.kind(), false);
      taken.add(result);
      return result;
    }

    private int constant(Operand.Constant number) {
      widen(number.kind());
      int index = numbers.indexOf(number);
      if (index >= 0) {
        return NUMBERS + index;
      }
      numbers.add(number);
      requireFew();
      return NUMBERS + numbers.size() - 1;
    }

    /// Rejects too many operands early, because each search for an operand looks at all of them.
    private void requireFew() {
      Program.requireFew(sources.size() + numbers.size());
    }

    /// Returns the block of a step's results after casts.
    private int results(Operand.Result operand) {
      if (known == null) {
        known = new HashMap<>();
      }
      Integer before = known.get(operand);
      if (before != null) {
        return before;
      }
      Step step = operand.step();
      Integer stored = known.get(step);
      if (stored == null) {
        stored = call(step);
        known.put(step, stored);
      }
      int computed = cast(stored, step.stored(), step.computed());
      int result = cast(computed, step.computed(), operand.kind());
      known.put(operand, result);
      return result;
    }

    private int cast(int block, ScalarKind from, ScalarKind to) {
      return cast(block, from, false, to, false);
    }

    private int cast(int block, ScalarKind from, boolean fromBig, ScalarKind to, boolean toBig) {
      if (from == to && fromBig == toBig) {
        return block;
      }
      boolean hasLoops =
          from.isComplex() == to.isComplex() && !from.isExtended() && !to.isExtended();
      if (!hasLoops) {
        return call(() -> new TileCast(from, fromBig, to, toBig), to, block);
      }
      int little = fromBig ? call(() -> Loops.swapped(from), from, block) : block;
      int converted = from == to ? little : call(() -> Loops.of(from, to), to, little);
      return toBig ? call(() -> Loops.swapped(to), to, converted) : converted;
    }

    private int call(Supplier<Loop> loop, ScalarKind stored, int... operands) {
      widen(stored);
      int result = ~given.size();
      given.add(new LoopCall(loop, operands, result));
      return result;
    }

    /// Adds a call that counts the true elements of a mask. The count is one number per tile, so it
    /// does not limit the number of elements of a tile.
    void count(int mask) {
      given.add(new LoopCall(() -> Loops.COUNT, new int[] {mask}, ~given.size()));
    }

    /// Records that elements of a scalar type are stored in a block.
    private void widen(ScalarKind kind) {
      widest = Math.max(widest, kind.itemsize());
    }

    // ---- blocks

    Program program(Supplier<Program> again) {
      if (given.size() == 1) {
        return assigned(given, List.of(), again);
      }
      Fusion fusion = Fusion.of(given, FusedLoop::isWarm);
      return assigned(fusion.calls(), fusion.cold(), again);
    }

    /// Assigns blocks to the results of calls. A block is reused once its result is no longer read.
    private Program assigned(List<LoopCall> calls, List<FusedLoop> cold, Supplier<Program> again) {
      int externals = sources.size() + numbers.size();
      int last = calls.size() - 1;
      int[] uses = uses(calls);
      int[] blocks = new int[calls.size()];
      List<LoopCall> assigned = new ArrayList<>();
      List<Integer> free = new ArrayList<>();
      int count = externals;
      for (int k = 0; k <= last; k++) {
        LoopCall call = calls.get(k);
        boolean isNew = free.isEmpty() || k == last;
        blocks[k] = isNew ? count : free.removeLast();
        count += isNew ? 1 : 0;
        int[] operands = call.operands().clone();
        for (int j = 0; j < operands.length; j++) {
          int result = ~operands[j];
          if (result < 0) {
            operands[j] -= operands[j] < NUMBERS ? 0 : NUMBERS - sources.size();
          } else {
            operands[j] = blocks[result];
            uses[result]--;
            if (uses[result] == 0) {
              free.add(blocks[result]);
            }
          }
        }
        assigned.add(call.with(operands, blocks[k]));
      }
      return new Program(sources, numbers, assigned, count, widest, cold, again);
    }

    /// Returns how often each result is read.
    private static int[] uses(List<LoopCall> calls) {
      int[] uses = new int[calls.size()];
      for (LoopCall call : calls) {
        for (int operand : call.operands()) {
          if (operand < 0) {
            uses[~operand]++;
          }
        }
      }
      return uses;
    }
  }
}
