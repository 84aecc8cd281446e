package io.ndmap.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.FusedLoop;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Loop;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests which calls are fused: `0` and up denote sources, `~k` the result of the k-th call.
class FusionTest {

  private static final ScalarKind KIND = ScalarKind.FLOAT64;
  private static final Loop PLUS = Loops.of(Binary.PLUS, KIND);
  private static final Loop TIMES = Loops.of(Binary.TIMES, KIND);
  private static final Loop SQRT = Loops.of(Unary.SQRT, KIND);
  private static final Loop SIN = Loops.of(Unary.SIN, KIND);
  private static final Loop LESS = Loops.of(Comparison.LESS, KIND, KIND);
  private static final Loop PLUS_OF_FLOATS = Loops.of(Binary.PLUS, ScalarKind.FLOAT32);

  private final List<LoopCall> calls = new ArrayList<>();

  @BeforeEach
  void needsVectors() {
    assumeTrue(
        FusedLoop.type(PLUS) != null,
        "no vectors here: they need the module mmap, native access and jdk.incubator.vector");
  }

  private void call(Loop loop, int... operands) {
    calls.add(new LoopCall(() -> loop, operands, ~calls.size()));
  }

  private List<String> fused() {
    return described(Fusion.of(calls, _ -> true).calls());
  }

  private static List<String> described(List<LoopCall> calls) {
    return calls.stream()
        .map(
            call -> {
              List<String> words = new ArrayList<>();
              words.add(call.loop() + ":");
              for (int operand : call.operands()) {
                words.add(operand < 0 ? "~" + ~operand : "" + operand);
              }
              return String.join(" ", words) + " -> ~" + ~call.result();
            })
        .toList();
  }

  @Test
  void fusesAWholeExpression() {
    call(TIMES, 0, 0);
    call(TIMES, 1, 1);
    call(PLUS, ~0, ~1);
    call(SQRT, ~2);

    assertThat(fused())
        .containsExactly("TIMES a a, TIMES b b, PLUS r1 r2, SQRT r3 of FLOAT64: 0 1 -> ~0");
  }

  @Test
  void countsForLoopsThatAreNotWarm() {
    call(SIN, 0);
    call(TIMES, ~0, 0);
    call(PLUS, ~1, ~0);
    List<String> before = described(calls);

    Fusion fusion = Fusion.of(calls, _ -> false);

    assertThat(described(fusion.calls())).isEqualTo(before);
    assertThat(fusion.cold()).hasToString("[TIMES a b, PLUS r1 a of FLOAT64]");
  }

  @Test
  void endsBeforeAFunctionAndBeforeAnotherType() {
    call(SIN, 0);
    call(TIMES, ~0, 1);
    call(PLUS, ~1, 2);
    call(PLUS_OF_FLOATS, ~2, ~2);

    assertThat(fused())
        .containsExactly(
            "SIN of FLOAT64: 0 -> ~0",
            "TIMES a b, PLUS r1 c of FLOAT64: ~0 1 2 -> ~1",
            "PLUS of FLOAT32: ~1 ~1 -> ~2");
  }

  @Test
  void keepsResultsThatOthersRead() {
    call(TIMES, 0, 0);
    call(SQRT, ~0);
    call(SIN, ~0);
    call(PLUS, ~1, ~2);

    assertThat(fused())
        .containsExactly(
            "TIMES of FLOAT64: 0 0 -> ~0",
            "SQRT of FLOAT64: ~0 -> ~1",
            "SIN of FLOAT64: ~0 -> ~2",
            "PLUS of FLOAT64: ~1 ~2 -> ~3");
  }

  @Test
  void endsWithAComparison() {
    call(TIMES, 0, 1);
    call(LESS, 2, ~0);
    call(LESS, 0, 1);

    assertThat(fused())
        .containsExactly(
            "TIMES a b, LESS c r1 of FLOAT64: 0 1 2 -> ~0", "LESS of FLOAT64: 0 1 -> ~1");
  }

  @Test
  void countsInTheLoopOfTheComparison() {
    call(TIMES, 0, 0);
    call(LESS, 1, ~0);
    call(Loops.COUNT, ~1);

    assertThat(fused()).containsExactly("TIMES a a, LESS b r1, COUNT r2 of FLOAT64: 0 1 -> ~0");
  }

  @Test
  void countsInTheLoopOfAComparisonAlone() {
    call(SIN, 0);
    call(LESS.forNumbers(0b10), ~0, 1);
    call(Loops.COUNT, ~1);

    assertThat(fused())
        .containsExactly("SIN of FLOAT64: 0 -> ~0", "LESS a B, COUNT r1 of FLOAT64: ~0 1 -> ~1");
  }

  @Test
  void distinguishesNumbersFromElements() {
    call(TIMES.forNumbers(0b10), 0, 1);
    call(PLUS, ~0, 2);
    call(PLUS.forNumbers(0b01), 1, ~1);

    assertThat(fused()).containsExactly("TIMES a B, PLUS r1 c, PLUS B r2 of FLOAT64: 0 1 2 -> ~0");
  }

  @Test
  void takesFourOperandsAndEightOperations() {
    call(PLUS, 0, 1);
    for (int k = 2; k < 6; k++) {
      call(PLUS, ~(k - 2), k);
    }
    for (int k = 5; k < 14; k++) {
      call(SQRT, ~(k - 1));
    }

    assertThat(fused())
        .containsExactly(
            "PLUS a b, PLUS r1 c, PLUS r2 d of FLOAT64: 0 1 2 3 -> ~0",
            "PLUS a b, PLUS r1 c, SQRT r2, SQRT r3, SQRT r4, SQRT r5, SQRT r6, SQRT r7"
                + " of FLOAT64: ~0 4 5 -> ~1",
            "SQRT a, SQRT r1, SQRT r2 of FLOAT64: ~1 -> ~2");
  }
}
