package io.ndmap.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A view that is made, read and forgotten costs no memory: HotSpot does away with it.
class SliceAllocationTest {

  @ParameterizedTest
  @ValueSource(strings = {"rows", "ranges"})
  void aMillionSlicesAllocateNothing(String kind) throws Exception {
    try (ChildJvm child =
        ChildJvm.start(List.of(ChildJvm.OPTIMISED), ForgottenSlices.class, kind)) {
      assertThat(child.finish()).containsExactly("0");
    }
  }
}
