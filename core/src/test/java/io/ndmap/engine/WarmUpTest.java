package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.plain.PlainRows;
import io.ndmap.op.Binary;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static final ScalarKind LANE = ScalarKind.INT32;

  private static CompletableFuture<Boolean> warm(Binary operation, Loop plain) {
    CompletableFuture<Boolean> answered = new CompletableFuture<>();
    WarmUp.later(operation, LANE, plain, (_, _) -> answered.complete(true));
    return answered;
  }

  /// One loop is warmed after the other.
  @Test
  void aVectorLoopThatIsNotEqualIsNeverTaken() throws Exception {
    assumeTrue(
        Vectors.WANTED,
        "no vectors here: they need the module mmap, native access and " + Vectors.MODULE);

    CompletableFuture<Boolean> unequal = warm(Binary.PLUS, PlainRows.loop(Binary.MINUS, LANE));
    CompletableFuture<Boolean> equal = warm(Binary.TIMES, PlainRows.loop(Binary.TIMES, LANE));

    assertThat(equal.get(5, TimeUnit.MINUTES)).isTrue();
    assertThat(unequal).isNotDone();
  }
}
