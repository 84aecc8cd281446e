package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// How much the live tests compare with NumPy. Each counts its own cases and fails if there are
/// fewer; casts, joins and products with vectors are not counted here.
class LiveCountTest {

  @Test
  void bulkOperationsAreComparedManyTimes() {
    int cases =
        LiveArithmeticTest.SEEDS * LiveArithmeticTest.CASES
            + LiveReductionTest.SEEDS * LiveReductionTest.CASES
            + LiveComparisonTest.CASES
            + LiveDistributionTest.CASES
            + LiveEqualityTest.CASES
            + LiveSelectionTest.CASES;
    assertThat(cases).isGreaterThanOrEqualTo(20_000);
  }
}
