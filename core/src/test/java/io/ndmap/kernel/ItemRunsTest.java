package io.ndmap.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Runs of items move as if one by one, between native memory and Java arrays of every kind.
class ItemRunsTest {

  private enum Memory {
    NATIVE,
    BYTES,
    CARRIERS
  }

  private static MemorySegment memory(Memory memory, int itemsize, int bytes, Arena arena) {
    int size = Math.ceilDiv(bytes, 8) * 8;
    return switch (memory) {
      case NATIVE -> arena.allocate(size);
      case BYTES -> MemorySegment.ofArray(new byte[size]);
      case CARRIERS ->
          switch (itemsize) {
            case 2 -> MemorySegment.ofArray(new short[size / 2]);
            case 4 -> MemorySegment.ofArray(new float[size / 4]);
            default -> MemorySegment.ofArray(new double[size / 8]);
          };
    };
  }

  private static byte[] all(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  @ParameterizedTest
  @CsvSource({
    "1, false",
    "2, false",
    "2, true",
    "3, false",
    "5, false",
    "6, false",
    "7, false",
    "9, false",
    "12, false",
    "15, false",
    "24, false",
    "31, false",
    "32, false",
    "33, false",
    "4, false",
    "4, true",
    "8, false",
    "8, true",
    "16, false",
    "16, true",
    "17, false"
  })
  void moveAsIfOneByOne(int itemsize, boolean swap) {
    Random random = new Random(itemsize);
    int[] counts = {1, 2, 9, 33, 1025};
    int[] gaps = {0, 1, 9, itemsize};
    try (Arena arena = Arena.ofConfined()) {
      for (Memory from : Memory.values()) {
        for (Memory to : Memory.values()) {
          for (int count : counts) {
            for (int fromGap : gaps) {
              for (int toGap : gaps) {
                int fromStride = (itemsize + fromGap) * (random.nextBoolean() ? 1 : -1);
                int toStride = (itemsize + toGap) * (random.nextBoolean() ? 1 : -1);
                MemorySegment source =
                    memory(from, itemsize, 16 + count * Math.abs(fromStride), arena);
                MemorySegment target = memory(to, itemsize, 16 + count * Math.abs(toStride), arena);
                byte[] noise = new byte[(int) source.byteSize()];
                random.nextBytes(noise);
                source.copyFrom(MemorySegment.ofArray(noise));
                int fromStart = 3 + (fromStride < 0 ? -fromStride * (count - 1) : 0);
                int toStart = 3 + (toStride < 0 ? -toStride * (count - 1) : 0);
                byte[] expected = all(target);
                for (int i = 0; i < count; i++) {
                  for (int k = 0; k < itemsize; k++) {
                    expected[toStart + i * toStride + k] =
                        noise[fromStart + i * fromStride + (swap ? itemsize - 1 - k : k)];
                  }
                }
                ItemRuns.copy(
                    source.asReadOnly(),
                    fromStart,
                    fromStride,
                    target,
                    toStart,
                    toStride,
                    count,
                    itemsize,
                    swap);
                assertThat(target.mismatch(MemorySegment.ofArray(expected)))
                    .as("%s to %s, %d items, strides %d %d", from, to, count, fromStride, toStride)
                    .isEqualTo(-1);
              }
            }
          }
        }
      }
    }
  }
}
