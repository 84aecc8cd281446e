package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Comparison;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Structures are compared field by field; [LiveComparisonTest] has what NumPy makes of them.
class StructComparisonTest {

  @Test
  void refusesStructuresWithoutCommonDtype() {
    String advice =
        ": structures need the same field names in the same order and a common dtype for each";
    refuses(Comparison.EQUAL, "[('a', '<i4')]", "[('b', '<i4')]", advice);
    refuses(Comparison.EQUAL, "[('a', '<i4')]", "[('a', '<i4'), ('b', '<i4')]", advice);
    refuses(
        Comparison.EQUAL, "[('a', '<i4'), ('b', '<i4')]", "[('b', '<i4'), ('a', '<i4')]", advice);
    refuses(Comparison.EQUAL, "[(('title', 'a'), '<i4')]", "[('a', '<i4')]", advice);
    refuses(Comparison.EQUAL, "[('a', '<i4')]", "[('a', '<M8[s]')]", advice);
    refuses(Comparison.EQUAL, "[('a', '<u8')]", "[('a', '<m8[s]')]", advice);
    refuses(Comparison.EQUAL, "[('a', '|S8')]", "[('a', '<M8[s]')]", advice);
    refuses(Comparison.EQUAL, "[('a', '|V3')]", "[('a', '|V4')]", advice);
    refuses(Comparison.EQUAL, "[('a', '<i4', (2, 3))]", "[('a', '<i4', (3, 2))]", advice);
    refuses(Comparison.EQUAL, "[('a', '<i4', (1,))]", "[('a', '<i4')]", advice);
    refuses(Comparison.EQUAL, "[('a', [('b', '<i4')])]", "[('a', '<i4')]", advice);
    refuses(Comparison.EQUAL, "[('a', [('b', '<i4')])]", "[('a', [('c', '<i4')])]", advice);
    refuses(
        Comparison.LESS,
        "[('a', '<i4')]",
        "[('a', '<i4')]",
        ": structures have no order, only EQUAL and NOT_EQUAL");
  }

  private static void refuses(Comparison how, String one, String other, String advice) {
    NdView<?> a = NdView.zeros(DType.parse(one), Shape.of(2), Order.C);
    NdView<?> b = NdView.zeros(DType.parse(other), Shape.of(2), Order.C);
    assertThatThrownBy(() -> a.compare(how, b))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "elements of %s of memory cannot be compared with elements of %s of memory%s",
            a.dtype(), b.dtype(), advice);
  }

  /// The offsets of fields do not matter, nor their padding; a header does not describe these.
  @Test
  void comparesStructuresByNamesNotByOffsets() {
    StructType turned =
        new StructType(
            List.of(new Field("a", null, DType.INT8, 4), new Field("b", null, DType.INT32, 0)), 20);
    NdView<?> one = NdView.zeros(turned, Shape.of(3), Order.C);
    NdView<?> two = NdView.zeros(DType.parse("[('a', '|i1'), ('b', '>i8')]"), Shape.of(3), Order.C);
    one.field("a").setLong(new long[] {1}, 7);
    two.field("a").setLong(new long[] {1}, 7);
    two.field("b").setLong(new long[] {2}, 1L << 32);
    assertThat(one.compare(Comparison.EQUAL, two).toArray()).containsExactly(1, 1, 0);
    assertThat(two.compare(Comparison.NOT_EQUAL, one).toArray()).containsExactly(0, 0, 1);
  }

  @Test
  void structuresWithoutItemsInsideAreEqual() {
    for (String dtype : List.of("[]", "[('a', '|V0'), ('b', '<i4', (0, 3))]")) {
      NdView<?> view = NdView.zeros(DType.parse(dtype), Shape.of(3), Order.C);
      assertThat(view.compare(Comparison.EQUAL, view).toArray()).containsExactly(1, 1, 1);
      assertThat(view.compare(Comparison.NOT_EQUAL, view).toArray()).containsExactly(0, 0, 0);
    }
  }

  /// Parts of few elements and of one, whose own parts several threads compare.
  @Test
  void comparesLargeSubarrays() {
    DType dtype = DType.parse("[('a', '<i2', (300, 300)), ('b', '|i1')]");
    NdView<?> one = NdView.zeros(dtype, Shape.of(3, 2), Order.C);
    NdView<?> two = NdView.zeros(dtype, Shape.of(3, 2), Order.C);
    one.field("a").setLong(new long[] {1, 1, 299, 299}, 1);
    two.field("b").setLong(new long[] {2, 0}, 1);
    byte[] equal = {1, 1, 1, 0, 0, 1};
    assertThat(one.parallel(3).compare(Comparison.EQUAL, two).toArray()).isEqualTo(equal);
    assertThat(one.transpose().compare(Comparison.EQUAL, two.transpose()).transpose().toArray())
        .isEqualTo(equal);
  }

  /// The mask lies over the structures themselves.
  @Test
  void comparesStructuresIntoMasksThatShareMemory() {
    NdView<?> bytes = NdView.zeros(DType.BOOL, Shape.of(200), Order.C);
    NdView<?> structures = bytes.viewAs(DType.parse("[('a', '|i1'), ('b', '|i1')]"));
    structures.field("b").setLong(new long[] {3}, 1);
    ByteView mask = bytes.slice("0:100").as(ByteView.class);
    ByteView expected = structures.flip(0).compare(Comparison.EQUAL, structures);
    structures.flip(0).compare(Comparison.EQUAL, structures, mask);
    assertThat(mask.contentEquals(expected)).isTrue();
    assertThat(expected.all()).isFalse();
    assertThat(expected.any()).isTrue();
  }
}
