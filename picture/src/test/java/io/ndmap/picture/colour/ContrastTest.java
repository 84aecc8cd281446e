package io.ndmap.picture.colour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.testing.Python;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContrastTest {

  private static final double NAN = Double.NaN;
  private static final double INF = Double.POSITIVE_INFINITY;

  @Test
  void positionsAreLinearBetweenTheEnds() {
    Contrast contrast = new Contrast(-2, 6, false);
    assertThat(Arrays.stream(new double[] {-9, -2, 0, 2, 6, 9}).map(contrast::position))
        .containsExactly(0.0, 0.0, 0.25, 0.5, 1.0, 1.0);
    assertThat(contrast.position(NAN)).isNaN();
    assertThat(contrast.position(-INF)).isNaN();
    assertThat(contrast.value(0.25)).isEqualTo(0);
  }

  @Test
  void aWidestRangeDoesNotOverflow() {
    Contrast contrast = new Contrast(-Double.MAX_VALUE, Double.MAX_VALUE, false);
    assertThat(contrast.position(0)).isEqualTo(0.5);
    assertThat(contrast.value(0.5)).isEqualTo(0);
    assertThat(contrast.value(1)).isEqualTo(Double.MAX_VALUE);
    assertThat(new Contrast(0, Double.MIN_VALUE, false).position(Double.MIN_VALUE)).isOne();
  }

  @Test
  void logarithmsHaveDecadesAtEqualDistances() {
    Contrast contrast = new Contrast(0.01, 100, true);
    assertThat(contrast.position(1)).isCloseTo(0.5, within(1e-12));
    assertThat(contrast.value(0.75)).isCloseTo(10, within(1e-10));
    assertThat(contrast.position(0)).isZero();
    assertThat(contrast.position(-5)).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Contrast(0, 1, true))
        .withMessage("a logarithmic range of colours begins above 0, found 0.0 and 1.0");
  }

  @Test
  void endsOfOneLogarithmAreItsEnds() {
    Contrast contrast = new Contrast(1e10, Math.nextUp(1e10), true);
    assertThat(contrast.position(contrast.low())).isZero();
    assertThat(contrast.position(contrast.high())).isOne();
    assertThat(new Contrast(0x1p53, 0x1p53 + 2, true).position(0x1p53 + 2)).isOne();
  }

  @Test
  void oneValueIsInTheMiddle() {
    assertThat(new Contrast(3, 3, false).position(3)).isEqualTo(0.5);
    assertThat(new Contrast(3, 3, false).position(2)).isZero();
    assertThat(new Contrast(3, 3, true).position(4)).isOne();
  }

  @Test
  void endsMustBeInOrder() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Contrast(2, 1, false))
        .withMessage(
            "a range of colours is two finite numbers, the lower one first, found 2.0 and 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContrastRule.DEFAULT.withEnds(NAN, 1))
        .withMessageContaining("found NaN and 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContrastRule.DEFAULT.withPercentiles(99, 1))
        .withMessage(
            "percentiles are two numbers between 0 and 100, the lower one first, found 99.0 and"
                + " 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContrastRule.DEFAULT.withLog().withSymmetric())
        .withMessage("a logarithmic scale has no 0, around which it could be symmetric");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContrastRule.DEFAULT.withLog().withEnds(-1, 2))
        .withMessage("a logarithmic range of colours begins above 0, found -1.0 and 2.0");
  }

  @Test
  void percentilesAreNumpys() throws Exception {
    Random random = new Random(11);
    double[] values = random.doubles(501).map(x -> x * x * 1e3 - 20).toArray();
    String list = Arrays.toString(values);
    for (double[] q : new double[][] {{1, 99}, {0, 100}, {12.5, 60}, {50, 51}}) {
      String output =
          Python.run(
              "a = np.array(%s)\nprint(*np.percentile(a, %s))\n"
                  .formatted(list, Arrays.toString(q)));
      double[] expected =
          Arrays.stream(output.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
      Contrast found = ContrastRule.DEFAULT.withPercentiles(q[0], q[1]).of(values);
      assertThat(found.low()).isCloseTo(expected[0], within(1e-11));
      assertThat(found.high()).isCloseTo(expected[1], within(1e-11));
    }
  }

  @Test
  void whatIsNotFiniteHasNoSay() {
    assertThat(ContrastRule.DEFAULT.withPercentiles(0, 100).of(NAN, 4, INF, -INF, 2))
        .isEqualTo(new Contrast(2, 4, false));
    assertThat(ContrastRule.DEFAULT.of(NAN, INF)).isEqualTo(new Contrast(0, 1, false));
    assertThat(ContrastRule.DEFAULT.of()).isEqualTo(new Contrast(0, 1, false));
    assertThat(ContrastRule.DEFAULT.withLog().of(-1, 0)).isEqualTo(new Contrast(1, 10, true));
    assertThat(ContrastRule.DEFAULT.withLog().withPercentiles(0, 100).of(-1, 0, 2, 8))
        .isEqualTo(new Contrast(2, 8, true));
  }

  @Test
  void oneHotValueAmongEqualOnesStaysVisible() {
    double[] values = new double[10_000];
    values[1234] = 7;
    assertThat(ContrastRule.DEFAULT.of(values)).isEqualTo(new Contrast(0, 7, false));
    assertThat(ContrastRule.DEFAULT.of(5, 5, 5)).isEqualTo(new Contrast(5, 5, false));
  }

  @Test
  void symmetricRangesHaveTheirMiddleAtZero() {
    ContrastRule rule = ContrastRule.DEFAULT.withPercentiles(0, 100).withSymmetric();
    assertThat(rule.of(-1, 3)).isEqualTo(new Contrast(-3, 3, false));
    assertThat(rule.of(-9, 3)).isEqualTo(new Contrast(-9, 9, false));
    assertThat(rule.withEnds(1, 2).of()).isEqualTo(new Contrast(-2, 2, false));
  }

  @Test
  void valuesGetTheirColours() {
    Colouring colouring = new Colouring(ColourMap.GRAY, new Contrast(0, 2, false));
    assertThat(colouring.pixels(2, 3, 0, 1, 2, NAN, INF, -INF).toArray())
        .containsExactly(
            0xff000000,
            0xff808080,
            0xffffffff,
            ColourMap.GRAY.nan(),
            ColourMap.GRAY.infinity(),
            ColourMap.GRAY.infinity());
  }
}
