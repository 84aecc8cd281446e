package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Reduction;
import io.ndmap.value.ItemValue;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A result that is NaN has one and the same bits whichever NaN went in: signalling, negative or
/// with any payload, on the heap or off it, on one thread or three.
class CanonicalNaNTest {

  private static final long[] HALVES = {0x7e00, 0xfe00, 0x7c01, 0xfd55, 0x7fff};
  private static final long[] FLOATS = {0x7fc00000L, 0xffc00000L, 0x7f800001L, 0xff912345L};
  private static final long[] DOUBLES = {
    0x7ff8L << 48, 0xfff8L << 48, 0x7ff0_0000_0000_0001L, 0xfff1_2345_6789_abcdL
  };

  private static final List<Reduction> SUMS =
      List.of(
          Reduction.SUM,
          Reduction.MEAN,
          Reduction.VAR,
          Reduction.STD.ddof(1),
          Reduction.MIN,
          Reduction.MAX);

  /// Of nothing but NaN.
  private static final List<Reduction> IGNORING =
      List.of(
          Reduction.NAN_MEAN,
          Reduction.NAN_VAR,
          Reduction.NAN_STD,
          Reduction.NAN_MIN,
          Reduction.NAN_MAX);

  @ParameterizedTest
  @ValueSource(strings = {"<f2", ">f4", "<f8", ">f8", "<c8"})
  void resultsHaveOneNaN(String text) {
    DType dtype = DType.parse(text);
    try (Arena arena = Arena.ofShared()) {
      for (int seed = 0; seed < 5; seed++) {
        boolean all = seed % 2 == 1;
        // The large ones are of two parts.
        Shape shape = seed < 4 ? Shape.of(7, 9) : Shape.of(256, 260);
        byte[] bytes = items(new Random(seed), dtype, shape, all);
        MemorySegment off = arena.allocate(bytes.length, 8);
        off.copyFrom(MemorySegment.ofArray(bytes));
        for (MemorySegment segment : List.of(MemorySegment.ofArray(bytes), off)) {
          // Of the large one each memory meets one number of threads, by byte order.
          int only = segment.isNative() == text.startsWith("<") ? 3 : 1;
          for (int threads : seed < 4 ? new int[] {1, 3} : new int[] {only}) {
            NdView<?> view =
                NdView.of(segment, dtype, shape, Order.C, Backing.MEMORY).parallel(threads);
            check(view, all);
          }
        }
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {">f2", "<f4", ">c8", "<c16", ">c16"})
  void resultsOfOtherDTypesHaveOneNaN(String text) {
    resultsHaveOneNaN(text);
  }

  @Test
  void longDoublesToo() {
    NdView<?> items = NdView.zeros(DType.parse("<f16"), Shape.of(2, 3), Order.C);
    for (long at = 0; at < 6 * 16; at += 16) {
      ItemValue.writeLongDouble(items.segment(), at, false, 0xc000_0000_0000_1234L + at, 0xffff);
    }
    String canonical = "00".repeat(7) + "c0ff7f" + "00".repeat(6);
    for (Reduction op : List.of(Reduction.MIN, Reduction.NAN_MAX, Reduction.SUM, Reduction.VAR)) {
      for (int[] axes : new int[][] {{}, {1}}) {
        byte[] found = LiveCases.items(items.reduce(op, axes));
        assertThat(HexFormat.of().formatHex(found))
            .as(op.toString())
            .isEqualTo(canonical.repeat(found.length / 16));
      }
    }
    assertThat(Double.doubleToRawLongBits(items.min()))
        .isEqualTo(Double.doubleToRawLongBits(Double.NaN));
  }

  private static void check(NdView<?> view, boolean ignoring) {
    for (Reduction op : ignoring ? IGNORING : SUMS) {
      for (int[] axes : new int[][] {{}, {0}, {1}}) {
        NdView<?> found = view.reduce(op, axes);
        assertOneNaN(found, op + " along " + Arrays.toString(axes) + " of " + view.dtype());
      }
    }
    if (!((ScalarType) view.dtype()).kind().isComplex()) {
      List<Double> results = new ArrayList<>();
      if (!ignoring) {
        results.addAll(
            List.of(
                view.sum(),
                view.mean(),
                view.var(),
                view.reduce(Reduction.STD.ddof(1)).getDouble(),
                view.min(),
                view.max()));
        results.addAll(List.of(view.median(), view.quantile(0.3), view.quantile(0.1, 1)[1]));
      } else {
        results.addAll(List.of(view.nanMean(), view.nanVar(), view.nanStd(), view.nanMin()));
        results.addAll(List.of(view.nanMax(), view.nanMedian(), view.nanQuantile(0.3)));
      }
      assertThat(results)
          .allSatisfy(
              value ->
                  assertThat(Double.doubleToRawLongBits(value))
                      .isEqualTo(Double.doubleToRawLongBits(Double.NaN)));
    }
    assertOneNaN(view.cumSum(1), "sums along 1 of " + view.dtype());
    assertOneNaN(view.cumSum(0), "sums along 0 of " + view.dtype());
    assertOneNaN(view.cumSum(), "sums of " + view.dtype());
  }

  /// At least one element is NaN, and each NaN the canonical one.
  private static void assertOneNaN(NdView<?> results, String what) {
    ScalarKind part = ((ScalarType) results.dtype()).kind().part();
    long canonical =
        switch (part) {
          case FLOAT16 -> 0x7e00;
          case FLOAT32 -> 0x7fc0_0000;
          default -> 0x7ff8L << 48;
        };
    MemorySegment items = MemorySegment.ofArray(LiveCases.items(results));
    boolean any = false;
    for (long at = 0; at < items.byteSize(); at += part.itemsize()) {
      long bits = ItemValue.bits(items, at, part.itemsize(), false);
      if (Double.isNaN(ScalarBits.toDouble(part, bits))) {
        any = true;
        long used = part.itemsize() == Long.BYTES ? -1 : (1L << (8 * part.itemsize())) - 1;
        if ((bits & used) != canonical) {
          throw new AssertionError(what + ": " + Long.toHexString(bits));
        }
      }
    }
    assertThat(any).as(what).isTrue();
  }

  private static byte[] items(Random random, DType dtype, Shape shape, boolean all) {
    ScalarType scalar = (ScalarType) dtype;
    int size = scalar.kind().part().itemsize();
    byte[] bytes = new byte[(int) shape.byteSize(dtype.itemsize())];
    MemorySegment segment = MemorySegment.ofArray(bytes);
    long[] nans = size == 2 ? HALVES : size == 4 ? FLOATS : DOUBLES;
    boolean big = scalar.order() == java.nio.ByteOrder.BIG_ENDIAN;
    int row = (int) shape.size(1) * dtype.itemsize();
    for (int at = 0; at < bytes.length; at += size) {
      // One in each row and each column at least.
      boolean here = all || at / row == at % row / dtype.itemsize() || random.nextInt(50) == 0;
      here |= at / row % shape.size(1) == at % row / dtype.itemsize();
      long bits = here ? nans[random.nextInt(nans.length)] : 0;
      ItemValue.setBits(segment, at, size, big, bits);
    }
    return bytes;
  }
}
