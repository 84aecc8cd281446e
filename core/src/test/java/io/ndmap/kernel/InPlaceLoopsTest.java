package io.ndmap.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Blocks, what fills none, and both, beside one number after the other.
class InPlaceLoopsTest {

  private static final int[] COUNTS = {1, 127, 128, 129, 255, 256, 257, 700, 1024, 1025, 2055};

  static Stream<Arguments> operations() {
    return Stream.of(
            ScalarKind.INT32,
            ScalarKind.UINT32,
            ScalarKind.INT64,
            ScalarKind.UINT64,
            ScalarKind.FLOAT32,
            ScalarKind.FLOAT64)
        .flatMap(
            kind ->
                Stream.of(Operation.values())
                    .filter(operation -> InPlaceLoops.serve(operation, kind))
                    .map(operation -> Arguments.of(kind, operation)));
  }

  static Stream<ScalarKind> kinds() {
    return operations().map(it -> (ScalarKind) it.get()[0]).distinct();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void computesWithANumber(ScalarKind kind, Operation operation) {
    forEachPlace(
        kind,
        (items, at, count) -> {
          long number = numberBits(kind);
          long[] expected = new long[count];
          for (int i = 0; i < count; i++) {
            expected[i] = compute(kind, operation, item(kind, items, at, i), number);
          }
          InPlaceLoops.withNumber(operation, kind, items, at, number, count);
          assertThat(items(kind, items, at, count)).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @MethodSource("operations")
  void computesWithOtherItems(ScalarKind kind, Operation operation) {
    forEachPlace(
        kind,
        (items, at, count) -> {
          byte[] memory = new byte[(count + 1) * kind.itemsize()];
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment heap = MemorySegment.ofArray(memory);
            MemorySegment outside = arena.allocate(memory.length);
            for (MemorySegment right : new MemorySegment[] {heap, outside, items}) {
              if (!right.equals(items)) {
                fill(kind, right, 3);
              }
              long rightAt = right.equals(items) ? at : 1;
              long[] expected = new long[count];
              for (int i = 0; i < count; i++) {
                expected[i] =
                    compute(
                        kind, operation, item(kind, items, at, i), item(kind, right, rightAt, i));
              }
              InPlaceLoops.withItems(operation, kind, items, at, right, rightAt, count);
              assertThat(items(kind, items, at, count)).isEqualTo(expected);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void addsMultiples(ScalarKind kind) {
    forEachPlace(
        kind,
        (items, at, count) -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment heap = MemorySegment.ofArray(new byte[count * kind.itemsize()]);
            MemorySegment outside = arena.allocate(heap.byteSize());
            for (MemorySegment right : new MemorySegment[] {heap, outside}) {
              fill(kind, right, 5);
              long factor = numberBits(kind);
              long[] expected = new long[count];
              for (int i = 0; i < count; i++) {
                long product = compute(kind, Operation.TIMES, item(kind, right, 0, i), factor);
                expected[i] = compute(kind, Operation.PLUS, item(kind, items, at, i), product);
              }
              InPlaceLoops.addScaled(kind, items, at, right, 0, factor, count);
              assertThat(items(kind, items, at, count)).isEqualTo(expected);
            }
          }
        });
  }

  private interface Check {
    void run(MemorySegment items, long at, int count);
  }

  /// At aligned and other addresses; what stands around the items stays.
  private static void forEachPlace(ScalarKind kind, Check check) {
    for (int count : COUNTS) {
      for (long at : new long[] {8, 9}) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment items = arena.allocate(at + (long) count * kind.itemsize() + 8, 8);
          fill(kind, items, 1);
          byte[] before = items.asSlice(0, at).toArray(ValueLayout.JAVA_BYTE);
          byte[] after = items.asSlice(items.byteSize() - 8).toArray(ValueLayout.JAVA_BYTE);
          check.run(items, at, count);
          assertThat(items.asSlice(0, at).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(before);
          assertThat(items.asSlice(items.byteSize() - 8).toArray(ValueLayout.JAVA_BYTE))
              .isEqualTo(after);
        }
      }
    }
  }

  /// Bytes at random, but of numbers that are not NaN.
  private static void fill(ScalarKind kind, MemorySegment segment, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (long k = 0; k < segment.byteSize(); k++) {
      // As the highest byte of a number it makes an ordinary one, wherever a number begins.
      segment.set(
          ValueLayout.JAVA_BYTE,
          k,
          (byte) (kind.isFloat() ? 0x30 + random.nextInt(16) : random.nextInt()));
    }
  }

  private static long numberBits(ScalarKind kind) {
    return switch (kind) {
      case FLOAT32 -> Float.floatToRawIntBits(-1.7f) & 0xffff_ffffL;
      case FLOAT64 -> Double.doubleToRawLongBits(-1.7);
      default -> 0x1234_5677L;
    };
  }

  private static long item(ScalarKind kind, MemorySegment segment, long at, int i) {
    return kind.itemsize() == Integer.BYTES
        ? segment.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * i) & 0xffff_ffffL
        : segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8L * i);
  }

  private static long[] items(ScalarKind kind, MemorySegment segment, long at, int count) {
    long[] items = new long[count];
    for (int i = 0; i < count; i++) {
      items[i] = item(kind, segment, at, i);
    }
    return items;
  }

  private static long compute(ScalarKind kind, Operation operation, long left, long right) {
    return switch (kind) {
      case FLOAT32 -> {
        float x = Float.intBitsToFloat((int) left);
        float y = Float.intBitsToFloat((int) right);
        float result =
            switch (operation) {
              case PLUS -> x + y;
              case MINUS -> x - y;
              case TIMES -> x * y;
              default -> x / y;
            };
        yield Float.floatToRawIntBits(result) & 0xffff_ffffL;
      }
      case FLOAT64 -> {
        double x = Double.longBitsToDouble(left);
        double y = Double.longBitsToDouble(right);
        yield Double.doubleToRawLongBits(
            switch (operation) {
              case PLUS -> x + y;
              case MINUS -> x - y;
              case TIMES -> x * y;
              default -> x / y;
            });
      }
      default -> {
        long result =
            switch (operation) {
              case PLUS -> left + right;
              case MINUS -> left - right;
              default -> left * right;
            };
        yield kind.itemsize() == Integer.BYTES ? result & 0xffff_ffffL : result;
      }
    };
  }
}
