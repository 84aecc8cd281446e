package io.ndmap.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs are converted as their elements are one by one, wherever they are; `LiveCastTest` compares
/// elements with NumPy's.
class CastTest {

  private static final int[] COUNTS = {0, 1, 7, 8, 9, 127, 128, 129, 1024, 2049};
  private static final int MOST = 16385;
  private static final MemorySegment FREE = Arena.global().allocate(1 << 22, 16);

  private static Stream<Arguments> pairs() {
    return reals().flatMap(from -> reals().map(to -> Arguments.of(from, to)));
  }

  private static Stream<ScalarKind> reals() {
    return Arrays.stream(ScalarKind.values()).filter(kind -> !kind.isComplex());
  }

  /// Any bits, and among them zeros of both signs, infinities, NaNs and what does not fit.
  private static byte[] items(ScalarKind kind, boolean big, int count) {
    int size = kind.itemsize();
    byte[] bytes = new byte[count * size];
    Random random = new Random(kind.name().hashCode());
    random.nextBytes(bytes);
    MemorySegment some = MemorySegment.ofArray(bytes);
    double[] values = {0, -0.0, 1, -1, 1e300, -1e300, 3e9, -3e9, 1e19, 0x1p63, 255.5, -128.7};
    MemorySegment doubles = MemorySegment.ofArray(values);
    MemorySegment plain = MemorySegment.ofArray(new byte[count * size]);
    Cast.between(ScalarKind.FLOAT64, false, kind, big)
        .run(doubles, 0, 8, plain, 0, size, Math.min(count, values.length));
    for (int i = 0; i < Math.min(count, values.length); i++) {
      MemorySegment.copy(plain, (long) i * size, some, (long) (i * 7 % count) * size, size);
    }
    return bytes;
  }

  private static byte[] oneByOne(byte[] items, ScalarKind from, boolean big, ScalarKind to, int n) {
    byte[] target = new byte[n * to.itemsize()];
    Cast cast = Cast.between(from, big, to, big);
    for (int i = 0; i < n; i++) {
      cast.run(
          MemorySegment.ofArray(items),
          (long) i * from.itemsize(),
          from.itemsize(),
          MemorySegment.ofArray(target),
          (long) i * to.itemsize(),
          to.itemsize(),
          1);
    }
    return target;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void asOneByOne(ScalarKind from, ScalarKind to) {
    for (boolean big : new boolean[] {false, true}) {
      for (int count : COUNTS) {
        byte[] items = items(from, big, count);
        byte[] expected = oneByOne(items, from, big, to, count);
        for (int gap : new int[] {0, 5}) {
          for (boolean reversed : new boolean[] {false, true}) {
            for (boolean free : new boolean[] {false, true}) {
              check(items, expected, from, to, big, count, gap, reversed, free);
            }
          }
        }
      }
    }
  }

  private static void check(
      byte[] items,
      byte[] expected,
      ScalarKind from,
      ScalarKind to,
      boolean big,
      int count,
      int gap,
      boolean reversed,
      boolean free) {
    int step = from.itemsize() + gap;
    int into = to.itemsize() + gap;
    int bytes = Math.max(1, count * step);
    int intoBytes = Math.max(1, count * into);
    MemorySegment source = free ? FREE.asSlice(3, bytes) : MemorySegment.ofArray(new byte[bytes]);
    MemorySegment target =
        free
            ? FREE.asSlice(1 << 21, intoBytes).fill((byte) 0x55)
            : MemorySegment.ofArray(new byte[intoBytes]).fill((byte) 0x55);
    long last = Math.max(0, count - 1);
    for (int i = 0; i < count; i++) {
      long at = reversed ? (last - i) * step : (long) i * step;
      MemorySegment.copy(
          MemorySegment.ofArray(items), (long) i * from.itemsize(), source, at, from.itemsize());
    }
    Cast.between(from, big, to, big)
        .run(
            source.asReadOnly(),
            reversed ? last * step : 0,
            reversed ? -step : step,
            target,
            reversed ? last * into : 0,
            reversed ? -into : into,
            count);
    byte[] whole = new byte[intoBytes];
    Arrays.fill(whole, (byte) 0x55);
    for (int i = 0; i < count; i++) {
      int at = (int) (reversed ? (last - i) * into : (long) i * into);
      System.arraycopy(expected, i * to.itemsize(), whole, at, to.itemsize());
    }
    assertThat(target.mismatch(MemorySegment.ofArray(whole)))
        .as("%s to %s, %d, gap %d, reversed %s, free %s", from, to, count, gap, reversed, free)
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void manyAsFew(ScalarKind from, ScalarKind to) {
    byte[] items = items(from, false, MOST);
    MemorySegment source = FREE.asSlice(0, items.length).copyFrom(MemorySegment.ofArray(items));
    MemorySegment target = FREE.asSlice(1 << 21, (long) MOST * to.itemsize());
    Cast cast = Cast.between(from, false, to, false);
    cast.run(source, 0, from.itemsize(), target, 0, to.itemsize(), MOST);
    assertThat(target.mismatch(MemorySegment.ofArray(oneByOne(items, from, false, to, MOST))))
        .isEqualTo(-1);
  }

  @Test
  void longDoublesLoseTheirPadding() {
    byte[] items = new byte[32];
    Arrays.fill(items, (byte) -1);
    byte[] target = new byte[32];
    Cast.between(ScalarKind.LONGDOUBLE, false, ScalarKind.LONGDOUBLE, true)
        .run(MemorySegment.ofArray(items), 0, 16, MemorySegment.ofArray(target), 0, 16, 2);
    for (int i = 0; i < items.length; i++) {
      assertThat(target[i]).as("byte %d", i).isEqualTo((byte) (i % 16 < 6 ? 0 : -1));
    }
  }
}
