package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.plain.PlainTable;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static final ScalarKind LANE = ScalarKind.INT32;

  private static CompletableFuture<Boolean> warm(Binary operation, Loop plain) {
    CompletableFuture<Boolean> answered = new CompletableFuture<>();
    WarmUp.later(
        operation,
        LANE,
        plain,
        () -> VectorTable.loop(operation, LANE),
        (_, _) -> answered.complete(true));
    return answered;
  }

  private static void assumeVectors() {
    assumeTrue(
        Vectors.ENABLED,
        "no vectors here: they need the module mmap, native access and " + Vectors.MODULE);
  }

  /// Trials begin in the order in which they were asked for.
  @Test
  void aVectorLoopThatIsNotEqualIsNeverTaken() throws Exception {
    assumeVectors();

    CompletableFuture<Boolean> unequal = warm(Binary.PLUS, PlainTable.loop(Binary.MINUS, LANE));
    CompletableFuture<Boolean> equal = warm(Binary.TIMES, PlainTable.loop(Binary.TIMES, LANE));

    assertThat(equal.get(5, TimeUnit.MINUTES)).isTrue();
    assertThat(unequal).isNotDone();
  }

  /// A loop that runs another thirty times over, and counts that: so slow that it never wins a
  /// round by chance, such as one in which the other is not compiled yet.
  private record Slow(Loop loop, AtomicInteger calls) implements Loop {

    @Override
    public void run(Span[] operands, Span result, int count) {
      calls.incrementAndGet();
      for (int k = 0; k < 30; k++) {
        loop.run(operands, result, count);
      }
    }
  }

  /// Two seconds are less than these take.
  @Tag("slow")
  @Test
  void aLoopIsTriedInAllItsRoundsWhateverOthersTook() throws Exception {
    assumeVectors();
    Loop plain = PlainTable.loop(Unary.SIN, ScalarKind.FLOAT64);
    List<AtomicInteger> calls = new ArrayList<>();
    List<CompletableFuture<Boolean>> taken = new ArrayList<>();
    for (int k = 0; k < 8; k++) {
      AtomicInteger counter = new AtomicInteger();
      CompletableFuture<Boolean> answered = new CompletableFuture<>();
      WarmUp.later(
          Unary.SIN,
          ScalarKind.FLOAT64,
          plain,
          () -> new Slow(plain, counter),
          (loop, _) -> answered.complete(loop != null));
      calls.add(counter);
      taken.add(answered);
    }

    for (int k = 0; k < taken.size(); k++) {
      assertThat(taken.get(k).get(5, TimeUnit.MINUTES)).isFalse();
      assertThat(calls.get(k).get()).isGreaterThan(100);
    }
  }
}
