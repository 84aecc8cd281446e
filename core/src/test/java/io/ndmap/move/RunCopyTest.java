package io.ndmap.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.axes.COrder;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs of elements move as if one by one, between memory of no arena, memory of arenas and Java
/// arrays of every kind, and leave alone what lies between them.
class RunCopyTest {

  private enum Memory {
    FREE,
    NATIVE,
    BYTES,
    CARRIERS,
    INTS,
    LONGS
  }

  private static final MemorySegment FREE = Arena.global().allocate(1 << 22);
  private static final AtomicLong FREE_USED = new AtomicLong();

  private static MemorySegment memory(Memory memory, int itemsize, int bytes, Arena arena) {
    int size = Math.ceilDiv(bytes, 8) * 8;
    return switch (memory) {
      // Of a few megabytes in all, which are never freed.
      case FREE ->
          FREE.asSlice(FREE_USED.getAndAdd(size) % (FREE.byteSize() / 2), size).fill((byte) 0);
      case NATIVE -> arena.allocate(size);
      case BYTES -> MemorySegment.ofArray(new byte[size + 8]).asSlice(8);
      case CARRIERS ->
          switch (itemsize) {
            case 2 -> MemorySegment.ofArray(new short[size / 2 + 4]).asSlice(8);
            case 4 -> MemorySegment.ofArray(new float[size / 4 + 2]).asSlice(8);
            default -> MemorySegment.ofArray(new double[size / 8 + 1]).asSlice(8);
          };
      case INTS -> MemorySegment.ofArray(new int[size / 4 + 2]).asSlice(8);
      case LONGS -> MemorySegment.ofArray(new long[size / 8 + 1]).asSlice(8);
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
    int border = (1 << 13) / itemsize;
    int[] counts = {0, 1, 7, 8, 9, 127, 129, border + 1};
    int[] gaps = {0, 9, itemsize, 9 * itemsize};
    try (Arena arena = Arena.ofConfined()) {
      for (Memory from : Memory.values()) {
        for (Memory to : Memory.values()) {
          for (int count : counts) {
            // Loops see memory of no arena as it is; other memory meets the gaps at random.
            boolean each = from == Memory.FREE && to == Memory.FREE;
            for (int fromGap : each ? gaps : one(gaps, random)) {
              for (int toGap : each ? gaps : one(gaps, random)) {
                int fromStride = (itemsize + fromGap) * (random.nextBoolean() ? 1 : -1);
                int toStride = (itemsize + toGap) * (random.nextBoolean() ? 1 : -1);
                MemorySegment source =
                    memory(from, itemsize, 16 + count * Math.abs(fromStride), arena);
                MemorySegment target = memory(to, itemsize, 16 + count * Math.abs(toStride), arena);
                byte[] noise = new byte[(int) source.byteSize()];
                random.nextBytes(noise);
                source.copyFrom(MemorySegment.ofArray(noise));
                int fromStart =
                    (random.nextBoolean() ? 3 : 8)
                        + (fromStride < 0 ? -fromStride * Math.max(0, count - 1) : 0);
                int toStart =
                    (random.nextBoolean() ? 3 : 8)
                        + (toStride < 0 ? -toStride * Math.max(0, count - 1) : 0);
                byte[] expected = all(target);
                for (int i = 0; i < count; i++) {
                  for (int k = 0; k < itemsize; k++) {
                    expected[toStart + i * toStride + k] =
                        noise[fromStart + i * fromStride + (swap ? itemsize - 1 - k : k)];
                  }
                }
                RunCopy.copy(
                    random.nextBoolean() ? source : source.asReadOnly(),
                    fromStart,
                    fromStride,
                    target,
                    toStart,
                    toStride,
                    count,
                    itemsize,
                    swap);
                assertThat(target.mismatch(MemorySegment.ofArray(expected)))
                    .as(
                        "%s to %s, %d elements, strides %d %d",
                        from, to, count, fromStride, toStride)
                    .isEqualTo(-1);
              }
            }
          }
        }
      }
    }
  }

  private static int[] one(int[] gaps, Random random) {
    return new int[] {gaps[random.nextInt(gaps.length)]};
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 16, 40})
  void moveRowsAsIfOneByOne(int itemsize) {
    Random random = new Random(itemsize);
    try (Arena arena = Arena.ofConfined()) {
      for (Memory from : Memory.values()) {
        for (Memory to : Memory.values()) {
          for (int round = 0; round < 40; round++) {
            long[] sizes = random.longs(1 + round % 3, 1, 9).toArray();
            Strided read = layout(random, itemsize, sizes);
            Strided written = layout(random, itemsize, sizes);
            MemorySegment source = memory(from, itemsize, (int) read.endByte(itemsize), arena);
            MemorySegment target = memory(to, itemsize, (int) written.endByte(itemsize), arena);
            byte[] noise = new byte[(int) source.byteSize()];
            random.nextBytes(noise);
            source.copyFrom(MemorySegment.ofArray(noise));
            byte[] expected = all(target);
            new COrder(read, written)
                .forEachRun(
                    0,
                    read.shape().itemCount(),
                    1,
                    (at, _) ->
                        System.arraycopy(noise, (int) at[0], expected, (int) at[1], itemsize));
            RunCopy.copy(source, read, target, written, itemsize);
            assertThat(target.mismatch(MemorySegment.ofArray(expected)))
                .as("%s to %s, %s to %s", from, to, read, written)
                .isEqualTo(-1);
          }
        }
      }
    }
  }

  /// Returns a layout whose axes are in any memory order and direction, with gaps or without.
  private static Strided layout(Random random, int itemsize, long... sizes) {
    List<Integer> axes = new ArrayList<>(IntStream.range(0, sizes.length).boxed().toList());
    Collections.shuffle(axes, random);
    long[] strides = new long[sizes.length];
    long offset = random.nextInt(9);
    long distance = itemsize;
    for (int axis : axes) {
      distance += random.nextBoolean() ? 0 : random.nextInt(20);
      boolean backwards = random.nextInt(3) == 0;
      strides[axis] = backwards ? -distance : distance;
      offset += backwards ? (sizes[axis] - 1) * distance : 0;
      distance *= sizes[axis];
    }
    return Strided.of(offset, Shape.of(sizes), strides);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 16, 24, 40})
  void repeatsAnItem(int itemsize) {
    byte[] item = new byte[itemsize];
    new Random(itemsize).nextBytes(item);
    for (MemorySegment source :
        List.of(
            MemorySegment.ofArray(item),
            FREE.asSlice(0, itemsize).copyFrom(MemorySegment.ofArray(item)))) {
      MemorySegment target = FREE.asSlice(64, 40L * itemsize).fill((byte) 0);
      RunCopy.copy(source, 0, 0, target, itemsize, 3L * itemsize, 13, itemsize, false);
      for (int i = 0; i < 40; i++) {
        byte[] expected = i % 3 == 1 ? item : new byte[itemsize];
        assertThat(
                target
                    .asSlice((long) i * itemsize, itemsize)
                    .mismatch(MemorySegment.ofArray(expected)))
            .as("element %d", i)
            .isEqualTo(-1);
      }
    }
  }

  @Test
  void tellsWhatLoopsSee() {
    assertThat(ScopedCopy.isScoped(FREE.asSlice(8))).isFalse();
    assertThat(ScopedCopy.isScoped(FREE.asReadOnly())).isFalse();
    assertThat(ScopedCopy.isScoped(MemorySegment.ofArray(new byte[1]))).isTrue();
    assertThat(ScopedCopy.isScoped(Arena.ofAuto().allocate(1))).isTrue();
  }
}
