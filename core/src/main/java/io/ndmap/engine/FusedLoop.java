package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Fused;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.Special;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Several loops as one: at first one after the other, with stored intermediate results; once it is
/// warm, a vector loop that keeps them in registers, see [Fused] and [Warmed].
public final class FusedLoop implements Loop {

  /// Elements that are processed before the warm-up.
  private static final long MANY = 10_000_000;

  /// The maximum number of fused loops in a JVM: each has code of its own, which is never unloaded,
  /// and expressions may come from strangers.
  private static final int MOST = 256;

  private static final Map<Fused, FusedLoop> MADE = new ConcurrentHashMap<>();

  private final Fused fused;
  private final Loop steps;
  private final int least;
  private final Warmed<Loop> warmed;

  private FusedLoop(Fused fused, List<Loop> loops) {
    ScalarKind type = fused.type();
    this.fused = fused;
    this.steps = new Steps(fused, loops.toArray(Loop[]::new));
    this.least = VectorTable.least(fused, type);
    this.warmed =
        new Warmed<>(fused, type, MANY, steps, () -> VectorTable.loop(fused, type), loop -> loop);
  }

  /// Returns the compute type of a loop that can be fused with others of this type.
  ///
  /// @return null if it cannot
  public static @Nullable ScalarKind type(Loop loop) {
    return loop instanceof WarmedLoop warmed && isSimple(warmed.operation(), warmed.type())
        ? warmed.type()
        : null;
  }

  /// Returns whether an operation of the tables takes a few instructions.
  private static boolean isSimple(Object operation, ScalarKind type) {
    boolean isNumber = type.isInteger() || type == ScalarKind.FLOAT32 || type == ScalarKind.FLOAT64;
    return isNumber
        && switch (operation) {
          case Binary.PLUS, Binary.MINUS, Binary.TIMES, Binary.MINIMUM, Binary.MAXIMUM -> true;
          case Binary.AND, Binary.OR, Binary.XOR, Unary.INVERTED -> type.isInteger();
          case Binary.DIVIDED_BY, Unary.SQRT, Unary.RECIPROCAL -> type.isFloat();
          case Unary.NEGATIVE, Unary.ABSOLUTE, Special.CLIP -> true;
          default -> isTest(operation);
        };
  }

  /// Returns whether the results of a loop that can be fused are booleans: it must be the last.
  public static boolean isTest(Loop loop) {
    return isTest(((WarmedLoop) loop).operation());
  }

  private static boolean isTest(Object operation) {
    return switch (operation) {
      case Comparison _ -> true;
      case Special.WITHIN, Special.BEYOND -> true;
      case Unary.IS_NAN, Unary.IS_FINITE, Unary.IS_INFINITE -> true;
      default -> false;
    };
  }

  /// Returns loops as one.
  ///
  /// @param loops of the same [#type], in the order of computation
  /// @param operands of each loop, as those of [Fused]
  /// @return null if too many loops were fused in this JVM
  public static @Nullable Loop of(List<Loop> loops, int[]... operands) {
    WarmedLoop first = (WarmedLoop) loops.getFirst();
    List<Object> operations = loops.stream().map(loop -> ((WarmedLoop) loop).operation()).toList();
    Fused fused = new Fused(first.type(), operations, operands);
    FusedLoop made = MADE.get(fused);
    if (made != null || MADE.size() >= MOST) {
      return made;
    }
    return MADE.computeIfAbsent(fused, _ -> new FusedLoop(fused, loops));
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    Loop chosen = warmed.chosen(count);
    (count < least ? steps : chosen).run(operands, result, count);
  }

  @Override
  public Loop chosen(long items, boolean copies) {
    var _ = warmed.chosen(items);
    return this;
  }

  @Override
  public String toString() {
    return fused + " of " + fused.type();
  }

  /// Runs loops one after the other, on a few elements at a time.
  private static final class Steps implements Loop {

    private static final int BYTES = 1 << 12;

    /// Distance between blocks of results: equal offsets in them must not share cache sets.
    private static final int DISTANCE = BYTES + 704;

    private final Loop[] loops;
    private final int[][] operands;
    private final int itemsize;
    private final int resultSize;

    Steps(Fused fused, Loop... loops) {
      this.loops = loops;
      this.operands = new int[loops.length][];
      for (int k = 0; k < loops.length; k++) {
        operands[k] = fused.operands(k);
      }
      this.itemsize = fused.type().itemsize();
      this.resultSize = isTest(loops[loops.length - 1]) ? 1 : itemsize;
    }

    @Override
    public void run(Span[] given, Span result, int count) {
      int most = BYTES / itemsize;
      try (Scratch scratch = Scratch.take()) {
        Span[] results = new Span[loops.length];
        for (int k = 0; k < loops.length; k++) {
          results[k] = new Span(scratch.memory(), (long) k * DISTANCE, result.arrays());
        }
        for (int from = 0; from < count; from += most) {
          results[loops.length - 1] = result.shift((long) from * resultSize);
          for (int k = 0; k < loops.length; k++) {
            Span[] taken = new Span[operands[k].length];
            for (int j = 0; j < taken.length; j++) {
              int operand = operands[k][j];
              taken[j] =
                  operand < 0 ? results[~operand] : given[operand].shift((long) from * itemsize);
            }
            loops[k].run(taken, results[k], Math.min(most, count - from));
          }
        }
      }
    }
  }
}
