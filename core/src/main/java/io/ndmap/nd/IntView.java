package io.ndmap.nd;

import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.elementwise.TilePass;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Spliterator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

// Generated from `DoubleView` by `ViewClassGenerator`: change `DoubleView`.

/// View with the carrier `int`, for elements of `i4` and `u4`.
///
/// `get` and `set` read and write elements as the carrier, without numeric conversion; elements may
/// have either byte order and any alignment. See [NdView] for dtypes, carriers, threads, lifetime
/// and the rules of bulk operations, and [ItemAccess] for the exceptions of single access.
public final class IntView extends NdView<IntView> {

  // The value layouts are constants, because access with a layout from an instance field takes five
  // to ten times as long. They are unaligned, because the data of a file may begin at any offset.
  private static final ValueLayout.OfInt LITTLE =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt BIG =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// The base-2 logarithm of the itemsize.
  private static final int SHIFT = 2;

  IntView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  private IntView(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  @Override
  IntView with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    return new IntView(segment, strided, dtype, backing, execution);
  }

  @Override
  IntView at(Strided where) {
    return new IntView(this, where);
  }

  /// {@return the only element of an array of rank 0}
  public int get() {
    return load(offset());
  }

  /// {@return an element of an array of rank 1}
  ///
  /// @param i index on axis 0
  public int get(long i) {
    return load(offset(i));
  }

  /// {@return an element of an array of rank 2}
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  public int get(long i, long j) {
    return load(offset(i, j));
  }

  /// {@return an element of an array of rank 3}
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param k index on axis 2
  public int get(long i, long j, long k) {
    return load(offset(i, j, k));
  }

  /// {@return an element of an array of rank 4}
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param k index on axis 2
  /// @param l index on axis 3
  public int get(long i, long j, long k, long l) {
    return load(offset(i, j, k, l));
  }

  /// {@return an element of an array of any rank}
  ///
  /// @param index one index for each axis
  public int get(long... index) {
    return load(strided.offsetOf(index));
  }

  /// Stores the only element of an array of rank 0.
  ///
  /// @param value the value, not converted
  public void set(int value) {
    store(offset(), value);
  }

  /// Stores an element of an array of rank 1.
  ///
  /// @param i index on axis 0
  /// @param value the value, not converted
  public void set(long i, int value) {
    store(offset(i), value);
  }

  /// Stores an element of an array of rank 2.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param value the value, not converted
  public void set(long i, long j, int value) {
    store(offset(i, j), value);
  }

  /// Stores an element of an array of rank 3.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param k index on axis 2
  /// @param value the value, not converted
  public void set(long i, long j, long k, int value) {
    store(offset(i, j, k), value);
  }

  /// Stores an element of an array of rank 4.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param k index on axis 2
  /// @param l index on axis 3
  /// @param value the value, not converted
  public void set(long i, long j, long k, long l, int value) {
    store(offset(i, j, k, l), value);
  }

  /// Stores an element of an array of any rank.
  ///
  /// @param index one index for each axis
  /// @param value the value, not converted
  public void set(long[] index, int value) {
    store(strided.offsetOf(index), value);
  }

  /// Copies all elements, in C order, into a Java array.
  ///
  /// @param target an array whose length is the element count
  /// @throws IllegalArgumentException if the array's length is not the element count
  public void copyTo(int[] target) {
    copyTo(carriers(MemorySegment.ofArray(target), target.length));
  }

  /// Copies a Java array into all elements, in C order.
  ///
  /// @param source an array whose length is the element count
  /// @throws IllegalArgumentException if the array's length is not the element count
  public void copyFrom(int[] source) {
    carriers(MemorySegment.ofArray(source).asReadOnly(), source.length).copyTo(this);
  }

  /// {@return a new Java array of all elements, in C order}
  ///
  /// @throws IllegalArgumentException if there are more elements than a Java array can hold
  /// @throws OutOfMemoryError if the heap is too small for the array; the message names its dtype,
  ///   shape and bytes
  public int[] toArray() {
    int[] array = newArray(int[]::new);
    copyTo(array);
    return array;
  }

  // ---- operations on carriers

  /// {@return a stream of all elements, in C order; elements are read lazily, see [NdView#stream]}
  @Override
  public IntStream stream() {
    return StreamSupport.intStream(new Cursor(this), false);
  }

  /// The spliterator of [IntView#stream].
  private static final class Cursor extends ItemCursor implements Spliterator.OfInt {
    private final IntView view;

    Cursor(IntView view) {
      super(view);
      this.view = view;
    }

    private Cursor(Cursor rest, long start) {
      super(rest, start);
      this.view = rest.view;
    }

