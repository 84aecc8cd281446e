package io.ndmap.nd;

import io.ndmap.arithmetic.Accumulation;
import io.ndmap.arithmetic.Arithmetic;
import io.ndmap.axes.Axes;
import io.ndmap.axes.Broadcast;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.Reinterpretation;
import io.ndmap.axes.Reshape;
import io.ndmap.axes.Windows;
import io.ndmap.compare.ContentEquality;
import io.ndmap.compare.ItemComparison;
import io.ndmap.compare.Masks;
import io.ndmap.compare.NumberRange;
import io.ndmap.copy.CanonicalBytes;
import io.ndmap.copy.CastingCopy;
import io.ndmap.copy.Filling;
import io.ndmap.copy.ItemCopy;
import io.ndmap.distribution.AxisQuantiles;
import io.ndmap.distribution.Histograms;
import io.ndmap.distribution.Quantiles;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.Operation;
import io.ndmap.layout.Box;
import io.ndmap.layout.Index;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.Histogram;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.Moments;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.OverlapException;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.op.Reduction;
import io.ndmap.op.Side;
import io.ndmap.op.Statistics;
import io.ndmap.pass.Items;
import io.ndmap.reduce.AxisReduction;
import io.ndmap.reduce.CountFold;
import io.ndmap.reduce.ExtremeFold;
import io.ndmap.reduce.Fold;
import io.ndmap.reduce.Folds;
import io.ndmap.reduce.Indexed;
import io.ndmap.reduce.IntegerSumFold;
import io.ndmap.reduce.ItemFold;
import io.ndmap.reduce.MomentsFold;
import io.ndmap.reduce.StatisticsOfItems;
import io.ndmap.reduce.Summed;
import io.ndmap.reduce.WholeReduction;
import io.ndmap.select.Batches;
import io.ndmap.select.Gathering;
import io.ndmap.select.MaskSelection;
import io.ndmap.select.NonZeroPlaces;
import io.ndmap.select.RangeSelection;
import io.ndmap.select.Scattering;
import io.ndmap.select.SortedSearch;
import io.ndmap.text.ArrayText;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// An array in memory that somebody else owns: a segment, where its items are ([Strided]) and what
/// they are ([DType]). Nothing is copied when a view is made of a view, and writes go to the memory
/// itself.
///
/// There is one leaf for each **carrier**, the Java type that an item's bytes are moved in, and not
/// for each dtype:
///
/// | dtype | leaf | carrier |
/// |---|---|---|
/// | `b1 i1 u1` | [ByteView] | `byte` |
/// | `i2 u2 f2` | [ShortView] | `short` |
/// | `i4 u4` | [IntView] | `int` |
/// | `i8 u8 M8 m8` | [LongView] | `long` |
/// | `f4` | [FloatView] | `float` |
/// | `f8` | [DoubleView] | `double` |
/// | `c8 c16 c32 f16 S U V`, structures | [ItemView] | the item's bytes |
///
/// A leaf's `get` and `set` move the carrier as it is: `u1` 200 reads as the byte -56. The
/// accessors of this class give the item its meaning instead, whatever the carrier: [#getDouble],
/// [#getLong], [#getBigInteger], [#getBoolean], [#getText], [#getBytes], [#getInstant],
/// [#getDuration], and [#value] for any item.
///
/// **Indices** of `get` and `set` run from 0 to size - 1 and are always checked; only the view
/// algebra ([#index(int, long)], [#slice(String)]) counts negative ones from the end. **Axes** may
/// be counted from the end everywhere but in [#size(int)].
///
/// **Threads.** A view is immutable and may be shared. Items are plain memory: concurrent access to
/// one item needs the caller's own ordering, as for an array.
///
/// **Lifetime.** A view lives as long as its segment. After its file was closed every access throws
/// [FileClosedException]. If another process truncates a mapped file, bulk operations, streams and
/// iterators throw [MappingFaultException], while single `get` and `set` let the JVM's
/// `InternalError` through, maybe some accesses late.
///
/// # Bulk operations
///
/// What follows holds for all of them, and is not repeated at each.
///
/// **Execution.** They run as the view's [Execution] says ([#on], [#parallel()]): on how many
/// threads, with which executor, who is told the progress, what becomes of pages that were passed.
/// Results have the same bits for every number of threads, either byte order and wherever the
/// memory is. What stores items at positions that may repeat (`scatter`) is not split, because
/// later values win over earlier ones. The calling thread's interrupt ends an operation of more
/// than 65536 items with [OperationInterruptedException]. An operation that ends early, by a fault
/// or an interrupt, leaves some results written.
///
/// **NaN**, where it is the result, is always the same one, `0x7ff8_0000_0000_0000` or what that is
/// in the result's dtype, whichever NaN was among the items; of arithmetic, Java leaves it open.
///
/// **Shapes** of operands are broadcast to the target's: repeated along axes of length 1 and
/// missing first ones. **Overlap** of an operand and the target is no matter: the result is as if
/// all operands were read before the first result is written. Whether items share bytes is decided
/// exactly. Where they do, the items are taken in an order in which none is overwritten before it
/// is read, or copied first, if they have at most 64 MiB; else the operation is refused with
/// [OverlapException]. Two mappings of one file are not seen to overlap.
///
/// **Arithmetic** has NumPy's types (NEP 50). What is computed in follows from the operands alone:
/// from two views what `numpy.result_type` says, from a view and a number the view's own dtype, but
/// `f8` from integers and a `double`. Results go into the target as `out=` takes them, by same-kind
/// casting. Integers wrap, `f2` is computed as `f4` and rounded after each step, complex numbers as
/// NumPy does on x86-64. Booleans add up to their *or* and multiply to their *and*. Of times, those
/// of one unit can be added to and subtracted from one another, and spans multiplied and divided by
/// numbers.
///
/// **Sums of floating-point numbers** are computed in double precision, in an order that depends on
/// the layout alone: of a view of fewer than 128 items that of their indices, else as they stand in
/// memory. With `u = 2⁻⁵³` the error is at most `24 u Σ|x| + u |Σx|` for up to 2⁴⁰ items, however
/// many there are; NumPy's bound grows with the logarithm of the count, and along an axis of C
/// order with the count. Items of `f2` and `f4` are not rounded before the end, and a sum of long
/// doubles is exact before it is rounded once. A copy in another layout may differ in the last
/// bits. **Sums of integers** wrap in 64 bits, as NumPy's; [#sum()] and all means take the exact
/// sum. **Variances** are computed in one pass, squared deviations of blocks from the block's mean,
/// merged by Chan, Golub and LeVeque's formula, so that no large squares cancel.
///
/// **Memory.** A histogram needs 8 bytes for each bin and thread; quantiles at most 8 MiB for each
/// thread, and 9 more, for up to 32768 of them; along axes as much, and their results. New arrays
/// need as much as they have bytes.
///
/// **Positions that are data** (`take`, `gather`, `scatter`) count from 0, negative ones from the
/// end: along an axis of size n, from `-n` to `n - 1`. All are checked before anything is written.
/// Items are visited in the order of the indices, unless [Execution#sortingAccesses] lets them be
/// visited in that of memory; the results are the same. Before a batch of scattered places is
/// touched, the system is asked to read all of it, in windows, ascending and neighbours together,
/// unless samples show that it is in memory already. Progress is told in items moved, of selections
/// in items that the mask lies over.
///
/// @param <V> the leaf itself, so that a view of a leaf has the leaf's type
public abstract sealed class NdView<V extends NdView<V>> extends ItemAccess
    permits ByteView, ShortView, IntView, LongView, FloatView, DoubleView, ItemView {

  NdView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  NdView(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  /// A new array in memory, all bytes zero.
  ///
  /// Up to 64 KiB it is a Java array; a larger one is outside the heap until nobody holds a view of
  /// it any longer, and counts against `-XX:MaxDirectMemorySize`.
  ///
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the shape
  /// @param sizes the lengths of the axes
  /// @return a view of the array, in C order
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if a size is negative, if the bytes exceed 2⁶³-1, or if there
  ///   would be more than 64 axes
  /// @throws OutOfMemoryError if there is not enough memory, naming the array
  public static NdView<?> zeros(DType dtype, long... sizes) {
    return zeros(dtype, Shape.of(sizes), Order.C);
  }

  /// A new array in memory, all bytes zero, as [#zeros(DType, long...)].
  ///
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the shape
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  /// @return a view of the array
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if the bytes exceed 2⁶³-1, or there would be more than 64
  ///   axes
  /// @throws OutOfMemoryError if there is not enough memory, naming the array
  public static NdView<?> zeros(DType dtype, Shape shape, Order order) {
    requireNoObjects(dtype, Backing.MEMORY);
    return view(Items.zeros(dtype, shape, order));
  }

  /// A view of memory that cannot fault, as [#of(MemorySegment, DType, Shape, Order, Backing)].
  ///
  /// @param segment the memory, at least as large as the array; if it is read-only, so is the view
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the shape
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  /// @return the leaf for the dtype
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if the segment is too small for the array, or the view would
  ///   have more than 64 axes
  public static NdView<?> of(MemorySegment segment, DType dtype, Shape shape, Order order) {
    return of(segment, dtype, shape, order, Backing.MEMORY);
  }

  /// A view of any layout in memory that cannot fault, as [#of(MemorySegment, DType, Strided,
  /// Backing)].
  ///
  /// @param segment the memory; if it is read-only, so is the view, and also if the layout overlaps
  ///   itself ([Strided#overlapsItself])
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the layout's
  /// @param strided where the items are in the segment
  /// @return the leaf for the dtype
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if an item reaches beyond the segment, or the view would have
  ///   more than 64 axes
  public static NdView<?> of(MemorySegment segment, DType dtype, Strided strided) {
    return of(segment, dtype, strided, Backing.MEMORY);
  }

  /// A view of a whole array whose items lie one behind the other from the segment's first byte on.
  ///
  /// @param segment the memory, at least as large as the array; if it is read-only, so is the view
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the shape
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  /// @param backing what the memory is called in messages
  /// @return the leaf for the dtype
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if the segment is too small for the array, or the view would
  ///   have more than 64 axes
  public static NdView<?> of(
      MemorySegment segment, DType dtype, Shape shape, Order order, Backing backing) {
    return of(segment, dtype, Strided.contiguous(shape, dtype.itemsize(), order), backing);
  }

  /// A view of any layout in a segment.
  ///
  /// @param segment the memory; if it is read-only, so is the view, and also if the layout overlaps
  ///   itself ([Strided#overlapsItself])
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the layout's
  /// @param strided where the items are in the segment
  /// @param backing what the memory is called in messages
  /// @return the leaf for the dtype
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if an item reaches beyond the segment, or the view would have
  ///   more than 64 axes
  public static NdView<?> of(MemorySegment segment, DType dtype, Strided strided, Backing backing) {
    requireNoObjects(dtype, backing);
    if (strided.firstByte() < 0 || strided.endByte(dtype.itemsize()) > segment.byteSize()) {
      throw new IllegalArgumentException(
          backing.name()
              + ": an array of "
              + dtype
              + " with "
              + strided
              + " reaches bytes "
              + strided.firstByte()
              + " to "
              + strided.endByte(dtype.itemsize())
              + " of a segment of "
              + segment.byteSize());
    }
    boolean shared = !segment.isReadOnly() && strided.overlapsItself(dtype.itemsize());
    return leaf(
        shared ? segment.asReadOnly() : segment, strided, dtype, backing, Execution.SEQUENTIAL);
  }

  private static void requireNoObjects(DType dtype, Backing backing) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          backing.name() + ": items of " + dtype + " are Python objects, which no memory holds");
    }
  }

  /// The view of an operation's result.
  static NdView<?> view(Items items) {
    return leaf(
        items.segment(), items.strided(), items.dtype(), items.backing(), items.execution());
  }

  static NdView<?> leaf(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    return switch (dtype) {
      case SubarrayType subarray -> {
        long[] sizes = subarray.shape().stream().mapToLong(Integer::longValue).toArray();
        Strided inner = Strided.contiguous(Shape.of(sizes), subarray.base().itemsize(), Order.C);
        yield leaf(segment, strided.append(inner), subarray.base(), backing, execution);
      }
      case ScalarType scalar ->
          switch (scalar.kind()) {
            case BOOL, INT8, UINT8 -> new ByteView(segment, strided, dtype, backing, execution);
            case INT16, UINT16, FLOAT16 ->
                new ShortView(segment, strided, dtype, backing, execution);
            case INT32, UINT32 -> new IntView(segment, strided, dtype, backing, execution);
            case INT64, UINT64 -> new LongView(segment, strided, dtype, backing, execution);
            case FLOAT32 -> new FloatView(segment, strided, dtype, backing, execution);
            case FLOAT64 -> new DoubleView(segment, strided, dtype, backing, execution);
            case LONGDOUBLE, COMPLEX64, COMPLEX128, CLONGDOUBLE ->
                new ItemView(segment, strided, dtype, backing, execution);
          };
      case TimeType _ -> new LongView(segment, strided, dtype, backing, execution);
      default -> new ItemView(segment, strided, dtype, backing, execution);
    };
  }

  /// This view as a leaf of the given class.
  ///
  /// @param leaf such as `DoubleView.class`
  /// @param <W> the leaf
  /// @return this view
  /// @throws DTypeException if the dtype has another leaf, naming both
  public final <W extends NdView<W>> W as(Class<W> leaf) {
    if (!leaf.isInstance(this)) {
      throw new DTypeException(
          backing.name()
              + ": items of "
              + dtype
              + " are seen by a "
              + getClass().getSimpleName()
              + ", not by "
              + (leaf.getSimpleName().matches("[AEIO].*") ? "an " : "a ")
              + leaf.getSimpleName());
    }
    return leaf.cast(this);
  }

  // ---- one item after the other

  /// The items, in C order, as the leaf moves them: a `DoubleStream` of `f8` and `f4`, an
  /// `IntStream` of carriers up to four bytes, a `LongStream` of those of eight, a `Stream` of
  /// [#value]s of all else. [#doubles], [#longs] and [#values] give them their meaning, whatever
  /// the leaf.
  ///
  /// These streams are sequential, ordered and sized, and split evenly where they are made
  /// parallel. Items are read when their turn comes. A file that is closed meanwhile ends the
  /// stream with a [FileClosedException]. If one is truncated, the operation that ends the stream
  /// throws [MappingFaultException] and has no result; what stands before it may have been given
  /// some items that were none. Items that are taken one by one, by an iterator, `limit`,
  /// `findFirst` and their like, were all there, for which each costs some 15 ns more.
  ///
  /// @return a stream over the memory itself
  public abstract BaseStream<?, ?> stream();

  /// Real numbers and booleans, in C order, as [#getDouble] reads them; see [#stream].
  ///
  /// @return a stream over the memory itself
  /// @throws DTypeException if the items are not real numbers
  public final DoubleStream doubles() {
    return StreamSupport.doubleStream(new ItemStreams.Doubles(this, realKind("a double")), false);
  }

  /// Integers, booleans and the ticks of times, in C order, as [#getLong] reads them; see
  /// [#stream]. An item that is no 64-bit integer ends the stream with an `ArithmeticException`.
  ///
  /// @return a stream over the memory itself
  /// @throws DTypeException if the items are neither real numbers nor times
  public final LongStream longs() {
    return StreamSupport.longStream(new ItemStreams.Longs(this, integerKind()), false);
  }

  /// Items of any dtype, in C order, as [#value] reads them; see [#stream].
  ///
  /// @return a stream over the memory itself
  public final Stream<Object> values() {
    return StreamSupport.stream(new ItemStreams.Values(this), false);
  }

  // ---- how bulk operations run

  /// This view with its bulk operations split over all processors, in the common pool; for memory
  /// that several threads may access, see [#on].
  ///
  /// @return a view of the same memory, whose results have the same bits
  public final V parallel() {
    return on(Execution.parallel());
  }

  /// This view with its bulk operations split over some threads of the common pool; for memory that
  /// several threads may access, see [#on].
  ///
  /// @param parallelism the most threads that work at once, the caller among them
  /// @return a view of the same memory, whose results have the same bits
  /// @throws IllegalArgumentException if `parallelism < 1`
  public final V parallel(int parallelism) {
    return on(Execution.parallel(parallelism));
  }

  /// This view with its bulk operations run in a given way; views of it inherit that.
  ///
  /// Memory of a confined arena is for one thread: on several, an operation on many items of it
  /// ends with `WrongThreadException` when another thread takes a part of the work. What had been
  /// done by then is done.
  ///
  /// @param how threads, executor, what becomes of pages that were passed
  /// @return a view of the same memory, whose results have the same bits
  public final V on(Execution how) {
    return with(segment, strided, dtype, backing, how);
  }

  /// How the bulk operations of this view run.
  ///
  /// @return what [#on] was given, else [Execution#SEQUENTIAL]
  public final Execution execution() {
    return execution;
  }

  /// The items as NumPy prints them (`str(a)`): above 1000 items only the first and last three of
  /// each axis.
  @Override
  public final String toString() {
    return ArrayText.of(items());
  }

  // ==== other layouts of the same items

  /// The same leaf over other memory.
  abstract V with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution);

  /// The same leaf over other items of the same memory.
  abstract V at(Strided where);

  /// A part of the array, as `a[index]` in NumPy; axes that are not mentioned stay whole.
  ///
  /// @param index the parts, from the first axis on
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if a position lies outside its axis or there are too many
  ///   parts
  /// @throws IllegalArgumentException if there are two ellipses or the view would have more than 64
  ///   axes
  public final V slice(Index... index) {
    return at(strided.apply(List.of(index)));
  }

  /// A part of the array by NumPy's text, such as `"::2, -1, ..., None"`.
  ///
  /// @param index what stands between the brackets
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if a position lies outside its axis or there are too many
  ///   parts
  /// @throws IllegalArgumentException if the text is not a basic index, see [Index#parse]
  public final V slice(String index) {
    return at(strided.apply(Index.parse(index)));
  }

  /// A range of one axis, `start:stop:step`, with Python's rules for bounds.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param start the first position
  /// @param stop the position behind the last
  /// @param step the distance, of either sign
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if `step` is 0
  public final V slice(int axis, long start, long stop, long step) {
    return at(strided.slice(axis, start, stop, step));
  }

  /// A range of one axis, `start:stop`, with Python's rules for bounds.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param start the first position
  /// @param stop the position behind the last
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V slice(int axis, long start, long stop) {
    return slice(axis, start, stop, 1);
  }

  /// A box of the array, such as a part of a [Partition].
  ///
  /// @param box a range of positions along each axis
  /// @return a view of the same memory, with as many axes
  /// @throws IllegalArgumentException if the box has another rank
  /// @throws IndexOutOfBoundsException if it reaches beyond an axis
  public final V slice(Box box) {
    box.requireWithin(shape(), backing.name());
    return at(strided.slice(box));
  }

  /// One position of one axis, which disappears.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param position from `-size` to `size - 1`; negative ones count from the end
  /// @return a view of rank - 1 of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis or position
  public final V index(int axis, long position) {
    return at(strided.index(axis, position));
  }

  /// A new axis of length 1.
  ///
  /// @param axis where it will stand, from `-(rank + 1)` to `rank`; negative ones count from the
  ///   end of the new view
  /// @return a view of rank + 1 of the same memory
  /// @throws IndexOutOfBoundsException if `axis < -(rank() + 1)` or `axis > rank()`
  /// @throws IllegalArgumentException if there are 64 axes already
  public final V newAxis(int axis) {
    return at(strided.newAxis(axis));
  }

  /// The axes in reverse order, `a.T` in NumPy.
  ///
  /// @return a view of the same memory
  public final V transpose() {
    return at(strided.reverseAxes());
  }

  /// The axes in another order.
  ///
  /// @param axes every axis once, negative ones counted from the end; the first named becomes axis
  ///   0
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if `axes` is not a permutation of 0 to rank - 1
  public final V transpose(int... axes) {
    return at(strided.transpose(axes));
  }

  /// An axis turned round, as `numpy.flip`.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V flip(int axis) {
    return at(strided.flip(axis));
  }

  // ---- other axes over the same items

  /// Two axes exchanged, as `numpy.swapaxes`.
  ///
  /// @param first from `-rank` to `rank - 1`; negative ones count from the end
  /// @param second likewise
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V swapAxes(int first, int second) {
    return at(Axes.swapped(strided, first, second));
  }

  /// One axis elsewhere, the others in their order, as `numpy.moveaxis`.
  ///
  /// @param from where it stands, from `-rank` to `rank - 1`; negative ones count from the end
  /// @param to where it will stand, likewise
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V moveAxis(int from, int to) {
    return at(Axes.moved(strided, from, to));
  }

  /// The view without its axes of length 1, as `numpy.squeeze`.
  ///
  /// @return a view of the same memory
  public final V squeeze() {
    return at(strided.withoutUnitAxes());
  }

  /// The view without one axis of length 1.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a view of rank - 1 of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if its length is not 1
  public final V squeeze(int axis) {
    return at(Axes.squeezed(strided, axis));
  }

  /// The array repeated to a larger shape, as `numpy.broadcast_to`: from the last axis on, one of
  /// length 1 takes any length, and new axes may stand in front.
  ///
  /// Where an item stands in several places of the view, it is read-only, and so are all views of
  /// it.
  ///
  /// @param shape the new shape
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if an axis has neither length 1 nor that of the shape, naming
  ///   both shapes
  public final V broadcastTo(Shape shape) {
    return guarded(Broadcast.to(strided, shape));
  }

  /// The same items in C order with other axes, as `numpy.reshape`, but never copied.
  ///
  /// @param sizes the lengths of the new axes; one may be -1 and is then what is left over
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if the new shape holds another number of items, a size is
  ///   negative otherwise, or no strides lead from item to item (NumPy would copy then: take
  ///   `copy()` first); the message names both shapes and the strides
  public final V reshape(long... sizes) {
    return reshape(Order.C, sizes);
  }

  /// The same items with other axes, as `numpy.reshape` with an order, but never copied.
  ///
  /// @param order which axis varies fastest as the items are counted, in this view and in the new
  ///   one
  /// @param sizes the lengths of the new axes; one may be -1 and is then what is left over
  /// @return a view of the same memory
  /// @throws IllegalArgumentException as [#reshape(long...)]
  public final V reshape(Order order, long... sizes) {
    return reshape(Reshape.resolve(shape(), sizes), order);
  }

  /// The same items in C order with other axes, see [#reshape(long...)].
  ///
  /// @param shape the new shape
  /// @return a view of the same memory
  /// @throws IllegalArgumentException as [#reshape(long...)]
  public final V reshape(Shape shape) {
    return reshape(shape, Order.C);
  }

  /// The same items with other axes, see [#reshape(Order, long...)].
  ///
  /// @param shape the new shape
  /// @param order which axis varies fastest as the items are counted
  /// @return a view of the same memory
  /// @throws IllegalArgumentException as [#reshape(long...)]
  public final V reshape(Shape shape, Order order) {
    return at(Reshape.of(strided, shape, order, itemsize));
  }

  /// All items along one axis, as `numpy.reshape(a, -1, order)`, but never copied.
  ///
  /// @param order which axis varies fastest
  /// @return a view of rank 1 of the same memory
  /// @throws IllegalArgumentException if the items do not stand at equal distances in this order
  ///   (take `copy()` first); the message names the shape and the strides
  public final V flatten(Order order) {
    return reshape(Shape.of(itemCount()), order);
  }

  /// An axis in equal parts, as `numpy.split` with a number.
  ///
  /// @param parts how many, at least 1
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return views of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if `parts < 1` or the length of the axis is no multiple of it
  public final List<V> split(int parts, int axis) {
    return Axes.split(strided, parts, axis).stream().map(this::at).toList();
  }

  /// An axis cut into ranges, as `numpy.split` with a list: `[:at[0]]`, `[at[0]:at[1]]` and so on
  /// to `[at[n-1]:]`, each by Python's rules for bounds.
  ///
  /// @param at the positions to cut before
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return one view more than there are positions, of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final List<V> split(long[] at, int axis) {
    return Axes.split(strided, at, axis).stream().map(this::at).toList();
  }

  /// The items at equal positions of the first two axes, as `numpy.diagonal`.
  ///
  /// @return a view of rank - 1 of the same memory, writable if this one is; the diagonal is its
  ///   last axis
  /// @throws IndexOutOfBoundsException if there are less than two axes
  public final V diagonal() {
    return diagonal(0, 0, 1);
  }

  /// The items whose position on the second axis is that on the first plus an offset, as
  /// `numpy.diagonal`.
  ///
  /// @param offset how far above the main diagonal, below it if negative
  /// @param first from `-rank` to `rank - 1`; negative ones count from the end
  /// @param second likewise
  /// @return a view of rank - 1 of the same memory, writable if this one is; the diagonal is its
  ///   last axis, empty if it lies outside the array
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if both axes are the same
  public final V diagonal(long offset, int first, int second) {
    return at(Axes.diagonal(strided, offset, first, second));
  }

  /// A window that slides over all axes, as `numpy.lib.stride_tricks.sliding_window_view`: item
  /// `(i, …, j, …)` is item `(i + j, …)` of this view.
  ///
  /// Windows that overlap are read-only, and so are all views of them.
  ///
  /// @param window the lengths of the window
  /// @return a view of the same memory; first the positions of the window, `size - length + 1` on
  ///   each axis, then the axes of the window
  /// @throws IllegalArgumentException if the window has another rank or is longer than an axis, or
  ///   if there would be more than 64 axes; the message names both shapes
  public final V slidingWindow(Shape window) {
    return guarded(Windows.over(strided, window));
  }

  /// A window that slides over some axes, see [#slidingWindow(Shape)].
  ///
  /// @param window the lengths of the window
  /// @param axes the axis for each of them, negative ones counted from the end; one may be named
  ///   twice
  /// @return a view of the same memory; the axes of the window stand last
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if there are not as many axes as the window has, the window
  ///   is longer than an axis, or there would be more than 64 axes
  public final V slidingWindow(Shape window, int... axes) {
    return guarded(Windows.over(strided, window, axes));
  }

  /// A window that slides over one axis, see [#slidingWindow(Shape)].
  ///
  /// @param length of the window
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a view of rank + 1 of the same memory; the axis of the window stands last
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if the window is negative or longer than the axis, or there
  ///   are 64 axes already
  public final V slidingWindow(long length, int axis) {
    return slidingWindow(Shape.of(length), axis);
  }

  private V guarded(Strided where) {
    return readOnly || !where.overlapsItself(itemsize)
        ? at(where)
        : with(segment.asReadOnly(), where, dtype, backing, execution);
  }

  // ---- other items of the same bytes

  /// The same bytes as items of another dtype or byte order, as `numpy.ndarray.view`. Where the
  /// itemsize changes, so does the last axis, whose items must be adjacent; a subarray dtype, which
  /// must have the same itemsize, appends its axes.
  ///
  /// @param other what the items are to be
  /// @return a view of the same memory
  /// @throws DTypeException if the new items are or hold Python objects, or if their size does not
  ///   divide the old one, or, where it is larger, the bytes of the last axis
  /// @throws IllegalArgumentException if the itemsize changes and the rank is 0 or the items of the
  ///   last axis are not adjacent, or if the view would have more than 64 axes
  public final NdView<?> viewAs(DType other) {
    return NdView.leaf(
        segment, Reinterpretation.of(strided, dtype, other), other, backing, execution);
  }

  /// The same bytes as items of another dtype or byte order, as a leaf of the given class.
  ///
  /// @param other what the items are to be
  /// @param leaf such as `DoubleView.class`
  /// @param <W> the leaf
  /// @return a view of the same memory
  /// @throws DTypeException as [#viewAs(DType)] and [NdView#as]
  /// @throws IllegalArgumentException as [#viewAs(DType)]
  public final <W extends NdView<W>> W viewAs(DType other, Class<W> leaf) {
    return viewAs(other).as(leaf);
  }

  /// A field of a structured array; the axes of a subarray field are appended.
  ///
  /// @param name the field's name or title
  /// @return a view of the field in every item, over the same memory
  /// @throws DTypeException if this is no structure or has no such field; the message names those
  ///   it has
  /// @throws IllegalArgumentException if the view would have more than 64 axes
  public final NdView<?> field(String name) {
    if (!(dtype instanceof StructType struct)) {
      throw new DTypeException(
          backing.name() + ": " + dtype + " has no fields, asked for '" + name + "'");
    }
    Field field =
        struct
            .find(name)
            .orElseThrow(
                () ->
                    new DTypeException(
                        backing.name()
                            + ": no field '"
                            + name
                            + "'; there are "
                            + struct.fields().stream()
                                .map(f -> "'" + f.name() + "'")
                                .collect(Collectors.joining(", "))));
    return NdView.leaf(segment, strided.shift(field.offset()), field.dtype(), backing, execution);
  }

  /// A field of a structured array as a leaf of the given class.
  ///
  /// @param name the field's name or title
  /// @param leaf such as `DoubleView.class`
  /// @param <W> the leaf
  /// @return a view of the field in every item, over the same memory
  /// @throws DTypeException as [#field(String)] and [NdView#as]
  /// @throws IllegalArgumentException if the view would have more than 64 axes
  public final <W extends NdView<W>> W field(String name, Class<W> leaf) {
    return field(name).as(leaf);
  }

  /// The real parts of complex items; of real numbers, these themselves.
  ///
  /// @return a view of the same memory
  /// @throws DTypeException if the items are no numbers
  public final NdView<?> real() {
    return part(0);
  }

  /// The imaginary parts of complex items.
  ///
  /// @return a view of the same memory
  /// @throws DTypeException if the items are not complex
  public final NdView<?> imag() {
    if (!(dtype instanceof ScalarType scalar) || !scalar.kind().isComplex()) {
      throw new DTypeException(backing.name() + ": items of " + dtype + " have no imaginary part");
    }
    return part(scalar.kind().part().itemsize());
  }

  private NdView<?> part(int offset) {
    if (!(dtype instanceof ScalarType scalar)) {
      throw new DTypeException(backing.name() + ": items of " + dtype + " have no real part");
    }
    return NdView.leaf(
        segment,
        strided.shift(offset),
        new ScalarType(scalar.kind().part(), scalar.order()),
        backing,
        execution);
  }

  // ---- equality

  /// Whether two arrays have the same shape and equal items, NaN being equal to nothing; see
  /// [#contentEquals(NdView, boolean)].
  ///
  /// @param other another array, of any dtype and layout
  /// @return as `numpy.array_equal(a, b)`
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final boolean contentEquals(NdView<?> other) {
    return contentEquals(other, false);
  }

  /// Whether two arrays have the same shape and equal items, whatever their layouts, byte orders
  /// and padding. The arrays are compared up to the first difference, in blocks, so that no copy of
  /// them is made.
  ///
  /// Items are equal when NumPy's `==` says so:
  ///
  /// - Numbers and booleans of any two dtypes by their values; 0 and -0 are equal. They are
  ///   compared exactly, but for 64-bit integers with floating-point numbers of at most 64 bits,
  ///   where NumPy and ndmap first round the integers to doubles.
  /// - Texts, and likewise bytes, by their units without trailing NULs; voids by all their bytes.
  /// - Datetimes, and likewise timedeltas, by the point or span they mean, whatever their units.
  /// - Structures field by field, if both have the same names in the same order.
  ///
  /// Where NumPy has no `==` or makes a number of a timedelta, items are unequal here: texts and
  /// bytes, times and numbers, a span in months and one in days. Without items two arrays of one
  /// shape are equal, whatever their dtypes.
  ///
  /// @param other another array, of any dtype and layout
  /// @param nanEqual whether NaN is equal to NaN and `NaT` to `NaT`, complex numbers being NaN if
  ///   one of their parts is
  /// @return as `numpy.array_equal(a, b, equal_nan=nanEqual)`
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final boolean contentEquals(NdView<?> other, boolean nanEqual) {
    return ContentEquality.of(items(), other.items(), nanEqual);
  }

  // ==== copies

  /// A part of a Java array of this leaf's carriers, seen with the shape of this view.
  final V carriers(MemorySegment array, int length, int start) {
    if (start < 0 || itemCount() > length - start) {
      throw new IndexOutOfBoundsException(
          "the "
              + itemCount()
              + " items of shape "
              + shape()
              + " do not fit an array of "
              + length
              + " from index "
              + start
              + " on");
    }
    DType inMemory = dtype.withByteOrder(ByteOrder.nativeOrder());
    Strided where = Strided.contiguous(shape(), dtype.itemsize(), Order.C);
    return with(
        array, where.shift((long) start * dtype.itemsize()), inMemory, Backing.MEMORY, execution);
  }

  final int requireLength(int length) {
    if (length != itemCount()) {
      throw new IllegalArgumentException(
          "an array of "
              + length
              + " carriers does not match the "
              + itemCount()
              + " items of shape "
              + shape());
    }
    return length;
  }

  /// A Java array for all items.
  ///
  /// @param make makes one of a length
  final <A> A newArray(IntFunction<A> make) {
    return items().newArray(make);
  }

  /// Copies every item into another view of the same shape, whatever the layouts and byte orders of
  /// the two. Where items of both share bytes, which is decided exactly, the result is as if all
  /// were read before the first is written: they are copied in the order in which none is
  /// overwritten before, or by way of a copy of at most 64 MiB. Two mappings of one file are not
  /// seen to share any.
  ///
  /// Runs as the execution of this view says (see [NdView#on]): on several threads, dropping behind
  /// what was copied where both pass through a file from start to end.
  ///
  /// @param target where the items go
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws OverlapException if there is neither such an order nor room; nothing is copied then
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted before the last part of
  ///   some MiB has begun; the parts before it are copied
  public final void copyTo(NdView<?> target) {
    ItemCopy.copy(items(), target.items(), execution);
  }

  /// Copies every item of a view of the same shape into this one, see [#copyTo(NdView)].
  ///
  /// @param source where the items come from
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException as [#copyTo(NdView)]
  public final void copyFrom(NdView<?> source) {
    ItemCopy.copy(source.items(), items(), execution);
  }

  // ---- copies that convert

  /// Copies every item into another view of the same shape, converted to its dtype, whatever the
  /// layouts and byte orders of the two; as `numpy.copyto(target, source, casting)`. The values are
  /// those of NumPy 2.4 on x86-64:
  ///
  /// - Integers wrap round. Floating-point numbers are truncated towards zero; what the target does
  ///   not hold, NaN too, becomes what the processor makes of it: the smallest number of 32 bits
  ///   for targets of up to 32 bits, its low bits for the narrower ones, the low bits of a 64-bit
  ///   integer for `u4`, the smallest number of 64 bits for `i8`. (NumPy's own result for `u4`
  ///   beyond ±2³¹ depends on the item's place in the array; here it does not.)
  /// - Floating-point numbers are rounded to nearest, ties to even, long doubles and integers on
  ///   their way to `f2` by way of `f4`. NaNs keep their sign and the upper bits of their payload.
  /// - Complex numbers lose their imaginary part; as truth values both parts count.
  /// - Times of one kind are rescaled in 64 bits that wrap round, rounding towards the past, dates
  ///   with years and months by the calendar, spans by the mean year; `NaT` stays. Otherwise times
  ///   are the integers that they are, and NaN becomes `NaT`.
  /// - Numbers become the text of Python's `str`, cut off at the item's length; text is read as
  ///   Python's `int`, `float`, `complex` and NumPy's dates read it; any text but the empty one is
  ///   true. Bytes are ASCII where they become text or come from it.
  /// - Void takes the bytes of an item in little-endian order, cut off or filled up with zeros.
  /// - Structures are converted field by field, by position and not by name; an item without fields
  ///   goes into all of them, and a structure of one field is that field. Subarrays are broadcast
  ///   against each other; where the source ends, zeros are filled in. Bytes between the fields
  ///   stay what they are.
  ///
  /// Where the two share memory the result is as if all items were read before the first is written
  /// (by way of a copy of the source); two mappings of one file are not seen to share it. Of a
  /// conversion that fails on the way some items may have been written.
  ///
  /// @param target where the items go
  /// @param casting which conversions are allowed; `SAME_KIND` is NumPy's default here
  /// @throws IllegalArgumentException if the shapes differ, naming both, or an item cannot be
  ///   converted, such as a text that is no number or a date that does not fit its text
  /// @throws DTypeException if the rule forbids the conversion or there is none, naming both dtypes
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final void copyTo(NdView<?> target, Casting casting) {
    CastingCopy.copy(items(), target.items(), casting);
  }

  /// Copies every item of a view of the same shape into this one, converted to its dtype, see
  /// [#copyTo(NdView, Casting)].
  ///
  /// @param source where the items come from
  /// @param casting which conversions are allowed
  /// @throws IllegalArgumentException if the shapes differ, naming both, or an item cannot be
  ///   converted
  /// @throws DTypeException if the rule forbids the conversion or there is none, naming both dtypes
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final void copyFrom(NdView<?> source, Casting casting) {
    source.on(execution).copyTo(this, casting);
  }

  /// A new array in memory with all items converted, as NumPy's `astype(dtype)`: with whatever
  /// conversion there is.
  ///
  /// @param newDtype what the items become, see [#astype(DType, Casting)]
  /// @return an array of the same shape
  /// @throws IllegalArgumentException if an item cannot be converted
  /// @throws DTypeException if there is no such conversion, naming both dtypes
  /// @throws MappingFaultException if this memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> astype(DType newDtype) {
    return astype(newDtype, Casting.UNSAFE);
  }

  /// A new array in memory with all items converted, as NumPy's `astype(dtype, casting=…)`; the
  /// values are those of [#copyTo(NdView, Casting)]. Its axes lie in memory in the order of this
  /// view's, without gaps.
  ///
  /// Bytes, text and void of length 0 become as long as items of this dtype need (`|S0` becomes
  /// `|S32` for `<f8`), and times without a unit take that of this dtype. The axes of a subarray
  /// come last in the new shape.
  ///
  /// @param newDtype what the items become
  /// @param casting which conversions are allowed
  /// @return an array that nobody else has, even where nothing is converted
  /// @throws IllegalArgumentException if an item cannot be converted
  /// @throws DTypeException if the rule forbids the conversion or there is none, naming both dtypes
  /// @throws MappingFaultException if this memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> astype(DType newDtype, Casting casting) {
    return view(CastingCopy.convert(items(), newDtype, casting));
  }

  /// A new array of the same items in C order, as `numpy.copy`. Small ones are in a Java array,
  /// larger ones outside the heap until nobody uses a view of them any longer.
  ///
  /// @return a writable view of the new array, of the same dtype
  /// @throws MappingFaultException if this view's memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile
  public final V copy() {
    return copy(Order.C);
  }

  /// A new array of the same items.
  ///
  /// @param order which axis of the new array varies fastest
  /// @return a writable view of the new array, of the same dtype
  /// @throws MappingFaultException if this view's memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile
  public final V copy(Order order) {
    Items copy = Items.zeros(dtype, shape(), order);
    ItemCopy.copy(items(), copy);
    return own(copy);
  }

  /// Copies every item into a buffer, from its position on: in C order, the bytes as they stand in
  /// the items of this view, whose byte order is kept whatever that of the buffer. The position
  /// moves behind them.
  ///
  /// @param target where the bytes go
  /// @throws IndexOutOfBoundsException if fewer bytes remain in the buffer than the items have
  /// @throws ReadOnlyViewException if the buffer is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied, the position stays
  public final void copyTo(ByteBuffer target) {
    long bytes = requireRoom(target.remaining(), "a buffer");
    copyTo(packed(MemorySegment.ofBuffer(target)));
    target.position(target.position() + (int) bytes);
  }

  /// Copies bytes from a buffer, from its position on, into the items in C order, as
  /// [#copyTo(ByteBuffer)] writes them. The position moves behind them.
  ///
  /// @param source where the bytes come from
  /// @throws IndexOutOfBoundsException if fewer bytes remain in the buffer than the items have
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied, the position stays
  public final void copyFrom(ByteBuffer source) {
    long bytes = requireRoom(source.remaining(), "a buffer");
    copyFrom(packed(MemorySegment.ofBuffer(source)));
    source.position(source.position() + (int) bytes);
  }

  /// Copies every item to the begin of a segment: in C order, the bytes as they stand in the items
  /// of this view, whose byte order is kept.
  ///
  /// @param target where the bytes go
  /// @throws IndexOutOfBoundsException if the segment has fewer bytes than the items
  /// @throws ReadOnlyViewException if the segment is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied
  public final void copyTo(MemorySegment target) {
    requireRoom(target.byteSize(), "a segment");
    copyTo(packed(target));
  }

  /// Copies the bytes at the begin of a segment into the items in C order, as
  /// [#copyTo(MemorySegment)] writes them.
  ///
  /// @param source where the bytes come from
  /// @throws IndexOutOfBoundsException if the segment has fewer bytes than the items
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied
  public final void copyFrom(MemorySegment source) {
    requireRoom(source.byteSize(), "a segment");
    copyFrom(packed(source));
  }

  private long requireRoom(long room, String where) {
    long bytes = shape().byteSize(dtype.itemsize());
    if (bytes > room) {
      throw new IndexOutOfBoundsException(
          "the "
              + itemCount()
              + " items of "
              + dtype
              + " of shape "
              + shape()
              + " have "
              + bytes
              + " bytes and do not fit "
              + where
              + " with "
              + room);
    }
    return bytes;
  }

  /// Memory seen as a whole array in C order with the shape and items of this one.
  private NdView<?> packed(MemorySegment memory) {
    return NdView.of(memory, dtype, shape(), Order.C, Backing.MEMORY);
  }

  /// Hands over all items in C order, in parts of at most a given number of items.
  ///
  /// @param items the most items of a part, at least 1
  /// @param consumer takes each part, a view of this memory of any rank up to this one's
  /// @throws IllegalArgumentException if `items < 1`
  public final void forEachBlock(long items, Consumer<? super V> consumer) {
    if (items < 1) {
      throw new IllegalArgumentException("a block must have at least 1 item, found " + items);
    }
    if (itemCount() > 0) {
      Layouts.forEachBlock(strided, items, part -> consumer.accept(at(part)));
    }
  }

  /// Hands over the canonical bytes: items in C order, in each item the fields in their order, each
  /// unit little-endian, without padding. Nothing else is changed: NaN payloads, bool bytes above
  /// 1, trailing NULs and the padding inside a long double stay.
  ///
  /// Two arrays of the same dtype but for byte order and padding have the same canonical bytes if
  /// and only if every item has the same bits.
  ///
  /// @param consumer takes blocks of at most 256 KiB, each from its position to its limit; the
  ///   buffer is used again for the next
  /// @throws MappingFaultException if the memory cannot be accessed; no block with bytes that were
  ///   not read is handed over
  public final void forEachCanonicalBlock(Consumer<ByteBuffer> consumer) {
    CanonicalBytes.forEachBlock(items(), consumer);
  }

  // ==== filling and arithmetic

  // ---- one item for all places

  /// Stores a number in every place, as [#setDouble] stores it in one.
  ///
  /// @param value the item
  /// @throws ArithmeticException if the items are integers or booleans that cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(double value) {
    NdView<?> item = scalar();
    item.setDouble(new long[0], value);
    Filling.fill(items(), item.items());
  }

  /// Stores an integer in every place, as [#setLong] stores it in one.
  ///
  /// @param value the item
  /// @throws ArithmeticException if the items cannot hold it exactly
  /// @throws DTypeException if the items are neither real numbers nor times
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(long value) {
    NdView<?> item = scalar();
    item.setLong(new long[0], value);
    Filling.fill(items(), item.items());
  }

  /// Stores an integer of any size in every place, as [#setBigInteger] stores it in one.
  ///
  /// @param value the item
  /// @throws ArithmeticException if the items cannot hold it exactly
  /// @throws DTypeException if the items are neither real numbers nor times
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(BigInteger value) {
    NdView<?> item = scalar();
    item.setBigInteger(new long[0], value);
    Filling.fill(items(), item.items());
  }

  /// Stores a truth value in every place, as [#setBoolean] stores it in one.
  ///
  /// @param value the item
  /// @throws DTypeException if the items are not real numbers
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(boolean value) {
    NdView<?> item = scalar();
    item.setBoolean(new long[0], value);
    Filling.fill(items(), item.items());
  }

  /// Stores text in every place, as [#setText] stores it in one.
  ///
  /// @param value the item
  /// @throws IllegalArgumentException if it is longer than the item, ends in a NUL, or is not ASCII
  ///   for bytes
  /// @throws DTypeException if the items are neither text nor bytes
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(String value) {
    NdView<?> item = scalar();
    item.setText(new long[0], value);
    Filling.fill(items(), item.items());
  }

  /// Stores the bytes of an item, of any dtype, in every place, as [#setBytes] stores it in one.
  ///
  /// @param value the item
  /// @throws IllegalArgumentException if they are not as many as an item has, or for bytes (`S`)
  ///   more, or end in a NUL
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(byte[] value) {
    NdView<?> item = scalar();
    item.setBytes(new long[0], value);
    Filling.fill(items(), item.items());
  }

  /// Stores a point in time in every place, as [#setInstant] stores it in one.
  ///
  /// @param value the item
  /// @throws java.time.DateTimeException if it is not a whole number of ticks
  /// @throws DTypeException if the items are not datetimes with a unit, or their ticks have no
  ///   length
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(Instant value) {
    NdView<?> item = scalar();
    item.setInstant(new long[0], value);
    Filling.fill(items(), item.items());
  }

  /// Stores a span of time in every place, as [#setDuration] stores it in one.
  ///
  /// @param value the item
  /// @throws java.time.DateTimeException if it is not a whole number of ticks
  /// @throws DTypeException if the items are not timedeltas with a unit, in years or months, which
  ///   have no fixed length, or their ticks have none at all
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(Duration value) {
    NdView<?> item = scalar();
    item.setDuration(new long[0], value);
    Filling.fill(items(), item.items());
  }

  // ---- with numbers and views, into a target

  /// Adds a number to every item.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, it is refused
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void plus(double number, NdView<?> target) {
    Arithmetic.apply(Operation.PLUS, items(), (Number) number, target.items());
  }

  /// Adds a number to every item, see [#plus(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, of booleans as `i8`
  /// @param target takes the results
  /// @throws ArithmeticException if the items are integers and cannot hold the number
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void plus(long number, NdView<?> target) {
    Arithmetic.apply(Operation.PLUS, items(), (Number) number, target.items());
  }

  /// Adds two views, item by item.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void plus(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.PLUS, items(), other.items(), target.items());
  }

  /// Takes a number from every item.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, it is refused
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void minus(double number, NdView<?> target) {
    Arithmetic.apply(Operation.MINUS, items(), (Number) number, target.items());
  }

  /// Takes a number from every item, see [#minus(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, of booleans as `i8`
  /// @param target takes the results
  /// @throws ArithmeticException if the items are integers and cannot hold the number
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void minus(long number, NdView<?> target) {
    Arithmetic.apply(Operation.MINUS, items(), (Number) number, target.items());
  }

  /// Takes another view from this one, item by item.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void minus(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.MINUS, items(), other.items(), target.items());
  }

  /// Multiplies every item by a number.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, the product loses its fraction
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void times(double number, NdView<?> target) {
    Arithmetic.apply(Operation.TIMES, items(), (Number) number, target.items());
  }

  /// Multiplies every item by a number, see [#times(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, of booleans as `i8`
  /// @param target takes the results
  /// @throws ArithmeticException if the items are integers and cannot hold the number
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void times(long number, NdView<?> target) {
    Arithmetic.apply(Operation.TIMES, items(), (Number) number, target.items());
  }

  /// Multiplies two views, item by item.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void times(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.TIMES, items(), other.items(), target.items());
  }

  /// Divides every item by a number, as `numpy.divide` does: integers and booleans are divided as
  /// `f8`, so that the target must be one of floating-point items; by 0 it is infinite or NaN.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, the quotient loses its fraction
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void dividedBy(double number, NdView<?> target) {
    Arithmetic.apply(Operation.DIVIDED_BY, items(), (Number) number, target.items());
  }

  /// Divides every item by a number, see [#dividedBy(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, for integers and booleans as `f8`
  /// @param target takes the results
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void dividedBy(long number, NdView<?> target) {
    Arithmetic.apply(Operation.DIVIDED_BY, items(), (Number) number, target.items());
  }

  /// Divides this view by another one, item by item, as `numpy.divide` does: integers and booleans
  /// as `f8`, so that the target must be one of floating-point items; by 0 it is infinite or NaN.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void dividedBy(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.DIVIDED_BY, items(), other.items(), target.items());
  }

  /// Adds a multiple of other items to these, `a += s * b`: the product is rounded (or wraps) in
  /// the dtype it has in NumPy, then the sum.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param factor counts as an item of the other dtype, but makes `f8` of integers and booleans
  /// @throws IllegalArgumentException if the other shape cannot be repeated to this one, naming
  ///   both
  /// @throws DTypeException if the items are no numbers, or the sums do not go into this view
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void addScaled(NdView<?> other, double factor) {
    Arithmetic.addScaled(items(), other.items(), factor);
  }

  /// Adds a multiple of other items to these, see [#addScaled(NdView, double)].
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param factor counts as an item of the other dtype, of booleans as `i8`
  /// @throws ArithmeticException if the other items are integers and cannot hold the factor
  /// @throws IllegalArgumentException if the other shape cannot be repeated to this one, naming
  ///   both
  /// @throws DTypeException if the items are no numbers, or the sums do not go into this view
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void addScaled(NdView<?> other, long factor) {
    Arithmetic.addScaled(items(), other.items(), factor);
  }

  /// Raises items below a bound to it, and lowers items above another, in place: `numpy.clip(a,
  /// low, high, out=a)`. NaN stays NaN; where the bounds cross, the upper one wins.
  ///
  /// @param low the least value; all items become NaN if it is
  /// @param high the largest value; all items become NaN if it is
  /// @throws DTypeException if the items are not real floating-point numbers
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void clip(double low, double high) {
    Arithmetic.clip(items(), low, high);
  }

  /// Raises items below a bound to it, and lowers items above another, in place, see [#clip(double,
  /// double)].
  ///
  /// @param low the least value, of times in ticks; may lie below all that items can be
  /// @param high the largest value, of times in ticks; may lie above all that items can be
  /// @throws ArithmeticException if the items are integers and all they can be lies below `low` or
  ///   above `high`
  /// @throws DTypeException if the items are neither real numbers nor times, or booleans
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void clip(long low, long high) {
    Arithmetic.clip(items(), low, high);
  }

  // ---- the caller's own loops

  /// Hands over the memory of the items, run by run, for a loop of the caller's own.
  ///
  /// Every item is in one run. They come in the order in which they stand in memory, not in C
  /// order; axes are merged where that makes runs longer, and no run has more than 65536 items.
  /// With an [Execution] of several threads runs come on several threads at once.
  ///
  /// A loop is as fast as those of this class if it meets one kind of memory (files, or Java arrays
  /// of one kind, but not both), has an `int` index, layouts that are constants, and a case of its
  /// own for items without gaps, whose stride is a constant; and if it sees native memory only, or
  /// Java arrays of one type only. Loops over integers HotSpot turns into vector instructions. Here
  /// is `a = 2 * a + 1` for little-endian `f8`:
  ///
  /// ```java
  /// static final ValueLayout.OfDouble F8 =
  ///     ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  ///
  /// static void run(MemorySegment memory, long offset, long stride, int count) {
  ///   if (stride == Double.BYTES) {
  ///     for (int i = 0; i < count; i++) {
  ///       long at = offset + ((long) i << 3);
  ///       memory.set(F8, at, 2 * memory.get(F8, at) + 1);
  ///     }
  ///   } else {
  ///     for (int i = 0; i < count; i++) {
  ///       long at = offset + i * stride;
  ///       memory.set(F8, at, 2 * memory.get(F8, at) + 1);
  ///     }
  ///   }
  /// }
  ///
  /// view.forEachRun(Example::run);
  /// ```
  ///
  /// @param consumer takes each run
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void forEachRun(RunConsumer consumer) {
    Runs.forEach(items(), consumer);
  }

  /// Hands over the memory of these items and of those of another view at the same places, run by
  /// run, see [#forEachRun(RunConsumer)].
  ///
  /// @param other repeated along axes of length 1 and missing first ones, with strides of 0
  /// @param consumer takes each pair of runs
  /// @throws IllegalArgumentException if the other shape cannot be repeated to this one, naming
  ///   both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void forEachRun(NdView<?> other, RunPairConsumer consumer) {
    Runs.forEach(items(), other.items(), consumer);
  }

  /// A new array of one item of this dtype.
  private NdView<?> scalar() {
    requireWritable();
    return view(Items.zeros(dtype, Shape.of(), Order.C));
  }

  // ==== reductions

  // ---- all items: sums

  /// The sum of all items, `np.sum`, in double precision: floating-point items are not rounded to
  /// their own size, integers do not wrap.
  ///
  /// @return the sum, 0 of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double sum() {
    return sumOf(Reduction.SUM);
  }

  /// The mean of all items, `np.mean`, in double precision.
  ///
  /// @return the mean, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double mean() {
    return meanOf(Reduction.MEAN);
  }

  /// The population's variance of all items, `np.var`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double var() {
    return momentOf(Reduction.VAR);
  }

  /// The variance of a sample: [#var()] with the count less one as the divisor, `np.var(a,
  /// ddof=1)`. [Moments#var(int)] and [Reduction#var(int)] take other degrees of freedom.
  ///
  /// @return NaN of fewer than two numbers
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted on the way
  public final double sampleVar() {
    return momentOf(Reduction.var(1));
  }

  /// The population's standard deviation of all items, `np.std`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double std() {
    return momentOf(Reduction.STD);
  }

  /// The standard deviation of a sample: [#std()] with the count less one as the divisor,
  /// `np.std(a, ddof=1)`. [Moments#std(int)] and [Reduction#std(int)] take other degrees of
  /// freedom.
  ///
  /// @return NaN of fewer than two numbers
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted on the way
  public final double sampleStd() {
    return momentOf(Reduction.std(1));
  }

  /// Count, mean and variance of all items in one pass through memory, where `np.mean` and `np.std`
  /// take three. Of `f4` and `f2` its mean may differ from [#mean()] in the last bit.
  ///
  /// @return with the population's or any other variance
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Moments moments() {
    var _ = realKind();
    return ((MomentsFold) fold(Reduction.VAR)).moments();
  }

  /// Count, NaN, extremes, sum, mean and standard deviation in one pass, in bounded memory.
  ///
  /// @return the statistics of real numbers, booleans or times
  /// @throws DTypeException if the items are anything else; the message says what to take of them
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final Statistics statistics() {
    return StatisticsOfItems.of(items());
  }

  // ---- all items: extremes

  /// The smallest item, `np.min`, as a double.
  ///
  /// @return the item, NaN if there is one; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double min() {
    return extremeOf(Reduction.MIN);
  }

  /// The smallest item, `np.min`, as an integer: of integers, booleans (0 and 1) and times (ticks).
  ///
  /// @return the item, exactly; of times `NaT` if there is one
  /// @throws ArithmeticException if it exceeds 64 signed bits
  /// @throws DTypeException if the items are neither integers, booleans nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long minLong() {
    return wholeExtremeOf(Reduction.MIN);
  }

  /// The largest item, `np.max`, as a double.
  ///
  /// @return the item, NaN if there is one; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double max() {
    return extremeOf(Reduction.MAX);
  }

  /// The largest item, `np.max`, as an integer: of integers, booleans (0 and 1) and times (ticks).
  ///
  /// @return the item, exactly; of times `NaT` if there is one
  /// @throws ArithmeticException if it exceeds 64 signed bits
  /// @throws DTypeException if the items are neither integers, booleans nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long maxLong() {
    return wholeExtremeOf(Reduction.MAX);
  }

  /// Where the first smallest item is, `np.argmin`, or the first NaN or `NaT` if there is one.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long argMin() {
    return placeOf(Reduction.ARG_MIN);
  }

  /// Where the first largest item is, `np.argmax`, or the first NaN or `NaT` if there is one.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long argMax() {
    return placeOf(Reduction.ARG_MAX);
  }

  /// The sum of integers or booleans in 64 bits, wrapping as `np.sum` does, of unsigned integers as
  /// the bits of a `u8`; of timedeltas their ticks, `NaT` if there is one.
  ///
  /// @return the sum, 0 of nothing
  /// @throws DTypeException if the items are neither integers, booleans nor timedeltas
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long sumLong() {
    return wholeSum();
  }

  /// The sum of what is not NaN, `np.nansum`, in double precision: floating-point items are not
  /// rounded to their own size, integers do not wrap.
  ///
  /// @return the sum, 0 of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanSum() {
    return sumOf(Reduction.NAN_SUM);
  }

  /// The mean of what is not NaN, `np.nanmean`, in double precision.
  ///
  /// @return the mean, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMean() {
    return meanOf(Reduction.NAN_MEAN);
  }

  /// The population's variance of what is not NaN, `np.nanvar`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanVar() {
    return momentOf(Reduction.NAN_VAR);
  }

  /// The population's standard deviation of what is not NaN, `np.nanstd`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanStd() {
    return momentOf(Reduction.NAN_STD);
  }

  /// The smallest item that is not NaN, `np.nanmin`, as a double.
  ///
  /// @return the item, NaN if all are; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMin() {
    return extremeOf(Reduction.NAN_MIN);
  }

  /// The largest item that is not NaN, `np.nanmax`, as a double.
  ///
  /// @return the item, NaN if all are; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMax() {
    return extremeOf(Reduction.NAN_MAX);
  }

  /// Where the first smallest item that is not NaN is, `np.nanargmin`.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items, or all are NaN
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long nanArgMin() {
    return placeOf(Reduction.NAN_ARG_MIN);
  }

  /// Where the first largest item that is not NaN is, `np.nanargmax`.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items, or all are NaN
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long nanArgMax() {
    return placeOf(Reduction.NAN_ARG_MAX);
  }

  // ---- all items: counts

  /// Whether an item is not zero, `np.any`; NaN and `NaT` are not.
  ///
  /// @return false of nothing
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final boolean any() {
    return countOf(Reduction.ANY) != 0;
  }

  /// Whether no item is zero, `np.all`; NaN and `NaT` are not.
  ///
  /// @return true of nothing
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final boolean all() {
    return countOf(Reduction.ALL) != 0;
  }

  /// How many items are neither NaN nor `NaT`.
  ///
  /// @return the count
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long count() {
    return countOf(Reduction.COUNT);
  }

  /// How many items are not zero, `np.count_nonzero`.
  ///
  /// @return the count
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long countNonZero() {
    return countOf(Reduction.COUNT_NONZERO);
  }

  // ---- from a fold to a number

  private Fold fold(Reduction op) {
    Items items = items();
    return WholeReduction.of(items, () -> Folds.of(items, op));
  }

  /// @throws DTypeException if the items are not real numbers
  final ScalarKind realKind() {
    if (dtype instanceof ScalarType scalar && !scalar.kind().isComplex()) {
      return scalar.kind();
    }
    throw items().notA("a real number");
  }

  private double sumOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((Summed) fold(op)).sum());
  }

  private double meanOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((Summed) fold(op)).mean());
  }

  private long wholeSum() {
    var _ = Folds.result(items(), Reduction.SUM);
    if (dtype instanceof ScalarType scalar
        && !scalar.kind().isInteger()
        && scalar.kind() != ScalarKind.BOOL) {
      throw items().notA("an integer");
    }
    return ((IntegerSumFold) fold(Reduction.SUM)).wrapped();
  }

  private double momentOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((MomentsFold) fold(op)).result(op));
  }

  private double extremeOf(Reduction op) {
    ScalarKind kind = realKind();
    AxisReduction.requireItems(items(), op);
    return CanonicalNaN.of(
        switch (fold(op)) {
          case ExtremeFold extreme -> ScalarBits.toDouble(kind, extreme.bits(op));
          case ItemFold items -> items.longDouble();
          default -> throw new AssertionError(kind);
        });
  }

  private long wholeExtremeOf(Reduction op) {
    AxisReduction.requireItems(items(), op);
    if (dtype instanceof TimeType) {
      return ((ExtremeFold) fold(op)).bits(op);
    }
    ScalarKind kind = realKind();
    if (kind.isFloat()) {
      throw items().notA("an integer");
    }
    return ScalarBits.toLong(kind, ((ExtremeFold) fold(op)).bits(op));
  }

  private long placeOf(Reduction op) {
    var _ = Folds.result(items(), op);
    AxisReduction.requireItems(items(), op);
    return Indexed.require(((Indexed) fold(op)).index(), op);
  }

  private long countOf(Reduction op) {
    var _ = Folds.result(items(), op);
    return switch (fold(op)) {
      case CountFold counts -> counts.answer(op);
      case ItemFold items -> items.answer(op);
      default -> throw new AssertionError(dtype);
    };
  }

  // ---- along axes, any reduction

  /// Brings the items down along some axes, or all of them.
  ///
  /// @param op what is computed
  /// @param axes which axes disappear, negative ones counted from the end; all of them if none is
  ///   given
  /// @return a new array in memory of the axes that are left, in C order, of NumPy's dtype
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, if the place of an extreme is
  ///   looked for along several but not all axes, if an extreme is looked for among no items, or
  ///   its place among items that are all NaN and to be ignored
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> reduce(Reduction op, int... axes) {
    return view(AxisReduction.of(items(), op, axes));
  }

  private NdView<?> along(Reduction op, int axis, int... more) {
    int[] axes = new int[more.length + 1];
    axes[0] = axis;
    System.arraycopy(more, 0, axes, 1, more.length);
    return reduce(op, axes);
  }

  // ---- along axes, each by its name

  /// Sums along axes, `np.sum(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> sum(int axis, int... more) {
    return along(Reduction.SUM, axis, more);
  }

  /// Means along axes, `np.mean(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> mean(int axis, int... more) {
    return along(Reduction.MEAN, axis, more);
  }

  /// Variances along axes, `np.var(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> var(int axis, int... more) {
    return along(Reduction.VAR, axis, more);
  }

  /// Standard deviations along axes, `np.std(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> std(int axis, int... more) {
    return along(Reduction.STD, axis, more);
  }

  /// The smallest along axes, `np.min(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> min(int axis, int... more) {
    return along(Reduction.MIN, axis, more);
  }

  /// The largest along axes, `np.max(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> max(int axis, int... more) {
    return along(Reduction.MAX, axis, more);
  }

  /// Where the first smallest are along an axis, `np.argmin(axis=…)`, see [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> argMin(int axis) {
    return reduce(Reduction.ARG_MIN, axis);
  }

  /// Where the first largest are along an axis, `np.argmax(axis=…)`, see [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> argMax(int axis) {
    return reduce(Reduction.ARG_MAX, axis);
  }

  /// Sums of what is not NaN along axes, `np.nansum(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanSum(int axis, int... more) {
    return along(Reduction.NAN_SUM, axis, more);
  }

  /// Means of what is not NaN along axes, `np.nanmean(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMean(int axis, int... more) {
    return along(Reduction.NAN_MEAN, axis, more);
  }

  /// Variances of what is not NaN along axes, `np.nanvar(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanVar(int axis, int... more) {
    return along(Reduction.NAN_VAR, axis, more);
  }

  /// Standard deviations of what is not NaN along axes, `np.nanstd(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanStd(int axis, int... more) {
    return along(Reduction.NAN_STD, axis, more);
  }

  /// The smallest of what is not NaN along axes, `np.nanmin(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMin(int axis, int... more) {
    return along(Reduction.NAN_MIN, axis, more);
  }

  /// The largest of what is not NaN along axes, `np.nanmax(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMax(int axis, int... more) {
    return along(Reduction.NAN_MAX, axis, more);
  }

  /// Where the first smallest of what is not NaN are along an axis, `np.nanargmin(axis=…)`, see
  /// [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it, or all of a result are NaN
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanArgMin(int axis) {
    return reduce(Reduction.NAN_ARG_MIN, axis);
  }

  /// Where the first largest of what is not NaN are along an axis, `np.nanargmax(axis=…)`, see
  /// [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it, or all of a result are NaN
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanArgMax(int axis) {
    return reduce(Reduction.NAN_ARG_MAX, axis);
  }

  /// Whether an item is not zero along axes, `np.any(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> any(int axis, int... more) {
    return along(Reduction.ANY, axis, more);
  }

  /// Whether no item is zero along axes, `np.all(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> all(int axis, int... more) {
    return along(Reduction.ALL, axis, more);
  }

  /// How many items are not zero along axes, `np.count_nonzero(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> countNonZero(int axis, int... more) {
    return along(Reduction.COUNT_NONZERO, axis, more);
  }

  /// How many items are neither NaN nor `NaT` along axes, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> count(int axis, int... more) {
    return along(Reduction.COUNT, axis, more);
  }

  // ==== distributions

  // ---- histograms

  /// Counts all items in bins of equal width from the smallest to the largest one, `np.histogram(a,
  /// bins)`, which takes two passes.
  ///
  /// Edges and counts are NumPy's bit by bit, but for the sign of an edge at zero where the items
  /// are zeros of both signs: of `f2` and `f4` all is computed in that dtype, of integers and
  /// booleans (0 and 1) the edges are doubles, and a number near an edge is put where the edges
  /// say. Where all items are one, the bins reach half a unit to either side; without items, from 0
  /// to 1. Long doubles count as their nearest doubles.
  ///
  /// @param bins how many bins
  /// @return the counts
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `bins < 1`; if an item is NaN or infinite; if their range
  ///   exceeds what its dtype holds, where NumPy's edges are NaN; if the edges of so many bins do
  ///   not all differ
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram histogram(int bins) {
    return Histograms.of(items(), realKind(), bins, false);
  }

  /// The same for the items that are not NaN, which NumPy has no function for:
  /// `np.histogram(a[~np.isnan(a)], bins)`.
  ///
  /// @param bins how many bins
  /// @return the counts, those of NaN apart
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException as [#histogram(int)], but for NaN
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram nanHistogram(int bins) {
    return Histograms.of(items(), realKind(), bins, true);
  }

  /// Counts the items in bins of equal width within a range, `np.histogram(a, bins, (low, high))`,
  /// in one pass. NaN is in no bin.
  ///
  /// Edges and counts are NumPy's bit by bit for a range of Python's numbers: edges are computed in
  /// double precision and then rounded to `f2` or `f4` where the items are. Where an item's
  /// distance from `low` exceeds its dtype, which makes NumPy fail, it is taken as a double.
  ///
  /// @param bins how many bins
  /// @param low where the first bin begins
  /// @param high where the last bin ends; if it is `low`, the bins reach half a unit to either side
  /// @return the counts
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `bins < 1`, `low > high`, one of the two is not finite, or
  ///   their distance is not; if the edges of so many bins do not all differ
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram histogram(int bins, double low, double high) {
    return Histograms.of(items(), realKind(), bins, low, high);
  }

  /// Counts the items in bins between edges, `np.histogram(a, edges)`, in one pass. NaN is in no
  /// bin.
  ///
  /// @param edges two at least, each not below the one before it; infinite ones are allowed
  /// @return the counts
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are fewer than two edges, or one is NaN or below the
  ///   one before it
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram histogram(double[] edges) {
    return Histograms.of(items(), realKind(), edges);
  }

  // ---- quantiles

  /// A quantile of all items, `np.quantile(a, q)`: as [#quantile(QuantileMethod, double)] by
  /// [QuantileMethod#LINEAR].
  ///
  /// @param q from 0 to 1
  /// @return the quantile, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double quantile(double q) {
    return quantile(QuantileMethod.LINEAR, q);
  }

  /// Quantiles of all items, `np.quantile(a, [q, …])`: as [#quantile(QuantileMethod, double...)] by
  /// [QuantileMethod#LINEAR].
  ///
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] quantile(double... q) {
    return quantile(QuantileMethod.LINEAR, q);
  }

  /// A quantile of all items, `np.quantile(a, q, method=…)` for a single `q`, in bounded memory:
  /// items are passed up to four times.
  ///
  /// It has the bits of NumPy's: of `f2` and `f4` it is computed in that dtype, of integers in
  /// double precision, and beside an infinite item interpolation gives NaN. Where NumPy goes wrong
  /// it differs: differences of signed integers do not wrap, and the largest of more than 65519
  /// `f2` is no NaN. Booleans are 0 and 1, which NumPy interpolates for medians only. Negative
  /// zeros stand before positive ones, which NumPy does not order. Long doubles count as their
  /// nearest doubles.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantile, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double quantile(QuantileMethod method, double q) {
    return new Quantiles(items(), realKind(), false).one(method, q);
  }

  /// Quantiles of all items, `np.quantile(a, [q, …], method=…)`, all of them in the same few
  /// passes: four for few of them, up to a dozen for very many.
  ///
  /// As one quantile, but with several NumPy computes in double precision: what is between two
  /// items of `f2` or `f4`, whose difference alone is rounded to their dtype, is not rounded.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] quantile(QuantileMethod method, double... q) {
    return new Quantiles(items(), realKind(), false).all(method, q);
  }

  /// A quantile of what is not NaN, `np.nanquantile(a, q)`.
  ///
  /// @param q from 0 to 1
  /// @return the quantile, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanQuantile(double q) {
    return nanQuantile(QuantileMethod.LINEAR, q);
  }

  /// Quantiles of what is not NaN, `np.nanquantile(a, [q, …])`.
  ///
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] nanQuantile(double... q) {
    return nanQuantile(QuantileMethod.LINEAR, q);
  }

  /// A quantile of what is not NaN, `np.nanquantile(a, q, method=…)`.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantile, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanQuantile(QuantileMethod method, double q) {
    return new Quantiles(items(), realKind(), true).one(method, q);
  }

  /// Quantiles of what is not NaN, `np.nanquantile(a, [q, …], method=…)`.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] nanQuantile(QuantileMethod method, double... q) {
    return new Quantiles(items(), realKind(), true).all(method, q);
  }

  /// The median of all items, `np.median(a)`: the item in the middle, or the mean of the two that
  /// are there, of `f2` and `f4` rounded to that dtype. In bounded memory, as a quantile.
  ///
  /// @return the median, NaN if an item is, and of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double median() {
    return new Quantiles(items(), realKind(), false).median();
  }

  /// The median of what is not NaN, `np.nanmedian(a)`, see [#median()].
  ///
  /// @return the median, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMedian() {
    return new Quantiles(items(), realKind(), true).median();
  }

  // ---- quantiles along axes

  /// A quantile along axes, `np.quantile(a, q, axis=…)`: as [#quantileAlong(QuantileMethod,
  /// double\[\], int, int...)] by [QuantileMethod#LINEAR].
  ///
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, an axis is given twice, or a
  ///   result has no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> quantileAlong(double q, int axis, int... more) {
    return view(
        AxisQuantiles.one(items(), realKind(), false, QuantileMethod.LINEAR, q, axes(axis, more)));
  }

  /// A quantile along axes, `np.quantile(a, q, axis=…, method=…)` for a single `q`: for each result
  /// what [#quantile(QuantileMethod, double)] finds among its items, with the same bits. The name
  /// is not the same because `quantile(0, 1)` are two quantiles.
  ///
  /// Up to 131072 items of a result are brought into memory and sorted, at most 8 MiB of them for
  /// each thread; with more, the items of each result are passed up to four times.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, in C order: `f2` or `f4` of such
  ///   items, else `f8`, also where NumPy keeps integers or long doubles; NaN where an item of the
  ///   result is
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, an axis is given twice, or a
  ///   result has no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> quantileAlong(QuantileMethod method, double q, int axis, int... more) {
    return view(AxisQuantiles.one(items(), realKind(), false, method, q, axes(axis, more)));
  }

  /// Quantiles along axes, `np.quantile(a, [q, …], axis=…, method=…)`: for each result what
  /// [#quantile(QuantileMethod, double...)] finds among its items, with the same bits.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array of `f8` in memory in C order: an axis as long as `q`, then the axes that
  ///   are left; NaN where an item of the result is
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, an axis is given twice, or
  ///   a result has no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> quantileAlong(QuantileMethod method, double[] q, int axis, int... more) {
    return view(AxisQuantiles.all(items(), realKind(), false, method, q, axes(axis, more)));
  }

  /// A quantile of what is not NaN along axes, `np.nanquantile(a, q, axis=…)`.
  ///
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanQuantileAlong(double q, int axis, int... more) {
    return view(
        AxisQuantiles.one(items(), realKind(), true, QuantileMethod.LINEAR, q, axes(axis, more)));
  }

  /// A quantile of what is not NaN along axes, `np.nanquantile(a, q, axis=…, method=…)`, see
  /// [#quantileAlong(QuantileMethod, double, int, int...)].
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, NaN of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanQuantileAlong(QuantileMethod method, double q, int axis, int... more) {
    return view(AxisQuantiles.one(items(), realKind(), true, method, q, axes(axis, more)));
  }

  /// Quantiles of what is not NaN along axes, `np.nanquantile(a, [q, …], axis=…, method=…)`, see
  /// [#quantileAlong(QuantileMethod, double\[\], int, int...)].
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array of `f8` in memory: an axis as long as `q`, which NumPy leaves out of an
  ///   array without items, then the axes that are left; NaN of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, or an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanQuantileAlong(
      QuantileMethod method, double[] q, int axis, int... more) {
    return view(AxisQuantiles.all(items(), realKind(), true, method, q, axes(axis, more)));
  }

  /// Medians along axes, `np.median(a, axis=…)`: for each result what [#median()] finds among its
  /// items, with the same bits, in the memory of [#quantileAlong(QuantileMethod, double\[\], int,
  /// int...)].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, in C order: `f2` or `f4` of such
  ///   items, else `f8`, also of long doubles; NaN where an item of the result is, and of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> median(int axis, int... more) {
    return view(AxisQuantiles.median(items(), realKind(), false, axes(axis, more)));
  }

  /// Medians of what is not NaN along axes, `np.nanmedian(a, axis=…)`, see [#median(int, int...)].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, NaN of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMedian(int axis, int... more) {
    return view(AxisQuantiles.median(items(), realKind(), true, axes(axis, more)));
  }

  private static int[] axes(int axis, int... more) {
    int[] axes = new int[more.length + 1];
    axes[0] = axis;
    System.arraycopy(more, 0, axes, 1, more.length);
    return axes;
  }

  // ---- cumulative sums

  /// The sums of all items up to each, in C order, `np.cumsum(a)`.
  ///
  /// @return a new array with one axis, little-endian: `i8` of booleans and signed integers, `u8`
  ///   of unsigned ones, both wrapping, else of the items' dtype, `m8` in its unit
  /// @throws DTypeException if the items are no numbers and no spans of time; points of time (`M8`)
  ///   cannot be added, as in NumPy
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> cumSum() {
    Items sums = Items.zeros(Accumulation.dtype(items()), Shape.of(itemCount()), Order.C);
    Accumulation.flat(items(), sums);
    return view(sums);
  }

  /// The sums of all items up to each, in C order, into a target: `np.cumsum(a, out=target)`, as
  /// [#cumSum(int, NdView)]. One thread computes them.
  ///
  /// @param target with one axis, as long as there are items
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException as [#cumSum(int, NdView)]
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted; some sums are
  ///   written then
  public final void cumSum(NdView<?> target) {
    Accumulation.flat(items(), target.items());
  }

  /// The sums up to each item along an axis, `np.cumsum(a, axis)`.
  ///
  /// @param axis along which to add up, negative ones counted from the end
  /// @return a new array of the same shape in C order, of the dtype of [#cumSum()]
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are no numbers and no spans of time
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> cumSum(int axis) {
    int at = along(axis);
    Items sums = Items.zeros(Accumulation.dtype(items()), shape(), Order.C);
    Accumulation.along(items(), at, sums);
    return view(sums);
  }

  /// The sums up to each item along an axis into a target, `np.cumsum(a, axis, out=target)`, in
  /// bounded memory.
  ///
  /// Items are added up one after the other in what their dtype and the target's have in common
  /// (`numpy.result_type`), each sum rounded to it (`f2` too; long doubles to 64 bits of
  /// significand, as x86-64 does), and the sums then converted to the target's dtype, as NumPy
  /// does. Integers wrap in the target's bits, `u8` in signed ones too, which NumPy adds up as
  /// doubles; booleans in booleans are true from the first true one on. The first sum is the first
  /// item, so that negative zeros stay. A NaN makes all sums after it NaN, always the same one; a
  /// `NaT` makes them `NaT`.
  ///
  /// @param axis along which to add up, negative ones counted from the end
  /// @param target of the same shape, in any layout and byte order. It may be this view or share
  ///   its memory in any other way, which takes a copy of the items in memory unless they lie where
  ///   their sums go
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if one of the two has items that are neither numbers nor spans of time;
  ///   if numbers do not go into the target by same-kind casting, or the target of spans has not
  ///   their unit, where NumPy would convert them unasked
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted; some sums are
  ///   written then
  public final void cumSum(int axis, NdView<?> target) {
    Accumulation.along(items(), along(axis), target.items());
  }

  private int along(int axis) {
    return shape().axis(axis);
  }

  // ==== selection

  // ---- by positions

  /// The items at positions of one axis, `numpy.take(a, indices, axis)`: item `(…, k, …)` of the
  /// result is item `(…, indices[k], …)` of this view.
  ///
  /// @param indices positions on the axis, in any order and as often as wanted
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a new array, in which the axis is as long as `indices`
  /// @throws IndexOutOfBoundsException if there is no such axis, or a position lies outside it,
  ///   naming axis, position and size
  /// @throws IllegalArgumentException if the result exceeds 2⁶³-1 bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V take(long[] indices, int axis) {
    return own(Gathering.fresh(Batches.along(items(), indices, axis)));
  }

  /// The items at positions of one axis, see [#take(long\[\], int)].
  ///
  /// @param indices positions on the axis
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param target where they go, in any layout and byte order; it may share memory with this view
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws IndexOutOfBoundsException if there is no such axis, or a position lies outside it
  /// @throws IllegalArgumentException if the target has not the shape of the result, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void take(long[] indices, int axis, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.along(items(), indices, axis), target.items());
  }

  /// The items at positions counted in C order, `a.take(indices)` or `a.ravel()[indices]` in NumPy.
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @return a new array of rank 1, as long as `indices`
  /// @throws IndexOutOfBoundsException if a position lies outside
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V gather(long[] indices) {
    return own(Gathering.fresh(Batches.flat(items(), indices)));
  }

  /// The items at positions counted in C order, see [#gather(long\[\])].
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param target where they go, of rank 1 and as long as `indices`
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside
  /// @throws IllegalArgumentException if the target has not the shape of the result, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void gather(long[] indices, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.flat(items(), indices), target.items());
  }

  /// The items at coordinates, `a[i, j, …]` with arrays of integers in NumPy.
  ///
  /// @param coordinates for each of the first axes its positions, all equally many; item k is at
  ///   `(coordinates[0][k], coordinates[1][k], …)`
  /// @return a new array: one axis as long as the coordinates, then the axes that have none
  /// @throws IndexOutOfBoundsException if a position lies outside its axis, naming axis, position
  ///   and size
  /// @throws IllegalArgumentException if there are coordinates for no axis or for more axes than
  ///   there are, or not equally many for all
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V gatherAt(long[]... coordinates) {
    return own(Gathering.fresh(Batches.at(items(), coordinates)));
  }

  /// The items at coordinates, see [#gatherAt(long\[\]...)].
  ///
  /// @param coordinates for each of the first axes its positions, all equally many
  /// @param target where they go
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the coordinates do not fit this view, or the target has
  ///   not the shape of the result, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void gatherAt(long[][] coordinates, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.at(items(), coordinates), target.items());
  }

  /// Stores items at positions counted in C order, `a.flat[indices] = values` in NumPy: one after
  /// the other, so that the last one stays where a position comes twice.
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param values of rank 1 and as long as `indices`, or of rank 0 for all of them
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside
  /// @throws IllegalArgumentException if the values have another shape, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items are stored then
  public final void scatter(long[] indices, NdView<?> values) {
    requireWritable();
    Scattering.store(Batches.flat(items(), indices), values.items());
  }

  /// Stores items at coordinates, `a[i, j, …] = values` with arrays of integers in NumPy: one after
  /// the other, so that the last one stays where a place comes twice.
  ///
  /// @param coordinates for each of the first axes its positions, all equally many
  /// @param values of the shape that [#gatherAt(long\[\]...)] returns, or of rank 0 for all places
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the coordinates do not fit this view, or the values have
  ///   another shape, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items are stored then
  public final void scatterAt(long[][] coordinates, NdView<?> values) {
    requireWritable();
    Scattering.store(Batches.at(items(), coordinates), values.items());
  }

  // ---- by masks

  /// The items where a mask is set, in C order, `a[mask]` in NumPy.
  ///
  /// @param mask items of `bool`, in the shape of this view or of its first axes; every byte but 0
  ///   is set
  /// @return a new array: one axis, as long as the mask is often set, then the axes that it has not
  /// @throws DTypeException if the mask does not hold `bool`
  /// @throws IllegalArgumentException if its shape is not that of the first axes, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V select(ByteView mask) {
    return own(MaskSelection.fresh(items(), mask.items()));
  }

  /// The items where a mask is set, see [#select(ByteView)], at the front of an array that may be
  /// used again and again.
  ///
  /// @param mask items of `bool`, in the shape of this view or of its first axes
  /// @param target one axis, at least as long as the mask is often set, then the axes that the mask
  ///   has not; what is behind the selected items stays as it is
  /// @return how often the mask is set
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if the mask does not hold `bool`, or if the dtypes of this view and the
  ///   target differ in more than byte order and padding
  /// @throws IllegalArgumentException if the shape of the mask is not that of the first axes, or
  ///   the target has not the shape described
  /// @throws MappingFaultException if the memory of one of the three cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long select(ByteView mask, NdView<?> target) {
    target.requireWritable();
    return MaskSelection.into(items(), mask.items(), target.items());
  }

  /// The items for which a comparison with a number holds, in C order, `a[a > value]` and its like
  /// in NumPy: `a.select(a.compare(how, value))`.
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @return a new array of rank 1
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V select(Comparison how, double value) {
    return own(RangeSelection.fresh(items(), range(how, value)));
  }

  /// The items for which a comparison with an integer holds, see [#select(Comparison, double)];
  /// compared as [#compare(Comparison, long)] does, 64-bit integers exactly.
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @return a new array of rank 1
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V select(Comparison how, long value) {
    return own(RangeSelection.fresh(items(), range(how, value)));
  }

  /// The items for which a comparison with a number holds, see [#select(Comparison, double)], at
  /// the front of an array that may be used again and again. The items are looked through once, and
  /// no mask is made, if the array has room for all of them, the same byte order, no gaps and no
  /// memory of this view, neighbours of this view are at most 64 bytes apart, and one thread does
  /// it.
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @param target of rank 1 and at least as long as there are such items; what is behind them
  ///   stays as it is
  /// @return how many there are
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or if the
  ///   dtypes of this view and the target differ in more than byte order
  /// @throws IllegalArgumentException if the target has not rank 1 or is too short, naming both
  ///   shapes; it is as it was then
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed; some items
  ///   may be in the target then
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items may be in the target then
  public final long select(Comparison how, double value, NdView<?> target) {
    target.requireWritable();
    return RangeSelection.into(items(), range(how, value), target.items());
  }

  /// The items for which a comparison with an integer holds, see [#select(Comparison, long)], at
  /// the front of an array that may be used again and again; see [#select(Comparison, double,
  /// NdView)].
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @param target of rank 1 and at least as long as there are such items
  /// @return how many there are
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or if the
  ///   dtypes of this view and the target differ in more than byte order
  /// @throws IllegalArgumentException if the target has not rank 1 or is too short, naming both
  ///   shapes; it is as it was then
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed; some items
  ///   may be in the target then
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items may be in the target then
  public final long select(Comparison how, long value, NdView<?> target) {
    target.requireWritable();
    return RangeSelection.into(items(), range(how, value), target.items());
  }

  /// Where the items are that are not zero, in C order, `numpy.nonzero(a)`. A NaN is not zero; a
  /// complex number is unless both parts are, a structure unless all fields are, text unless it has
  /// none but NULs.
  ///
  /// @return for each axis the positions, as [#gatherAt(long\[\]...)] takes them
  /// @throws IllegalArgumentException if the rank is 0, as in NumPy, or there are more places than
  ///   a Java array holds
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long[][] nonZero() {
    if (rank == 0) {
      throw new IllegalArgumentException(
          backing.name() + ": an array of rank 0 has no coordinates; take newAxis(0) first");
    }
    return dtype.equals(DType.BOOL)
        ? MaskSelection.coordinates(items(), execution)
        : NonZeroPlaces.of(items());
  }

  /// Compares every item with a number, as `a < value` and its like in NumPy with a number of
  /// Python: the number is rounded to a narrower floating-point dtype first, integers are compared
  /// as doubles.
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @return a new array of `bool` of this shape, for [#select]
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final ByteView compare(Comparison how, double value) {
    return view(Masks.of(items(), range(how, value))).as(ByteView.class);
  }

  /// Compares every item with an integer, as `a < value` and its like in NumPy with an integer of
  /// Python: integers exactly, also where the dtype cannot hold the value, others as
  /// [#compare(Comparison, double)].
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @return a new array of `bool` of this shape, for [#select]
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final ByteView compare(Comparison how, long value) {
    return view(Masks.of(items(), range(how, value))).as(ByteView.class);
  }

  /// Compares every item with a number into a mask that is there already, see [#compare(Comparison,
  /// double)].
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @param mask receives `bool`, in the shape of this view
  /// @throws ReadOnlyViewException if the mask is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or those of
  ///   the mask not `bool`
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void compare(Comparison how, double value, ByteView mask) {
    mask.requireWritable();
    Masks.into(items(), range(how, value), mask.items());
  }

  /// Compares every item with an integer into a mask that is there already, see
  /// [#compare(Comparison, long)].
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @param mask receives `bool`, in the shape of this view
  /// @throws ReadOnlyViewException if the mask is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or those of
  ///   the mask not `bool`
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final void compare(Comparison how, long value, ByteView mask) {
    mask.requireWritable();
    Masks.into(items(), range(how, value), mask.items());
  }

  /// Compares the items of this view with those of another, as `a < b` and its like in NumPy.
  ///
  /// **Numbers** of any two dtypes are compared as NumPy 2 promotes them: integers exactly, also
  /// `i8` with `u8`; integers of 64 bits that meet `f2`, `f4` or `f8` as doubles; complex numbers
  /// by their real parts first, and by their imaginary ones where those are equal. **Times** of one
  /// kind are compared exactly, whatever their units; spans of years or months only with one
  /// another, and times without unit only with their like; integers (but `u8`) and booleans are
  /// spans of the unit that they meet. **Text** is compared with text by its code points, bytes
  /// (`S`) with bytes, both without the NULs at their ends. **Voids** of one length are equal or
  /// not, byte by byte. NaN, and a time that is none, are different from everything and in no other
  /// relation to anything.
  ///
  /// **Structures** are equal if all their fields are, and of a subarray all items; they have no
  /// order. Both need the same field names and titles in the same order, wherever the fields stand,
  /// and each pair of fields a common dtype in NumPy. There text has one with numbers and with
  /// bytes, and points in time with spans, and such pairs are never equal.
  ///
  /// @param how such as `LESS`
  /// @param other what stands on the right; it and this view are repeated along axes of length 1
  ///   and missing first ones
  /// @return a new array of `bool` of the shape that both are repeated to, for [#select]
  /// @throws DTypeException if the items cannot be compared: structures with anything else, without
  ///   a common dtype or by their order, voids of unlike length or by their order, points in time
  ///   with numbers or spans, spans with other numbers, text with anything else, naming both
  /// @throws IllegalArgumentException if the shapes do not broadcast together, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final ByteView compare(Comparison how, NdView<?> other) {
    return view(ItemComparison.of(items(), how, other.items())).as(ByteView.class);
  }

  /// Compares the items of this view with those of another into a mask that is there already, as
  /// `numpy.less(a, b, out=m)` and its like; see [#compare(Comparison, NdView)].
  ///
  /// @param how such as `LESS`
  /// @param other what stands on the right
  /// @param mask receives `bool`; its shape is one that this view and the other are repeated to. It
  ///   may share memory with them: all is then as if they were read before it is written
  /// @throws ReadOnlyViewException if the mask is read-only
  /// @throws DTypeException if the items cannot be compared, or those of the mask are not `bool`
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the mask's, naming
  ///   both
  /// @throws MappingFaultException if the memory of one of the three cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void compare(Comparison how, NdView<?> other, ByteView mask) {
    mask.requireWritable();
    ItemComparison.into(items(), how, other.items(), mask.items());
  }

  // ---- by order

  /// Where values belong in this sorted array, `numpy.searchsorted(a, values, side)`, by bisection
  /// in place. Two dtypes are compared as NumPy promotes them; NaN, and a time that is none, come
  /// behind all others. Values in ascending order touch the fewest pages.
  ///
  /// @param values of any shape
  /// @param side whether they belong before or behind items equal to them
  /// @return for each value, in C order, how many items come before it; meaningless if this array
  ///   is not in ascending order
  /// @throws IllegalArgumentException if the rank of this array is not 1, or there are more values
  ///   than a Java array holds
  /// @throws DTypeException if one of the two holds neither `bool`, real numbers of at most eight
  ///   bytes nor times, or if the times differ in kind or unit
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long[] searchSorted(NdView<?> values, Side side) {
    return SortedSearch.find(items(), values.items(), side);
  }

  /// Where values belong in this sorted array, see [#searchSorted(NdView, Side)].
  ///
  /// @param values numbers
  /// @param side whether they belong before or behind items equal to them
  /// @return for each value, how many items come before it
  /// @throws IllegalArgumentException if the rank of this array is not 1
  /// @throws DTypeException if it does not hold `bool` or real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long[] searchSorted(double[] values, Side side) {
    return searchSorted(
        NdView.of(
            MemorySegment.ofArray(values),
            DType.FLOAT64,
            Shape.of(values.length),
            Order.C,
            Backing.MEMORY),
        side);
  }

  private NumberRange range(Comparison how, double value) {
    return NumberRange.of(Masks.comparable(items()), how, value);
  }

  private NumberRange range(Comparison how, long value) {
    return NumberRange.of(Masks.comparable(items()), how, value);
  }

  private V own(Items fresh) {
    return with(fresh.segment(), fresh.strided(), dtype, fresh.backing(), execution);
  }
}
