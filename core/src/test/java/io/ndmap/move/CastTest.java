package io.ndmap.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs are converted as their elements are one by one, wherever they are; `LiveCastTest` compares
/// elements with NumPy's.
class CastTest {

  private static final int[] FEW_COUNTS = {0, 1, 7, 8, 9, 127, 128, 129};
  private static final int[] MORE_COUNTS = {1024, 2049};
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

  /// @param step how many are converted at a time
  private static byte[] converted(
      byte[] items, ScalarKind from, boolean big, ScalarKind to, int count, int step) {
    byte[] target = new byte[count * to.itemsize()];
    MemorySegment source = MemorySegment.ofArray(items);
    MemorySegment into = MemorySegment.ofArray(target);
    Cast cast = Cast.between(from, big, to, big);
    int size = from.itemsize();
    int intoSize = to.itemsize();
    for (int i = 0; i < count; i += step) {
      int some = Math.min(step, count - i);
      cast.run(source, (long) i * size, size, into, (long) i * intoSize, intoSize, some);
    }
    return target;
  }

  /// The items with gaps between them.
  private static byte[] spread(byte[] items, int size, int gap, boolean reversed, int other) {
    int step = size + gap;
    int count = items.length / size;
    byte[] bytes = new byte[Math.max(1, count * step)];
    Arrays.fill(bytes, (byte) other);
    for (int i = 0; i < count; i++) {
      System.arraycopy(items, i * size, bytes, (reversed ? count - 1 - i : i) * step, size);
    }
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void asOneByOne(ScalarKind from, ScalarKind to) {
    asOneByOne(from, to, false, FEW_COUNTS);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("pairs")
  void moreAsOneByOne(ScalarKind from, ScalarKind to) {
    asOneByOne(from, to, false, MORE_COUNTS);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("pairs")
  void asOneByOneInAllMemory(ScalarKind from, ScalarKind to) {
    asOneByOne(from, to, true, FEW_COUNTS);
    asOneByOne(from, to, true, MORE_COUNTS);
  }

  private static void asOneByOne(ScalarKind from, ScalarKind to, boolean all, int[] counts) {
    for (boolean big : new boolean[] {false, true}) {
      Cast cast = Cast.between(from, big, to, big);
      for (int count : counts) {
        byte[] items = items(from, big, count);
        byte[] expected = converted(items, from, big, to, count, 1);
        for (int gap : new int[] {0, 5}) {
          for (boolean reversed : new boolean[] {false, true}) {
            byte[] source = spread(items, from.itemsize(), gap, reversed, 0);
            byte[] whole = spread(expected, to.itemsize(), gap, reversed, 0x55);
            long last = Math.max(0, count - 1);
            int step = from.itemsize() + gap;
            int into = to.itemsize() + gap;
            // Each gap and direction meets either memory in one of the byte orders: little-endian
            // elements side by side meet memory that loops see as it is.
            boolean some = big == (reversed ^ (gap > 0));
            for (boolean free : all ? new boolean[] {false, true} : new boolean[] {some}) {
              MemorySegment here = MemorySegment.ofArray(source);
              MemorySegment there =
                  free
                      ? FREE.asSlice(1 << 21, whole.length)
                      : MemorySegment.ofArray(new byte[whole.length]);
              there.fill((byte) 0x55);
              cast.run(
                  (free ? FREE.asSlice(3, source.length).copyFrom(here) : here).asReadOnly(),
                  reversed ? last * step : 0,
                  reversed ? -step : step,
                  there,
                  reversed ? last * into : 0,
                  reversed ? -into : into,
                  count);
              if (there.mismatch(MemorySegment.ofArray(whole)) != -1) {
                throw new AssertionError(
                    "%s to %s, %s, gap %s, reversed %s, free %s"
                        .formatted(from, to, count, gap, reversed, free));
              }
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void manyAsFew(ScalarKind from, ScalarKind to) {
    byte[] items = items(from, false, MOST);
    MemorySegment source = FREE.asSlice(0, items.length).copyFrom(MemorySegment.ofArray(items));
    MemorySegment target = FREE.asSlice(1 << 21, (long) MOST * to.itemsize());
    Cast cast = Cast.between(from, false, to, false);
    cast.run(source, 0, from.itemsize(), target, 0, to.itemsize(), MOST);
    byte[] expected = converted(items, from, false, to, MOST, 129);
    assertThat(target.mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
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
