package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Views of a part of every element: fields, real and imaginary parts.
class MemberTest {

  private static NdView<?> zeros(DType dtype, long... sizes) {
    Shape shape = Shape.of(sizes);
    byte[] bytes = new byte[(int) shape.byteSize(dtype.itemsize())];
    return NdView.of(MemorySegment.ofArray(bytes), dtype, shape, Order.C, Backing.MEMORY);
  }

  private static NdView<?> zeros(String descr, long... sizes) {
    return zeros(DType.parse(descr), sizes);
  }

  @Test
  void sharesMemoryWithItsStructure() {
    NdView<?> points = zeros("[('x', '<f8'), ('', '|V3'), ('y', '>i2'), ('z', '|S2')]", 3);
    points.field("x").as(DoubleView.class).set(1, 2.5);
    points.field("y").as(ShortView.class).set(1, (short) -7);
    points.field("z").setValue(new long[] {1}, "ab");
    assertThat(points.dtype().itemsize()).isEqualTo(15);
    assertThat(points.field("y").strided()).isEqualTo(Strided.of(11, Shape.of(3), 15));
    List<?> item = members(points.value(1));
    assertThat(item.subList(0, 2)).isEqualTo(List.of(2.5, -7L));
    assertThat((byte[]) item.get(2)).containsExactly('a', 'b');
    assertThat(points.slice("::-1").field("x").getDouble(1)).isEqualTo(2.5);
    assertThat(points.field("x").slice("::-1").getDouble(2)).isZero();
  }

  @Test
  void appendsTheAxesOfASubarray() {
    NdView<?> view = zeros("[('a', '|i1'), ('m', '<i4', (2, 3))]", 4, 5);
    NdView<?> member = view.field("m");
    assertThat(member.shape()).isEqualTo(Shape.of(4, 5, 2, 3));
    assertThat(member.strided().strides()).containsExactly(125, 25, 12, 4);
    assertThat(member.strided().offset()).isEqualTo(1);
    member.as(IntView.class).set(3, 4, 1, 2, 99);
    assertThat(view.value(3, 4))
        .isEqualTo(List.of(0L, List.of(List.of(0L, 0L, 0L), List.of(0L, 0L, 99L))));
    assertThat(view.transpose().field("m").shape()).isEqualTo(Shape.of(5, 4, 2, 3));
  }

  @Test
  void flattensSubarraysOfSubarrays() {
    DType nested = new SubarrayType(new SubarrayType(DType.INT16, List.of(3)), List.of(2));
    NdView<?> view = zeros(nested, 4);
    assertThat(view.shape()).isEqualTo(Shape.of(4, 2, 3));
    assertThat(view.dtype()).isEqualTo(DType.INT16);
    assertThat(view.strided().strides()).containsExactly(12, 6, 2);
  }

  @Test
  void reachesIntoNestedStructures() {
    NdView<?> view = zeros("[('o', [('i', [('x', '<f4')], (2,)), ('t', '<U1')])]", 2);
    NdView<?> inner = view.field("o").field("i").field("x");
    assertThat(inner.shape()).isEqualTo(Shape.of(2, 2));
    inner.setDouble(new long[] {1, 1}, 0.5);
    assertThat(view.value(1)).isEqualTo(List.of(List.of(List.of(List.of(0f), List.of(0.5f)), "")));
  }

  @Test
  void findsFieldsByTitleToo() {
    NdView<?> view = zeros("[(('a title', 'a'), '<i4'), ('b', '<i4')]", 1);
    view.field("a title").setLong(new long[] {0}, 5);
    assertThat(view.field("a").getLong(0)).isEqualTo(5);
  }

  @Test
  void readsFieldsThatOverlap() {
    DType dtype =
        new StructType(
            List.of(
                new Field("whole", null, DType.parse("<u4"), 0),
                new Field("low", null, DType.UINT8, 0)),
            4);
    NdView<?> view = zeros(dtype, 1);
    view.field("whole").setLong(new long[] {0}, 0x01020304);
    assertThat(view.field("low").getLong(0)).isEqualTo(4);
  }

