package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TimeType;
import java.lang.foreign.MemorySegment;
import java.util.stream.BaseStream;
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
/// @param <V> the leaf itself, so that a view of a leaf has the leaf's type
public abstract sealed class NdView<V extends NdView<V>> extends ViewSelection<V>
    permits ByteView, ShortView, IntView, LongView, FloatView, DoubleView, ItemView {

  NdView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  NdView(ItemAccess source, Strided strided) {
    super(source, strided);
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
    if (dtype.hasObject()) {
      throw new DTypeException(
          backing.name() + ": items of " + dtype + " are Python objects, which no memory holds");
    }
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
    return ArrayText.of(this);
  }
}
