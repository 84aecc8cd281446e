package io.ndmap.compare;

import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Tests structures for equality, as NumPy does: all fields must be equal, and of a subarray all
/// items.
///
/// The fields are compared part by part, so that one pass through memory does for all of them.
final class StructComparison {

  private final Items first;
  private final Items second;
  private final int not;
  private final long width;

  private StructComparison(Items first, Items second, Comparison how) {
    this.first = first;
    this.second = second;
    this.not = how == Comparison.NOT_EQUAL ? 1 : 0;
    this.width = Math.max(1, width(first.dtype()));
  }

  /// @param how equal or not
  static void into(Items first, Items second, Comparison how, Items mask, Execution execution) {
    if (mask.itemCount() == 0) {
      return;
    }
    Items one = SafeOrder.operand(first, mask);
    Items two = SafeOrder.operand(second, mask);
    Pass pass = Pass.of(mask.strided(), one.strided(), two.strided());
    StructComparison comparison = new StructComparison(one, two, how);
    Parts.of(execution, pass, mask, one, two)
        .run(pass.parts(), k -> comparison.tell(pass.part(k), mask));
  }

  // ---- whether they can be compared

  /// Whether NumPy finds a common dtype, without which it does not compare structures: the same
  /// names and titles in the same order, subarrays of the same shape, and for each pair of fields
  /// again a common dtype.
  static boolean exists(StructType one, StructType two) {
    List<Field> fields = one.fields();
    List<Field> others = two.fields();
    if (fields.size() != others.size()) {
      return false;
    }
    for (int k = 0; k < fields.size(); k++) {
      Field field = fields.get(k);
      Field other = others.get(k);
      if (!field.name().equals(other.name())
          || !Objects.equals(field.title(), other.title())
          || !Objects.equals(field.otherTitle(), other.otherTitle())
          || !exists(field.dtype(), other.dtype())) {
        return false;
      }
    }
    return true;
  }

  private static boolean exists(DType one, DType two) {
    if (one instanceof StructType struct && two instanceof StructType other) {
      return exists(struct, other);
    }
    if (one instanceof SubarrayType subarray && two instanceof SubarrayType other) {
      return subarray.shape().equals(other.shape()) && exists(subarray.base(), other.base());
    }
    return ItemComparison.isComparable(one, Comparison.EQUAL, two) || isNeverEqual(one, two);
  }

  /// Whether NumPy has a common dtype for two, though it then finds no way to compare them, and so
  /// takes them for unlike: numbers and text, text and bytes, points in time and spans.
  private static boolean isNeverEqual(DType one, DType two) {
    if (one instanceof TimeType time && two instanceof TimeType other) {
      return time.kind() != other.kind();
    }
    boolean text = isText(one) || isText(two);
    return text
        && one.getClass() != two.getClass()
        && (isText(one) || one instanceof ScalarType)
        && (isText(two) || two instanceof ScalarType);
  }

  private static boolean isText(DType dtype) {
    return dtype instanceof TextType || dtype instanceof BytesType;
  }

  // ---- part by part

  /// The most items that a field has in each structure.
  private static long width(DType dtype) {
    return switch (dtype) {
      case StructType struct ->
          struct.fields().stream().mapToLong(field -> width(field.dtype())).max().orElse(0);
      case SubarrayType subarray ->
          subarray.shape().stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b)
              * width(subarray.base());
      default -> 1;
    };
  }

  private void tell(Strided[] part, Items mask) {
    Shape shape = part[0].shape();
    long items = shape.itemCount();
    if (items > 1 && items > Pass.PART / width) {
      int axis = 0;
      while (shape.size(axis) == 1) {
        axis++;
      }
      long half = shape.size(axis) / 2;
      tell(slices(part, axis, 0, half), mask);
      tell(slices(part, axis, half, shape.size(axis)), mask);
      return;
    }
    byte[] told = new byte[(int) items];
    Arrays.fill(told, (byte) 1);
    and(first.at(part[1]), second.at(part[2]), told);
    for (int i = 0; i < told.length; i++) {
      told[i] ^= (byte) not;
    }
    ItemCopy.copy(mask(told, shape), mask.at(part[0]));
  }

  private static Strided[] slices(Strided[] part, int axis, long from, long to) {
    return Arrays.stream(part)
        .map(layout -> layout.slice(axis, from, to, 1))
        .toArray(Strided[]::new);
  }

  private static Items mask(byte[] told, Shape shape) {
    return Items.of(MemorySegment.ofArray(told), DType.BOOL, shape, Order.C);
  }

  /// Leaves what was told only of those that are equal in these fields, too.
  ///
  /// @param one the structures, or one field of them, its own axes behind theirs
  private static void and(Items one, Items two, byte[] told) {
    if (one.dtype() instanceof StructType struct) {
      StructType other = (StructType) two.dtype();
      for (int k = 0; k < struct.fields().size(); k++) {
        and(one.field(struct.fields().get(k)), two.field(other.fields().get(k)), told);
      }
      return;
    }
    int each = Math.toIntExact(one.itemCount() / told.length);
    if (each == 0) {
      return;
    }
    if (!ItemComparison.isComparable(one.dtype(), Comparison.EQUAL, two.dtype())) {
      Arrays.fill(told, (byte) 0);
      return;
    }
    byte[] equal = new byte[told.length * each];
    ItemComparison.into(one, Comparison.EQUAL, two, mask(equal, one.shape()));
    for (int i = 0; i < told.length; i++) {
      for (int k = i * each; k < (i + 1) * each; k++) {
        told[i] &= equal[k];
      }
    }
  }
}
