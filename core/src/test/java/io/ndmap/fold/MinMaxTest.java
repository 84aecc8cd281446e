package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.MinMax.Requested;
import io.ndmap.memory.Scratch;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Compares with a loop over single keys.
class MinMaxTest {

  private static final int[] COUNTS = {1, 2, 3, 4, 5, 7, 8, 9, 127, 128, 129, 1023, 1024, 6000};

  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, -Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1, -1
  };

  @ParameterizedTest
  @EnumSource(
      value = ScalarKind.class,
      names = {"BOOL", "UINT8", "INT16", "FLOAT16", "INT32", "FLOAT64"})
  void findsThoseOfSomeKinds(ScalarKind kind) {
    SortableBits keys =
        switch (kind) {
          case FLOAT16 -> SortableBits.HALVES;
          case FLOAT32 -> SortableBits.FLOATS;
          case FLOAT64 -> SortableBits.DOUBLES;
          case UINT64 -> SortableBits.UNSIGNED;
          default -> SortableBits.SIGNED;
        };
    finds(kind, keys);
    if (kind == ScalarKind.INT64) {
      finds(kind, SortableBits.TIMES);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = ScalarKind.class,
      names = {"INT8", "UINT16", "UINT32", "FLOAT32", "INT64", "UINT64"})
  void findsThoseOfAllOtherKinds(ScalarKind kind) {
    findsThoseOfSomeKinds(kind);
  }

  private static void finds(ScalarKind kind, SortableBits keys) {
    Random random = new Random(kind.itemsize());
    int itemsize = kind.itemsize();
    for (int count : COUNTS) {
      // Zeros follow the elements.
      byte[] bytes = new byte[3 + (count + 8) * itemsize];
      for (int round = 0; round < 24; round++) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        MemorySegment items = MemorySegment.ofArray(bytes);
        for (int i = 0; i < count; i++) {
          long bits = item(random, round, kind);
          set(items, 3 + (long) i * itemsize, itemsize, bits);
          long key = keys.key(value(kind, bits));
          low = Math.min(low, key);
          high = Math.max(high, key);
        }
        try (Scratch own = Scratch.take();
            Scratch scratch = Scratch.take()) {
          MemorySegment memory = own.memory().copyFrom(items);
          for (Requested expected : Requested.values()) {
            boolean isLow = expected != Requested.MAX || !keys.hasNoNaN();
            boolean isHigh = expected != Requested.MIN || !keys.hasNoNaN();
            MinMax extremes = new MinMax(kind, keys, expected);
            extremes.of(memory, 3, count);
            found(extremes, isLow, low, isHigh, high, count + " of " + kind);
            for (boolean plain : new boolean[] {false, true}) {
              extremes.of(memory, 3, count, scratch.memory(), plain);
              String what = count + " of " + kind + ", perhaps by vectors";
              if (keys.isNaN(low) || keys.isNaN(high)) {
                assertThat(keys.isNaN(extremes.low()) || keys.isNaN(extremes.high()))
                    .as(what)
                    .isTrue();
              } else {
                found(
                    extremes,
                    expected != Requested.MAX,
                    low,
                    expected != Requested.MIN,
                    high,
                    what);
              }
            }
            long last = 3 + (count - 1L) * itemsize;
            extremes.of(memory, last, 1);
            long key = extremes.key(memory, last);
            found(extremes, isLow, key, isHigh, key, "one " + kind);
          }
        }
      }
    }
  }

  private static void found(
      MinMax extremes, boolean isLow, long low, boolean isHigh, long high, String what) {
    if (isLow) {
      assertThat(extremes.low()).as(what).isEqualTo(low);
    }
    if (isHigh) {
      assertThat(extremes.high()).as(what).isEqualTo(high);
    }
  }

  private static long item(Random random, int round, ScalarKind kind) {
    double number =
        switch (round % 6) {
          case 1 -> random.nextGaussian();
          case 2 -> 1 + random.nextDouble();
          case 3 -> -1 - random.nextDouble();
          case 4 -> SPECIAL[random.nextInt(2)];
          default -> SPECIAL[random.nextInt(SPECIAL.length)];
        };
    if (round % 6 == 0) {
      return random.nextLong();
    }
    return switch (kind) {
      case FLOAT16 -> Float.floatToFloat16((float) number);
      case FLOAT32 -> Float.floatToRawIntBits((float) number);
      case FLOAT64 -> Double.doubleToRawLongBits(number);
      default -> (long) (number * 100);
    };
  }

  private static long value(ScalarKind kind, long bits) {
    return switch (kind) {
      case BOOL -> (byte) bits == 0 ? 0 : 1;
      case INT8 -> (byte) bits;
      case UINT8 -> bits & 0xff;
      case INT16, FLOAT16 -> (short) bits;
      case UINT16 -> bits & 0xffff;
      case INT32, FLOAT32 -> (int) bits;
      case UINT32 -> bits & 0xffff_ffffL;
      default -> bits;
    };
  }

  private static void set(MemorySegment items, long at, int itemsize, long bits) {
    MemorySegment number = MemorySegment.ofArray(new long[1]);
    number.set(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0, bits);
    MemorySegment.copy(number, 0, items, at, itemsize);
  }
}
