package io.ndmap.nd;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Whether two arrays hold the same values: [NdView#contentEquals] says what that means.
///
/// Both are first taken apart into columns of simple items: the fields of structures, the units of
/// texts, the bytes of voids. Columns are then compared part by part, by blocks on the heap, until
/// a difference is found.
final class ContentEquality {

  /// A pair of like members of all items.
  private record Column(NdView<?> first, NdView<?> second) {}

  private final boolean nanEqual;
  private final List<Column> columns = new ArrayList<>();

  private ContentEquality(boolean nanEqual) {
    this.nanEqual = nanEqual;
  }

  static boolean of(NdView<?> first, NdView<?> second, boolean nanEqual) {
    var _ = first.segment();
    var _ = second.segment();
    if (!first.shape().equals(second.shape())) {
      return false;
    }
    if (first.itemCount() == 0) {
      return true;
    }
    ContentEquality equality = new ContentEquality(nanEqual);
    // Without axes of length 1 there is always room for those of members.
    return equality.split(
            first.at(first.strided.withoutUnitAxes()), second.at(second.strided.withoutUnitAxes()))
        && equality.columns.stream().allMatch(equality::isEqual);
  }

  /// Adds the columns of two views.
  ///
  /// @return false if their items can never be equal
  private boolean split(NdView<?> first, NdView<?> second) {
    DType one = first.dtype;
    DType two = second.dtype;
    if (one instanceof StructType a && two instanceof StructType b) {
      return splitFields(first, a, second, b);
    }
    if (one instanceof TextType a && two instanceof TextType b) {
      return splitUnits(
          first,
          new ScalarType(ScalarKind.UINT32, a.order()),
          a.length(),
          second,
          new ScalarType(ScalarKind.UINT32, b.order()),
          b.length());
    }
    if (one instanceof BytesType a && two instanceof BytesType b) {
      return splitUnits(first, DType.UINT8, a.itemsize(), second, DType.UINT8, b.itemsize());
    }
    if (one instanceof VoidType a && two instanceof VoidType b) {
      return a.itemsize() == b.itemsize()
          && splitUnits(first, DType.UINT8, a.itemsize(), second, DType.UINT8, b.itemsize());
    }
    boolean comparable =
        (one instanceof ScalarType && two instanceof ScalarType)
            || (one instanceof TimeType a && two instanceof TimeType b && TimeScale.exists(a, b));
    return comparable && columns.add(new Column(first, second));
  }

  private boolean splitFields(NdView<?> first, StructType one, NdView<?> second, StructType two) {
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

  private boolean splitField(NdView<?> first, Field a, NdView<?> second, Field b) {
    List<Integer> axes = a.dtype() instanceof SubarrayType s ? s.shape() : List.of();
    List<Integer> others = b.dtype() instanceof SubarrayType s ? s.shape() : List.of();
    if (!axes.equals(others)) {
      return false;
    }
    long count = 1;
    for (int size : axes) {
      count *= size;
    }
    return count == 0
        || split(
            items(first, a.offset(), base(a.dtype()), count),
            items(second, b.offset(), base(b.dtype()), count));
  }

  private static DType base(DType dtype) {
    return dtype instanceof SubarrayType subarray ? subarray.base() : dtype;
  }

  /// Texts of unlike length are equal if the longer one ends in NULs.
  private boolean splitUnits(
      NdView<?> first, DType one, int length, NdView<?> second, DType two, int otherLength) {
    int common = Math.min(length, otherLength);
    if (common > 0) {
      columns.add(new Column(items(first, 0, one, common), items(second, 0, two, common)));
    }
    if (length > common) {
      addZeros(items(first, (long) common * one.itemsize(), one, length - common));
    } else if (otherLength > common) {
      addZeros(items(second, (long) common * two.itemsize(), two, otherLength - common));
    }
    return true;
  }

  private void addZeros(NdView<?> rest) {
    MemorySegment zero = MemorySegment.ofArray(new byte[rest.itemsize]);
    Strided everywhere = Broadcast.to(Strided.of(0, Shape.SCALAR), rest.shape());
    columns.add(
        new Column(
            rest, NdView.leaf(zero, everywhere, rest.dtype, Backing.MEMORY, rest.execution)));
  }

  /// Adjacent members of each item along one more axis.
  private static NdView<?> items(NdView<?> view, long offset, DType dtype, long count) {
    Strided where = view.strided.shift(offset);
    Strided all =
        count == 1 ? where : where.append(Strided.of(0, Shape.of(count), dtype.itemsize()));
    return NdView.leaf(view.segment, all, dtype, view.backing, view.execution);
  }

  private boolean isEqual(Column column) {
    Pass pass = Pass.of(column.first.strided, column.second.strided);
    AtomicBoolean different = new AtomicBoolean();
    new Parts(column.first.execution, column.first.backing, column.second.backing)
        .of(pass, column.first.backing, column.second.backing)
        .run(
            pass.parts(),
            index -> {
              if (!different.get()) {
                Strided[] part = pass.part(index);
                NdView<?> first = column.first.at(part[0]);
                NdView<?> second = column.second.at(part[1]);
                if (!comparison(first, second).isEqual(nanEqual)) {
                  different.set(true);
                }
              }
            });
    return !different.get();
  }

  private ItemComparison comparison(NdView<?> first, NdView<?> second) {
    if (first.dtype instanceof TimeType one && second.dtype instanceof TimeType two) {
      return one.withByteOrder(ByteOrder.LITTLE_ENDIAN)
              .equals(two.withByteOrder(ByteOrder.LITTLE_ENDIAN))
          ? new ItemComparison.OfLongs(first, second, nanEqual ? null : TimeType.NOT_A_TIME)
          : new ItemComparison.OfTimes(first, second, TimeScale.of(one, two), nanEqual);
    }
    ScalarKind one = kind(first);
    ScalarKind two = kind(second);
    if (one.part() == ScalarKind.LONGDOUBLE || two.part() == ScalarKind.LONGDOUBLE) {
      return new ItemComparison.OfLongDoubles(first, second, nanEqual);
    }
    if (one.isComplex() || two.isComplex()) {
      return new ItemComparison.OfComplex(first, second, nanEqual);
    }
    if (one.isFloat() || two.isFloat()) {
      return new ItemComparison.OfDoubles(first, second, nanEqual);
    }
    return one == two && one != ScalarKind.BOOL
        ? new ItemComparison.OfBytes(first, second)
        : new ItemComparison.OfLongs(first, second, null);
  }

  private static ScalarKind kind(NdView<?> view) {
    if (view.dtype instanceof ScalarType scalar) {
      return scalar.kind();
    }
    throw new AssertionError(view.dtype + " is no number");
  }
}
