package io.ndmap.nd;

import static java.util.stream.Collectors.joining;

import io.ndmap.arithmetic.Accumulation;
import io.ndmap.arithmetic.Arithmetic;
import io.ndmap.arithmetic.Functions;
import io.ndmap.axes.Broadcast;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.Rearrangement;
import io.ndmap.axes.Reinterpretation;
import io.ndmap.axes.Reshape;
import io.ndmap.axes.Windows;
import io.ndmap.cells.CellPass;
import io.ndmap.compare.Choice;
import io.ndmap.compare.ContentEquality;
import io.ndmap.compare.DifferenceSearch;
import io.ndmap.compare.ItemComparison;
import io.ndmap.compare.Masks;
import io.ndmap.compare.NumberRange;
import io.ndmap.copy.CanonicalBytes;
import io.ndmap.copy.CastingCopy;
import io.ndmap.copy.Concatenation;
import io.ndmap.copy.Filling;
import io.ndmap.copy.ItemCopy;
import io.ndmap.distribution.AxisQuantiles;
import io.ndmap.distribution.Histograms;
import io.ndmap.distribution.Quantiles;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TimeType;
import io.ndmap.expression.Closeness;
import io.ndmap.expression.Evaluation;
import io.ndmap.expression.Node;
import io.ndmap.layout.Box;
import io.ndmap.layout.Index;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.CellStatistics;
import io.ndmap.op.Comparison;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Differences;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.Histogram;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.Moments;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.OverlapException;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.RankedRow;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.op.Reduction;
import io.ndmap.op.Side;
import io.ndmap.op.Statistics;
import io.ndmap.op.Tolerance;
import io.ndmap.op.Unary;
import io.ndmap.order.DistinctItems;
import io.ndmap.order.FirstItems;
import io.ndmap.order.Sorting;
import io.ndmap.pass.Items;
import io.ndmap.pass.OwnMemory;
import io.ndmap.product.MatrixProduct;
import io.ndmap.reduce.AxisReduction;
import io.ndmap.reduce.CountFold;
import io.ndmap.reduce.ExtremeFold;
import io.ndmap.reduce.Fold;
import io.ndmap.reduce.Folds;
import io.ndmap.reduce.Indexed;
import io.ndmap.reduce.IntegerProductFold;
import io.ndmap.reduce.IntegerSumFold;
import io.ndmap.reduce.ItemFold;
import io.ndmap.reduce.MaskedReduction;
import io.ndmap.reduce.MomentsFold;
import io.ndmap.reduce.Product;
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
import io.ndmap.text.ObjectText;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.Promotion;
import io.ndmap.value.PythonNumber;
import io.ndmap.value.ScalarBits;
import io.ndmap.vector.RowScores;
import io.ndmap.vector.Score;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// A strided view of an array in memory: a segment, the layout of the items in it ([Strided]), and
/// what an item is ([DType]). Views of views copy nothing, and writes go to the memory itself.
///
/// There is one leaf for each **carrier**, the Java type that moves an item's bytes:
///
/// | dtype | leaf | carrier |
/// |---|---|---|
/// | `b1 i1 u1`, `float8_e4m3fn`, `float8_e5m2` | [ByteView] | `byte` |
/// | `i2 u2 f2`, `bfloat16` | [ShortView] | `short` |
/// | `i4 u4` | [IntView] | `int` |
/// | `i8 u8 M8 m8` | [LongView] | `long` |
/// | `f4` | [FloatView] | `float` |
/// | `f8` | [DoubleView] | `double` |
/// | `c8 c16 c32 f16 S U V`, structures | [ItemView] | the item's bytes |
/// | `O` | [ObjectView] | the object |
///
/// A leaf's `get` and `set` move the carrier as it is: `u1` 200 reads as the byte -56. The
/// accessors of [ItemAccess] interpret the item by its dtype, whatever the carrier: [#getDouble],
/// [#getLong], [#getBigInteger], [#getBoolean], [#getText], [#getBytes], [#getInstant],
/// [#getDuration], and [#value] for any item.
///
/// **Indices** of `get` and `set` run from 0 to size - 1 and are always checked; only the view
/// algebra ([#index(int, long)], [#slice(String)]) counts negative ones from the end.
///
/// **Axes** run from 0 to rank - 1; negative ones count from the end everywhere but in
/// [#size(int)]. An axis outside `-rank` to `rank - 1` is an `IndexOutOfBoundsException`; one that
/// is given twice, and a view of more than 64 axes, are an `IllegalArgumentException`.
///
/// **Threads.** A view is immutable and may be shared. Items are plain memory: concurrent access to
/// one item needs the caller's own synchronization, as for an array.
///
/// **Lifetime.** A view lives as long as its segment. After its file was closed every access throws
/// [FileClosedException]. If another process truncates a mapped file, bulk operations, streams and
/// iterators throw [MappingFaultException], while single `get` and `set` let the JVM's
/// `InternalError` through, in compiled code some accesses late.
///
/// # Operations by theme
///
/// | theme | methods |
/// |---|---|
/// | what it is | [#dtype], [#shape], [#size], [#rank], [#itemCount], [#strided], [#backing], [#segment], [#isContiguous], [#isReadOnly], [#execution], [#toString] |
/// | new arrays | [#of], [#zeros], [#emptyLike], [#copy], [#concatenate] |
/// | single elements | [#getDouble], [#getLong], [#getBigInteger], [#getBoolean], [#getText], [#getBytes], [#getInstant], [#getDuration], [#value], [#setDouble], [#setLong], [#setValue] |
/// | the leaf, the dtype | [#as], [#viewAs], [#field], [#real], [#imag], [#astype] |
/// | parts | [#index], [#slice], [#split], [#diagonal], [#slidingWindow] |
/// | axes and shapes | [#transpose], [#swapAxes], [#moveAxis], [#newAxis], [#squeeze], [#flip], [#reshape], [#flatten], [#broadcastTo] |
/// | copies and stores | [#copyTo], [#copyFrom], [#fill] |
/// | Java arrays and lists | [#of], [#toArray], [#toList] |
/// | arithmetic, functions | [#plus], [#minus], [#times], [#dividedBy], [#negate], [#addScaled], [#combine], [#map], [#clip], [#diff], [#cumSum] |
/// | sums and means | [#sum], [#sumLong], [#nanSum], [#prod], [#prodLong], [#mean], [#nanMean] |
/// | spread | [#var], [#nanVar], [#std], [#nanStd], [#moments], [#statistics], [#cellStatistics] |
/// | smallest and largest | [#min], [#nanMin], [#max], [#nanMax], [#ptp], [#argMin], [#nanArgMin], [#argMax], [#nanArgMax] |
/// | other reductions | [#reduce], [#all], [#any], [#count], [#countNonZero] |
/// | distribution | [#median], [#nanMedian], [#quantile], [#nanQuantile], [#histogram], [#nanHistogram] |
/// | comparison, choice | [#compare], [#isClose], [#allClose], [#contentEquals], [#differences], [#where] |
/// | selection, search | [#select], [#nonZero], [#searchSorted] |
/// | order | [#sort], [#sorted], [#argSort], [#partition], [#argPartition], [#unique], [#uniqueCounts], [#uniqueInverse], [#smallest], [#largest] |
/// | positions | [#take], [#gather], [#gatherAt], [#scatter], [#scatterAt] |
/// | products | [#dot], [#matmul], [#outer] |
/// | rows against a vector | [#nearest], [#nearestToEach], [#largestProducts], [#largestProductsWithEach], [#squaredDistances] |
/// | streams and loops | [#doubles], [#longs], [#values], [#stream], [#forEachRow], [#forEachRun], [#forEachBlock], [#forEachCanonicalBlock] |
/// | how it runs | [#on], [#parallel] |
///
/// # Bulk operations
///
/// These rules hold for all of them, and methods do not repeat them.
///
/// **Exceptions.** Arguments are checked first: what fails there has written nothing. What ends an
/// operation later leaves the parts written that were finished by then, in no particular order.
///
/// | exception | thrown if | written by then |
/// |---|---|---|
/// | [FileClosedException] | the file of one of the views is closed, before or during the operation | some results |
/// | [MappingFaultException] | memory of one of the views cannot be accessed: a truncated file, a full disk, a failed read | some results |
/// | [OperationInterruptedException] | the calling thread is interrupted, before the last part begins; its interrupt status stays set | some results |
/// | `WrongThreadException` | memory of a confined arena is accessed by another thread, see [#on] | some results |
/// | whatever an operator, a consumer or a listener throws | | some results |
/// | [ReadOnlyViewException] | a view, buffer or segment to be written is read-only | nothing |
/// | [OverlapException] | operands share bytes in a way that has no safe order, see below | nothing |
/// | [DTypeException] | the items have no such operation, or the results cannot be cast to the target's dtype; what only moves items casts nothing, dtypes may differ in byte order and padding | nothing |
/// | `ArithmeticException` | an integer or a value to fill with does not fit the items | nothing |
/// | `IllegalArgumentException` | shapes do not match or do not broadcast; the message names both | nothing |
/// | `OutOfMemoryError` | there is not enough memory for a new array; the message names it | nothing |
///
/// **Execution.** An operation on many items is split into parts, of 65536 items or of some MiB,
/// and runs as the view's [Execution] says ([#on], [#parallel()]): on how many threads, with which
/// executor, which listener is told the progress, and whether pages are dropped behind it. Progress
/// counts items, of selections those under the mask. Results have the same bits for every number of
/// threads, for both byte orders and wherever the memory is. What stores items at positions that
/// may repeat (`scatter`) is not split, because later values overwrite earlier ones. Operations of
/// a single part do not check for interrupts. Closing a file waits for the parts of it that are
/// running, not for whole operations: these throw [FileClosedException] before their next part.
///
/// **NaN** results are always `0x7ff8_0000_0000_0000`, or its equivalent in the result's dtype,
/// whichever NaN was among the items; except of arithmetic, where Java leaves the bits open.
///
/// **Shapes** of operands are broadcast to the target's. **Overlap** of an operand and the target
/// does not change the result: it is as if all operands were read before the first result is
/// written. Whether items share bytes is decided exactly. Where they do, the items are visited in
/// an order in which none is overwritten before it is read, or copied first if they have at most 64
/// MiB; otherwise the operation is refused with [OverlapException]. Two mappings of one file are
/// not known to overlap.
///
/// **Arithmetic** has NumPy's types (NEP 50). The dtype of the computation follows from the
/// operands alone: from two views `numpy.result_type`, from a view and a number the view's own
/// dtype, but `f8` from integers and a `Double` or `Float`, see [#combine(Binary, Number)]. Results
/// are stored in the target as `out=` does, by same-kind casting. Integers wrap, `f2` is computed
/// as `f4` and rounded after each step, complex numbers as NumPy does on x86-64. The sum of
/// booleans is their *or*, the product their *and*. Times of the same unit can be added and
/// subtracted, and spans multiplied and divided by numbers.
///
/// **Real numbers** are integers, floating-point numbers, and booleans as 0 and 1. What returns a
/// `double`, several of them, [Moments] or a [Histogram] throws [DTypeException] for items that are
/// anything else, and so do medians along axes.
///
/// **Sums of floating-point numbers** are computed in double precision, in an order that depends on
/// the layout alone: mostly that of memory, for few items that of their indices. With `u = 2⁻⁵³`
/// the error is at most `24 u Σ|x| + u |Σx|` for up to 2⁴⁰ items; NumPy's bound grows with the
/// logarithm of the count, and along an axis of C order with the count. Items of `f2` and `f4` are
/// not rounded before the end, and a sum of long doubles is exact before it is rounded once. A copy
/// in another layout may differ in the last bits. **Sums of integers** wrap in 64 bits, as NumPy's;
/// [#sum()] and all means take the exact sum. **Variances** are computed in one pass: squared
/// deviations of blocks from the block's mean, merged by Chan, Golub and LeVeque's formula, so that
/// no large squares cancel.
///
/// **Memory.** New arrays are in C order unless said otherwise. What an operation returns is a Java
/// array up to a thousandth of the largest heap (at least 64 KiB, less than 4 MiB), and outside the
/// heap if it is larger; [#copy(Order)] and [#zeros(DType, long...)] make arrays to work on,
/// outside the heap above 64 KiB. A histogram needs 8 bytes for each bin and thread; quantiles at
/// most 8 MiB for each thread, and 9 more, for up to 32768 of them; quantiles along axes the same,
/// and their results. Quantiles and medians throw `java.util.ConcurrentModificationException` if
/// they notice that items changed between two passes.
///
/// **Positions as data** (`take`, `gather`, `scatter`) count from 0, negative ones from the end:
/// along an axis of size n, from `-n` to `n - 1`; others are an `IndexOutOfBoundsException` that
/// names axis, position and size. All are checked before anything is written. Items are visited in
/// the order of the positions, unless [Execution#sortingAccesses] allows memory order; the results
/// are the same. Each batch of scattered items is prefetched as a whole, in windows, in ascending
/// order and with neighbours merged, unless samples show that it is resident.
///
/// @param <V> the leaf itself, so that a view of a leaf has the leaf's type
public abstract sealed class NdView<V extends NdView<V>> extends ItemAccess
    permits ByteView, ShortView, IntView, LongView, FloatView, DoubleView, ItemView, ObjectView {

  private static final ObjectText OBJECT_TEXT = new ObjectText(NdView::textInArray);

  NdView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  NdView(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  /// {@return a view of a new array with all bytes zero, in C order, `np.zeros`}
  ///
  /// Up to 64 KiB it is a Java array; a larger one is outside the heap until its views are
  /// unreachable, and counts against `-XX:MaxDirectMemorySize`. As a target it is faster there than
  /// the results of operations, which are Java arrays up to a larger size (see **Memory** above).
  ///
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the shape
  /// @param sizes the lengths of the axes
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if a size is negative, or the bytes exceed 2⁶³-1
  public static NdView<?> zeros(DType dtype, long... sizes) {
    return zeros(dtype, Shape.of(sizes), Order.C);
  }

  /// {@return a view of a new array with all bytes zero, see [#zeros(DType, long...)]}
  ///
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  public static NdView<?> zeros(DType dtype, Shape shape, Order order) {
    requireNoObjects(dtype, Backing.MEMORY);
    return view(Items.zeros(dtype, shape, order));
  }

  /// {@return a new array of this shape and dtype whose items have any values, for them all to be
  /// written, `np.empty_like(a)`} Its axes lie in memory in the order of this view's, without gaps.
  /// The memory is that of a result: see **Memory** above, and [Execution#allocating].
  public final V emptyLike() {
    return own(items().result(dtype, Layouts.packed(strided, itemsize)));
  }

  /// {@return a new array of this dtype and of another shape, `np.empty_like(a, shape=shape,
  /// order=order)`, see [#emptyLike()]}
  ///
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  public final V emptyLike(Shape shape, Order order) {
    return own(items().result(dtype, shape, order));
  }

  /// {@return a view of a Java array as items of `f8`, in C order, `np.asarray`}
  ///
  /// The array is not copied: stores through the view are stores into the array, and the other way
  /// round. The same holds for all primitives but `boolean`. Integers are signed; for unsigned ones
  /// use [#viewAs(DType)] with `DType.UINT8` and the like. An array with other bytes than items,
  /// such as text, is made by [#of(List)] or [#zeros(DType, long...)]. Streams are views by
  /// `NdView.of(stream.toArray())`.
  ///
  /// @param items the array
  /// @param sizes the lengths of the axes, one of which may be -1 and is then computed; none are
  ///   one axis
  /// @throws IllegalArgumentException if the sizes do not hold as many items as the array has
  public static DoubleView of(double[] items, long... sizes) {
    return JavaArrays.view(items, sizes).as(DoubleView.class);
  }

  /// {@return a view of a Java array as items of `f4`, see [#of(double\[\], long...)]}
  ///
  /// @param items the array, which is not copied
  /// @param sizes the lengths of the axes
  public static FloatView of(float[] items, long... sizes) {
    return JavaArrays.view(items, sizes).as(FloatView.class);
  }

  /// {@return a view of a Java array as items of `i8`, see [#of(double\[\], long...)]}
  ///
  /// @param items the array, which is not copied
  /// @param sizes the lengths of the axes
  public static LongView of(long[] items, long... sizes) {
    return JavaArrays.view(items, sizes).as(LongView.class);
  }

  /// {@return a view of a Java array as items of `i4`, see [#of(double\[\], long...)]}
  ///
  /// @param items the array, which is not copied
  /// @param sizes the lengths of the axes
  public static IntView of(int[] items, long... sizes) {
    return JavaArrays.view(items, sizes).as(IntView.class);
  }

  /// {@return a view of a Java array as items of `i2`, see [#of(double\[\], long...)]}
  ///
  /// @param items the array, which is not copied
  /// @param sizes the lengths of the axes
  public static ShortView of(short[] items, long... sizes) {
    return JavaArrays.view(items, sizes).as(ShortView.class);
  }

  /// {@return a view of a Java array as items of `i1`, see [#of(double\[\], long...)]}
  ///
  /// @param items the array, which is not copied
  /// @param sizes the lengths of the axes
  public static ByteView of(byte[] items, long... sizes) {
    return JavaArrays.view(items, sizes).as(ByteView.class);
  }

  /// {@return a view of a new array of `b1` with the items of a Java array, see [#of(double\[\],
  /// long...)]}
  ///
  /// @param items the array, which is copied
  /// @param sizes the lengths of the axes
  public static ByteView of(boolean[] items, long... sizes) {
    return JavaArrays.view(items, sizes).as(ByteView.class);
  }

  /// {@return a view of a new array with the items of nested Java arrays, such as `double[][]`, see
  /// [#of(List)]; the leaf by [#as]}
  ///
  /// @param rows arrays of primitives, of boxed numbers, of strings, of arrays, of lists
  /// @throws IllegalArgumentException as [#of(List)]
  /// @throws DTypeException as [#of(List)]
  public static NdView<?> of(Object[] rows) {
    return NestedRows.copyOf(rows);
  }

  /// {@return a view of a new array in C order with the items of a list, or of nested lists and
  /// arrays, `np.array`}
  ///
  /// The dtype follows from the Java types of the items: `b1` from booleans, `i1` to `i8` from
  /// `Byte` to `Long`, `f4` and `f8` from `Float` and `Double`, `i8` or, beyond, `u8` from
  /// `BigInteger`, what `numpy.result_type` says from several of them, and `f8` if there are none.
  /// Strings make text as long as the longest. (NumPy makes `i8` of any list of integers.)
  ///
  /// @param rows numbers, booleans or strings, or lists or arrays of them, of any depth up to 64
  /// @throws IllegalArgumentException if rows have different lengths or depths, or one is null; the
  ///   message names it
  /// @throws DTypeException if an item is anything else, or some are strings and some are not
  /// @throws ArithmeticException if there are both negative integers and such beyond 63 bits
  public static NdView<?> of(List<?> rows) {
    return NestedRows.copyOf(rows);
  }

  /// {@return a view of a contiguous array in memory that cannot fault}
  ///
  /// Bulk operations are fastest on memory that nobody can free while it is reachable, of
  /// [java.lang.foreign.Arena#ofAuto], of the global arena or of [#zeros(DType, long...)]. What can
  /// be closed or moved, shared and confined arenas and Java arrays, is copied in blocks.
  ///
  /// @param segment the memory
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  public static NdView<?> of(MemorySegment segment, DType dtype, Shape shape, Order order) {
    return of(segment, dtype, shape, order, OwnMemory.of(segment));
  }

  /// {@return a view of a contiguous array that begins at the segment's first byte, see
  /// [#of(MemorySegment, DType, Strided, Backing)]}
  ///
  /// @param segment the memory, at least as large as the array
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the shape
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  /// @param backing what the memory is called in messages
  /// @throws IllegalArgumentException if the segment is too small for the array
  public static NdView<?> of(
      MemorySegment segment, DType dtype, Shape shape, Order order, Backing backing) {
    return of(segment, dtype, Strided.contiguous(shape, dtype.itemsize(), order), backing);
  }

  /// {@return a view of any layout in a segment, `np.ndarray(shape, dtype, buffer, offset,
  /// strides)`}
  ///
  /// @param segment the memory; the view is read-only if the segment is, or if the layout overlaps
  ///   itself ([Strided#overlapsItself])
  /// @param dtype what an item is; the axes of a subarray dtype are appended to the layout's
  /// @param strided where the items are in the segment
  /// @param backing what the memory is called in messages
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if an item reaches beyond the segment
  public static NdView<?> of(MemorySegment segment, DType dtype, Strided strided, Backing backing) {
    requireNoObjects(dtype, backing);
    if (strided.firstByte() < 0 || strided.endByte(dtype.itemsize()) > segment.byteSize()) {
      throw new IllegalArgumentException(
          "%s: an array of %s with %s reaches bytes %s to %s of a segment of %s"
              .formatted(
                  backing.name(),
                  dtype,
                  strided,
                  strided.firstByte(),
                  strided.endByte(dtype.itemsize()),
                  segment.byteSize()));
    }
    boolean shared = !segment.isReadOnly() && strided.overlapsItself(dtype.itemsize());
    return leaf(
        shared ? segment.asReadOnly() : segment, strided, dtype, backing, Execution.SEQUENTIAL);
  }

  private static void requireNoObjects(DType dtype, Backing backing) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          backing.name()
              + ": items of "
              + dtype
              + " are Python objects, which no memory holds; use ObjectView.empty");
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
            case BOOL, INT8, UINT8, FLOAT8_E4M3FN, FLOAT8_E5M2 ->
                new ByteView(segment, strided, dtype, backing, execution);
            case INT16, UINT16, FLOAT16, BFLOAT16 ->
                new ShortView(segment, strided, dtype, backing, execution);
            case INT32, UINT32 -> new IntView(segment, strided, dtype, backing, execution);
            case INT64, UINT64 -> new LongView(segment, strided, dtype, backing, execution);
            case FLOAT32 -> new FloatView(segment, strided, dtype, backing, execution);
            case FLOAT64 -> new DoubleView(segment, strided, dtype, backing, execution);
            case LONGDOUBLE, COMPLEX64, COMPLEX128, CLONGDOUBLE ->
                new ItemView(segment, strided, dtype, backing, execution);
          };
      case TimeType _ -> new LongView(segment, strided, dtype, backing, execution);
      case ObjectType _ -> new ObjectView(segment, strided, dtype, backing, execution);
      default -> new ItemView(segment, strided, dtype, backing, execution);
    };
  }

  /// {@return this view as a leaf of the given class}
  ///
  /// @param leaf such as `DoubleView.class`
  /// @param <W> the leaf
  /// @throws DTypeException if the dtype has another leaf, naming both
  public final <W extends NdView<W>> W as(Class<W> leaf) {
    if (!leaf.isInstance(this)) {
      throw new DTypeException(
          backing.name()
              + ": dtype "
              + dtype
              + " needs "
              + withArticle(getClass())
              + ", not "
              + withArticle(leaf));
    }
    return leaf.cast(this);
  }

  private static String withArticle(Class<?> leaf) {
    String name = leaf.getSimpleName();
    return (name.matches("[AEIO].*") ? "an " : "a ") + name;
  }

  // ---- streams

  /// Streams the items in C order as the leaf moves them: a `DoubleStream` of `f8` and `f4`, an
  /// `IntStream` of carriers up to four bytes, a `LongStream` of those of eight, a `Stream` of
  /// [#value]s of all else. [#doubles], [#longs] and [#values] interpret the items by their dtype.
  ///
  /// These streams are sequential, ordered and sized, and split evenly where they are made
  /// parallel. Items are read lazily. If the file is closed meanwhile, the stream ends with a
  /// [FileClosedException]. If it is truncated, the terminal operation throws
  /// [MappingFaultException] and has no result; earlier stages may have been given some values that
  /// are not items. Items that are taken one by one, by an iterator, `limit`, `findFirst` and the
  /// like, are always valid, at a cost of some 15 ns each.
  ///
  /// @return a stream over the memory itself
  public abstract BaseStream<?, ?> stream();

  /// {@return a stream of real numbers in C order as [#getDouble] reads them; see [#stream]}
  ///
  /// @throws DTypeException if the items are not real numbers
  public final DoubleStream doubles() {
    return StreamSupport.doubleStream(new ItemStreams.Doubles(this, realKind("a double")), false);
  }

  /// {@return a stream of integers, booleans and ticks of times in C order as [#getLong] reads
  /// them; see [#stream]} An item that is not a 64-bit integer ends it with an
  /// `ArithmeticException`.
  ///
  /// @throws DTypeException if the items are neither real numbers nor times
  public final LongStream longs() {
    return StreamSupport.longStream(new ItemStreams.Longs(this, integerKind()), false);
  }

  /// {@return a stream of items of any dtype in C order as [#value] reads them; see [#stream]}
  public final Stream<@Nullable Object> values() {
    return StreamSupport.stream(new ItemStreams.Values(this), false);
  }

  // ---- Java arrays and lists

  /// {@return a new nested Java array of all items, each as its carrier}
  ///
  /// ```java
  /// double[][] rows = view.toArray(double[][].class);
  /// ```
  ///
  /// The leaf's `toArray()` gives one flat array.
  ///
  /// @param type the class of an array of the leaf's carrier, or of `boolean` for `b1`, with as
  ///   many axes as the view
  /// @param <A> the array
  /// @throws DTypeException if the class is another one; the message names the right one
  /// @throws IllegalArgumentException if an axis is longer than a Java array
  public final <A> A toArray(Class<A> type) {
    return JavaArrays.nested(this, type);
  }

  /// {@return all items as [#value] reads them in lists of lists, as many as there are axes,
  /// `a.tolist()`} The lists are not modifiable.
  ///
  /// @throws IllegalArgumentException if this view has rank 0, or an axis is longer than a list
  public final List<@Nullable Object> toList() {
    return JavaArrays.list(this);
  }

  // ---- execution

  /// {@return this view with bulk operations on all processors, in the common pool, see [#on]}
  public final V parallel() {
    return on(Execution.parallel());
  }

  /// {@return this view with bulk operations on some threads of the common pool, see [#on]}
  ///
  /// @param parallelism the most threads that work at once, including the caller
  /// @throws IllegalArgumentException if `parallelism < 1`
  public final V parallel(int parallelism) {
    return on(Execution.parallel(parallelism));
  }

  /// Returns this view with another way of running its bulk operations; views of it inherit that.
  ///
  /// Memory of a confined arena is for one thread: with several, an operation on many items throws
  /// `WrongThreadException` when another thread takes a part of the work.
  ///
  /// @param how threads, executor, progress, whether pages are dropped behind
  /// @return a view of the same memory, whose results have the same bits
  public final V on(Execution how) {
    return with(segment, strided, dtype, backing, how);
  }

  /// {@return how bulk operations of this view run: what [#on] was given, else
  /// [Execution#SEQUENTIAL]}
  public final Execution execution() {
    return execution;
  }

  /// Formats the items as `str(a)` does: above 1000 items only the first and last three of each
  /// axis.
  @Override
  public final String toString() {
    return ArrayText.of(items(), objects(), OBJECT_TEXT);
  }

  /// An array that is an item of an array of objects.
  private static String textInArray(Object value) {
    return value instanceof NdView<?> view
        ? ArrayText.repr(view.items(), view.objects(), OBJECT_TEXT)
        : value.toString();
  }

  // ---- views: slices, order of axes

  /// The same leaf over other memory.
  abstract V with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution);

  /// The same leaf over other items of the same memory.
  abstract V at(Strided where);

  /// {@return a view of a part of the array, `a[index]`; axes that are not mentioned stay whole}
  ///
  /// @param index the parts, from the first axis on
  /// @throws IndexOutOfBoundsException if an index is outside its axis or there are too many parts
  /// @throws IllegalArgumentException if there are two ellipses
  public final V slice(Index... index) {
    return at(strided.apply(List.of(index)));
  }

  /// {@return a view of a part by NumPy's text, such as `"::2, -1, ..., None"`, see
  /// [#slice(Index...)]}
  ///
  /// @param index the text between the brackets
  /// @throws IllegalArgumentException if the text is not a basic index, see [Index#parse]
  public final V slice(String index) {
    return at(strided.apply(Index.parse(index)));
  }

  /// {@return a view of a range of one axis, `start:stop:step`, with Python's rules for bounds}
  ///
  /// @param axis which axis
  /// @param start the first position
  /// @param stop the position behind the last
  /// @param step the distance, of either sign
  /// @throws IllegalArgumentException if `step` is 0
  public final V slice(int axis, long start, long stop, long step) {
    return at(strided.slice(axis, start, stop, step));
  }

  /// {@return a view of a range of one axis, `start:stop`, see [#slice(int, long, long, long)]}
  ///
  /// @param axis which axis
  /// @param start the first position
  /// @param stop the position behind the last
  public final V slice(int axis, long start, long stop) {
    return slice(axis, start, stop, 1);
  }

  /// {@return a view of a box, such as a part of a [Partition], of the same rank}
  ///
  /// @param box a range of positions along each axis
  /// @throws IllegalArgumentException if the box has another rank
  /// @throws IndexOutOfBoundsException if it reaches beyond an axis
  public final V slice(Box box) {
    box.requireWithin(shape(), backing.name());
    return at(strided.slice(box));
  }

  /// {@return a view of one position of an axis, which disappears}
  ///
  /// @param axis which axis
  /// @param position from `-size` to `size - 1`
  /// @throws IndexOutOfBoundsException if there is no such axis or position
  public final V index(int axis, long position) {
    return at(strided.index(axis, position));
  }

  /// {@return a view with a new axis of length 1, `np.expand_dims`}
  ///
  /// @param axis its place in the new view, from `-(rank + 1)` to `rank`
  public final V newAxis(int axis) {
    return at(strided.newAxis(axis));
  }

  /// {@return a view with permuted axes, `np.transpose(a, axes)`; in reverse order, `a.T`, if none
  /// are given}
  ///
  /// @param axes every axis once; the first named becomes axis 0
  /// @throws IllegalArgumentException if `axes` is not a permutation of 0 to rank - 1
  public final V transpose(int... axes) {
    return at(axes.length == 0 ? strided.reverseAxes() : strided.transpose(axes));
  }

  /// {@return a view with one axis reversed, `np.flip`}
  ///
  /// @param axis which axis
  public final V flip(int axis) {
    return at(strided.flip(axis));
  }

  // ---- views: shapes, windows

  /// {@return a view with two axes exchanged, `np.swapaxes`}
  ///
  /// @param first one axis
  /// @param second the other
  public final V swapAxes(int first, int second) {
    return at(Rearrangement.swapped(strided, first, second));
  }

  /// {@return a view with one axis moved and the others in their order, `np.moveaxis`}
  ///
  /// @param from which axis
  /// @param to its place in the new view
  public final V moveAxis(int from, int to) {
    return at(Rearrangement.moved(strided, from, to));
  }

  /// {@return a view without some axes, which have length 1, `np.squeeze(a, axes)`; without all
  /// that have, if none are given}
  ///
  /// @param axes which axes
  /// @throws IllegalArgumentException if the length of one is not 1, or one is given twice
  public final V squeeze(int... axes) {
    return at(axes.length == 0 ? strided.withoutUnitAxes() : Rearrangement.squeezed(strided, axes));
  }

  /// {@return a view broadcast to a larger shape, `np.broadcast_to`} If an item occurs several
  /// times, it is read-only, and so are all views of it.
  ///
  /// @param shape the new shape
  /// @throws IllegalArgumentException if an axis has neither length 1 nor that of the shape, naming
  ///   both shapes
  public final V broadcastTo(Shape shape) {
    return guarded(Broadcast.to(strided, shape));
  }

  /// {@return a view of the items in C order with other axes, `np.reshape`, but never copied}
  ///
  /// @param sizes the lengths of the new axes; one may be -1 and is then computed
  /// @throws IllegalArgumentException if the new shape has another number of items, a size is
  ///   negative otherwise, or no strides describe it (NumPy would copy: use `copy()` first); the
  ///   message names both shapes and the strides
  public final V reshape(long... sizes) {
    return reshape(Order.C, sizes);
  }

  /// {@return a view of the items in a given order with other axes, see [#reshape(long...)]}
  ///
  /// @param order which axis varies fastest as the items are counted, in this view and in the new
  ///   one
  /// @param sizes the lengths of the new axes; one may be -1 and is then computed
  public final V reshape(Order order, long... sizes) {
    return at(Reshape.of(strided, Reshape.resolve(shape(), sizes), order, itemsize));
  }

  /// {@return a view of the items with one axis, `np.reshape(a, -1, order)`, but never copied}
  ///
  /// @param order which axis varies fastest
  /// @throws IllegalArgumentException if the items are not equally spaced in this order (use
  ///   `copy()` first); the message names the shape and the strides
  public final V flatten(Order order) {
    return reshape(order, itemCount());
  }

  /// {@return views of equal parts of an axis, `np.split(a, parts, axis)`}
  ///
  /// @param parts how many, at least 1
  /// @param axis which axis
  /// @throws IllegalArgumentException if `parts < 1` or the length of the axis is no multiple of it
  public final List<V> split(int parts, int axis) {
    return Rearrangement.split(strided, parts, axis).stream().map(this::at).toList();
  }

  /// {@return views of the ranges `[:at[0]]`, `[at[0]:at[1]]` to `[at[n-1]:]` of an axis, with
  /// Python's rules for bounds, `np.split(a, at, axis)`}
  ///
  /// @param at the positions to split before
  /// @param axis which axis
  public final List<V> split(long[] at, int axis) {
    return Rearrangement.split(strided, at, axis).stream().map(this::at).toList();
  }

  /// {@return a view of the items whose position on the second axis is that on the first plus an
  /// offset, `np.diagonal(a, offset, first, second)`} The diagonal is its last axis, empty if it is
  /// outside the array. It is writable if this view is.
  ///
  /// @param offset how far above the main diagonal, below it if negative
  /// @param first one axis
  /// @param second another axis
  public final V diagonal(long offset, int first, int second) {
    return at(Rearrangement.diagonal(strided, offset, first, second));
  }

  /// Slides a window over axes, `np.lib.stride_tricks.sliding_window_view`: item `(i, …, j, …)` is
  /// item `(i + j, …)` of this view. Windows that overlap are read-only, and so are all views of
  /// them.
  ///
  /// @param window the lengths of the window
  /// @param axes the axis for each of them; one may be named twice; all axes if none are given
  /// @return a view of the same memory; first the positions of the window, `size - length + 1` on
  ///   each of these axes, then the axes of the window
  /// @throws IllegalArgumentException if there are not as many axes as the window has, or it is
  ///   longer than an axis, naming both shapes
  public final V slidingWindow(Shape window, int... axes) {
    return guarded(
        axes.length == 0 ? Windows.over(strided, window) : Windows.over(strided, window, axes));
  }

  private V guarded(Strided where) {
    return readOnly || !where.overlapsItself(itemsize)
        ? at(where)
        : with(segment.asReadOnly(), where, dtype, backing, execution);
  }

  // ---- views: dtypes, fields

  /// {@return a view of the bytes as items of another dtype or byte order, `a.view(dtype)`} Where
  /// the itemsize changes, so does the last axis, whose items must be adjacent; a subarray dtype,
  /// which must have the same itemsize, appends its axes.
  ///
  /// @param other what the items become
  /// @throws DTypeException if the old or new items are or hold Python objects, or if their size
  ///   does not divide the old one, or, where it is larger, the bytes of the last axis
  /// @throws IllegalArgumentException if the itemsize changes and the rank is 0 or the items of the
  ///   last axis are not adjacent
  public final NdView<?> viewAs(DType other) {
    requireBytes();
    return NdView.leaf(
        segment, Reinterpretation.of(strided, dtype, other), other, backing, execution);
  }

  /// {@return a view of a field in every item, `a[name]`; the axes of a subarray field are
  /// appended}
  ///
  /// @param name the field's name or title
  /// @throws DTypeException if this is no structure or has no such field; the message names those
  ///   it has
  public final NdView<?> field(String name) {
    if (!(dtype instanceof StructType struct)) {
      throw new DTypeException(
          backing.name() + ": " + dtype + " has no fields, asked for '" + name + "'");
    }
    Field field = struct.find(name).orElseThrow(() -> noSuchField(struct, name));
    return at(field);
  }

  private DTypeException noSuchField(StructType struct, String name) {
    return new DTypeException(
        struct.fields().stream()
            .map(field -> "'" + field.name() + "'")
            .collect(joining(", ", backing.name() + ": no field '" + name + "'; there are ", "")));
  }

  /// {@return a view of the real parts, `a.real`; of real numbers, of the items themselves}
  ///
  /// @throws DTypeException if the items are not numbers
  public final NdView<?> real() {
    return part(0);
  }

  /// {@return a view of the imaginary parts, `a.imag`}
  ///
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

  /// {@return whether shapes and items are equal, `np.array_equal(a, b)`; NaN is not equal to NaN,
  /// see [#contentEquals(NdView, boolean)]}
  ///
  /// @param other another array, of any dtype and layout
  public final boolean contentEquals(NdView<?> other) {
    return contentEquals(other, false);
  }

  /// Compares shapes and items, `np.array_equal(a, b, equal_nan=nanEqual)`, whatever the layouts,
  /// byte orders and padding, up to the first difference, without copying the arrays.
  ///
  /// Items are equal when NumPy's `==` says so:
  ///
  /// - Numbers and booleans of any two dtypes by their values; 0 and -0 are equal. They are
  ///   compared exactly, except 64-bit integers with floating-point numbers of at most 64 bits,
  ///   where the integers are first rounded to doubles, as in NumPy.
  /// - Texts, and likewise bytes, by their units without trailing NULs; voids by all their bytes.
  /// - Datetimes, and likewise timedeltas, by the point or span they mean, whatever their units.
  /// - Structures field by field, if both have the same names in the same order.
  ///
  /// - Python objects by their values, whatever the type of a number; arrays in them by this
  ///   method.
  ///
  /// Where NumPy has no `==` or makes a number of a timedelta, items are unequal: texts and bytes,
  /// times and numbers, a span in months and one in days. Empty arrays of one shape are equal,
  /// whatever their dtypes.
  ///
  /// @param other another array, of any dtype and layout
  /// @param nanEqual whether NaN equals NaN and `NaT` equals `NaT`; a complex number is NaN if one
  ///   of its parts is
  /// @return whether all are equal
  public final boolean contentEquals(NdView<?> other, boolean nanEqual) {
    if (dtype.hasObject() || other.dtype.hasObject()) {
      return shape().equals(other.shape())
          && new ObjectEquality(nanEqual, (a, b) -> equal(a, b, nanEqual))
              .all(values().iterator(), other.values().iterator());
    }
    return ContentEquality.of(items(), other.items(), nanEqual);
  }

  /// Counts and measures the differences of two arrays of one shape, in one pass and bounded
  /// memory: what `numpy.testing.assert_allclose(a, b)` reports. Layouts, byte orders and dtypes
  /// may differ. Numbers may differ by the tolerance; all other items are compared as by
  /// [#contentEquals(NdView, boolean)].
  ///
  /// @param other another array of this shape, `b` of the tolerance
  /// @param tolerance which items count as equal
  /// @return how many items differ, which is the first, and by how much
  /// @throws IllegalArgumentException if the shapes differ
  /// @throws DTypeException if the items cannot be compared, or are structures: compare each
  ///   [#field(String)]
  public final Differences differences(NdView<?> other, Tolerance tolerance) {
    if (!(dtype instanceof ObjectType && other.dtype instanceof ObjectType)) {
      return DifferenceSearch.of(items(), other.items(), tolerance);
    }
    if (!shape().equals(other.shape())) {
      throw new IllegalArgumentException("shapes " + shape() + " and " + other.shape() + " differ");
    }
    boolean nanEqual = tolerance.nanEqual();
    ObjectEquality equality = new ObjectEquality(nanEqual, (a, b) -> equal(a, b, nanEqual));
    Iterator<?> others = other.values().iterator();
    long position = 0;
    long count = 0;
    long first = -1;
    for (Object value : (Iterable<@Nullable Object>) values()::iterator) {
      if (!equality.equal(value, others.next())) {
        first = count++ == 0 ? position : first;
      }
      position++;
    }
    return new Differences(count, first, 0, -1, 0, -1);
  }

  private static boolean equal(@Nullable Object a, @Nullable Object b, boolean nanEqual) {
    return (a instanceof NdView<?> view && b instanceof NdView<?> other)
        ? view.contentEquals(other, nanEqual)
        : Objects.equals(a, b);
  }

  // ---- copies

  /// A Java array of this leaf's carriers, seen with the shape of this view.
  final V carriers(MemorySegment array, int length) {
    if (length != itemCount()) {
      throw new IllegalArgumentException(
          "an array of %s carriers does not match the %s items of shape %s"
              .formatted(length, itemCount(), shape()));
    }
    DType inMemory = dtype.withByteOrder(ByteOrder.nativeOrder());
    Strided where = Strided.contiguous(shape(), dtype.itemsize(), Order.C);
    return with(array, where, inMemory, Backing.MEMORY, execution);
  }

  /// A Java array for all items.
  final <A> A newArray(IntFunction<A> make) {
    return items().newArray(make);
  }

  /// Copies every item into another view of the same shape, `np.copyto(target, a,
  /// casting='equiv')`, whatever the layouts and byte orders of the two. It runs as the execution
  /// of this view says.
  ///
  /// @param target where the items are stored
  public final void copyTo(NdView<?> target) {
    ItemCopy.copy(adoptedBy(target).items(), target.items(), execution);
  }

  /// These items, but with objects in the table of the array that takes them.
  private NdView<?> adoptedBy(NdView<?> target) {
    if (backing.equals(target.backing)
        || !(backing instanceof ObjectTable table && target.backing instanceof ObjectTable)) {
      return this;
    }
    NdView<?> copy = on(execution.withoutResults()).copy();
    NdView<?> adopted = leaf(copy.segment, copy.strided, copy.dtype, target.backing, execution);
    adopted.forEachObjectView(view -> view.adopt(table));
    return adopted;
  }

  /// Passes this view, or those of its fields, that hold nothing but objects.
  private void forEachObjectView(Consumer<ObjectView> consumer) {
    if (this instanceof ObjectView view) {
      consumer.accept(view);
    } else if (dtype instanceof StructType struct) {
      struct.fields().forEach(field -> at(field).forEachObjectView(consumer));
    }
  }

  private NdView<?> at(Field field) {
    return NdView.leaf(segment, strided.shift(field.offset()), field.dtype(), backing, execution);
  }

  /// Refuses a target of objects of another table, into which only `copyTo` copies.
  private void requireSameObjects(NdView<?> target) {
    target.requireWritable();
    if (!backing.equals(target.backing) && (dtype.hasObject() || target.dtype.hasObject())) {
      throw new DTypeException(
          "cannot store items of %s of another array into items of %s; use copyTo of a copy"
              .formatted(dtype, target.dtype));
    }
  }

  /// Copies every item of a view of the same shape into this one, see [#copyTo(NdView)].
  ///
  /// @param source where the items are read
  public final void copyFrom(NdView<?> source) {
    ItemCopy.copy(source.adoptedBy(this).items(), items(), execution);
  }

  // ---- casts

  /// Copies every item into another view of the same shape and converts it to that dtype,
  /// `np.copyto(target, a, casting)`. The values are those of NumPy 2.4 on x86-64:
  ///
  /// - Integers wrap. Floating-point numbers are truncated towards zero; what the target cannot
  ///   hold, NaN too, becomes what the processor makes of it: the smallest number of 32 bits for
  ///   targets of up to 32 bits, its low bits for the narrower ones, the low bits of a 64-bit
  ///   integer for `u4`, the smallest number of 64 bits for `i8`. (NumPy's own result for `u4`
  ///   beyond ±2³¹ depends on the item's position in the array; here it does not.)
  /// - Floating-point numbers are rounded to nearest, ties to even; long doubles and integers are
  ///   converted to `f2` through `f4`. NaNs keep their sign and the upper bits of their payload.
  /// - Complex numbers lose their imaginary part; as truth values both parts count.
  /// - Times of one kind are rescaled in 64 bits that wrap, rounding towards the past, dates with
  ///   years and months by the calendar, spans by the mean year; `NaT` stays. Otherwise times are
  ///   their integer ticks, and NaN becomes `NaT`.
  /// - Numbers become the text of Python's `str`, truncated to the item's length; text is parsed as
  ///   Python's `int`, `float`, `complex` and NumPy's dates are; any text but the empty one is
  ///   true. Bytes are ASCII where they become text or come from it.
  /// - Void takes the bytes of an item in little-endian order, truncated or padded with zeros.
  /// - Structures are converted field by field, by position and not by name; an item without fields
  ///   is stored in all of them, and a structure of one field is that field. Subarrays are
  ///   broadcast against each other; where the source ends, zeros are stored. Bytes between the
  ///   fields keep their values.
  ///
  /// @param target where the items are stored
  /// @param casting which conversions are allowed; `SAME_KIND` is NumPy's default here
  /// @throws IllegalArgumentException also if an item cannot be converted, such as a text that is
  ///   no number or a date that does not fit its text; some items may be written then
  /// @throws DTypeException if the rule forbids the conversion or there is none, naming both dtypes
  public final void copyTo(NdView<?> target, Casting casting) {
    CastingCopy.copy(adoptedBy(target).items(), target.items(), casting);
  }

  /// {@return a new array of the items converted by any conversion there is, `a.astype(dtype)`, see
  /// [#astype(DType, Casting)]}
  ///
  /// @param newDtype what the items become
  public final NdView<?> astype(DType newDtype) {
    return astype(newDtype, Casting.UNSAFE);
  }

  /// Converts all items into a new array, `a.astype(dtype, casting=…)`; values and exceptions are
  /// those of [#copyTo(NdView, Casting)]. The array is contiguous, with its axes in the order of
  /// this view's.
  ///
  /// Bytes, text and void of length 0 become as long as items of this dtype need (`|S0` becomes
  /// `|S32` for `<f8`), and times without a unit take that of this dtype. The axes of a subarray
  /// come last in the new shape.
  ///
  /// @param newDtype what the items become
  /// @param casting which conversions are allowed
  /// @return a new array, also where nothing is converted
  public final NdView<?> astype(DType newDtype, Casting casting) {
    return view(CastingCopy.convert(items(), newDtype, casting));
  }

  /// {@return a writable copy in C order, `np.copy`; its memory is as that of [#zeros(DType,
  /// long...)], or that of [Execution#allocating]}
  public final V copy() {
    return copy(Order.C);
  }

  /// {@return a writable copy, `np.copy(a, order)`}
  ///
  /// @param order which axis of it varies fastest
  public final V copy(Order order) {
    Items copy = items().forCopy(order);
    ItemCopy.copy(items(), copy);
    return own(copy);
  }

  /// Copies every item to the beginning of a segment, in C order and in the byte order of this
  /// view. That of a buffer or an array is `MemorySegment.ofBuffer(buffer)` or `ofArray(array)`.
  ///
  /// @param target where the bytes are stored
  /// @throws IndexOutOfBoundsException if the segment has fewer bytes than the items
  public final void copyTo(MemorySegment target) {
    requireRoom(target);
    copyTo(packed(target));
  }

  /// Copies the bytes at the beginning of a segment into the items in C order, as
  /// [#copyTo(MemorySegment)] writes them.
  ///
  /// @param source where the bytes are read
  /// @throws IndexOutOfBoundsException if the segment has fewer bytes than the items
  public final void copyFrom(MemorySegment source) {
    requireRoom(source);
    copyFrom(packed(source));
  }

  private void requireRoom(MemorySegment memory) {
    long bytes = shape().byteSize(dtype.itemsize());
    if (bytes > memory.byteSize()) {
      throw new IndexOutOfBoundsException(
          "the %s items of %s of shape %s have %s bytes and do not fit a segment with %s"
              .formatted(itemCount(), dtype, shape(), bytes, memory.byteSize()));
    }
  }

  /// Memory seen as a whole array in C order with the shape and items of this one.
  private NdView<?> packed(MemorySegment memory) {
    return NdView.of(memory, dtype, shape(), Order.C, Backing.MEMORY);
  }

  /// Passes all items in C order, as views of at most a given number of items.
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

  /// Passes the canonical bytes: items in C order, in each item the fields in their order, each
  /// unit little-endian, without padding. Nothing else is changed: NaN payloads, bool bytes above
  /// 1, trailing NULs and the padding inside a long double stay.
  ///
  /// Two arrays of the same dtype but for byte order and padding have the same canonical bytes if
  /// and only if every item has the same bits.
  ///
  /// @param consumer takes blocks of at most 256 KiB, each from its position to its limit; the
  ///   buffer is reused for the next; it never holds bytes that were not read
  /// @throws DTypeException if the items are or hold Python objects
  public final void forEachCanonicalBlock(Consumer<ByteBuffer> consumer) {
    requireBytes();
    CanonicalBytes.forEachBlock(items(), consumer);
  }

  // ---- fills

  /// Stores a value in every item, `a.fill(value)`, see [#setValue].
  ///
  /// @param value what an item becomes
  /// @throws ArithmeticException as [#setValue]
  /// @throws IllegalArgumentException as [#setValue]
  /// @throws DTypeException as [#setValue]
  public final void fill(Object value) {
    requireWritable();
    requireBytes();
    NdView<?> item = view(Items.zeros(dtype, Shape.of(), Order.C));
    StoredValue.store(item, value);
    Filling.fill(items(), item.items());
  }

  /// Stores a value in an item of any dtype, `a[index] = value`.
  ///
  /// | value | in items of | is stored |
  /// |---|---|---|
  /// | `Byte Short Integer Long BigInteger` | real numbers, times (as ticks) | exactly |
  /// | `Float Double` | real numbers | rounded to floating-point numbers, exactly to others |
  /// | `Boolean` | numbers | as 0 or 1 |
  /// | `String` | text, bytes (ASCII) | padded with NULs |
  /// | `byte[]` | any dtype | as the bytes of the item, for `S` padded with NULs |
  /// | `Instant` | datetimes with a unit | exactly |
  /// | `Duration` | timedeltas with a unit, but not years and months | exactly |
  /// | the same numbers, truth values and text | other dtypes | as [#copyTo(NdView, Casting)] converts them, rounded or wrapped |
  ///
  /// @param index one for each axis
  /// @param value what the item becomes
  /// @throws ArithmeticException if the item is an integer, a truth value or a time that cannot
  ///   hold a number, or a floating-point number that cannot hold an integer exactly
  /// @throws IllegalArgumentException if text or bytes are too long or end in a NUL (which reading
  ///   would drop), there are too few bytes, text for bytes is not ASCII, or text is no such number
  /// @throws java.time.DateTimeException if a time is not a whole number of ticks
  /// @throws DTypeException if the items are not made of such values, or are or hold Python objects
  public final void setValue(long[] index, Object value) {
    requireWritable();
    requireBytes();
    StoredValue.store(at(Strided.of(strided.offsetOf(index), Shape.SCALAR)), value);
  }

  // ---- arithmetic

  /// {@return the sums of the items and a number, `a + number`, in a new array of NumPy's dtype,
  /// see [#combine(Binary, Number)]}
  ///
  /// @param number what is added; an integer to times, in ticks
  public final NdView<?> plus(Number number) {
    return combine(Binary.PLUS, number);
  }

  /// {@return the sums of the items of two views, `a + other`, in a new array of NumPy's dtype, see
  /// [#combine(Binary, NdView)]}
  ///
  /// @param other the second operand
  public final NdView<?> plus(NdView<?> other) {
    return combine(Binary.PLUS, other);
  }

  /// Adds a number to every item, `np.add(a, number, out=target)`, see [#combine(Binary, Number,
  /// NdView)].
  ///
  /// @param number what is added; an integer to times, in ticks
  /// @param target takes the results
  public final void plus(Number number, NdView<?> target) {
    combine(Binary.PLUS, number, target);
  }

  /// Adds two views of numbers or times item by item, `np.add(a, other, out=target)`, see
  /// [#combine(Binary, NdView, NdView)].
  ///
  /// @param other the second operand
  /// @param target takes the results
  public final void plus(NdView<?> other, NdView<?> target) {
    combine(Binary.PLUS, other, target);
  }

  /// {@return the differences of the items and a number, `a - number`, see [#plus(Number)]}
  ///
  /// @param number what is subtracted
  public final NdView<?> minus(Number number) {
    return combine(Binary.MINUS, number);
  }

  /// {@return the differences of the items of two views, `a - other`, see [#plus(NdView)]}
  ///
  /// @param other the second operand
  public final NdView<?> minus(NdView<?> other) {
    return combine(Binary.MINUS, other);
  }

  /// Subtracts a number from every item, `np.subtract`, see [#plus(Number, NdView)].
  ///
  /// @param number what is subtracted
  /// @param target takes the results
  public final void minus(Number number, NdView<?> target) {
    combine(Binary.MINUS, number, target);
  }

  /// Subtracts another view from this one, `np.subtract`, see [#plus(NdView, NdView)].
  ///
  /// @param other the second operand
  /// @param target takes the results
  public final void minus(NdView<?> other, NdView<?> target) {
    combine(Binary.MINUS, other, target);
  }

  /// {@return the products of the items and a number, `a * number`, see [#plus(Number)]; of spans
  /// of time truncated to whole ticks}
  ///
  /// @param number the factor
  public final NdView<?> times(Number number) {
    return combine(Binary.TIMES, number);
  }

  /// {@return the products of the items of two views, `a * other`, see [#plus(NdView)]}
  ///
  /// @param other the second operand
  public final NdView<?> times(NdView<?> other) {
    return combine(Binary.TIMES, other);
  }

  /// Multiplies every item by a number, `np.multiply`, see [#plus(Number, NdView)]; also spans of
  /// time, whose product is truncated to whole ticks.
  ///
  /// @param number the factor
  /// @param target takes the results
  public final void times(Number number, NdView<?> target) {
    combine(Binary.TIMES, number, target);
  }

  /// Multiplies two views item by item, `np.multiply`, see [#plus(NdView, NdView)].
  ///
  /// @param other the second operand
  /// @param target takes the results
  public final void times(NdView<?> other, NdView<?> target) {
    combine(Binary.TIMES, other, target);
  }

  /// {@return the quotients of the items and a number, `a / number`, see [#plus(Number)]} Integers
  /// and booleans are divided as `f8`; division by 0 gives infinity or NaN. Spans of time can be
  /// divided, too: the quotient is truncated to whole ticks.
  ///
  /// @param number the divisor
  public final NdView<?> dividedBy(Number number) {
    return combine(Binary.DIVIDED_BY, number);
  }

  /// {@return the quotients of the items of two views, `a / other`, see [#dividedBy(Number)]}
  ///
  /// @param other the divisor
  public final NdView<?> dividedBy(NdView<?> other) {
    return combine(Binary.DIVIDED_BY, other);
  }

  /// Divides every item by a number, `np.divide`, see [#dividedBy(Number)].
  ///
  /// @param number the divisor
  /// @param target takes the results, of integers as floating-point numbers
  public final void dividedBy(Number number, NdView<?> target) {
    combine(Binary.DIVIDED_BY, number, target);
  }

  /// Divides this view by another one, `np.divide`, see [#dividedBy(Number)].
  ///
  /// @param other the divisor
  /// @param target takes the results, of integers as floating-point numbers
  public final void dividedBy(NdView<?> other, NdView<?> target) {
    combine(Binary.DIVIDED_BY, other, target);
  }

  /// {@return the items with the other sign, `-a`, in a new array, see [#map(Unary)]}
  ///
  /// @throws DTypeException if they are neither numbers nor timedeltas, or are booleans
  public final NdView<?> negate() {
    boolean isSpan = dtype instanceof TimeType time && time.kind() == TimeType.Kind.TIMEDELTA;
    return isSpan ? times(-1) : map(Unary.NEGATIVE);
  }

  /// Adds a multiple of other items to these, `a += factor * other`: the product is rounded (or
  /// wraps) in the dtype it has in NumPy, then the sum. Both views must hold numbers.
  ///
  /// @param other broadcast to this shape
  /// @param factor beside the other items, see [#combine(Binary, Number)]
  public final void addScaled(NdView<?> other, Number factor) {
    Arithmetic.addScaled(items(), other.items(), PythonNumber.of(factor));
  }

  /// Limits items to a range in place, `np.clip(a, low, high, out=a)`. NaN stays NaN; where `low >
  /// high`, all items become `high`.
  ///
  /// Two integers limit real numbers and times; of a range with a floating-point number the items
  /// must be floating-point numbers, too, which all become NaN if one end is.
  ///
  /// @param low the least value, of times in ticks; an integer may be less than all that items can
  ///   hold
  /// @param high the largest value, of times in ticks; an integer may be more than all that items
  ///   can hold
  /// @throws ArithmeticException if the items are integers and all they can hold is below `low` or
  ///   above `high`
  /// @throws DTypeException if the items are neither real numbers nor times, or booleans; or
  ///   integers or times beside a floating-point number
  public final void clip(Number low, Number high) {
    Arithmetic.clip(items(), PythonNumber.of(low), PythonNumber.of(high));
  }

  /// Computes something from every item, into a new array of NumPy's dtype, in the order in which
  /// the items lie in memory.
  ///
  /// @param operation what
  /// @return the results
  /// @throws DTypeException if it is not for such items
  public final NdView<?> map(Unary operation) {
    return view(Functions.of(operation, items()));
  }

  /// Computes something from every item, as `np.sqrt(a, out=target)`.
  ///
  /// @param operation what
  /// @param target takes the results, cast by same-kind casting; this view is broadcast to its
  ///   shape, and may be the target
  /// @throws DTypeException if it is not for such items, or the target does not take the results
  public final void map(Unary operation, NdView<?> target) {
    Functions.apply(operation, items(), target.items());
  }

  /// Computes something from the items of two views, into a new array of NumPy's dtype. Both are
  /// broadcast to their common shape.
  ///
  /// @param operation what
  /// @param other the second operand
  /// @return the results
  /// @throws DTypeException if it is not for such items
  /// @throws ArithmeticException if integers are raised to negative powers
  public final NdView<?> combine(Binary operation, NdView<?> other) {
    return view(Arithmetic.of(operation, items(), other.items()));
  }

  /// Computes something from every item and a number, into a new array, see [#combine(Binary,
  /// NdView)].
  ///
  /// A number counts as one of Python (NEP 50): a `Byte`, `Short`, `Integer`, `Long` or
  /// `BigInteger` as an `int`, a `Float` or `Double` as a `float`. It is taken as an item of this
  /// dtype; but booleans become `i8` beside an integer, and they and integers `f8` beside a
  /// floating-point number.
  ///
  /// @param operation what
  /// @param number the second operand
  /// @return the results
  /// @throws ArithmeticException if the dtype cannot hold an integer
  /// @throws IllegalArgumentException if the number is of another class
  public final NdView<?> combine(Binary operation, Number number) {
    return view(Arithmetic.of(operation, items(), PythonNumber.of(number)));
  }

  /// Computes something from the items of two views, as `np.maximum(a, other, out=target)`.
  ///
  /// @param operation what
  /// @param other the second operand
  /// @param target takes the results, cast by same-kind casting; both operands are broadcast to its
  ///   shape, and may be the target
  /// @throws DTypeException if it is not for such items, or the target does not take the results
  /// @throws ArithmeticException if integers are raised to negative powers; of the results some are
  ///   stored then
  public final void combine(Binary operation, NdView<?> other, NdView<?> target) {
    Arithmetic.apply(operation, items(), other.items(), target.items());
  }

  /// Computes something from every item and a number, see [#combine(Binary, Number)] and
  /// [#combine(Binary, NdView, NdView)].
  ///
  /// @param operation what
  /// @param number the second operand
  /// @param target takes the results
  public final void combine(Binary operation, Number number, NdView<?> target) {
    Arithmetic.apply(operation, items(), PythonNumber.of(number), target.items());
  }

  /// {@return a new array of these items where a mask is true, and of others where it is not,
  /// `np.where(mask, a, other)`} All three are broadcast to their common shape.
  ///
  /// The dtype is that of [#concatenate]: of numbers NumPy's, of text the longest, of all else that
  /// which both have. What has to be converted and is no number of at most eight bytes is converted
  /// as a whole first.
  ///
  /// @param mask items of `bool`; every byte but 0 is true
  /// @param other what is taken elsewhere
  /// @throws DTypeException if the mask does not hold `bool`, the dtypes have none in common, or
  ///   one holds Python objects
  public final NdView<?> where(ByteView mask, NdView<?> other) {
    return view(Choice.of(mask.items(), items(), other.items()));
  }

  /// {@return these items where a mask is true, and a number elsewhere, see [#where(ByteView,
  /// NdView)]}
  ///
  /// @param mask items of `bool`
  /// @param number beside these items, see [#combine(Binary, Number)]; in times, ticks; NumPy wraps
  ///   one that does not fit
  public final NdView<?> where(ByteView mask, Number number) {
    return where(mask, beside(PythonNumber.of(number)));
  }

  /// Takes these items where a mask is true, and others where it is not, `np.copyto(target,
  /// np.where(mask, a, other))`, see [#where(ByteView, NdView)].
  ///
  /// @param mask items of `bool`
  /// @param other what is taken elsewhere
  /// @param target takes the items, cast by same-kind casting; all three are broadcast to its
  ///   shape, and may be the target
  /// @throws DTypeException if there is no such choice, or the target does not take the items
  public final void where(ByteView mask, NdView<?> other, NdView<?> target) {
    Choice.into(mask.items(), items(), other.items(), target.items());
  }

  /// Takes these items where a mask is true, and a number elsewhere, see [#where(ByteView, Number)]
  /// and [#where(ByteView, NdView, NdView)].
  ///
  /// @param mask items of `bool`
  /// @param number beside these items
  /// @param target takes the items
  public final void where(ByteView mask, Number number, NdView<?> target) {
    where(mask, beside(PythonNumber.of(number)), target);
  }

  /// An item of the dtype that a number has beside these.
  ///
  /// @param number as [PythonNumber] gives it
  private NdView<?> beside(Number number) {
    requireBytes();
    if (dtype instanceof TimeType && number instanceof Double) {
      throw items().notA("a double");
    }
    DType besides =
        dtype instanceof ScalarType scalar
            ? new ScalarType(Promotion.with(scalar.kind(), number), ByteOrder.LITTLE_ENDIAN)
            : dtype;
    NdView<?> item = zeros(besides);
    NdView<?> real = besides instanceof ScalarType ? item.real() : item;
    boolean rounds = real.dtype instanceof ScalarType scalar && scalar.kind().isFloat();
    StoredValue.store(real, rounds ? (Number) PythonNumber.toDouble(number) : number);
    return item;
  }

  // ---- loops of the caller

  /// Passes the memory of the items run by run, for a loop of the caller's own.
  ///
  /// Every item is in exactly one run. Runs come in memory order, not in C order; axes are merged
  /// where that makes runs longer, and no run has more than 65536 items. With an [Execution] of
  /// several threads the consumer is called by several threads at once.
  ///
  /// A loop is as fast as those of this class if it has an `int` index, layouts that are constants,
  /// and a case of its own for contiguous items, whose stride is a constant; and if it sees native
  /// memory only, or Java arrays of one type only. HotSpot vectorizes loops over integers. Here is
  /// `a = 2 * a + 1` for little-endian `f8`:
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
  public final void forEachRun(RunConsumer consumer) {
    Runs.forEach(items(), consumer);
  }

  /// Passes the memory of these items and of those of another view at the same indices, run by run,
  /// see [#forEachRun(RunConsumer)].
  ///
  /// @param other broadcast to this shape, with strides of 0
  /// @param consumer takes each pair of runs
  public final void forEachRun(NdView<?> other, RunPairConsumer consumer) {
    Runs.forEach(items(), other.items(), consumer);
  }

  // ---- reductions of all items: sums

  /// {@return the sum of all items in double precision, `np.sum`; 0 of nothing} Floating-point
  /// items are not rounded to their own size, integers do not wrap.
  public final double sum() {
    return sumOf(Reduction.SUM);
  }

  /// {@return the product of all items in double precision, `np.prod`; 1 of nothing} Integers do
  /// not wrap; see [Reduction#PROD].
  public final double prod() {
    ScalarKind kind = realKind();
    return CanonicalNaN.of(
        ((Product) WholeReduction.of(items(), () -> Folds.product(kind))).product());
  }

  /// {@return the product of integers or booleans in 64 bits that wrap, `np.prod`, of unsigned
  /// integers as the bits of a `u8`; 1 of nothing}
  ///
  /// @throws DTypeException if the items are neither integers nor booleans
  public final long prodLong() {
    requireWhole();
    return ((IntegerProductFold) fold(Reduction.PROD)).wrapped();
  }

  /// {@return the mean of all items in double precision, `np.mean`; NaN of nothing}
  public final double mean() {
    return meanOf(Reduction.MEAN);
  }

  /// {@return the population variance in double precision, `np.var`; NaN of nothing} For other
  /// degrees of freedom see [Moments#var(int)] and [Reduction#ddof(int)].
  public final double var() {
    return momentOf(Reduction.VAR);
  }

  /// {@return the population standard deviation in double precision, `np.std`; NaN of nothing} For
  /// other degrees of freedom see [Moments#std(int)] and [Reduction#ddof(int)].
  public final double std() {
    return momentOf(Reduction.STD);
  }

  /// {@return count, mean and variance of all items in one pass, where `np.mean` and `np.std` take
  /// three} Of `f4` and `f2` the mean may differ from [#mean()] in the last bit.
  public final Moments moments() {
    var _ = realKind();
    return ((MomentsFold) fold(Reduction.VAR)).moments();
  }

  /// {@return count, NaN, extremes, sum, mean and standard deviation of real numbers or times, in
  /// one pass and bounded memory}
  ///
  /// @throws DTypeException if the items are anything else; the message says what to use instead
  public final Statistics statistics() {
    return StatisticsOfItems.of(items());
  }

  /// {@return count, NaN, infinities, extremes, mean and standard deviation of each cell of this
  /// plane, in one pass and memory that depends on the number of cells alone}
  ///
  /// Numbers are taken as doubles, times as their ticks, complex numbers by one part. Counts and
  /// extremes are exact, but that integers of more than 53 bits are rounded to doubles first. A sum
  /// of integers of at most 32 bits is exact before it is divided. With `u = 2⁻⁵³` the error of
  /// another mean is at most `512 u` times the mean of the absolute numbers.
  ///
  /// @param part which number of a complex one is meant; of others it is ignored
  /// @param rows the most rows of cells; fewer if there are fewer items
  /// @param columns the most columns of cells
  /// @throws DTypeException if the items are neither numbers, booleans nor times
  /// @throws IllegalArgumentException if the rank is not 2, one of the numbers is below 1, or there
  ///   are more than [CellStatistics#MOST] cells
  public final CellStatistics cellStatistics(ComplexPart part, int rows, int columns) {
    return CellPass.of(items(), part, rows, columns);
  }

  // ---- reductions of all items: extremes

  /// {@return the smallest item as a double, `np.min`, rounded to nearest where a double cannot
  /// hold it; NaN if an item is} `a.reduce(Reduction.MIN).getLong()` is exact, also of times.
  ///
  /// @throws IllegalArgumentException if there are no items
  public final double min() {
    return extremeOf(Reduction.MIN);
  }

  /// {@return the largest item as a double, `np.max`, see [#min()]}
  public final double max() {
    return extremeOf(Reduction.MAX);
  }

  /// {@return the index in C order of the first smallest item, `np.argmin`, or of the first NaN or
  /// `NaT` if there is one}
  ///
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items
  public final long argMin() {
    return placeOf(Reduction.ARG_MIN);
  }

  /// {@return the index in C order of the first largest item, `np.argmax`, see [#argMin()]}
  public final long argMax() {
    return placeOf(Reduction.ARG_MAX);
  }

  /// {@return the sum of integers or booleans in 64 bits that wrap, `np.sum`, of unsigned integers
  /// as the bits of a `u8`; of timedeltas the ticks, `NaT` if an item is; 0 of nothing}
  ///
  /// @throws DTypeException if the items are neither integers, booleans nor timedeltas
  public final long sumLong() {
    var _ = Folds.result(items(), Reduction.SUM);
    if (!(dtype instanceof TimeType)) {
      requireWhole();
    }
    return ((IntegerSumFold) fold(Reduction.SUM)).wrapped();
  }

  /// {@return the sum of the items that are not NaN, `np.nansum`, see [#sum()]}
  public final double nanSum() {
    return sumOf(Reduction.NAN_SUM);
  }

  /// {@return the mean of the items that are not NaN, `np.nanmean`, see [#mean()]}
  public final double nanMean() {
    return meanOf(Reduction.NAN_MEAN);
  }

  /// {@return the population variance of the items that are not NaN, `np.nanvar`, see [#var()]}
  public final double nanVar() {
    return momentOf(Reduction.NAN_VAR);
  }

  /// {@return the standard deviation of the items that are not NaN, `np.nanstd`, see [#std()]}
  public final double nanStd() {
    return momentOf(Reduction.NAN_STD);
  }

  /// {@return the smallest item that is not NaN, `np.nanmin`, NaN if all are; see [#min()]}
  public final double nanMin() {
    return extremeOf(Reduction.NAN_MIN);
  }

  /// {@return the largest item that is not NaN, `np.nanmax`, NaN if all are; see [#min()]}
  public final double nanMax() {
    return extremeOf(Reduction.NAN_MAX);
  }

  /// {@return the index of the first smallest item that is not NaN, `np.nanargmin`, see
  /// [#argMin()]}
  ///
  /// @throws IllegalArgumentException if there are no items, or all are NaN
  public final long nanArgMin() {
    return placeOf(Reduction.NAN_ARG_MIN);
  }

  /// {@return the index of the first largest item that is not NaN, `np.nanargmax`, see [#argMin()]}
  ///
  /// @throws IllegalArgumentException if there are no items, or all are NaN
  public final long nanArgMax() {
    return placeOf(Reduction.NAN_ARG_MAX);
  }

  // ---- reductions of all items: counts

  /// {@return whether an item is not zero, `np.any`; NaN and `NaT` are not zero}
  ///
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  public final boolean any() {
    return countOf(Reduction.ANY) != 0;
  }

  /// {@return whether no item is zero, `np.all`; true of nothing, see [#any()]}
  public final boolean all() {
    return countOf(Reduction.ALL) != 0;
  }

  /// {@return how many items are neither NaN nor `NaT`, see [#any()]}
  public final long count() {
    return countOf(Reduction.COUNT);
  }

  /// {@return how many items are not zero, `np.count_nonzero`, see [#any()]}
  public final long countNonZero() {
    return countOf(Reduction.COUNT_NONZERO);
  }

  // ---- reductions of all items: results of folds

  private Fold fold(Reduction op) {
    Items items = items();
    return WholeReduction.of(items, () -> Folds.of(items, op));
  }

  final ScalarKind realKind() {
    if (dtype instanceof ScalarType scalar && !scalar.kind().isComplex()) {
      return scalar.kind();
    }
    throw items().notA("a real number");
  }

  private void requireWhole() {
    boolean whole =
        dtype instanceof ScalarType scalar
            && (scalar.kind().isInteger() || scalar.kind() == ScalarKind.BOOL);
    if (!whole) {
      throw items().notA("an integer");
    }
  }

  private double sumOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((Summed) fold(op)).sum());
  }

  private double meanOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((Summed) fold(op)).mean());
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

  // ---- reductions along axes

  /// {@return a new array of the items reduced along some axes, or all of them, of NumPy's dtype,
  /// see [#reduce(Reduction, Axes)]}
  ///
  /// @param op what is computed
  /// @param axes the axes that disappear; all of them if none is given
  public final NdView<?> reduce(Reduction op, int... axes) {
    return reduce(op, Axes.of(axes));
  }

  /// {@return a new array of the items reduced along axes, of NumPy's dtype, `np.sum(a, axis=…,
  /// keepdims=…, where=…)`} With a mask it takes one pass and bounded memory, too; for extremes the
  /// mask is passed once more before.
  ///
  /// @param op what is computed; with a mask no index of an extreme
  /// @param axes along which, whether they stay, and of which items
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if an axis is given twice; if the index of an extreme is
  ///   wanted along several but not all axes, or with a mask; if an extreme is wanted of no items,
  ///   or its index among items that are all NaN and to be ignored; if the mask is not broadcast to
  ///   this shape
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  public final NdView<?> reduce(Reduction op, Axes axes) {
    Items items = items();
    int[] given = axes.toArray();
    ByteView mask = axes.mask();
    Items results =
        mask == null
            ? AxisReduction.of(items, op, given)
            : MaskedReduction.of(items, mask.items(), op, given);
    if (axes.keepsDims()) {
      results = results.at(AxisReduction.keeping(results.strided(), axes.chosen(shape())));
    }
    return view(results);
  }

  private NdView<?> along(Reduction op, int axis, int... more) {
    return reduce(op, axes(axis, more));
  }

  /// {@return a new array of the sums along axes, `np.sum(a, axis=…)`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> sum(int axis, int... more) {
    return along(Reduction.SUM, axis, more);
  }

  /// {@return the products along axes, `np.prod`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> prod(int axis, int... more) {
    return along(Reduction.PROD, axis, more);
  }

  /// {@return the means along axes, `np.mean`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> mean(int axis, int... more) {
    return along(Reduction.MEAN, axis, more);
  }

  /// {@return the population variances along axes, `np.var`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> var(int axis, int... more) {
    return along(Reduction.VAR, axis, more);
  }

  /// {@return the population standard deviations along axes, `np.std`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> std(int axis, int... more) {
    return along(Reduction.STD, axis, more);
  }

  /// {@return the smallest items along axes, `np.min`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> min(int axis, int... more) {
    return along(Reduction.MIN, axis, more);
  }

  /// {@return the largest items along axes, `np.max`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> max(int axis, int... more) {
    return along(Reduction.MAX, axis, more);
  }

  /// {@return the positions along an axis of the first smallest items, `np.argmin`, see [#reduce]}
  ///
  /// @param axis the axis that disappears
  public final NdView<?> argMin(int axis) {
    return reduce(Reduction.ARG_MIN, axis);
  }

  /// {@return the positions along an axis of the first largest items, `np.argmax`, see [#reduce]}
  ///
  /// @param axis the axis that disappears
  public final NdView<?> argMax(int axis) {
    return reduce(Reduction.ARG_MAX, axis);
  }

  /// {@return whether an item is not zero along axes, `np.any`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> any(int axis, int... more) {
    return along(Reduction.ANY, axis, more);
  }

  /// {@return whether no item is zero along axes, `np.all`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> all(int axis, int... more) {
    return along(Reduction.ALL, axis, more);
  }

  /// {@return how many items are not zero along axes, `np.count_nonzero`, see [#reduce]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> countNonZero(int axis, int... more) {
    return along(Reduction.COUNT_NONZERO, axis, more);
  }

  // ---- histograms

  /// {@return the counts of all items in bins of equal width from the smallest to the largest one,
  /// `np.histogram(a, bins)`, in two passes}
  ///
  /// Edges and counts are NumPy's bit by bit, except for the sign of an edge at zero where the
  /// items are zeros of both signs: of `f2` and `f4` all is computed in that dtype; of integers and
  /// booleans the edges are doubles, and an integer near an edge is counted on the side that the
  /// edge says. Where all items are equal, the bins reach half a unit to either side; without
  /// items, from 0 to 1. Long doubles count as their nearest doubles.
  ///
  /// @param bins how many bins
  /// @throws IllegalArgumentException if `bins < 1`; if an item is NaN or infinite; if their range
  ///   exceeds what the dtype holds, where NumPy's edges are NaN; if the edges of so many bins do
  ///   not all differ
  public final Histogram histogram(int bins) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), bins, false);
  }

  /// {@return the counts of the items that are not NaN, and that of NaN,
  /// `np.histogram(a[~np.isnan(a)], bins)`, see [#histogram(int)]}
  ///
  /// @param bins how many bins
  public final Histogram nanHistogram(int bins) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), bins, true);
  }

  /// {@return the counts of the items in bins of equal width within a range, `np.histogram(a, bins,
  /// (low, high))`, in one pass} NaN is in no bin.
  ///
  /// Edges and counts are NumPy's bit by bit for a range of Python's numbers: edges are computed in
  /// double precision and then rounded to `f2` or `f4` where the items are. Where an item's
  /// distance from `low` exceeds its dtype, which makes NumPy fail, it is taken as a double.
  ///
  /// @param bins how many bins
  /// @param low where the first bin begins
  /// @param high where the last bin ends; if it is `low`, the bins reach half a unit to either side
  /// @throws IllegalArgumentException if `bins < 1`, `low > high`, one of the two or their distance
  ///   is not finite, or the edges of so many bins do not all differ
  public final Histogram histogram(int bins, double low, double high) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), bins, low, high);
  }

  /// {@return the counts of the items in bins between edges, `np.histogram(a, edges)`, in one pass}
  /// NaN is in no bin.
  ///
  /// @param edges at least two, in ascending order; equal and infinite ones are allowed
  /// @throws IllegalArgumentException if there are fewer than two edges, or one is NaN or less than
  ///   the one before it
  public final Histogram histogram(double[] edges) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), edges);
  }

  // ---- quantiles

  /// Computes a quantile of all items by [QuantileMethod#LINEAR], `np.quantile(a, q)`, in bounded
  /// memory and up to four passes, of integers of four or eight bytes five.
  ///
  /// It has the bits of NumPy's: of `f2` and `f4` it is computed in that dtype, of integers in
  /// double precision, and next to an infinite item interpolation gives NaN. It differs where NumPy
  /// is wrong: differences of signed integers do not wrap, and the largest of more than 65519 `f2`
  /// is not NaN. Booleans are 0 and 1, which NumPy interpolates for medians only. Negative zeros
  /// sort before positive ones, which NumPy does not order. Long doubles count as their nearest
  /// doubles.
  ///
  /// @param q from 0 to 1
  /// @return the quantile, NaN if an item is
  /// @throws IllegalArgumentException if `q` is not from 0 to 1, or there are no items
  public final double quantile(double q) {
    return quantiles(false).one(QuantileMethod.LINEAR, q);
  }

  /// Computes quantiles of all items by [QuantileMethod#LINEAR], `np.quantile(a, [q, …])`, all in
  /// the same passes: four for few of them, up to a dozen for very many.
  ///
  /// As [#quantile(double)], but NumPy computes several in double precision: between two items of
  /// `f2` or `f4` only their difference is rounded to that dtype, and not the quantile.
  ///
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN if an item is
  /// @throws IllegalArgumentException if one is not from 0 to 1, or there are no items
  public final double[] quantile(double... q) {
    return quantiles(false).all(QuantileMethod.LINEAR, q);
  }

  /// {@return a quantile of the items that are not NaN by [QuantileMethod#LINEAR],
  /// `np.nanquantile(a, q)`, NaN of nothing; see [#quantile(double)]}
  ///
  /// @param q from 0 to 1
  public final double nanQuantile(double q) {
    return quantiles(true).one(QuantileMethod.LINEAR, q);
  }

  /// {@return quantiles of the items that are not NaN by [QuantileMethod#LINEAR],
  /// `np.nanquantile(a, [q, …])`, NaN of nothing; see [#quantile(double...)]}
  ///
  /// @param q from 0 to 1
  public final double[] nanQuantile(double... q) {
    return quantiles(true).all(QuantileMethod.LINEAR, q);
  }

  private Quantiles quantiles(boolean ignoresNaN) {
    var _ = realKind();
    return new Quantiles(items(), ignoresNaN);
  }

  /// {@return the median, `np.median(a)`, in bounded memory: the middle item, or the mean of the
  /// two middle ones, of `f2` and `f4` rounded to that dtype; NaN if an item is, and of nothing}
  public final double median() {
    return quantiles(false).median();
  }

  /// {@return the median of the items that are not NaN, `np.nanmedian(a)`, see [#median()]}
  public final double nanMedian() {
    return quantiles(true).median();
  }

  // ---- quantiles along axes

  /// Computes a quantile along axes, `np.quantile(a, q, axis=…, method=…, keepdims=…)` for a single
  /// `q`: each result has the bits of [#quantile(double)] of its items.
  ///
  /// Up to 131072 items of a result are sorted in memory, at most 8 MiB of them for each thread;
  /// with more, the items of each result are passed up to four times, integers of four or eight
  /// bytes once more.
  ///
  /// Quantiles of times are times of their unit, exactly: between two of them the distance from the
  /// nearer one is cut to whole ticks, as NumPy does it; it does not wrap.
  ///
  /// @param method how to choose or interpolate between two items
  /// @param axes along which, and whether they stay
  /// @param q from 0 to 1
  /// @return a new array of the remaining axes: `f2` or `f4` of such items, times of times, else
  ///   `f8`, also where NumPy keeps integers or long doubles; NaN or `NaT` where an item of the
  ///   result is
  /// @throws IllegalArgumentException if `q` is not from 0 to 1, a result has no items, or there is
  ///   a mask, which NumPy has none for either: use [#select(ByteView)] first
  /// @throws DTypeException if the items are neither real numbers nor times
  public final NdView<?> quantile(QuantileMethod method, Axes axes, double q) {
    return view(
        AxisQuantiles.one(
            ranked(axes), false, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// {@return quantiles along axes, `np.quantile(a, [q, …], axis=…)`, of numbers as `f8`: an axis
  /// as long as `q`, then the remaining axes} Each result has the bits of [#quantile(double...)] of
  /// its items; see [#quantile(QuantileMethod, Axes, double)].
  ///
  /// @param method how to choose or interpolate between two items
  /// @param axes along which, and whether they stay
  /// @param q from 0 to 1
  public final NdView<?> quantile(QuantileMethod method, Axes axes, double... q) {
    return view(
        AxisQuantiles.all(
            ranked(axes), false, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// {@return a quantile of the items that are neither NaN nor `NaT` along axes, `np.nanquantile`,
  /// NaN or `NaT` of nothing, see [#quantile(QuantileMethod, Axes, double)]}
  ///
  /// @param method how to choose or interpolate between two items
  /// @param axes along which, and whether they stay
  /// @param q from 0 to 1
  public final NdView<?> nanQuantile(QuantileMethod method, Axes axes, double q) {
    return view(
        AxisQuantiles.one(
            ranked(axes), true, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// {@return quantiles of the items that are neither NaN nor `NaT` along axes, see
  /// [#quantile(QuantileMethod, Axes, double...)]} NaN or `NaT` of nothing. NumPy leaves out the
  /// axis of `q` if the array has no items.
  ///
  /// @param method how to choose or interpolate between two items
  /// @param axes along which, and whether they stay
  /// @param q from 0 to 1
  public final NdView<?> nanQuantile(QuantileMethod method, Axes axes, double... q) {
    return view(
        AxisQuantiles.all(
            ranked(axes), true, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// The items, whose quantiles are wanted.
  private Items ranked(Axes axes) {
    if (axes.mask() != null) {
      throw new IllegalArgumentException(
          "quantiles take no mask, as in NumPy; select the items first");
    }
    if (!(dtype instanceof TimeType)) {
      var _ = realKind();
    }
    return items();
  }

  /// {@return medians along axes, `np.median(a, axis=…)`: `f2` or `f4` of such items, else `f8`,
  /// also of long doubles; NaN where an item of the result is, and of nothing} Each result has the
  /// bits of [#median()] of its items.
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> median(int axis, int... more) {
    return median(false, axes(axis, more));
  }

  /// {@return the medians of the items that are not NaN along axes, `np.nanmedian`, NaN of nothing,
  /// see [#median(int, int...)]}
  ///
  /// @param axis an axis that disappears
  /// @param more others
  public final NdView<?> nanMedian(int axis, int... more) {
    return median(true, axes(axis, more));
  }

  private NdView<?> median(boolean ignoresNaN, int... axes) {
    var _ = realKind();
    Axes along = Axes.of(axes);
    return view(
        AxisQuantiles.median(items(), ignoresNaN, along.chosen(shape()), along.reduced(shape())));
  }

  private static int[] axes(int axis, int... more) {
    int[] axes = new int[more.length + 1];
    axes[0] = axis;
    System.arraycopy(more, 0, axes, 1, more.length);
    return axes;
  }

  // ---- cumulative sums

  /// Computes the cumulative sums of all items in C order, `np.cumsum(a)`, see [#cumSum(int,
  /// NdView)].
  ///
  /// @return a new little-endian array of rank 1: `i8` of booleans and signed integers, `u8` of
  ///   unsigned ones, both wrapping, else of the items' dtype, `m8` in its unit
  /// @throws DTypeException if the items are neither numbers nor timedeltas; datetimes (`M8`)
  ///   cannot be added, as in NumPy
  public final NdView<?> cumSum() {
    Items sums =
        items().result(Accumulation.dtype(Binary.PLUS, items()), Shape.of(itemCount()), Order.C);
    Accumulation.flat(Binary.PLUS, items(), sums);
    return view(sums);
  }

  /// Stores the cumulative sums of all items in C order, `np.cumsum(a, out=target)`, on one thread,
  /// see [#cumSum(int, NdView)].
  ///
  /// @param target of rank 1, as long as there are items
  public final void cumSum(NdView<?> target) {
    Accumulation.flat(Binary.PLUS, items(), target.items());
  }

  /// {@return the cumulative sums along an axis, `np.cumsum(a, axis)`, a new array of the dtype of
  /// [#cumSum()], see [#cumSum(int, NdView)]}
  ///
  /// @param axis along which to add
  public final NdView<?> cumSum(int axis) {
    int at = shape().axis(axis);
    Items sums = items().result(Accumulation.dtype(Binary.PLUS, items()), shape(), Order.C);
    Accumulation.along(Binary.PLUS, items(), at, sums);
    return view(sums);
  }

  /// Stores the cumulative sums along an axis, `np.cumsum(a, axis, out=target)`, in bounded memory.
  ///
  /// Items are added sequentially in the common dtype of the two views (`numpy.result_type`), each
  /// sum rounded to it (`f2` too; long doubles to 64 bits of significand, as x86-64 does), and the
  /// sums then converted to the target's dtype, as NumPy does. Integers wrap in the target's bits,
  /// `u8` in signed ones too, which NumPy adds as doubles; booleans in booleans are true from the
  /// first true one on. The first sum is the first item, so that negative zeros stay. All sums
  /// after a NaN are NaN, always the same one; those after a `NaT` are `NaT`.
  ///
  /// @param axis along which to add
  /// @param target of the same shape, in any layout and byte order. It may be this view or share
  ///   its memory in any other way, which takes a copy of the items unless each sum replaces its
  ///   own item
  /// @throws DTypeException if one of the two has items that are neither numbers nor timedeltas; if
  ///   numbers cannot be cast to the target's dtype by same-kind casting, or the target of
  ///   timedeltas has another unit, which NumPy would convert silently
  public final void cumSum(int axis, NdView<?> target) {
    Accumulation.along(Binary.PLUS, items(), shape().axis(axis), target.items());
  }

  // ---- takes, gathers, scatters

  /// {@return the items at positions of one axis, `np.take(a, indices, axis)`: item `(…, k, …)` is
  /// item `(…, indices[k], …)` of this view}
  ///
  /// @param indices positions on the axis, in any order, repeated or not
  /// @param axis which axis
  /// @throws IllegalArgumentException if the result exceeds 2⁶³-1 bytes
  public final V take(long[] indices, int axis) {
    return own(Gathering.fresh(Batches.along(items(), indices, axis)));
  }

  /// Takes items, `np.take(a, indices, axis, out=target)`, see [#take(long\[\], int)].
  ///
  /// @param indices positions on the axis
  /// @param axis which axis
  /// @param target of the shape of the result; it may share memory with this view
  public final void take(long[] indices, int axis, NdView<?> target) {
    requireSameObjects(target);
    Gathering.into(Batches.along(items(), indices, axis), target.items());
  }

  /// {@return the items at indices in C order, `a.take(indices)` or `a.ravel()[indices]`, of rank
  /// 1}
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  public final V gather(long[] indices) {
    return own(Gathering.fresh(Batches.flat(items(), indices)));
  }

  /// Gathers items at indices in C order, `a.take(indices, out=target)`, see [#gather(long\[\])].
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param target of rank 1 and as long as `indices`
  public final void gather(long[] indices, NdView<?> target) {
    requireSameObjects(target);
    Gathering.into(Batches.flat(items(), indices), target.items());
  }

  /// {@return the items at coordinates, `a[i, j, …]`: one axis for the coordinates, then the axes
  /// that have none}
  ///
  /// @param coordinates for each of the first axes its positions, all equally many; item k is at
  ///   `(coordinates[0][k], coordinates[1][k], …)`
  /// @throws IllegalArgumentException if there are coordinates for no axis or for more axes than
  ///   there are, or not equally many for all
  public final V gatherAt(long[]... coordinates) {
    return own(Gathering.fresh(Batches.at(items(), coordinates)));
  }

  /// Gathers the items at coordinates into a target, see [#gatherAt(long\[\]...)].
  ///
  /// @param coordinates for each of the first axes its positions, all equally many
  /// @param target of the shape of the result
  public final void gatherAt(long[][] coordinates, NdView<?> target) {
    requireSameObjects(target);
    Gathering.into(Batches.at(items(), coordinates), target.items());
  }

  /// Scatters items to indices in C order, `a.flat[indices] = values`, sequentially: the last one
  /// stays where an index is repeated.
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param values of rank 1 and as long as `indices`, or of rank 0 for all of them
  public final void scatter(long[] indices, NdView<?> values) {
    requireWritable();
    Scattering.store(Batches.flat(items(), indices), values.adoptedBy(this).items());
  }

  /// Scatters items to coordinates, `a[i, j, …] = values`, sequentially: the last one stays where
  /// coordinates are repeated.
  ///
  /// @param coordinates for each of the first axes its positions, as [#gatherAt(long\[\]...)] takes
  ///   them
  /// @param values of the shape that [#gatherAt(long\[\]...)] returns, or of rank 0 for all
  ///   coordinates
  public final void scatterAt(long[][] coordinates, NdView<?> values) {
    requireWritable();
    Scattering.store(Batches.at(items(), coordinates), values.adoptedBy(this).items());
  }

  // ---- selections, comparisons

  /// {@return the items where a mask is true, in C order, `a[mask]`: one axis for them, then the
  /// axes that the mask has not}
  ///
  /// @param mask items of `bool`, in the shape of this view or of its first axes; every byte but 0
  ///   is true
  /// @throws DTypeException if the mask does not hold `bool`
  public final V select(ByteView mask) {
    return own(MaskSelection.fresh(items(), mask.items()));
  }

  /// Selects the items where a mask is true into the beginning of a target, see
  /// [#select(ByteView)].
  ///
  /// @param mask items of `bool`, in the shape of this view or of its first axes
  /// @param target one axis, at least as long as there are selected items, then the axes that the
  ///   mask has not; what is behind the selected items stays as it is
  /// @return how many items the mask selects
  public final long select(ByteView mask, NdView<?> target) {
    requireSameObjects(target);
    return MaskSelection.into(items(), mask.items(), target.items());
  }

  /// {@return the items for which a comparison is true, in C order, `a[a > value]`: as
  /// `a.select(a.compare(how, value))`}
  ///
  /// @param how such as `GREATER`
  /// @param value the right-hand side, see [#compare(Comparison, Number)]
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  public final V select(Comparison how, Number value) {
    return own(RangeSelection.fresh(items(), range(how, value)));
  }

  /// Selects the items for which a comparison with a number is true into the beginning of a target,
  /// see [#select(Comparison, Number)]. It takes one pass and no mask if the target is as long as
  /// this view, contiguous, of the same byte order and not in the same memory, neighbours of this
  /// view are at most 64 bytes apart, and one thread runs it.
  ///
  /// @param how such as `GREATER`
  /// @param value the right-hand side
  /// @param target of rank 1 and at least as long as there are such items; what is behind them
  ///   stays as it is
  /// @return how many there are
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or if the
  ///   dtypes of this view and the target differ in more than byte order
  /// @throws IllegalArgumentException if the target has not rank 1 or is too short, naming both
  ///   shapes; nothing is written then
  public final long select(Comparison how, Number value, NdView<?> target) {
    requireSameObjects(target);
    return RangeSelection.into(items(), range(how, value), target.items());
  }

  /// {@return for each axis the positions of the items that are not zero, in C order,
  /// `np.nonzero(a)`, as [#gatherAt(long\[\]...)] takes them} NaN is not zero; a complex number is
  /// zero if both parts are, a structure if all fields are, text if it has only NULs.
  ///
  /// @throws IllegalArgumentException if the rank is 0, as in NumPy, or there are more positions
  ///   than a Java array holds
  public final long[][] nonZero() {
    requireBytes();
    if (rank == 0) {
      throw new IllegalArgumentException(
          backing.name() + ": an array of rank 0 has no coordinates; use newAxis(0) first");
    }
    return dtype.equals(DType.BOOL)
        ? MaskSelection.coordinates(items(), execution)
        : NonZeroPlaces.of(items());
  }

  /// {@return a mask of the comparison of every item with a number, `a < value` with a Python
  /// number: with an integer those of integers exactly, also where the dtype cannot hold it; else a
  /// number is rounded to a narrower floating-point dtype first, and integers are compared as
  /// doubles}
  ///
  /// @param how such as `LESS`
  /// @param value the right-hand side, of the classes of [#combine(Binary, Number)]
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  public final ByteView compare(Comparison how, Number value) {
    return view(Masks.of(items(), range(how, value))).as(ByteView.class);
  }

  /// Compares every item with a number, `np.less(a, value, out=mask)`, see [#compare(Comparison,
  /// Number)].
  ///
  /// @param how such as `LESS`
  /// @param value the right-hand side
  /// @param mask takes the results, of `bool` and of this shape
  public final void compare(Comparison how, Number value, ByteView mask) {
    mask.requireWritable();
    Masks.into(items(), range(how, value), mask.items());
  }

  /// Compares the items of two views, `a < b`.
  ///
  /// - **Numbers** of any two dtypes are compared as NumPy 2 promotes them: integers exactly, also
  ///   `i8` with `u8`; 64-bit integers with `f2`, `f4` or `f8` as doubles; complex numbers by their
  ///   real parts first, then by their imaginary parts.
  /// - **Times** of one kind are compared exactly, whatever their units; spans of years or months
  ///   only with one another, and times without unit only with their like; integers (but `u8`) and
  ///   booleans are spans of the other operand's unit.
  /// - **Text** is compared with text by code points, bytes (`S`) with bytes, both without trailing
  ///   NULs.
  /// - **Voids** of one length are equal or not, byte by byte.
  /// - **NaN and `NaT`** are different from everything, and every other comparison with them is
  ///   false.
  /// - **Structures** are equal if all their fields are, and of a subarray all items; they have no
  ///   order. Both need the same field names and titles in the same order, whatever the offsets,
  ///   and each pair of fields a common dtype in NumPy. There text has one with numbers and with
  ///   bytes, and datetimes with timedeltas, and such pairs are never equal.
  ///
  /// @param how such as `LESS`
  /// @param other the right-hand side
  /// @return a new array of `bool` of the shape that both broadcast to, for [#select]
  /// @throws DTypeException if the items cannot be compared: structures with anything else, without
  ///   a common dtype or by their order, voids of unlike length or by their order, datetimes with
  ///   numbers or timedeltas, timedeltas with other numbers, text with anything else, naming both
  public final ByteView compare(Comparison how, NdView<?> other) {
    return view(ItemComparison.of(items(), how, other.items())).as(ByteView.class);
  }

  /// Compares two views, `np.less(a, b, out=mask)`, see [#compare(Comparison, NdView)].
  ///
  /// @param how such as `LESS`
  /// @param other the right-hand side
  /// @param mask takes the results, of `bool`; both operands are broadcast to its shape, and may
  ///   share memory with it
  public final void compare(Comparison how, NdView<?> other, ByteView mask) {
    mask.requireWritable();
    ItemComparison.into(items(), how, other.items(), mask.items());
  }

  /// {@return a mask of the items that are close to those of another view, by NumPy's defaults, see
  /// [#isClose(NdView, Tolerance)]}
  ///
  /// @param other the right-hand side
  public final ByteView isClose(NdView<?> other) {
    return isClose(other, Tolerance.DEFAULT);
  }

  /// {@return a mask of the items that are close to those of another view, `np.isclose`} Both are
  /// broadcast to their common shape. `|a - b| <= atol + rtol * |b|` is computed in NumPy's dtypes,
  /// of `f4` in single precision; integers of `b` are `f8`. Infinities are close to themselves.
  ///
  /// @param other the right-hand side, of numbers
  /// @param tolerance `rtol`, `atol` and `equal_nan`
  /// @throws DTypeException if one of the views has no numbers, or long doubles
  /// @throws IllegalArgumentException if the shapes do not broadcast together
  public final ByteView isClose(NdView<?> other, Tolerance tolerance) {
    Node close = Closeness.of(items(), other.items(), tolerance);
    return view(Evaluation.of(close)).as(ByteView.class);
  }

  /// {@return whether all items are close to those of another view, by NumPy's defaults, see
  /// [#allClose(NdView, Tolerance)]}
  ///
  /// @param other the right-hand side
  public final boolean allClose(NdView<?> other) {
    return allClose(other, Tolerance.DEFAULT);
  }

  /// {@return whether all items are close to those of another view, `np.allclose`} As
  /// [#isClose(NdView, Tolerance)] in one pass without a mask, which ends soon after an item that
  /// is not; true of nothing.
  ///
  /// @param other the right-hand side, of numbers
  /// @param tolerance `rtol`, `atol` and `equal_nan`
  /// @throws DTypeException if one of the views has no numbers, or long doubles
  /// @throws IllegalArgumentException if the shapes do not broadcast together
  public final boolean allClose(NdView<?> other, Tolerance tolerance) {
    Node close = Closeness.of(items().withoutResults(), other.items(), tolerance);
    return view(Evaluation.of(close.reduce(Reduction.ALL, null, false))).getBoolean();
  }

  // ---- vectors

  /// {@return a new array of the dot products of the rows with a vector, `a @ v`} Rows run along
  /// the last axis; the result has the shape of the others, and rank 0 for two vectors.
  ///
  /// One rule holds for `dot`, [#squaredDistances], [#largestProducts] and [#nearest]. The dtype
  /// that both operands have in common (`numpy.result_type`) decides how they are computed and what
  /// they give, in which small items cannot overflow:
  ///
  /// | in common | computed and given as |
  /// |---|---|
  /// | `u1 u2 u4 u8` | `u8`, wrapping in 64 bits |
  /// | `i1 i2 i4 i8`, booleans as 0 and 1 | `i8`, wrapping in 64 bits |
  /// | `f2 f4` | `f4`: in single precision within blocks of 256 items, the blocks in double |
  /// | `f8` | `f8` |
  ///
  /// (NumPy's `a @ v` has the common dtype itself, in which it wraps or overflows;
  /// `a.dot(v).astype(…)` gives that.) Floating-point results are rounded once.
  ///
  /// Rows are fastest if their items are contiguous, little-endian and of the result's dtype.
  ///
  /// @param vector of rank 1 and as long as a row
  /// @throws DTypeException if one of the two has no real numbers of at most eight bytes
  /// @throws IllegalArgumentException if this view has rank 0, or the vector has another rank than
  ///   1 or is not as long as a row
  public final NdView<?> dot(NdView<?> vector) {
    return view(RowScores.of(items(), vector.items(), Score.PRODUCT));
  }

  /// {@return a new array of the matrix product with another view, `np.matmul(a, other)`, `a @
  /// other`}
  ///
  /// - **Shapes.** The last two axes are those of matrices, `(n, k)` and `(k, m)`; the axes before
  ///   them are broadcast to their common shape. A view of rank 1 is a row as the left operand and
  ///   a column as the right one, whose axis the result has not.
  /// - **Dtypes.** The result has the dtype that both operands have in common
  ///   (`numpy.result_type`), and what is computed is computed in it: integers wrap, booleans are
  ///   whether any pair is true in both, and only `f2` is computed as `f4` and rounded in the end.
  /// - **Order.** Each item is the sum of its `k` products in ascending order, from 0 on. Of
  ///   floating-point numbers a product is not rounded before it is added (`Math.fma`); complex
  ///   numbers add `re·re`, then `-im·im` to the real part, and `im·re`, then `re·im` to the
  ///   imaginary one. So the bits of an item, but for those within a NaN, depend on its row and its
  ///   column alone, not on layouts, threads or the Vector API. The error of a real item is at most
  ///   `k · ε · Σ|a|·|b|`, with ε the distance from 1 to the next number, that of a part of a
  ///   complex item twice as much. (NumPy calls a BLAS, which adds in another order.) Processors
  ///   without fused instructions, such as those of before 2013, take a hundred times as long.
  ///
  /// A progress listener is told the items of one operand, the longer one, each time they are read.
  ///
  /// @param other the right-hand side
  /// @throws DTypeException if one of the two has no numbers, or long doubles
  /// @throws IllegalArgumentException if one of the two has rank 0, the lengths `k` differ, or the
  ///   axes before do not broadcast
  public final NdView<?> matmul(NdView<?> other) {
    return view(MatrixProduct.of(items(), other.items()));
  }

  /// Computes the matrix product into a target, `np.matmul(a, other, out=target)`, see
  /// [#matmul(NdView)].
  ///
  /// @param other the right-hand side
  /// @param target takes the results, cast by same-kind casting, of the shape that the product has,
  ///   or with more matrices in the axes before, to which the operands are broadcast; an operand of
  ///   up to 64 MiB that shares memory with it is copied first
  /// @throws DTypeException as for [#matmul(NdView)], or if the target does not take the results
  /// @throws OverlapException if a larger operand shares memory with the target
  /// @throws IllegalArgumentException as for [#matmul(NdView)], or if the target has another shape
  public final void matmul(NdView<?> other, NdView<?> target) {
    MatrixProduct.into(items(), other.items(), target.items());
  }

  /// {@return a new array of an operation of each item with each item of another view,
  /// `np.add.outer(a, other)`, `np.multiply.outer`} It has the axes of this view and then those of
  /// the other one. (`np.outer` flattens both first.)
  ///
  /// @param operation what
  /// @param other the second operands
  /// @throws DTypeException as for [#combine(Binary, NdView)]
  /// @throws IllegalArgumentException if there are more than 64 axes
  public final NdView<?> outer(Binary operation, NdView<?> other) {
    Items rows = items();
    for (int axis = 0; axis < other.rank(); axis++) {
      rows = rows.at(rows.strided().newAxis(-1));
    }
    return view(Arithmetic.of(operation, rows, other.items()));
  }

  /// {@return a new array of the squared Euclidean distances of the rows from a vector} In NumPy
  /// they are `((a - v) ** 2).sum(-1)`, computed as [#dot] says; of booleans the Hamming distances.
  ///
  /// @param vector of rank 1 and as long as a row
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException as [#dot]
  public final NdView<?> squaredDistances(NdView<?> vector) {
    return view(RowScores.of(items(), vector.items(), Score.SQUARED_DISTANCE));
  }

  /// {@return the rows with the largest dot products with a vector, the largest first} They are
  /// those of [#dot]. Of equal ones the row with the lower number comes first; NaN comes last.
  ///
  /// @param vector of rank 1 and as long as a row
  /// @param most how many rows are wanted; all of them if there are fewer; for 0 nothing is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException if `most < 0`, else as [#dot]
  public final List<RankedRow> largestProducts(NdView<?> vector, int most) {
    return RowScores.best(items(), vector.items(), Score.PRODUCT, most);
  }

  /// {@return the rows nearest to a vector by [#squaredDistances], the nearest first} Of equal ones
  /// the row with the lower number comes first; NaN comes last.
  ///
  /// @param vector of rank 1 and as long as a row
  /// @param most how many rows are wanted; all of them if there are fewer; for 0 nothing is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException if `most < 0`, else as [#dot]
  public final List<RankedRow> nearest(NdView<?> vector, int most) {
    return RowScores.best(items(), vector.items(), Score.SQUARED_DISTANCE, most);
  }

  /// {@return for each of several vectors the rows with the largest dot products} They are those of
  /// [#largestProducts], but all are found in one pass through the rows: those of a file are read
  /// once, if a row has at most 65,536 items.
  ///
  /// @param vectors of rank 2, one a row, each as long as a row of this view
  /// @param most how many rows are wanted for each; all of them if there are fewer; for 0 nothing
  ///   is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException if `most < 0`, the vectors have another rank than 2, or are
  ///   not as long as a row
  public final List<List<RankedRow>> largestProductsWithEach(NdView<?> vectors, int most) {
    return RowScores.bestForEach(items(), vectors.items(), Score.PRODUCT, most);
  }

  /// {@return for each of several vectors the rows nearest to it} They are those of [#nearest], but
  /// all are found in one pass through the rows.
  ///
  /// @param vectors of rank 2, one a row, each as long as a row of this view
  /// @param most how many rows are wanted for each; all of them if there are fewer; for 0 nothing
  ///   is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException as [#largestProductsWithEach]
  public final List<List<RankedRow>> nearestToEach(NdView<?> vectors, int most) {
    return RowScores.bestForEach(items(), vectors.items(), Score.SQUARED_DISTANCE, most);
  }

  /// Passes all rows, which run along the last axis, with their numbers. One thread passes them in
  /// C order; with an [Execution] of several the consumer is called by several threads at once.
  ///
  /// @param consumer takes each row, a view of this memory
  /// @throws IllegalArgumentException if this view has rank 0
  public final void forEachRow(RowConsumer<? super V> consumer) {
    Rows.forEach(items(), (number, row) -> consumer.accept(number, at(row)));
  }

  // ---- arrays made of others

  /// {@return a new array of arrays joined along an axis, `np.concatenate(arrays, axis)`}
  ///
  /// The dtype is NumPy's: of numbers `numpy.result_type`, of text the longest. Times of different
  /// units, and other items of different dtypes, are refused. The items of each array are copied
  /// once, as its [Execution] says.
  ///
  /// @param axis along which they are joined
  /// @param arrays at least one, of the same shape but along the axis
  /// @throws IllegalArgumentException if there is no array, one has rank 0, or shapes do not match
  /// @throws DTypeException if the dtypes have none in common, or one holds Python objects
  public static NdView<?> concatenate(int axis, List<? extends NdView<?>> arrays) {
    return view(Concatenation.of(axis, arrays.stream().map(ItemAccess::items).toList()));
  }

  /// Joins arrays along an axis into a target, `np.concatenate(arrays, axis, out=target)`, see
  /// [#concatenate(int, List)]. Their dtypes need have none in common: each array is cast to the
  /// target's by same-kind casting.
  ///
  /// @param axis along which they are joined
  /// @param arrays at least one; they may share memory with the target
  /// @param target of the joined shape
  public static void concatenate(int axis, List<? extends NdView<?>> arrays, NdView<?> target) {
    Concatenation.into(axis, arrays.stream().map(ItemAccess::items).toList(), target.items());
  }

  /// {@return a new array of the differences of neighbours along an axis, `np.diff(a, n, axis)`} Of
  /// booleans it is whether they differ, of datetimes timedeltas; integers wrap.
  ///
  /// @param axis along which to subtract; it becomes shorter by one each time
  /// @param times how often differences are taken, of the last ones each time; 0 for a copy
  /// @throws DTypeException if the items have no differences, see [#minus(NdView, NdView)]
  /// @throws IllegalArgumentException if `times < 0`
  public final NdView<?> diff(int axis, int times) {
    if (times < 0) {
      throw new IllegalArgumentException("differences are taken at least 0 times, found " + times);
    }
    int along = shape().axis(axis);
    NdView<?> items = this;
    for (int k = 0; k < times; k++) {
      long size = items.size(along);
      Execution how = k < times - 1 ? execution.withoutResults() : execution;
      NdView<?> later = items.slice(along, Math.min(1, size), size).on(how);
      NdView<?> earlier = items.slice(along, 0, Math.max(0, size - 1));
      items =
          dtype.equals(DType.BOOL)
              ? later.compare(Comparison.NOT_EQUAL, earlier)
              : later.combine(Binary.MINUS, earlier);
    }
    return times == 0 ? copy(Order.C) : items;
  }

  /// {@return a new array of the differences of the largest and the smallest items along axes,
  /// `np.ptp(a, axis=…)`} NaN and `NaT` propagate; integers wrap; of datetimes they are timedeltas.
  ///
  /// @param axis an axis that disappears
  /// @param more others
  /// @throws IllegalArgumentException if there are no items along an axis
  /// @throws DTypeException if the items have no differences, such as booleans
  public final NdView<?> ptp(int axis, int... more) {
    V own = on(execution.withoutResults());
    return own.max(axis, more).on(execution).combine(Binary.MINUS, own.min(axis, more));
  }

  // ---- search

  /// Finds where values belong in this sorted array, `np.searchsorted(a, values, side)`, by
  /// bisection in place. Two dtypes are compared as NumPy promotes them; NaN and `NaT` sort last.
  /// Values in ascending order touch the fewest pages.
  ///
  /// @param values of any shape
  /// @param side whether they belong before or behind items equal to them
  /// @return for each value, in C order, how many items come before it; meaningless if this array
  ///   is not in ascending order
  /// @throws IllegalArgumentException if the rank of this array is not 1, or there are more values
  ///   than a Java array holds
  /// @throws DTypeException if one of the two holds neither `bool`, real numbers of at most eight
  ///   bytes nor times, or if the times differ in kind or unit
  public final long[] searchSorted(NdView<?> values, Side side) {
    return SortedSearch.find(items(), values.items(), side);
  }

  // ---- order

  /// Sorts the items along an axis in place, `a.sort(axis, order=fields)`.
  ///
  /// The rules for all methods of this theme:
  ///
  /// - The **order** is NumPy's. NaN and `NaT` come last. Complex numbers are ordered by their real
  ///   parts, then by their imaginary ones, those with NaN last: an imaginary NaN, a real one, two.
  ///   Booleans, text (by code points), bytes and void are ordered as unsigned bytes or units,
  ///   structures by their fields, subarrays in them by their bytes.
  /// - Sorting is **stable**: equal items keep their order. Only of real numbers of at most eight
  ///   bytes [#sort] and [#sorted] bring `-0.0` before `0.0`, and NaN into any order; their bits
  ///   stay.
  /// - **Descending** order is that of a reversed view: `a.flip(0).sort(0)`.
  /// - Each lane is brought to the **heap**, with 1 to 8 bytes for each real number or time, and
  ///   some 40 bytes for each other item and for whatever finds positions. Lanes run in parallel,
  ///   and in a lane the reading and writing. `FileSort` of the module for files sorts what the
  ///   heap has no room for.
  /// - Progress counts what is read. While a lane is being sorted, nothing interrupts it.
  /// - Python objects are refused. What ends an operation in place early may leave some items of a
  ///   lane twice, and others not at all.
  ///
  /// @param axis the axis to sort along
  /// @param fields of structures: names or titles of fields that come before the others
  /// @throws DTypeException if the items have no order, or there is no such field
  /// @throws IllegalArgumentException if a field is named twice, or a lane has more items than a
  ///   Java array holds
  /// @throws OutOfMemoryError if the heap has no room for a lane; the message names it
  public final void sort(int axis, String... fields) {
    sorted(axis, this, fields);
  }

  /// {@return a new array of the items sorted along an axis, `np.sort(a, axis, order=fields)`, see
  /// [#sort]}
  ///
  /// @param axis the axis to sort along
  /// @param fields of structures: those that come before the others
  public final V sorted(int axis, String... fields) {
    int along = shape().axis(axis);
    Sorting.requireOrder(items(), fields);
    Items result = items().result(dtype, shape(), Order.C);
    Sorting.along(items(), along, result, fields);
    return own(result);
  }

  /// Stores the items sorted along an axis, see [#sort].
  ///
  /// @param axis the axis to sort along
  /// @param target of the same shape and dtype, in any layout and byte order; it may be this view
  /// @param fields of structures: those that come before the others
  public final void sorted(int axis, NdView<?> target, String... fields) {
    Sorting.along(items(), shape().axis(axis), target.items(), fields);
  }

  /// {@return a new array of rank 1 of all items, sorted, `np.sort(a, axis=None, order=fields)`,
  /// see [#sort]}
  ///
  /// @param fields of structures: those that come before the others
  public final V sorted(String... fields) {
    Items result = items().result(dtype, Shape.of(itemCount()), Order.C);
    Sorting.flat(items(), result, fields);
    return own(result);
  }

  /// Stores all items, sorted, see [#sort].
  ///
  /// @param target of rank 1, as long as there are items
  /// @param fields of structures: those that come before the others
  public final void sorted(NdView<?> target, String... fields) {
    Sorting.flat(items(), target.items(), fields);
  }

  /// {@return a new array of the positions on an axis from which its sorted items come,
  /// `np.argsort(a, axis, kind='stable', order=fields)`, see [#sort]}
  ///
  /// @param axis the axis to sort along
  /// @param fields of structures: those that come before the others
  public final LongView argSort(int axis, String... fields) {
    return view(Sorting.argAlong(items(), shape().axis(axis), fields)).as(LongView.class);
  }

  /// {@return a new array of the positions in C order from which all sorted items come,
  /// `np.argsort(a, axis=None, kind='stable', order=fields)`, see [#sort]}
  ///
  /// @param fields of structures: those that come before the others
  public final LongView argSort(String... fields) {
    return view(Sorting.argFlat(items(), fields)).as(LongView.class);
  }

  /// Partitions the items along an axis in place, `a.partition(positions, axis)`: the items that
  /// belong to some positions are there, no larger ones before and no smaller ones behind them. The
  /// items between two such positions keep their order, which NumPy leaves open. See [#sort].
  ///
  /// @param axis the axis to partition along
  /// @param positions from `-n` to `n - 1` on an axis of size n
  public final void partition(int axis, long... positions) {
    Sorting.partition(items(), shape().axis(axis), positions);
  }

  /// {@return a new array of the positions on an axis from which its partitioned items come,
  /// `np.argpartition(a, positions, axis)`, see [#partition]}
  ///
  /// @param axis the axis to partition along
  /// @param positions from `-n` to `n - 1` on an axis of size n; without any, items keep their
  ///   order
  public final LongView argPartition(int axis, long... positions) {
    return view(Sorting.argPartition(items(), shape().axis(axis), positions)).as(LongView.class);
  }

  /// {@return a new array of rank 1 of the distinct items in ascending order, `np.unique(a)`, see
  /// [#uniqueCounts]}
  public final V unique() {
    return own(DistinctItems.values(items()));
  }

  /// {@return the distinct items in ascending order, with the position of the first of each in C
  /// order and their numbers, `np.unique(a, return_index=True, return_counts=True)`}
  ///
  /// Items are equal as in the order of [#sort], also all NaN and all `NaT`; of structures with one
  /// of these none is equal to another, as in NumPy. Each value is the first of the items equal to
  /// it, to the bit; of complex NaN the first in the order of [#sort]. The heap needs room for some
  /// times the distinct items and for 4 Mi items for each thread, not for all.
  ///
  /// @throws DTypeException if the items have no order
  public final UniqueItems<V> uniqueCounts() {
    DistinctItems found = DistinctItems.of(items());
    return new UniqueItems<>(own(found.values()), of(found.indices()), of(found.counts()));
  }

  /// {@return for each item the position of the item equal to it in [#unique], of the same shape,
  /// `np.unique(a, return_inverse=True)[1]`, see [#uniqueCounts]} All items are brought to the
  /// heap, see [#sort].
  public final LongView uniqueInverse() {
    return view(DistinctItems.inverse(items())).as(LongView.class);
  }

  /// {@return the smallest of all items, the smallest first, with their positions in C order} NaN
  /// and `NaT` come last; of equal items the one with the lower position comes first. The heap
  /// needs room for some times as many, and for 4 Mi items for each thread, not for all.
  ///
  /// @param count how many are wanted; all of them if there are fewer
  /// @throws IllegalArgumentException if `count < 0`
  /// @throws DTypeException if the items have no order, see [#sort]
  public final RankedItems<V> smallest(long count) {
    return ranked(FirstItems.flat(items(), count, false));
  }

  /// {@return the smallest items along an axis, the smallest first, with their positions on it, see
  /// [#smallest(long)]; the axis has their number}
  ///
  /// @param count how many are wanted; all of them if there are fewer
  /// @param axis along which to choose
  public final RankedItems<V> smallest(long count, int axis) {
    return ranked(FirstItems.along(items(), shape().axis(axis), count, false));
  }

  /// {@return the largest of all items, the largest first, else as [#smallest(long)]} NaN and `NaT`
  /// come last here, too.
  ///
  /// @param count how many are wanted; all of them if there are fewer
  public final RankedItems<V> largest(long count) {
    return ranked(FirstItems.flat(items(), count, true));
  }

  /// {@return the largest items along an axis, the largest first, else as [#smallest(long, int)]}
  ///
  /// @param count how many are wanted; all of them if there are fewer
  /// @param axis along which to choose
  public final RankedItems<V> largest(long count, int axis) {
    return ranked(FirstItems.along(items(), shape().axis(axis), count, true));
  }

  private RankedItems<V> ranked(FirstItems found) {
    return new RankedItems<>(own(found.values()), view(found.places()).as(LongView.class));
  }

  private NumberRange range(Comparison how, Number value) {
    return NumberRange.of(Masks.comparable(items()), how, PythonNumber.of(value));
  }

  private V own(Items fresh) {
    Backing owner = backing instanceof ObjectTable ? backing : fresh.backing();
    return with(fresh.segment(), fresh.strided(), dtype, owner, execution);
  }
}
