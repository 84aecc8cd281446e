package io.ndmap.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  /// Nearly as far from each other as one buffer reaches, in a file of holes.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void addsRowsFarFromEachOther(boolean back, @TempDir Path directory) throws IOException {
    long distance = 700_000_000;
    long[] at = {0, distance, 2 * distance, 3 * distance};
    Path file = directory.resolve("holes");
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      MemorySegment memory =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, 3 * distance + 16, arena);
      for (int row = 0; row < 4; row++) {
        memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at[row] + 8, 1 << row);
      }
      Columns columns = new Columns(2);
      long[] order = back ? new long[] {at[3], at[2], at[1], at[0]} : at;
      assertThat(columns.add(memory, order)).isTrue();
      columns.end();
      assertThat(columns.total(0)).isZero();
      assertThat(columns.total(1)).isEqualTo(15);
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