    @Override
    public boolean tryAdvance(IntConsumer action) {
      long item = nextItem();
      if (item < 0) {
        return false;
      }
      action.accept(read(item));
      return true;
    }

    private int read(long item) {
      try {
        int carrier = view.load(item);
        barrier();
        return carrier;
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public void forEachRemaining(IntConsumer action) {
      long stride = stride();
      try {
        for (int count = nextRun(); count > 0; count = nextRun()) {
          long at = runOffset();
          for (int i = 0; i < count; i++) {
            action.accept(view.load(at + i * stride));
          }
        }
        barrier();
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public @Nullable Cursor trySplit() {
      long start = splitOff();
      return start < 0 ? null : new Cursor(this, start);
    }
  }

  /// Replaces every element by the result of an operator.
  ///
  /// @param operator called once for each element, in unspecified order, and concurrently if the
  ///   view's [Execution] is parallel
  public void apply(IntUnaryOperator operator) {
    requireWritable();
    Items items = items();
    TilePass.runOnCarriers(
        execution,
        items,
        (runs, result, count) -> {
          for (int i = 0; i < count; i++) {
            result.set(i, operator.applyAsInt(runs[0].getInt(i)));
          }
        },
        items);
  }

  /// Stores the results of an operator on the elements of two views.
  ///
  /// @param other the second operand
  /// @param operator called once for each element of the target, in unspecified order, and
  ///   concurrently if the target's [Execution] is parallel
  /// @param target receives the results; both operands are broadcast to the target's shape, and may
  ///   be the target itself
  public void zip(IntView other, IntBinaryOperator operator, IntView target) {
    target.requireWritable();
    TilePass.runOnCarriers(
        target.execution,
        target.items(),
        (runs, result, count) -> {
          for (int i = 0; i < count; i++) {
            result.set(i, operator.applyAsInt(runs[0].getInt(i), runs[1].getInt(i)));
          }
        },
        SafeOrder.operand(items(), target.items()),
        SafeOrder.operand(other.items(), target.items()));
  }

  // `load` and `store` access native memory only, with one branch on the byte order: more code
  // would exceed HotSpot's inlining budget. `otherBits` and `setOtherBits` access heap segments,
  // because each type of Java array has its own segment class: after an access has seen three of
  // these classes, it is megamorphic and ten times slower for each of them. The exception handlers
  // name the file if another thread closes the file. Because the handlers use `backing`, HotSpot
  // keeps this view alive during the access, so the cleaner cannot unmap a file that was never
  // closed.

  private int load(long offset) {
    if (heap || backing.isRetired()) {
      return ofBits(otherBits(offset, 1 << SHIFT));
    }
    try {
      return big ? segment.get(BIG, offset) : segment.get(LITTLE, offset);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  private void store(long offset, int value) {
    if (readOnly || heap || backing.isRetired()) {
      setOtherBits(offset, 1 << SHIFT, toBits(value));
      return;
    }
    try {
      if (big) {
        segment.set(BIG, offset, value);
      } else {
        segment.set(LITTLE, offset, value);
      }
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  // If the elements of the last axis are adjacent (`unit`), `offset` uses the constant `1 << SHIFT`
  // as the stride of this axis: HotSpot hoists the range check out of a loop along the last axis
  // only if the stride is a constant.

  private long offset() {
    requireRank(0);
    return base;
  }

  private long offset(long i) {
    requireRank(1);
    check(i, size0, 0);
    return base + (unit ? i << SHIFT : i * stride0);
  }

  private long offset(long i, long j) {
    requireRank(2);
    check(i, size0, 0);
    check(j, size1, 1);
    return base + i * stride0 + (unit ? j << SHIFT : j * stride1);
  }

  private long offset(long i, long j, long k) {
    requireRank(3);
    check(i, size0, 0);
    check(j, size1, 1);
    check(k, size2, 2);
    return base + i * stride0 + j * stride1 + (unit ? k << SHIFT : k * stride2);
  }

  private long offset(long i, long j, long k, long l) {
    requireRank(4);
    check(i, size0, 0);
    check(j, size1, 1);
    check(k, size2, 2);
    check(l, size3, 3);
    return base + i * stride0 + j * stride1 + k * stride2 + (unit ? l << SHIFT : l * stride3);
  }

  @Override
  long bitsAt(long offset) {
    return toBits(load(offset));
  }

  @Override
  void setBitsAt(long offset, long bits) {
    store(offset, ofBits(bits));
  }

  private static long toBits(int value) {
    return value;
  }

  private static int ofBits(long bits) {
    return (int) bits;
  }
}
