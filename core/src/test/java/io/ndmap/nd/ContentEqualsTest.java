package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One different element anywhere is found, whatever the sizes, layouts and byte orders; which
/// values are equal is NumPy's business (`LiveEqualityTest`).
class ContentEqualsTest {

  private static NdView<?> copy(NdView<?> view, DType dtype, Order order, Arena arena) {
    MemorySegment memory = arena.allocate(view.shape().byteSize(dtype.itemsize()) + 3);
    NdView<?> copy = NdView.of(memory.asSlice(3), dtype, view.shape(), order, Backing.MEMORY);
    view.copyTo(copy);
    return copy;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|b1",
        "<u2",
        "<i4",
        "<f4",
        "<f16",
        "<c16",
        "<m8[ms]",
        "|S3",
        "[('a', '<i2'), ('b', '<f4', (3,))]"
      })
  void findsTheOneDifferentItem(String descr) {
    DType dtype = DType.parse(descr);
    DType big = dtype.withByteOrder(ByteOrder.BIG_ENDIAN);
    Random random = new Random(descr.hashCode());
    long[][] shapes = {{1}, {2}, {3}, {7}, {33}, {5, 8}, {3, 1, 4, 5}, {66, 1000}};
    for (long[] sizes : shapes) {
      try (Arena arena = Arena.ofShared()) {
        Shape shape = Shape.of(sizes);
        NdView<?> view =
            NdView.of(
                arena.allocate(shape.byteSize(dtype.itemsize())),
                dtype,
                shape,
                Order.C,
                Backing.MEMORY);
        List<NdView<?>> others =
            new ArrayList<>(
                List.of(
                    copy(view, dtype, Order.C, arena).parallel(2),
                    copy(view, big, Order.C, arena)));
        if (shape.itemCount() < 1000) {
          others.add(copy(view, dtype, Order.F, arena));
          others.add(copy(view, big, Order.F, arena));
        }
        for (NdView<?> other : others) {
          assertThat(view.contentEquals(other)).isTrue();
          assertThat(other.contentEquals(view, true)).isTrue();
          long[] index = new long[sizes.length];
          for (int k = 0; k < index.length; k++) {
            index[k] = random.nextLong(sizes[k]);
          }
          byte[] item = new byte[dtype instanceof BytesType ? 1 : dtype.itemsize()];
          // Not the sign of a zero, nor the padding of a long double.
          item[other.dtype().equals(dtype) ? 0 : itemByte(dtype)] = 1;
          other.setValue(index, item);
          assertThat(view.contentEquals(other)).as("%s %s", other, descr).isFalse();
          assertThat(other.contentEquals(view, true)).isFalse();
        }
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"|i1", "<i8", "<f2", "<f8", "<c8", "<c32", "<M8[s]", "<U2", "|V5"})
  void findsTheOneDifferentItemOfOtherDTypes(String descr) {
    findsTheOneDifferentItem(descr);
  }

  /// A byte of a big-endian element that counts: the least significant of its first unit.
  private static int itemByte(DType dtype) {
    return switch (dtype.toString()) {
      case "<u2", "<f2" -> 1;
      case "<i4", "<f4", "<c8", "<U2" -> 3;
      case "<i8", "<f8", "<c16", "<M8[s]", "<m8[ms]" -> 7;
      case "<f16", "<c32" -> 15;
      case "|b1", "|i1", "|S3", "|V5" -> 0;
      default -> 1;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "<c16", ">f16"})
  void notANumberIsEqualToItselfOnlyWhereAskedFor(String descr) {
    DType dtype = DType.parse(descr);
    for (int count : new int[] {1, 4, 5, 70_000}) {
      try (Arena arena = Arena.ofShared()) {
        NdView<?> view =
            NdView.of(
                arena.allocate((long) count * dtype.itemsize()),
                dtype,
                Shape.of(count),
                Order.C,
                Backing.MEMORY);
        view.real().setDouble(new long[] {count - 1}, Double.NaN);
        NdView<?> other = copy(view, dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN), Order.C, arena);
        assertThat(view.contentEquals(view)).isFalse();
        assertThat(view.contentEquals(other)).isFalse();
        assertThat(view.contentEquals(other, true)).isTrue();
        view.real().setDouble(new long[] {count - 1}, -0.0);
        other.real().setDouble(new long[] {count - 1}, 0.0);
        assertThat(view.contentEquals(other)).isTrue();
        view.real().setDouble(new long[] {count - 1}, Double.POSITIVE_INFINITY);
        assertThat(view.contentEquals(view)).isTrue();
      }
    }
  }

  @Test
  void comparesValuesAcrossDTypes() {
    NdView<?> bytes = array("|u1", 0, 1, 200);
    assertThat(bytes.contentEquals(array(">f4", 0, 1, 200))).isTrue();
    assertThat(bytes.contentEquals(array("<c16", 0, 1, 200))).isTrue();
    assertThat(bytes.contentEquals(array(">f16", 0, 1, 200))).isTrue();
    assertThat(bytes.contentEquals(array("|i1", 0, 1, -56))).isFalse();
    assertThat(array("<u8", -1).contentEquals(array("<i8", -1))).as("2^64-1 and -1").isFalse();
    assertThat(array("<i8", (1L << 53) + 1).contentEquals(array("<f8", 1L << 53)))
        .as("rounded first, as NumPy does it")
        .isTrue();
    assertThat(array("<i8", (1L << 53) + 1).contentEquals(array("<f16", 1L << 53))).isFalse();
    assertThat(array("<M8[s]", 60).contentEquals(array(">M8[m]", 1))).isTrue();
    assertThat(array("<M8[M]", 14).contentEquals(array("<M8[D]", 365 + 59))).isTrue();
    assertThat(array("<m8[Y]", 1).contentEquals(array("<m8[M]", 12))).isTrue();
    assertThat(array("<m8[Y]", 1).contentEquals(array("<m8[D]", 365))).isFalse();
    assertThat(array("<m8[s]", 1).contentEquals(array("<M8[s]", 1))).isFalse();
    assertThat(array("<m8[s]", 1).contentEquals(array("<i8", 1))).isFalse();
    assertThat(array("<m8", 1).contentEquals(array("<m8[s]", 1))).isFalse();
    assertThat(bytes.contentEquals(array("|u1", 0, 1))).isFalse();
    assertThat(array("<f8").contentEquals(array("<M8[s]"))).as("no elements").isTrue();
  }

  private static NdView<?> array(String descr, long... values) {
    DType dtype = DType.parse(descr);
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(new byte[values.length * dtype.itemsize()]),
            dtype,
            Shape.of(values.length),
            Order.C,
            Backing.MEMORY);
    for (int i = 0; i < values.length; i++) {
      if (descr.equals("<u8")) {
        view.as(LongView.class).set(i, values[i]);
      } else if (descr.startsWith("<M8") || descr.startsWith("<m8") || descr.startsWith(">M8")) {
        view.setLong(new long[] {i}, values[i]);
      } else {
        view.real().setLong(new long[] {i}, values[i]);
      }
    }
    return view;
  }

  @Test
  void comparesTextsWithoutTrailingNuls() {
    NdView<?> three = array("|V3", new long[0]);
    assertThat(three.contentEquals(array("|V4", new long[0]))).isTrue();
    NdView<?> one = text("<U2", "a", "b");
    assertThat(one.contentEquals(text(">U5", "a", "b"))).isTrue();
    assertThat(one.contentEquals(text(">U5", "a", "bcd"))).isFalse();
    assertThat(one.contentEquals(text(">U5", "a", "b "))).isFalse();
    assertThat(text("|S1", "a", "b").contentEquals(text("|S4", "a", "b"))).isTrue();
    assertThat(text("|S1", "a", "b").contentEquals(one)).isFalse();
  }

  private static NdView<?> text(String descr, String... values) {
    DType dtype = DType.parse(descr);
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(new byte[values.length * dtype.itemsize()]),
            dtype,
            Shape.of(values.length),
            Order.C,
            Backing.MEMORY);
    for (int i = 0; i < values.length; i++) {
      view.setValue(new long[] {i}, values[i]);
    }
    return view;
  }

  @Test
  void saysThatItsMemoryIsGone() {
    Arena arena = Arena.ofShared();
    NdView<?> view =
        NdView.of(arena.allocate(80), DType.FLOAT64, Shape.of(10), Order.C, Backing.MEMORY);
    arena.close();
    assertThatThrownBy(() -> view.contentEquals(view))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("Already closed");
  }
}
