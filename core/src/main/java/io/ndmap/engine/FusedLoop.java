package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Fused;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.memory.Scratch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A vector loop that computes several operations at once, see [Fused]. Used only once it is warm,
/// see [Warmed]; until then, the separate loops of the operations compute the same results.
public final class FusedLoop implements Loop {

  /// The number of elements that the separate loops process before the warm-up.
  private static final long MANY = 10_000_000;

  /// The maximum number of fused vector loops: their code is never unloaded, and expressions may
  /// come from untrusted users.
  private static final int MOST = 256;

  /// The maximum number of fused loops, including those without a vector loop, which only count
  /// elements so far.
  private static final int MOST_COUNTED = 10_000;

  private static final AtomicInteger VECTORS = new AtomicInteger();
  private static final Map<Fused, FusedLoop> MADE = new ConcurrentHashMap<>();

  private final Fused fused;
  private final Steps steps;
  // The fewest elements that the vector loop can process.
  private final int least;
  private final Warmed<Loop> warmed;

  private FusedLoop(Fused fused, List<Loop> loops) {
    this.fused = fused;
    this.steps = new Steps(fused, loops.toArray(Loop[]::new));
    this.least = VectorTable.least(fused, fused.type());
    this.warmed = new Warmed<>(fused, fused.type(), MANY, steps, () -> vector(fused), loop -> loop);
  }

  private static @Nullable Loop vector(Fused fused) {
    return VECTORS.getAndIncrement() < MOST ? VectorTable.loop(fused, fused.type()) : null;
  }

  /// Returns the compute type of a loop. Loops of the same compute type can be fused.
  ///
  /// @return null if the loop cannot be fused
  public static @Nullable ScalarKind type(Loop loop) {
    return loop instanceof WarmedLoop warmed && warmed.isSimple() ? warmed.type() : null;
  }

  /// Returns whether a loop that has a [#type] has boolean results. Only [Loops#COUNT] can be fused
  /// after such a loop.
  public static boolean isTest(Loop loop) {
    return ((WarmedLoop) loop).isTest();
  }

  /// Returns the fused loop of several loops.
  ///
  /// @param loops loops of the same [#type], in the order of computation; [Loops#COUNT] may follow
  ///   a test
  /// @param operands the operands of each loop, as for [Fused]
  /// @return null if this JVM has too many fused loops
  public static @Nullable FusedLoop of(List<Loop> loops, int[]... operands) {
    WarmedLoop first = (WarmedLoop) loops.getFirst();
    List<Object> operations = new ArrayList<>();
    for (Loop loop : loops) {
      operations.add(
          loop instanceof WarmedLoop warmed ? warmed.operation() : InternalOperation.COUNT);
    }
    Fused fused = new Fused(first.type(), operations, numbers(loops, operands), operands);
    FusedLoop made = MADE.get(fused);
    if (made != null || MADE.size() >= MOST_COUNTED) {
      return made;
    }
    return MADE.computeIfAbsent(fused, _ -> new FusedLoop(fused, loops));
  }

  private static int numbers(List<Loop> loops, int[]... operands) {
    int numbers = 0;
    for (int k = 0; k < operands.length; k++) {
      int own = loops.get(k) instanceof WarmedLoop warmed ? warmed.numbers() : 0;
      for (int j = 0; j < operands[k].length; j++) {
        numbers |= (own >> j & 1) == 0 ? 0 : 1 << operands[k][j];
      }
    }
    return numbers;
  }

  /// Returns the number of operands.
  public int operandCount() {
    return fused.operandCount();
  }

  /// Counts elements towards the warm-up. Call this while the separate loops still run.
  public void count(long items) {
    var _ = warmed.chosen(items);
  }

  /// Returns whether the vector loop is warm.
  public boolean isWarm() {
    return warmed.isWarm();
  }

  /// Returns the names of the fused loops that are warm.
  static Stream<String> byVectors() {
    return MADE.values().stream().filter(FusedLoop::isWarm).map(FusedLoop::toString);
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    boolean isPlain = count < least || Span.numbers(operands) != fused.numbers();
    (isPlain ? steps : warmed.chosen(count)).run(operands, result, count);
  }

  @Override
  public Loop plain() {
    return steps.plain();
  }

  @Override
  public String toString() {
    return fused + " of " + fused.type();
  }

  /// Runs the separate loops one after the other, for at most [TrialOperands#BYTES] per operand: in
  /// a trial, or if the vector loop does not support the number of elements or this set of operands
  /// that are single numbers.
  static final class Steps implements Loop {

    private final Fused fused;
    private final Loop[] loops;
    private final int[][] operands;

    Steps(Fused fused, Loop... loops) {
      this.fused = fused;
      this.loops = loops;
      this.operands = new int[loops.length][];
      for (int k = 0; k < loops.length; k++) {
        operands[k] = fused.operands(k);
      }
    }

    @Override
    public Loop plain() {
      return new Steps(fused, Arrays.stream(loops).map(Loop::plain).toArray(Loop[]::new));
    }

    @Override
    public void run(Span[] given, Span result, int count) {
      try (Scratch scratch = Scratch.take()) {
        Span[] results = new Span[loops.length];
        for (int k = 0; k < loops.length; k++) {
          boolean isLast = k == loops.length - 1;
          results[k] =
              isLast
                  ? result
                  : new Span(scratch.memory(), (long) k * TrialOperands.DISTANCE, result.arrays());
          Span[] taken = new Span[operands[k].length];
          for (int j = 0; j < taken.length; j++) {
            int operand = operands[k][j];
            taken[j] = operand < 0 ? results[~operand] : given[operand];
          }
          loops[k].run(taken, results[k], count);
        }
      }
    }
  }
}
