package io.ndmap.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

  @Test
  void whatAChildAnswersIsRead() {
    Outcome outcome = Outcome.parse(List.of("i:-5", "f:0x1.8p+1", "d:00ff"));

    assertThat(outcome.exact()).containsExactly("i:-5", "d:00ff");
    assertThat(outcome.numbers()).containsExactly(3.0);
  }

  @Test
  void whatIsNoOutcomeIsRefused() {
    assertThatThrownBy(() -> Outcome.parse(List.of("5")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not an outcome: '5'");
  }

  @Test
  void numbersMayDifferWithinTheBound() {
    Outcome here = Outcome.ofNumbers(1000, 1);

    assertThat(here.difference(Outcome.ofNumbers(1000.5, 1), 1e-3)).isEmpty();
    assertThat(here.difference(Outcome.ofNumbers(1000, 1.5), 1e-3))
        .hasValue("number 1 is 1.0 against 1.5");
    assertThat(here.difference(Outcome.ofNumbers(1000, Double.NaN), 1e-3))
        .hasValue("number 1 is 1.0 against NaN");
    assertThat(here.difference(Outcome.ofNumbers(1000), 1e-3)).hasValue("2 results against 1");
  }

  @Test
  void integersAndDigestsMayNot() {
    assertThat(Outcome.ofInteger(5).difference(Outcome.ofInteger(5), 1)).isEmpty();
    assertThat(Outcome.ofInteger(5).difference(Outcome.ofInteger(6), 1))
        .hasValue("i:5 against i:6");
    assertThat(Outcome.ofInteger(5).difference(Outcome.ofNumbers(5), 1))
        .hasValue("1 results against 1");
  }

  @Test
  void aDigestDependsOnEachWordAndItsPlace() {
    long[] words = new long[10_000];
    long zeros = Digest.of(MemorySegment.ofArray(words));
    words[9_999] = 1;
    long last = Digest.of(MemorySegment.ofArray(words));
    words[9_999] = 0;
    words[9_998] = 1;
    long nextToLast = Digest.of(MemorySegment.ofArray(words));
    words[9_998] = 0;
    words[9_998 - 4096] = 1;
    long inAnotherBlock = Digest.of(MemorySegment.ofArray(words));

    assertThat(List.of(zeros, last, nextToLast, inAnotherBlock)).doesNotHaveDuplicates();
  }
}
