package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies between views of every layout give what copying element by element would.
class CopyTest {

  private static List<String> dtypes() {
    List<String> dtypes = new ArrayList<>();
    for (String code :
        List.of(
            "b1", "i1", "i2", "u4", "u8", "f2", "f4", "f8", "f16", "c8", "c16", "c32", "U1", "U3",
            "U0", "M8[s]", "m8")) {
      dtypes.add("'<" + code + "'");
    }
    dtypes.addAll(
        List.of(
            "'|S1'",
            "'|S7'",
            "'|V3'",
            "'|V0'",
            "'|V16'",
            "[('a', '<i2'), ('b', '<f8')]",
            "[('a', '|i1'), ('', '|V3'), ('b', '<c8', (2, 3)), ('c', [('d', '<U2'), ('e',"
                + " '<f16')])]",
            "[('m', [('x', '<i4'), ('y', '|S3')], (2,))]"));
    return dtypes;
  }

  private static Shape shape(Random random) {
    long[] sizes = new long[random.nextInt(5)];
    boolean large = random.nextInt(3) == 0;
    Arrays.setAll(
        sizes,
        k ->
            random.nextInt(15) == 0
                ? 0
                : random.nextInt(1, large && k < 2 ? 70 : sizes.length > 3 ? 4 : 7));
    return Shape.of(sizes);
  }

  /// A view of the given shape, in a layout found by lot: axes in any order, reversed, with
  /// elements between them, at any offset.
  private static NdView<?> view(Random random, Arena arena, DType dtype, Shape shape) {
    int rank = shape.rank();
    List<Integer> order = new ArrayList<>();
    for (int k = 0; k < rank; k++) {
      order.add(random.nextBoolean() ? k : random.nextInt(k + 1), k);
    }
    boolean plain = random.nextInt(3) == 0;
    int gap = plain ? 0 : random.nextInt(3);
    long[] strides = new long[rank];
    long stride = (long) dtype.itemsize() + (plain ? 0 : random.nextInt(4));
    long offset = random.nextInt(5);
    for (int axis : plain ? order.stream().sorted().toList().reversed() : order) {
      strides[axis] = stride;
      stride *= Math.max(1, shape.size(axis)) + gap;
    }
    for (int axis = 0; axis < rank; axis++) {
      if (!plain && random.nextInt(3) == 0 && shape.itemCount() > 0) {
        offset += (shape.size(axis) - 1) * strides[axis];
        strides[axis] = -strides[axis];
      }
    }
    Strided strided = Strided.of(offset, shape, strides);
    MemorySegment segment = arena.allocate(strided.endByte(dtype.itemsize()) + stride + 5);
    byte[] noise = new byte[(int) segment.byteSize()];
    random.nextBytes(noise);
    MemorySegment.copy(MemorySegment.ofArray(noise), 0, segment, 0, noise.length);
    return NdView.of(segment, dtype, strided, Backing.MEMORY);
  }

  private static List<long[]> indices(Shape shape) {
    List<long[]> indices = new ArrayList<>();
    for (long flat = 0; flat < shape.itemCount(); flat++) {
      long[] index = new long[shape.rank()];
      long rest = flat;
      for (int axis = shape.rank() - 1; axis >= 0; axis--) {
        index[axis] = rest % shape.size(axis);
        rest /= shape.size(axis);
      }
      indices.add(index);
    }
    return indices;
  }

  private static List<String> bytes(NdView<?> view) {
    return indices(view.shape()).stream().map(index -> text(view.getBytes(index))).toList();
  }

  /// A value of an element, so that equal ones have equal texts.
  private static String text(Object value) {
    return switch (value) {
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case List<?> list -> list.stream().map(CopyTest::text).toList().toString();
      default -> value.toString();
    };
  }

