package io.ndmap.nd;

import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.pass.BlockPass;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Spliterator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Cursor whose carrier is a `long`: `i8`, `u8`, `M8` and `m8`.
///
/// A carrier is the Java type that holds an item's bits. `get` and `set` move it as it is, in
/// either byte order and at any alignment; see [NdView] for the items' meaning, indices, threads
/// and lifetime.
public final class LongView extends NdView<LongView> {

  // Constants, because a layout read from a field costs five to ten times as much; and unaligned
  // ones, because a header may put the data at any offset.
  private static final ValueLayout.OfLong LITTLE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong BIG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int SHIFT = 3;

  LongView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  private LongView(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  @Override
  LongView with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    return new LongView(segment, strided, dtype, backing, execution);
  }

  @Override
  LongView at(Strided where) {
    return new LongView(this, where);
  }

  /// The only item of an array of rank 0.
  ///
  /// @return the carrier
  /// @throws IllegalArgumentException if the rank is not 0
  public long get() {
    return load(offset());
  }

  /// An item of an array of rank 1.
  ///
  /// @param i position on axis 0
  /// @return the carrier
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 1
  public long get(long i) {
    return load(offset(i));
  }

  /// An item of an array of rank 2.
  ///
  /// @param i position on axis 0
  /// @param j position on axis 1
  /// @return the carrier
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 2
  public long get(long i, long j) {
    return load(offset(i, j));
  }

  /// An item of an array of rank 3.
  ///
  /// @param i position on axis 0
  /// @param j position on axis 1
  /// @param k position on axis 2
  /// @return the carrier
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 3
  public long get(long i, long j, long k) {
    return load(offset(i, j, k));
  }

  /// An item of an array of rank 4.
  ///
  /// @param i position on axis 0
  /// @param j position on axis 1
  /// @param k position on axis 2
  /// @param l position on axis 3
  /// @return the carrier
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 4
  public long get(long i, long j, long k, long l) {
    return load(offset(i, j, k, l));
  }

  /// An item of an array of any rank.
  ///
  /// @param index one position for each axis
  /// @return the carrier
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if there are not as many positions as axes
  public long get(long... index) {
    return load(strided.offsetOf(index));
  }

  /// Stores the only item of an array of rank 0.
  ///
  /// @param value the carrier
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws IllegalArgumentException if the rank is not 0
  public void set(long value) {
    store(offset(), value);
  }

  /// Stores an item of an array of rank 1.
  ///
  /// @param i position on axis 0
  /// @param value the carrier
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 1
  public void set(long i, long value) {
    store(offset(i), value);
  }

  /// Stores an item of an array of rank 2.
  ///
  /// @param i position on axis 0
  /// @param j position on axis 1
  /// @param value the carrier
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 2
  public void set(long i, long j, long value) {
    store(offset(i, j), value);
  }

  /// Stores an item of an array of rank 3.
  ///
  /// @param i position on axis 0
  /// @param j position on axis 1
  /// @param k position on axis 2
  /// @param value the carrier
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 3
  public void set(long i, long j, long k, long value) {
    store(offset(i, j, k), value);
  }

  /// Stores an item of an array of rank 4.
  ///
  /// @param i position on axis 0
  /// @param j position on axis 1
  /// @param k position on axis 2
  /// @param l position on axis 3
  /// @param value the carrier
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the rank is not 4
  public void set(long i, long j, long k, long l, long value) {
    store(offset(i, j, k, l), value);
  }

  /// Stores an item of an array of any rank.
  ///
  /// @param index one position for each axis
  /// @param value the carrier
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if there are not as many positions as axes
  public void set(long[] index, long value) {
    store(strided.offsetOf(index), value);
  }

  /// Copies every carrier, in C order, into an array.
  ///
  /// @param target room for exactly the items
  /// @throws IllegalArgumentException if its length is not the item count
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public void copyTo(long[] target) {
    requireLength(target.length);
    copyTo(target, 0);
  }

  /// Copies every carrier, in C order, into a part of an array.
  ///
  /// @param target has room for the items
  /// @param start where the first goes
  /// @return how many there are
  /// @throws IndexOutOfBoundsException if `start < 0` or `start + itemCount() > target.length`
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public int copyTo(long[] target, int start) {
    copyTo(carriers(MemorySegment.ofArray(target), target.length, start));
    return (int) itemCount();
  }

