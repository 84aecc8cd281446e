package io.ndmap.compare;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.SubarrayAxes;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.fold.SameBytes;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Compares the shapes and elements of two arrays, as `numpy.array_equal`.
///
/// Structures are split into their fields, which are compared part by part until a difference is
/// found.
public final class ContentEquality {

  /// Two corresponding fields, over all elements.
  private record Column(Items first, Items second) {}

  private final boolean nanEqual;
  private final List<Column> columns = new ArrayList<>();

  private ContentEquality(boolean nanEqual) {
    this.nanEqual = nanEqual;
  }

  public static boolean of(Items first, Items second, boolean nanEqual) {
    if (!first.shape().equals(second.shape())) {
      return false;
    }
    if (first.itemCount() == 0) {
      return true;
    }
    ContentEquality equality = new ContentEquality(nanEqual);
    // Drop axes of length 1, so that the axes of subarrays do not exceed the maximum rank.
    return equality.split(
            first.at(Layouts.withoutUnitAxes(first.strided())),
            second.at(Layouts.withoutUnitAxes(second.strided())))
        && equality.columns.stream().allMatch(equality::isEqual);
  }

  /// Adds the columns of two arrays.
  ///
  /// @return false if elements of their dtypes are never equal
  private boolean split(Items first, Items second) {
    DType one = first.dtype();
    DType two = second.dtype();
    if (one instanceof StructType a && two instanceof StructType b) {
      return splitFields(first, a, second, b);
    }
    return one.getClass() == two.getClass()
        && ItemComparison.isComparable(one, Comparison.EQUAL, two)
        && (hasNoBytes(first, second) || columns.add(new Column(first, second)));
  }

  /// Whether both dtypes have no bytes, so that all elements are equal.
  private static boolean hasNoBytes(Items first, Items second) {
    return first.itemsize() == 0 && second.itemsize() == 0;
  }

  private boolean splitFields(Items first, StructType one, Items second, StructType two) {
    if (one.fields().size() != two.fields().size()) {
      return false;
    }
    for (int k = 0; k < one.fields().size(); k++) {
      Field a = one.fields().get(k);
      Field b = two.fields().get(k);
      if (!a.name().equals(b.name()) || !splitField(first, a, second, b)) {
        return false;
      }
    }
    return true;
  }

  private boolean splitField(Items first, Field a, Items second, Field b) {
    List<Integer> axes = a.dtype() instanceof SubarrayType s ? s.shape() : List.of();
    List<Integer> others = b.dtype() instanceof SubarrayType s ? s.shape() : List.of();
    return axes.equals(others) && (axes.contains(0) || split(field(first, a), field(second, b)));
  }

  /// One field of all structures. If the field is a subarray, its elements lie along an additional
  /// last axis.
  private static Items field(Items structures, Field field) {
    Strided where = structures.strided().shift(field.offset());
    return field.dtype() instanceof SubarrayType subarray
        ? structures.at(SubarrayAxes.along(where, subarray), subarray.base())
        : structures.at(where, field.dtype());
  }

  private boolean isEqual(Column column) {
    Pass pass = Pass.of(column.first.strided(), column.second.strided());
    AtomicBoolean different = new AtomicBoolean();
    Parts.of(column.first.execution(), pass, column.first, column.second)
        .run(
            pass.parts(),
            index -> {
              if (!different.get()) {
                Strided[] part = pass.part(index);
                if (!isEqual(column.first.at(part[0]), column.second.at(part[1]))) {
                  different.set(true);
                }
              }
            });
    return !different.get();
  }

  private boolean isEqual(Items first, Items second) {
    SameBytes same = sameBytes(first, second);
    if (same != null && isContiguous(first) && isContiguous(second)) {
      boolean isSame = isSame(same, first, second);
      // Different bytes may still be equal: 0.0 and -0.0.
      if (isSame || !first.kind().isFloat()) {
        return isSame;
      }
    }
    return isAll(equal(first, second, nanEqual));
  }

  /// Whether all elements of two parts are equal.
  static boolean ofPart(Items first, Items second, boolean nanEqual) {
    return new ContentEquality(nanEqual).isEqual(first, second);
  }

  /// A mask of the equal elements of two parts, in C order.
  static byte[] equal(Items first, Items second, boolean nanEqual) {
    byte[] equal = compare(first, Comparison.EQUAL, second);
    if (nanEqual && !isAll(equal)) {
      byte[] one = compare(first, Comparison.NOT_EQUAL, first);
      byte[] two = compare(second, Comparison.NOT_EQUAL, second);
      for (int i = 0; i < equal.length; i++) {
        equal[i] |= (byte) (one[i] & two[i]);
      }
    }
    return equal;
  }

  /// The test of equality by bytes, or null if bytes do not decide.
  private @Nullable SameBytes sameBytes(Items first, Items second) {
    if (!(first.dtype() instanceof ScalarType type) || !type.equals(second.dtype())) {
      return null;
    }
    ScalarKind kind = type.kind();
    if (kind.isInteger() || (nanEqual && isPlainFloat(kind))) {
      return SameBytes.ANY;
    }
    return isPlainFloat(kind) ? SameBytes.ofNumbers(kind, first.isBigEndian()) : null;
  }

  private static boolean isContiguous(Items items) {
    return Layouts.lastStride(items.strided()) == items.itemsize();
  }

  private static boolean isPlainFloat(ScalarKind kind) {
    return kind.isFloat() && kind.itemsize() <= Long.BYTES;
  }

  /// Compares contiguous runs in place, or staged through scratch memory if loops must not read the
  /// arrays directly.
  private static boolean isSame(SameBytes same, Items first, Items second) {
    MemorySegment one = first.direct();
    MemorySegment two = second.direct();
    int itemsize = first.itemsize();
    int most = one == null || two == null ? Scratch.BLOCK / itemsize : Integer.MAX_VALUE;
    boolean[] all = {true};
    try (Scratch scratch = Scratch.take()) {
      MemorySegment blocks = scratch.memory();
      Pass.forEachRun(
          new Strided[] {first.strided(), second.strided()},
          (at, count) -> {
            int some;
            for (int done = 0; all[0] && done < count; done += some) {
              some = Math.min(most, count - done);
              long a = at[0] + (long) done * itemsize;
              long b = at[1] + (long) done * itemsize;
              int bytes = some * itemsize;
              if (one == null) {
                MemorySegment.copy(first.segment(), a, blocks, 0, bytes);
              }
              if (two == null) {
                MemorySegment.copy(second.segment(), b, blocks, Scratch.at(1), bytes);
              }
              all[0] =
                  same.test(
                      one == null ? blocks : one,
                      one == null ? 0 : a,
                      two == null ? blocks : two,
                      two == null ? Scratch.at(1) : b,
                      bytes);
            }
          });
    }
    return all[0];
  }

  private static byte[] compare(Items first, Comparison how, Items second) {
    byte[] flags = new byte[(int) first.itemCount()];
    Items mask = Items.of(MemorySegment.ofArray(flags), DType.BOOL, first.shape(), Order.C);
    ItemComparison.into(first.on(Execution.SEQUENTIAL), how, second, mask);
    return flags;
  }

  private static boolean isAll(byte[] flags) {
    int all = 1;
    for (byte one : flags) {
      all &= one;
    }
    return all == 1;
  }
}
