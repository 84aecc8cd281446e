package io.ndmap.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which rows are added where they stand; `WholeReductionTest` tests their sums.
class ColumnsTest {

  @Test
  void addsRowsThatOneBufferReaches() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(8 * 12);
      for (int i = 0; i < 12; i++) {
        memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, i);
      }
      Columns columns = new Columns(3);
      assertThat(columns.add(memory, new long[] {72, 48, 24, 0})).isTrue();
      columns.end();
      assertThat(columns.total(2)).isEqualTo(2 + 5 + 8 + 11);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {12, 715_827_880, Long.MAX_VALUE / 4})
  void leavesOthers(long distance) {
    MemorySegment none = MemorySegment.NULL;
    long[] at = {0, distance, 2 * distance, 3 * distance};
    assertThat(new Columns(4).add(none, at)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void leavesRowsAtUnequalDistances(int odd) {
    long[] at = {0, 32, 64, 96};
    at[odd] += 8;
    assertThat(new Columns(4).add(MemorySegment.NULL, at)).isFalse();
  }
}
