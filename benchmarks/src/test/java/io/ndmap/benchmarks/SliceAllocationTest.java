package io.ndmap.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A view that is made, read and forgotten costs no memory: HotSpot does away with it.
class SliceAllocationTest {

  @Test
  void aMillionSlicesAllocateNothing() throws Exception {
    requireNoAllocation("rows");
  }

  @Test
  @Tag("slow")
  void aMillionSlicesOfRangesAllocateNothing() throws Exception {
    requireNoAllocation("ranges");
  }

  private static void requireNoAllocation(String kind) throws Exception {
    try (ChildJvm child =
        ChildJvm.start(List.of(ChildJvm.OPTIMISED), ForgottenSlices.class, kind)) {
      assertThat(child.finish()).containsExactly("0");
    }
  }
}
