package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares selected elements of all sizes with a naive model; nothing is written outside of the
/// target.
final class CompactionTest {

  private static final int MOST = 300;

  private static final long MASK = Scratch.at(2) + 3;
  private static final long ITEMS = Scratch.at(3) + 5;
  private static final long RESULTS = Scratch.at(5) + 1;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16, 32})
  void packsTheSelectedAndNothingElse(int itemsize) {
    Random random = new Random(itemsize);
    try (Scratch scratch = Scratch.take()) {
      MemorySegment scratchMemory = scratch.memory();
      for (int round = 0; round < 1000; round++) {
        int n = random.nextInt(MOST + 1);
        byte[] mask = mask(random, n);
        byte[] items = new byte[n * itemsize];
        byte[] before = new byte[(n + 1) * itemsize];
        random.nextBytes(items);
        random.nextBytes(before);
        put(scratchMemory, MASK, mask);
        put(scratchMemory, ITEMS, items);
        put(scratchMemory, RESULTS, before);
        byte[] expected = new byte[n * itemsize];
        int found = 0;
        for (int i = 0; i < n; i++) {
          if (mask[i] != 0) {
            System.arraycopy(items, i * itemsize, expected, found * itemsize, itemsize);
            found++;
          }
        }
        assertThat(Compaction.toOnes(scratchMemory, MASK, n)).isEqualTo(found);
        assertThat(Compaction.pack(scratchMemory, itemsize, ITEMS, MASK, n, RESULTS))
            .isEqualTo(found);
        assertThat(take(scratchMemory, RESULTS, found * itemsize))
            .isEqualTo(Arrays.copyOf(expected, found * itemsize));
        assertThat(take(scratchMemory, RESULTS + (long) n * itemsize, itemsize))
            .isEqualTo(Arrays.copyOfRange(before, n * itemsize, (n + 1) * itemsize));
      }
    }
  }

  /// Every byte but 0 selects an element.
  private static byte[] mask(Random random, int n) {
    byte[] mask = new byte[n];
    int share = random.nextInt(11);
    for (int i = 0; i < n; i++) {
      mask[i] = (byte) (random.nextInt(10) < share ? 1 + random.nextInt(255) : 0);
    }
    return mask;
  }

  private static void put(MemorySegment scratchMemory, long at, byte... bytes) {
    MemorySegment.copy(bytes, 0, scratchMemory, ValueLayout.JAVA_BYTE, at, bytes.length);
  }

  private static byte[] take(MemorySegment scratchMemory, long at, int count) {
    byte[] bytes = new byte[count];
    MemorySegment.copy(scratchMemory, ValueLayout.JAVA_BYTE, at, bytes, 0, count);
    return bytes;
  }
}
