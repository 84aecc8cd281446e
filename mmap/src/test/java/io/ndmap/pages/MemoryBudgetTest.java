package io.ndmap.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryBudgetTest {

  @Test
  void whatIsReservedIsNeverMoreThanTheBudget() {
    MemoryBudget budget = new MemoryBudget(100, 100);

    assertThat(budget.reserve(60)).isTrue();
    assertThat(budget.reserve(40)).isTrue();
    assertThat(budget.reserve(101)).isFalse();
    assertThat(budget.reserve(Long.MAX_VALUE)).isFalse();
    budget.release(40);
    assertThat(budget.reserve(40)).isTrue();
  }

  @Test
  void anInterruptedThreadDoesNotWaitForBudget() {
    MemoryBudget budget = new MemoryBudget(1, 1);
    assertThat(budget.reserve(1)).isTrue();

    Thread.currentThread().interrupt();
    boolean reserved = budget.reserve(1);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(reserved).isFalse();
  }

  @Test
  void budgetReleasedMeanwhileIsFound() {
    MemoryBudget budget = new MemoryBudget(1, 1);
    assertThat(budget.reserve(1)).isTrue();
    Thread.ofPlatform().start(() -> budget.release(1));

    assertThat(budget.reserve(1)).isTrue();
  }

  @Test
  void whatStaysInUseMovesTheTarget() {
    MemoryBudget budget = new MemoryBudget(10, 100);
    assertThat(budget.reserve(30)).isTrue();
    // After collections that freed nothing.
    assertThat(budget.reserve(31)).isTrue();

    Thread.currentThread().interrupt();
    // Now without one: nobody asks whether the thread is interrupted.
    assertThat(budget.reserve(39)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(budget.reserve(1)).isFalse();
  }
}
