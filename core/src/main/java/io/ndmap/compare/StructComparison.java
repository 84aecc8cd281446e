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

/// Tests structures for equality, as NumPy does: all fields must be equal, and all elements of a
/// subarray.
///
/// All fields of a part are compared before the next part is read, so that one pass through memory
/// suffices.
final class StructComparison {

  private final Items first;
  private final Items second;

  /// 1 to compute `NOT_EQUAL`, 0 to compute `EQUAL`.
  private final int not;

  private final long width;

  private StructComparison(Items first, Items second, Comparison how) {
    this.first = first;
    this.second = second;
    this.not = how == Comparison.NOT_EQUAL ? 1 : 0;
    this.width = Math.max(1, width(first.dtype()));
  }

  /// @param how `EQUAL` or `NOT_EQUAL`
  static void into(Items first, Items second, Comparison how, Items mask, Execution execution) {
    if (mask.itemCount() == 0) {
      return;
    }
    Items one = SafeOrder.operand(first, mask);
    Items two = SafeOrder.operand(second, mask);
    Pass pass = Pass.of(mask.strided(), one.strided(), two.strided());
    StructComparison comparison = new StructComparison(one, two, how);
    Parts.of(execution, pass, mask, one, two)
        .run(pass.parts(), k -> comparison.compare(pass.part(k), mask));
  }

  // ---- comparable dtypes

  /// Whether NumPy finds a common dtype, which it needs to compare structures: the fields must have
  /// the same names and titles in the same order, subarrays the same shape, and each pair of fields
  /// a common dtype.
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

  /// Whether NumPy has a common dtype but no comparison, so that the elements always count as
  /// unequal: numbers and text, text and bytes, datetimes and timedeltas.
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

  // ---- comparing

  /// The number of elements in the largest field of a structure, more than 1 only for subarrays.
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

  private void compare(Strided[] part, Items mask) {
    Shape shape = part[0].shape();
    long items = shape.itemCount();
    if (items > 1 && items > Pass.PART / width) {
      int axis = 0;
      while (shape.size(axis) == 1) {
        axis++;
      }
      long half = shape.size(axis) / 2;
      compare(slices(part, axis, 0, half), mask);
      compare(slices(part, axis, half, shape.size(axis)), mask);
      return;
    }
    byte[] flags = new byte[(int) items];
    Arrays.fill(flags, (byte) 1);
    and(first.at(part[1]), second.at(part[2]), flags);
    for (int i = 0; i < flags.length; i++) {
      flags[i] ^= (byte) not;
    }
    ItemCopy.copy(mask(flags, shape), mask.at(part[0]));
  }

  private static Strided[] slices(Strided[] part, int axis, long from, long to) {
    return Arrays.stream(part)
        .map(layout -> layout.slice(axis, from, to, 1))
        .toArray(Strided[]::new);
  }

  private static Items mask(byte[] flags, Shape shape) {
    return Items.of(MemorySegment.ofArray(flags), DType.BOOL, shape, Order.C);
  }

  /// Clears the flags of structures that differ in these fields.
  ///
  /// @param one the structures, or one field of them, with the axes of subarrays last
  private static void and(Items one, Items two, byte[] flags) {
    if (one.dtype() instanceof StructType struct) {
      StructType other = (StructType) two.dtype();
      for (int k = 0; k < struct.fields().size(); k++) {
        and(one.field(struct.fields().get(k)), two.field(other.fields().get(k)), flags);
      }
      return;
    }
    if (one.itemCount() == 0) {
      return;
    }
    if (!ItemComparison.isComparable(one.dtype(), Comparison.EQUAL, two.dtype())) {
      Arrays.fill(flags, (byte) 0);
      return;
    }
    if (one.itemsize() == 0 && two.itemsize() == 0) {
      // All are equal. A subarray may have any number of such elements.
      return;
    }
    int each = Math.toIntExact(one.itemCount() / flags.length);
    byte[] equal = new byte[flags.length * each];
    ItemComparison.into(one, Comparison.EQUAL, two, mask(equal, one.shape()));
    for (int i = 0; i < flags.length; i++) {
      for (int k = i * each; k < (i + 1) * each; k++) {
        flags[i] &= equal[k];
      }
    }
  }
}