  /// Copies an array, in C order, into every item.
  ///
  /// @param source exactly as many carriers as there are items
  /// @throws IllegalArgumentException if its length is not the item count
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public void copyFrom(long[] source) {
    requireLength(source.length);
    copyFrom(source, 0);
  }

  /// Copies a part of an array, in C order, into every item.
  ///
  /// @param source has as many carriers as there are items
  /// @param start where the first is
  /// @throws IndexOutOfBoundsException if `start < 0` or `start + itemCount() > source.length`
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public void copyFrom(long[] source, int start) {
    carriers(MemorySegment.ofArray(source).asReadOnly(), source.length, start).copyTo(this);
  }

  /// Every carrier, in C order.
  ///
  /// @return an array of the caller's own
  /// @throws IllegalArgumentException if there are more items than an array holds
  /// @throws OutOfMemoryError if the heap has no room for it, naming the view and its bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public long[] toArray() {
    long[] array = newArray(long[]::new);
    copyTo(array);
    return array;
  }

  // ---- one carrier after the other

  /// Every carrier, in C order; see [NdView#stream].
  ///
  /// @return a stream over the memory itself
  @Override
  public LongStream stream() {
    return StreamSupport.longStream(spliterator(), false);
  }

  /// Every carrier, in C order; see [NdView#stream] for what it throws.
  ///
  /// @return ordered, sized, and split evenly
  public Spliterator.OfLong spliterator() {
    return new Cursor(this);
  }

  /// Hands over every carrier, in C order.
  ///
  /// @param action takes each
  /// @throws FileClosedException if the file that the memory belongs to is closed
  /// @throws MappingFaultException if the memory cannot be accessed; some carriers handed over
  ///   before may then have been none
  public void forEach(LongConsumer action) {
    spliterator().forEachRemaining(action);
  }

  private static final class Cursor extends ItemCursor implements Spliterator.OfLong {
    private final LongView view;

    Cursor(LongView view) {
      super(view);
      this.view = view;
    }

    private Cursor(Cursor rest, long start) {
      super(rest, start);
      this.view = rest.view;
    }

    @Override
    public boolean tryAdvance(LongConsumer action) {
      long item = nextItem();
      if (item < 0) {
        return false;
      }
      action.accept(read(item));
      return true;
    }

    private long read(long item) {
      try {
        long carrier = view.load(item);
        barrier();
        return carrier;
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public void forEachRemaining(LongConsumer action) {
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

  /// Replaces every carrier by what an operator makes of it.
  ///
  /// @param operator called once for each item, in no order, and by several threads at once if the
  ///   view's [Execution] has them
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public void apply(LongUnaryOperator operator) {
    requireWritable();
    Items items = items();
    BlockPass.runOnCarriers(
        execution,
        items,
        new Items[] {items},
        (blocks, count) -> {
          long[] carriers = blocks[0].longs();
          for (int i = 0; i < count; i++) {
            carriers[i] = operator.applyAsLong(carriers[i]);
          }
        });
  }

  /// Stores what an operator makes of each carrier and that of another view at the same place.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param operator called once for each item of the target, in no order, and by several threads
  ///   at once if the target's [Execution] has them
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public void zip(LongView other, LongBinaryOperator operator, LongView target) {
    target.requireWritable();
    BlockPass.runOnCarriers(
        target.execution,
        target.items(),
        new Items[] {
          SafeOrder.operand(items(), target.items()),
          SafeOrder.operand(other.items(), target.items())
        },
        (blocks, count) -> {
          long[] carriers = blocks[0].longs();
          long[] others = blocks[1].longs();
          for (int i = 0; i < count; i++) {
            carriers[i] = operator.applyAsLong(carriers[i], others[i]);
          }
        });
  }

  // One branch on the byte order and two accesses of native memory: HotSpot's budget for inlining
  // holds no more. Heap segments go elsewhere: each kind of array has a segment class of its own,
  // and an access that has met three such classes is ten times slower for all of them. The handlers
  // name a file that another thread closes; they also keep the view reachable during the access:
  // with it stays the mapping of a file that nobody closes.

  private long load(long offset) {
    if (heap || backing.isRetired()) {
      return ofBits(otherBits(offset, 1 << SHIFT));
    }
    try {
      return big ? segment.get(BIG, offset) : segment.get(LITTLE, offset);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  private void store(long offset, long value) {
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

  // The stride of the last axis is a constant where its items are adjacent: only then does HotSpot
  // take the range check out of a loop along it.

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

  private static long toBits(long value) {
    return value;
  }

  private static long ofBits(long bits) {
    return bits;
  }
}
