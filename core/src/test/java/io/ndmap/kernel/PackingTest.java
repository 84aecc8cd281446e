package io.ndmap.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Wanted items of all sizes, distances and kinds of memory, beside a naive model; and nothing but
/// them is written.
final class PackingTest {

  private static final int MOST = 300;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void packsTheWantedAndNothingElse(int itemsize) {
    Random random = new Random(itemsize);
    for (int round = 0; round < 2000; round++) {
      int n = random.nextInt(MOST + 1);
      long stride = round % 3 == 0 ? itemsize * 3L : itemsize;
      boolean back = round % 6 == 3;
      byte[] memory = new byte[8 + (int) (MOST * stride)];
      random.nextBytes(memory);
      byte[] wanted = wanted(random, n);
      long at = back && n > 0 ? 3 + (n - 1) * stride : 3;
      byte[] target = new byte[8 + MOST * itemsize];
      random.nextBytes(target);
      byte[] expected = target.clone();
      int found = 0;
      for (int i = 0; i < n; i++) {
        if (wanted[i] != 0) {
          int from = (int) (at + i * (back ? -stride : stride));
          System.arraycopy(memory, from, expected, 5 + found * itemsize, itemsize);
          found++;
        }
      }
      // With no more room than is needed.
      int room = 5 + found * itemsize;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = in(arena, random, memory);
        MemorySegment to = in(arena, random, Arrays.copyOf(target, room));
        Packing packing = new Packing(itemsize, source, back ? -stride : stride, to, MOST);
        assertThat(packing.pack(at, wanted, n, 5)).isEqualTo(found);
        assertThat(bytes(to)).isEqualTo(Arrays.copyOf(expected, room));
        MemorySegment wide = in(arena, random, target);
        new Packing(itemsize, source, back ? -stride : stride, wide, MOST).pack(at, wanted, n, 5);
        assertThat(bytes(wide)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void readsNothingWhereNothingIsWanted(int itemsize) {
    MemorySegment none = MemorySegment.NULL;
    assertThat(new Packing(itemsize, none, itemsize, none, MOST).pack(0, new byte[MOST], MOST, 0))
        .isZero();
  }

  private static byte[] wanted(Random random, int n) {
    byte[] wanted = new byte[n];
    int share = random.nextInt(11);
    for (int i = 0; i < n; i++) {
      wanted[i] = (byte) (random.nextInt(10) < share ? 1 : 0);
    }
    return wanted;
  }

  private static MemorySegment in(Arena arena, Random random, byte[] bytes) {
    MemorySegment segment =
        random.nextBoolean()
            ? arena.allocate(bytes.length)
            : MemorySegment.ofArray(new byte[bytes.length]);
    segment.copyFrom(MemorySegment.ofArray(bytes));
    return segment;
  }

  private static byte[] bytes(MemorySegment segment) {
    byte[] bytes = new byte[(int) segment.byteSize()];
    MemorySegment.ofArray(bytes).copyFrom(segment);
    return bytes;
  }
}