  private static byte[] all(NdView<?> view) {
    return view.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void copiesBytesBetweenLayouts(String descr) {
    DType dtype = DType.parse(descr);
    Random random = new Random(descr.hashCode());
    try (Arena arena = Arena.ofConfined()) {
      for (int run = 0; run < 60; run++) {
        Shape shape = shape(random);
        NdView<?> source = view(random, arena, dtype, shape);
        NdView<?> target = view(random, arena, dtype, shape);
        byte[] expected = all(target);
        for (long[] index : indices(shape)) {
          MemorySegment.copy(
              source.segment(),
              source.strided().offsetOf(index),
              MemorySegment.ofArray(expected),
              target.strided().offsetOf(index),
              dtype.itemsize());
        }
        source.copyTo(target);
        assertThat(all(target)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void keepsValuesInAnotherByteOrder(String descr) {
    keepsValuesInAnotherByteOrder(descr, 5);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("dtypes")
  void keepsManyValuesInAnotherByteOrder(String descr) {
    keepsValuesInAnotherByteOrder(descr, 20);
  }

  private static void keepsValuesInAnotherByteOrder(String descr, int runs) {
    DType little = DType.parse(descr);
    DType big = little.withByteOrder(ByteOrder.BIG_ENDIAN);
    Random random = new Random(descr.hashCode());
    try (Arena arena = Arena.ofConfined()) {
      for (int run = 0; run < runs; run++) {
        Shape shape = shape(random);
        NdView<?> source = view(random, arena, little, shape);
        NdView<?> target = view(random, arena, big, shape);
        NdView<?> back = view(random, arena, little, shape);
        List<String> inItems = new ArrayList<>();
        for (long[] index : indices(shape)) {
          inItems.add(text(Objects.requireNonNull(source.value(index))));
        }
        target.copyFrom(source);
        List<String> found = new ArrayList<>();
        for (long[] index : indices(shape)) {
          found.add(text(Objects.requireNonNull(target.value(index))));
        }
        assertThat(found).isEqualTo(inItems);
        byte[] between = all(back);
        target.copyTo(back);
        boolean swapped = !big.equals(little);
        if (swapped && !descr.startsWith("[")) {
          assertThat(bytes(back)).isEqualTo(bytes(source));
        }
        // The gaps between the elements stay as they were.
        byte[] after = all(back);
        boolean[] item = new boolean[after.length];
        for (long[] index : indices(shape)) {
          int at = (int) back.strided().offsetOf(index);
          Arrays.fill(item, at, at + little.itemsize(), true);
        }
        for (int i = 0; i < after.length; i++) {
          if (item[i]) {
            after[i] = between[i];
          }
        }
        assertThat(after).isEqualTo(between);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void readsAllBeforeItWritesWhereMemoryIsShared(String descr) {
    DType dtype = DType.parse(descr);
    Random random = new Random(descr.hashCode());
    try (Arena arena = Arena.ofConfined()) {
      for (int side : new int[] {1, 2, 5, 31, 32, 33, 40}) {
        NdView<?> square = view(random, arena, dtype, Shape.of(side, side));
        overlapping(square, square.transpose());
        overlapping(square, square.flip(0));
        overlapping(square.flip(1), square.transpose());
        if (side > 1) {
          overlapping(square.slice(":-1"), square.slice("1:"));
          overlapping(square.slice("1:"), square.slice(":-1"));
          overlapping(square.slice(":, 1:"), square.slice(":, :-1"));
          overlapping(square.slice(":-1, :-1"), square.slice("1:, 1:").transpose());
        }
      }
    }
  }

  private static void overlapping(NdView<?> source, NdView<?> target) {
    List<String> items = bytes(source);
    source.copyTo(target);
    assertThat(bytes(target)).isEqualTo(items);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<i2", ">i2", "<f4", ">f4", "<f8", ">f8", "<i8", ">i8", "|i1", ">i4", "<f2"})
  void movesJavaArrays(String descr) {
    DType dtype = DType.parse(descr);
    Random random = new Random(descr.hashCode());
    try (Arena arena = Arena.ofConfined()) {
      for (int run = 0; run < 30; run++) {
        NdView<?> view = view(random, arena, dtype, shape(random));
        int count = (int) view.itemCount();
        NdView<?> same =
            NdView.of(
                arena.allocate(Math.max(1, (long) count * dtype.itemsize())),
                dtype,
                view.shape(),
                Order.C,
                Backing.MEMORY);
        switch (view) {
          case ByteView v -> same.as(ByteView.class).copyFrom(v.toArray());
          case ShortView v -> same.as(ShortView.class).copyFrom(v.toArray());
          case IntView v -> same.as(IntView.class).copyFrom(v.toArray());
          case LongView v -> same.as(LongView.class).copyFrom(v.toArray());
          case FloatView v -> same.as(FloatView.class).copyFrom(v.toArray());
          case DoubleView v -> {
            double[] carriers = v.toArray();
            int i = 0;
            for (long[] index : indices(v.shape())) {
              assertThat(Double.doubleToRawLongBits(carriers[i++]))
                  .isEqualTo(Double.doubleToRawLongBits(v.get(index)));
            }
            same.as(DoubleView.class).copyFrom(carriers);
          }
          case ItemView v -> throw new AssertionError(v.dtype());
          case ObjectView v -> throw new AssertionError(v.dtype());
        }
        assertThat(bytes(same)).isEqualTo(bytes(view));
      }
    }
  }

  @Test
  void saysWhatDoesNotMatch() {
    NdView<?> source = heap("<f8", Shape.of(2, 3));
    DoubleView doubles = source.as(DoubleView.class);
    assertThatThrownBy(() -> source.copyTo(heap("<f8", Shape.of(3, 2))))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot copy shape (2, 3) of memory into shape (3, 2) of memory");
    assertThatThrownBy(() -> source.copyTo(heap("<f4", Shape.of(2, 3))))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("cannot copy elements of <f8 of memory into elements of <f4 of memory");
    assertThatThrownBy(() -> doubles.copyTo(new double[5]))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("an array of 5 carriers does not match the 6 elements of shape (2, 3)");
    assertThatThrownBy(() -> doubles.copyFrom(new double[7]))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("an array of 7 carriers does not match the 6 elements of shape (2, 3)");
    NdView<?> many =
        NdView.of(
            MemorySegment.ofArray(new byte[1]),
            DType.INT8,
            Strided.of(0, Shape.of(1L << 40), 0),
            Backing.MEMORY);
    assertThatThrownBy(() -> many.as(ByteView.class).toArray())
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "memory: 1099511627776 elements of shape (1099511627776,) are more than a Java array"
                + " holds; take them in parts, as by slice(axis, start, stop)");
  }

  private static NdView<?> heap(String descr, Shape shape) {
    DType dtype = DType.parse(descr);
    byte[] bytes = new byte[(int) shape.byteSize(dtype.itemsize())];
    return NdView.of(MemorySegment.ofArray(bytes), dtype, shape, Order.C, Backing.MEMORY);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 7, 12, 24, 100})
  void handsOverBlocksInOrder(long most) {
    Random random = new Random(most);
    try (Arena arena = Arena.ofConfined()) {
      for (int run = 0; run < 30; run++) {
        NdView<?> view = view(random, arena, DType.INT32, shape(random));
        List<String> found = new ArrayList<>();
        view.forEachBlock(
            most,
            block -> {
              assertThat(block.itemCount()).isBetween(1L, most);
              found.addAll(bytes(block));
            });
        assertThat(found).isEqualTo(bytes(view));
      }
      assertThatThrownBy(() -> heap("<i4", Shape.of(1)).forEachBlock(0, block -> {}))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("a block must have at least 1 element, found 0");
    }
  }
}
