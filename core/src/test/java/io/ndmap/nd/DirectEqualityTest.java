package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Elements that are compared by their bytes, in place: zeros of either sign and NaN have bytes
/// that say otherwise.
class DirectEqualityTest {

  private static final int[] COUNTS = {1, 2, 3, 7, 8, 9, 31, 1001, 70_001};

  private static final List<String> SLICES = List.of(":", "1:", "::2", "::-1");

  private static MemorySegment ones(DType dtype, int count) {
    MemorySegment memory = DirectMemory.allocate((long) count * dtype.itemsize());
    view(memory, dtype, Shape.of(count)).fill(1L);
    return memory;
  }

  private static NdView<?> view(MemorySegment memory, DType dtype, Shape shape) {
    return NdView.of(memory, dtype, shape, Order.C, new DirectMemory());
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "i1", "<i2", ">u2", ">i4", "<i8", "<f2", ">f4", "<f8"})
  void findsTheOneDifferentBit(String text) {
    DType dtype = DType.parse(text);
    for (int count : COUNTS) {
      MemorySegment memory = ones(dtype, count);
      NdView<?> one = view(ones(dtype, count), dtype, Shape.of(count));
      NdView<?> two = view(memory, dtype, Shape.of(count));
      assertThat(one.contentEquals(two)).isTrue();
      for (int item : new int[] {0, count / 2, count - 1}) {
        long at = (long) item * dtype.itemsize();
        byte bits = memory.get(ValueLayout.JAVA_BYTE, at);
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (text.equals("?") ? 0 : bits ^ 1));
        // Of many elements each place meets one or two of the slices.
        int step = count > 2000 ? 3 : 1;
        for (int k = item % step; k < SLICES.size(); k += step) {
          String slice = SLICES.get(k);
          boolean touched =
              switch (slice) {
                case "1:" -> item >= 1;
                case "::2" -> item % 2 == 0;
                default -> true;
              };
          assertThat(one.slice(slice).contentEquals(two.slice(slice), true))
              .as("%s of %s, element %s, %s", count, text, item, slice)
              .isEqualTo(!touched);
          assertThat(two.slice(slice).contentEquals(one.slice(slice)))
              .as("%s of %s, element %s, %s", count, text, item, slice)
              .isEqualTo(!touched);
        }
        memory.set(ValueLayout.JAVA_BYTE, at, bits);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"u1", "<i4", ">u8", ">f2", "<f4", ">f8", "<f16", "<M8[s]"})
  void findsTheOneDifferentBitOfOtherDTypes(String text) {
    findsTheOneDifferentBit(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f2", ">f2", "<f4", ">f4", "<f8", ">f8"})
  void knowsZerosAndNaN(String text) {
    ScalarType dtype = (ScalarType) DType.parse(text);
    for (int count : COUNTS) {
      NdView<?> one = view(ones(dtype, count), dtype, Shape.of(count));
      NdView<?> two = view(ones(dtype, count), dtype, Shape.of(count));
      for (int item : count > 2000 ? new int[] {count - 1} : new int[] {0, count / 2, count - 1}) {
        NdView<?> here = one.slice(item + ":" + (item + 1));
        NdView<?> there = two.slice(item + ":" + (item + 1));
        for (double infinity : new double[] {Double.POSITIVE_INFINITY, -1.0 / 0.0}) {
          here.fill(infinity);
          assertThat(one.contentEquals(two)).isFalse();
          there.fill(infinity);
          assertThat(one.contentEquals(two)).isTrue();
        }
        here.fill(0.0);
        there.fill(-0.0);
        assertThat(one.contentEquals(two)).isTrue();
        assertThat(one.contentEquals(two, true)).isTrue();
        here.fill(Double.NaN);
        assertThat(one.contentEquals(two, true)).isFalse();
        there.fill(Double.NaN);
        assertThat(one.contentEquals(two, true)).as("%s of %s", count, text).isTrue();
        assertThat(one.contentEquals(two)).as("%s of %s", count, text).isFalse();
        assertThat(two.contentEquals(two)).isFalse();
        here.fill(1.0);
        there.fill(1.0);
      }
    }
  }

  /// NaN of all bits, in all places of a word.
  @ParameterizedTest
  @CsvSource({
    "<f2, 7c01",
    "<f2, fe00",
    "<f2, ffff",
    "<f4, 7f800001",
    "<f4, ffc00000",
    "<f4, ffffffff",
    "<f8, 7ff0000000000001",
    "<f8, fff8000000000000",
    "<f8, ffffffffffffffff"
  })
  void findsEveryNaN(String text, String hex) {
    DType dtype = DType.parse(text);
    long bits = Long.parseUnsignedLong(hex, 16);
    for (int item = 0; item < 11; item++) {
      MemorySegment memory = ones(dtype, 11);
      for (int k = 0; k < dtype.itemsize(); k++) {
        long at = (long) item * dtype.itemsize() + k;
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (bits >> (8 * k)));
      }
      NdView<?> view = view(memory, dtype, Shape.of(11));
      assertThat(view.contentEquals(view)).isFalse();
      assertThat(view.contentEquals(view, true)).isTrue();
    }
  }
}
