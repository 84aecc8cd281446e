package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random texts give the dtype, the shape and the bits that Python gives step by step, and are
/// refused where it refuses them. NaN is compared as NaN, whatever its bits.
class LiveExpressionTest {
  private static final int FEW_CASES = 250;

  private static final int CASES = 1000;
  private static final int MORE_CASES = 2500;

  private int refused;

  @Test
  void textsGiveWhatPythonGives() {
    textsGiveWhatPythonGives(1, FEW_CASES);
  }

  @Tag("slow")
  @Test
  void textsGiveWhatPythonGivesInManyCases() {
    textsGiveWhatPythonGives(1, CASES);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void textsGiveWhatPythonGivesInMoreCases(long seed) {
    textsGiveWhatPythonGives(seed, MORE_CASES);
  }

  private void textsGiveWhatPythonGives(long seed, int cases) {
    int found =
        LiveCases.forEach(
            "expressions.py",
            seed,
            cases,
            next -> {
              try (Arena arena = Arena.ofConfined()) {
                check(next, arena);
              }
            });
    assertThat(found).isEqualTo(cases);
    assertThat(refused).isBetween(cases / 100, cases / 2);
  }

  private void check(LiveCases.Case next, Arena arena) {
    String text = next.json().get("text").getAsString();
    Map<String, NdView<?>> views =
        Map.of("x", next.view("x", arena), "y", next.view("y", arena), "z", next.view("z", arena));
    if (next.json().has("refused")) {
      refused++;
      assertThatThrownBy(() -> Expression.evaluate(text, views))
          .as(next.toString())
          .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class)
          .hasMessageContaining("column ");
      return;
    }
    NdView<?> expected = next.view("wanted", arena);
    NdView<?> found = Expression.evaluate(text, views);
    assertThat(found.dtype()).as(next.toString()).isEqualTo(expected.dtype());
    assertThat(found.shape()).as(next.toString()).isEqualTo(expected.shape());
    assertThat(ExpressionTest.bytes(found))
        .as(next.toString())
        .isEqualTo(ExpressionTest.bytes(expected));
  }
}