  @Test
  void saysWhichFieldsThereAre() {
    NdView<?> view = zeros("[('x', '<f8'), ('y', '<i4')]", 1);
    assertThatThrownBy(() -> view.field("z"))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: no field 'z'; there are 'x', 'y'");
    assertThatThrownBy(() -> view.field("x").as(IntView.class))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: dtype <f8 needs a DoubleView, not an IntView");
    assertThatThrownBy(() -> zeros("<f8", 1).field("x"))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: <f8 has no fields, asked for 'x'");
    assertThatThrownBy(() -> view.getDouble(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage(
            "memory: an element of [('x', '<f8'), ('y', '<i4')] is not a double; use field(name)"
                + " first");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<c8", ">c8", "<c16", ">c16", "<c32", ">c32"})
  void splitsComplexNumbers(String descr) {
    NdView<?> view = zeros(descr, 2, 3);
    long[] at = {1, 2};
    view.real().setDouble(at, 1.5);
    view.imag().setDouble(at, -2);
    @Nullable Object value = view.value(at);
    assertThat(members(value).stream().map(v -> ((Number) v).doubleValue()).toList())
        .isEqualTo(List.of(1.5, -2.0));
    int half = view.dtype().itemsize() / 2;
    assertThat(view.real().strided())
        .isEqualTo(Strided.of(0, Shape.of(2, 3), 6L * half, 2L * half));
    assertThat(view.imag().strided().offset()).isEqualTo(half);
    assertThat(view.imag().dtype()).isEqualTo(DType.parse(descr.charAt(0) + "f" + half));
    assertThat(view.transpose().imag().getDouble(2, 1)).isEqualTo(-2);
  }

  @Test
  void hasARealPartOnlyOfNumbers() {
    NdView<?> view = zeros("<f4", 2);
    assertThat(view.real().strided()).isEqualTo(view.strided());
    assertThatThrownBy(view::imag)
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: elements of <f4 have no imaginary part");
    assertThatThrownBy(() -> zeros("|S2", 1).real())
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: elements of |S2 have no real part");
    assertThatThrownBy(() -> zeros("<M8[s]", 1).imag())
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: elements of <M8[s] have no imaginary part");
  }

  @Test
  void givesTheBytesOfAnItemInPlace() {
    ItemView view = zeros("|V3", 4).as(ItemView.class);
    view.item(2).set(java.lang.foreign.ValueLayout.JAVA_BYTE, 1, (byte) 9);
    assertThat(view.getBytes(2)).containsExactly(0, 9, 0);
    assertThat(view.item(2).byteSize()).isEqualTo(3);
    assertThatThrownBy(() -> view.item(4))
        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("index 4 is out of bounds for axis 0 with size 4");
  }

  /// A small header can ask for billions of members without bytes.
  @Test
  void subarraysOfNothingCostNothing() {
    NdView<?> empty = subarrays(DType.FLOAT64, 2147483647, 0);
    assertThat(empty).hasToString("[([[], [], [], ..., [], [], []],)]");
    assertThat(subarray(empty)).hasSize(2147483647);
    assertThat(subarray(empty).get(2147483646)).isEqualTo(List.of());
    NdView<?> three = subarrays(DType.parse("<U3"), 65536, 65536, 0);
    assertThat(three.toString())
        .startsWith("[([[[], [], [], ..., [], [], []], [[], ")
        .hasSizeLessThan(1000);
    NdView<?> voids = subarrays(new VoidType(0), 46340, 46340);
    assertThat(voids.toString()).startsWith("[([[b'', b'', b'', ..., b''").hasSizeLessThan(1000);
    assertThat((List<?>) subarray(voids).getLast()).hasSize(46340);
    assertThat(subarrays(DType.INT32, 2, 0)).hasToString("[([[], []],)]");
    assertThat(subarrays(DType.INT32, 0, 2).value(0)).isEqualTo(List.of(List.of()));
  }

  private static NdView<?> subarrays(DType base, Integer... sizes) {
    return zeros(DType.struct(Field.of("a", new SubarrayType(base, List.of(sizes)))), 1);
  }

  private static List<?> subarray(NdView<?> view) {
    return members(members(view.value(0)).getFirst());
  }

  private static List<?> members(@Nullable Object value) {
    return (List<?>) Objects.requireNonNull(value);
  }
}
