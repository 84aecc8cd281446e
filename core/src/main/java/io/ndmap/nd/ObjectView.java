package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ObjectType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.value.ItemValue;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// View of Python objects, `|O`. `None` is `null`; the Javadoc of `io.ndmap.pickle.ObjectArrays`
/// lists the Java classes of all other objects.
///
/// The view's segment holds indices into an object table that belongs to the array, so that objects
/// are sliced, permuted, selected and copied like other elements. Copies of an array, and arrays
/// taken or selected from it, share the array's table; [#copyTo(NdView)] into another array of
/// objects adds the objects to the table of the other array. A table only grows: an object stays
/// reachable as long as an array with this table is reachable, even after the elements that
/// referred to the object were replaced.
///
/// Operations that need the bytes or the order of elements throw [DTypeException], and so do
/// `take`, `gather`, `gatherAt` and `select` into a target with another table. Objects are not
/// copied when they are stored; they must not change afterwards.
public final class ObjectView extends NdView<ObjectView> {

  ObjectView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  private ObjectView(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  /// {@return a view of a new array of objects, or of structures that hold objects; all objects are
  /// `None`, all other bytes 0}
  ///
  /// @param dtype the dtype of the elements: `|O`, or a structure that holds fields of `|O`
  /// @param shape the lengths of the axes
  /// @param order the memory order
  /// @throws DTypeException if the dtype holds no objects
  public static NdView<?> empty(DType dtype, Shape shape, Order order) {
    if (!dtype.hasObject()) {
      throw new DTypeException("elements of " + dtype + " are no Python objects; use NdView.zeros");
    }
    Items items = Items.zeros(dtype, shape, order);
    return create(
        items.segment(), items.strided(), items.dtype(), new ObjectTable(), items.execution());
  }

  /// {@return a view of a new array of objects}
  ///
  /// @param values the objects, in C order; `null` is `None`
  /// @param shape the lengths of the axes
  /// @param order the memory order
  /// @throws IllegalArgumentException if the numbers of values and elements differ
  public static ObjectView of(List<?> values, Shape shape, Order order) {
    if (values.size() != shape.itemCount()) {
      throw new IllegalArgumentException(
          "%s values do not match the %s elements of shape %s"
              .formatted(values.size(), shape.itemCount(), shape));
    }
    ObjectView view = empty(new ObjectType(), shape, order).as(ObjectView.class);
    long next = view.table().addAll(values);
    OffsetCursor offsets = new OffsetCursor(view);
    for (long at = offsets.nextItem(); at >= 0; at = offsets.nextItem()) {
      view.setBitsAt(at, next++);
    }
    return view;
  }

  /// {@return a view of a new array of objects of rank 1}
  ///
  /// @param values the objects; `null` is `None`
  public static ObjectView of(List<?> values) {
    return of(values, Shape.of(values.size()), Order.C);
  }

  @Override
  ObjectView with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    return new ObjectView(segment, strided, dtype, backing, execution);
  }

  @Override
  ObjectView at(Strided where) {
    return new ObjectView(this, where);
  }

  /// {@return an element}
  ///
  /// @param index one index for each axis
  public @Nullable Object get(long... index) {
    return table().get(bitsAt(strided.offsetOf(index)));
  }

  /// Stores an element of an array of rank 1.
  ///
  /// @param i index on axis 0
  /// @param value the object
  public void set(long i, @Nullable Object value) {
    set(new long[] {i}, value);
  }

  /// Stores an element of an array of rank 2.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param value the object
  public void set(long i, long j, @Nullable Object value) {
    set(new long[] {i, j}, value);
  }

  /// Stores an element of an array of any rank.
  ///
  /// @param index one index for each axis
  /// @param value the object
  public void set(long[] index, @Nullable Object value) {
    requireWritable();
    setBitsAt(strided.offsetOf(index), table().add(value));
  }

  @Override
  public Stream<@Nullable Object> stream() {
    return values();
  }

  private ObjectTable table() {
    return (ObjectTable) backing;
  }

  /// Adds the objects of this view's elements to this view's table, and replaces each element by
  /// the object's new index.
  ///
  /// @param other the table into which the elements are indices before this call
  void adopt(ObjectTable other) {
    OffsetCursor offsets = new OffsetCursor(this);
    for (long at = offsets.nextItem(); at >= 0; at = offsets.nextItem()) {
      setBitsAt(at, table().add(other.get(bitsAt(at))));
    }
  }

  /// A cursor over the byte offsets of the elements.
  private static final class OffsetCursor extends ItemCursor {
    OffsetCursor(ObjectView view) {
      super(view);
    }
  }

  @Override
  long bitsAt(long offset) {
    return ItemValue.bits(segment, offset, Long.BYTES, false);
  }

  @Override
  void setBitsAt(long offset, long bits) {
    ItemValue.setBits(segment, offset, Long.BYTES, false, bits);
  }
}
