package io.ndmap.nd;

import static java.util.stream.Collectors.joining;

import io.ndmap.arithmetic.Accumulation;
import io.ndmap.arithmetic.Arithmetic;
import io.ndmap.arithmetic.UnaryOperations;
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
import io.ndmap.loop.Score;
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
import io.ndmap.reduce.ArrayStatistics;
import io.ndmap.reduce.AxisReduction;
import io.ndmap.reduce.CountFold;
import io.ndmap.reduce.Fold;
import io.ndmap.reduce.Folds;
import io.ndmap.reduce.Indexed;
import io.ndmap.reduce.IntegerProductFold;
import io.ndmap.reduce.IntegerSumFold;
import io.ndmap.reduce.MaskedReduction;
import io.ndmap.reduce.MinMaxFold;
import io.ndmap.reduce.MomentsFold;
import io.ndmap.reduce.WholeReduction;
import io.ndmap.reduce.WideNumberFold;
import io.ndmap.select.AdvancedIndexing;
import io.ndmap.select.Gathering;
import io.ndmap.select.MaskSelection;
import io.ndmap.select.NonZeroIndices;
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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// A strided view of an array in memory: a segment, the layout of the elements in the segment
/// ([Strided]), and the elements' type ([DType]). A view of a view copies nothing; a store through
/// either view changes the memory that both share.
///
/// Each subclass is the **view class** of some dtypes, and has one **carrier**, the Java type in
/// which an element is loaded and stored:
///
/// | dtype | view class | carrier |
/// |---|---|---|
/// | `b1 i1 u1`, `float8_e4m3fn`, `float8_e5m2` | [ByteView] | `byte` |
/// | `i2 u2 f2`, `bfloat16` | [ShortView] | `short` |
/// | `i4 u4` | [IntView] | `int` |
/// | `i8 u8 M8 m8` | [LongView] | `long` |
/// | `f4` | [FloatView] | `float` |
/// | `f8` | [DoubleView] | `double` |
/// | `c8 c16 c32 f16 S U V`, structures | [ItemView] | the element's bytes |
/// | `O` | [ObjectView] | the object |
///
/// `get` and `set` of a view class do not convert the carrier: `get` returns a `u1` of 200 as the
/// `byte` -56. The accessors of [ItemAccess] interpret the element by its dtype, whatever the
/// carrier: [#getDouble], [#getLong], [#getBigInteger], [#getBoolean], [#getText], [#getBytes],
/// [#getInstant], [#getDuration], and [#value] for any element.
///
/// **Indices** of methods for a single element, such as `get` and `set`, run from 0 to size - 1 and
/// are always checked. Positions in methods that create views ([#index(int, long)],
/// [#slice(String)]) and positions given as data ([#take], [#gather], [#scatter]) may also be
/// negative and then count from the end.
///
/// **Axes** run from 0 to rank - 1; negative axes count from the end everywhere except in
/// [#size(int)]. An axis outside `-rank` to `rank - 1` throws an `IndexOutOfBoundsException` (in
/// [#transpose] an `IllegalArgumentException`); an axis that is named twice (except in [#swapAxes],
/// [#moveAxis] and [#slidingWindow]) and a view of more than 64 axes throw an
/// `IllegalArgumentException`.
///
/// **Threads.** A view is immutable and may be shared. Elements are plain memory: concurrent access
/// to one element needs the caller's own synchronization, as for an array.
///
/// **Lifetime.** A view can be used as long as its segment. After the view's file is closed, and
/// its last lease has ended, every access to an element throws [FileClosedException]. If another
/// process truncates a mapped file, bulk operations, streams and iterators throw
/// [MappingFaultException], while `get`, `set` and the other accessors of single elements throw the
/// JVM's own `InternalError`, in compiled code possibly a few accesses later.
///
/// # Operations by topic
///
/// | topic | methods |
/// |---|---|
/// | properties | [#dtype], [#shape], [#size], [#rank], [#itemCount], [#strided], [#backing], [#segment], [#isContiguous], [#isReadOnly], [#execution], [#toString] |
/// | new arrays | [#of], [#zeros], [#emptyLike], [#copy], [#concatenate] |
/// | single elements | [#getDouble], [#getLong], [#getBigInteger], [#getBoolean], [#getText], [#getBytes], [#getInstant], [#getDuration], [#value], [#setDouble], [#setLong], [#setValue] |
/// | the view class, the dtype | [#as], [#viewAs], [#field], [#real], [#imag], [#astype] |
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
/// | execution | [#on], [#parallel] |
///
/// # Bulk operations
///
/// These rules hold for all bulk operations; methods do not repeat them.
///
/// **Exceptions.** Arguments are checked first: an operation that rejects them has written nothing.
/// An operation that fails later has written some of the results, in no particular order.
///
/// | exception | thrown if | written by then |
/// |---|---|---|
/// | [FileClosedException] | the file of one of the views is closed, before or during the operation | some results |
/// | [MappingFaultException] | memory of one of the views cannot be accessed: a truncated file, a full disk, a failed read | some results |
/// | [OperationInterruptedException] | the calling thread is interrupted, before the last part begins; its interrupt status stays set | some results |
/// | `WrongThreadException` | memory of a confined arena is accessed by another thread, see [#on] | some results |
/// | any exception of an operator, a consumer or a listener | the user's code throws the exception | some results |
/// | [ReadOnlyViewException] | a view, buffer or segment to be written is read-only | nothing |
/// | [OverlapException] | an operand shares bytes with the target, and neither an order of the elements nor a copy makes the operation safe, see below; or an allocator returns memory of an operand | nothing |
/// | [DTypeException] | the operation does not exist for the dtype, or the results cannot be cast to the target's dtype; operations that only move elements do not cast: the dtypes of source and target may differ in byte order and padding only | nothing |
/// | `ArithmeticException` | the dtype cannot hold an integer operand or a fill value; integers are raised to negative powers | nothing; for negative powers some results |
/// | `IllegalArgumentException` | shapes do not match or do not broadcast; the message names both | nothing |
/// | `OutOfMemoryError` | there is not enough memory for a new array; the message names the array | nothing |
///
/// **Execution.** An operation on many elements is split into parts, of 65536 elements, of 512 KiB
/// or of some MiB, and runs with the view's [Execution] ([#on], [#parallel()]): the number of
/// threads, the executor, the progress listener, and whether a pass releases the file pages that it
/// has processed. Progress counts elements; selections count the elements that the mask covers,
/// selected or not. Except for the bits of NaN (see below), results have the same bits for every
/// number of threads, for both byte orders, and in heap and off-heap memory. [#scatter] and
/// [#scatterAt] run on the calling thread alone, because positions may repeat and the last value
/// wins. An operation of a single part may ignore an interrupt. Closing a file waits for the parts
/// that are running, not for whole operations: an operation throws [FileClosedException] before its
/// next part.
///
/// **NaN.** Reductions, statistics, quantiles, cumulative sums, [#dot] and [#squaredDistances]
/// return the canonical NaN `0x7ff8_0000_0000_0000`, or its equivalent in the result's dtype,
/// whatever the bits of the elements' NaNs. The NaNs of elementwise operations and [#matmul] have
/// unspecified bits, as in Java. Operations that only move elements keep the bits; for casts see
/// [#copyTo(NdView, Casting)].
///
/// **Shapes.** Operands are broadcast to the shape of the target. **Overlap** of an operand and the
/// target does not change the results: they are the same as if all operands were read before the
/// first result is written. The check is exact: an operand whose elements alternate with the
/// target's elements, such as the even columns of an array with the odd columns, does not overlap
/// the target. (Only layouts of many axes with unrelated strides count as overlapping without an
/// exact check.) If bytes are shared, the elements are visited in an order in which no element is
/// overwritten before it is read, or operands of at most 64 MiB are copied first; if neither is
/// possible, [OverlapException] is thrown. Selections into a target that shares bytes with an
/// operand are first collected in memory, whatever their size. Overlap between two mappings of one
/// file is not detected.
///
/// **Arithmetic** follows NumPy's type rules (NEP 50). The dtype of the computation follows from
/// the operands and the operation alone. For two views it is `numpy.result_type`, or a
/// floating-point dtype if the operation needs one, such as a division. For a view and a number it
/// is the view's dtype; the exceptions are listed at [#combine(Binary, Number)]. Results are
/// converted to the target's dtype by same-kind casting, as for NumPy's `out=`. Integers wrap, `f2`
/// is computed as `f4` and rounded after each step, complex numbers are computed as in NumPy on
/// x86-64. `x + y` of booleans is logical *or*, `x * y` is logical *and*. Times of the same unit
/// can be added and subtracted (two datetimes only subtracted), and timedeltas multiplied and
/// divided by numbers. Long doubles have no arithmetic: convert them to `f8` or `c16` first.
///
/// **Real numbers** are integers, floating-point numbers, and booleans as 0 and 1. Methods that
/// return a `double`, a `double[]`, [Moments] or a [Histogram], and medians along axes, throw
/// [DTypeException] for all other elements. The rules for `f2` (dtype of the computation, rounding,
/// dtype of the results) also hold for `bfloat16` and the 8-bit floats.
///
/// **Sums of floating-point numbers** are computed in double precision, in an order that depends on
/// the layout alone: mostly memory order, but C order below 128 elements. With `u = 2⁻⁵³` the error
/// is at most `24 u Σ|x| + u |Σx|` for up to 2⁴⁰ elements. NumPy's bound grows with log n, or with
/// n if the first axis of a C-order array is reduced. Sums of `f2` and `f4` elements are not
/// rounded before the end; a sum of long doubles is computed exactly and rounded once. The sum of a
/// copy in another layout may differ in the last bits. **Sums of integers** wrap in 64 bits, as
/// NumPy's do; [#sum()] and all means use the exact sum. **Variances** are computed in one pass:
/// the squared deviations of each block from the block's mean are merged by Chan, Golub and
/// LeVeque's formula, which avoids the cancellation of large squares.
///
/// **Memory.** Results of functions, arithmetic and comparisons of one view, with or without a
/// number, have their axes in the memory order of that view (NumPy's order `K`). Elementwise
/// results of several views are in Fortran order if the first view has the results' shape and is
/// contiguous in Fortran order but not in C order. All other new arrays are in C order unless said
/// otherwise. Without an allocator ([Execution#allocating]), results and copies of up to 1/1024 of
/// `-Xmx` (at least 64 KiB, less than 4 MiB) are allocated on the heap; larger results and copies
/// are allocated outside the heap. [#zeros(DType, long...)] allocates arrays above 64 KiB outside
/// the heap: operations on these arrays are up to 1.3 times as fast as on heap arrays, but the
/// first touch of each page takes longer. A histogram needs 8 bytes for each bin and thread; up to
/// 32768 quantiles in one call need at most 9 MiB plus 8 MiB for each thread; quantiles along axes
/// also need memory for the results. Quantiles, medians, [#nonZero] and selections by a mask throw
/// `java.util.ConcurrentModificationException` if they detect that elements or the mask changed
/// between two passes.
///
/// **Positions as data** (`take`, `gather`, `scatter`) count from 0, or from the end if they are
/// negative: along an axis of size n they run from `-n` to `n - 1`. Any other position throws an
/// `IndexOutOfBoundsException` whose message names the position and the size. All positions are
/// checked before anything is written. Elements are visited in the order of the positions. Only
/// gathers may visit them in another order, with the same results: in memory order with
/// [Execution#sortingAccesses], and grouped by address if 65536 or more small elements are
/// scattered over at least 512 MiB of resident memory. Gathering prefetches the file pages of up to
/// 4096 positions at a time, adjacent pages in one request, unless samples show that the pages are
/// resident.
///
/// @param <V> the view class itself, so that views of this view have the same class
public abstract sealed class NdView<V extends NdView<V>> extends ItemAccess
    permits ByteView, ShortView, IntView, LongView, FloatView, DoubleView, ItemView, ObjectView {

  /// Formats Python objects, also elements that are arrays.
  private static final ObjectText OBJECT_TEXT = new ObjectText(NdView::textInArray);

  NdView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  NdView(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  /// {@return a view of a new zero-filled array in C order, `np.zeros`}
  ///
  /// An array of up to 64 KiB is on the heap. A larger array is outside the heap, and is freed when
  /// its views are unreachable. It counts against `-XX:MaxDirectMemorySize`, unless it has at least
  /// 4 MiB and is in huge pages (see `io.ndmap.pages.HugePageArena`). Operations on off-heap memory
  /// are faster, see **Memory** above.
  ///
  /// @param dtype the dtype of the elements; the axes of a subarray dtype are appended to the shape
  /// @param sizes the lengths of the axes
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if a size is negative, or the bytes exceed 2⁶³-1
  public static NdView<?> zeros(DType dtype, long... sizes) {
    return zeros(dtype, Shape.of(sizes), Order.C);
  }

  /// {@return a view of a new zero-filled array, see [#zeros(DType, long...)]}
  ///
  /// @param dtype the dtype of the elements
  /// @param shape the lengths of the axes
  /// @param order the memory order
  public static NdView<?> zeros(DType dtype, Shape shape, Order order) {
    requireNoObjects(dtype, Backing.MEMORY);
    return view(Items.zeros(dtype, shape, order));
  }

  /// {@return a new uninitialized array of this shape and dtype, `np.empty_like(a)`} The elements
  /// of the new array have arbitrary values. The array is contiguous, with the axes in the same
  /// memory order as this view (NumPy's order `K`), and is allocated like a result: see **Memory**
  /// above, and [Execution#allocating].
  public final V emptyLike() {
    return own(items().result(dtype, Layouts.packed(strided, itemsize)));
  }

  /// {@return a new array of this dtype and of another shape, `np.empty_like(a, shape=shape,
  /// order=order)`, see [#emptyLike()]}
  ///
  /// @param shape the lengths of the axes
  /// @param order the memory order
  public final V emptyLike(Shape shape, Order order) {
    return own(items().result(dtype, shape, order));
  }

  /// {@return a view of a Java array as elements of `f8`, in C order, `np.asarray`}
  ///
  /// The array is not copied: view and array share their elements. The same holds for all methods
  /// `of` with an array of primitives except `boolean[]`; there is none for `char[]`. Integers are
  /// signed; for unsigned integers use [#viewAs(DType)] with `DType.UINT8` and the like. For other
  /// elements, such as text, use [#of(List)] or [#zeros(DType, long...)]; for streams use
  /// `NdView.of(stream.toArray())`.
  ///
  /// @param elements the array
  /// @param sizes the lengths of the axes, one of which may be -1 and is then computed; if none are
  ///   given, the view has one axis
  /// @throws IllegalArgumentException if the sizes do not match the number of elements
  public static DoubleView of(double[] elements, long... sizes) {
    return JavaArrays.view(elements, sizes).as(DoubleView.class);
  }

  /// {@return a view of a Java array as elements of `f4`, see [#of(double\[\], long...)]}
  ///
  /// @param elements the array, which is not copied
  /// @param sizes the lengths of the axes
  public static FloatView of(float[] elements, long... sizes) {
    return JavaArrays.view(elements, sizes).as(FloatView.class);
  }

  /// {@return a view of a Java array as elements of `i8`, see [#of(double\[\], long...)]}
  ///
  /// @param elements the array, which is not copied
  /// @param sizes the lengths of the axes
  public static LongView of(long[] elements, long... sizes) {
    return JavaArrays.view(elements, sizes).as(LongView.class);
  }

  /// {@return a view of a Java array as elements of `i4`, see [#of(double\[\], long...)]}
  ///
  /// @param elements the array, which is not copied
  /// @param sizes the lengths of the axes
  public static IntView of(int[] elements, long... sizes) {
    return JavaArrays.view(elements, sizes).as(IntView.class);
  }

  /// {@return a view of a Java array as elements of `i2`, see [#of(double\[\], long...)]}
  ///
  /// @param elements the array, which is not copied
  /// @param sizes the lengths of the axes
  public static ShortView of(short[] elements, long... sizes) {
    return JavaArrays.view(elements, sizes).as(ShortView.class);
  }

  /// {@return a view of a Java array as elements of `i1`, see [#of(double\[\], long...)]}
  ///
  /// @param elements the array, which is not copied
  /// @param sizes the lengths of the axes
  public static ByteView of(byte[] elements, long... sizes) {
    return JavaArrays.view(elements, sizes).as(ByteView.class);
  }

  /// {@return a view of a new array of `b1` with the elements of a Java array, see [#of(double\[\],
  /// long...)]}
  ///
  /// @param elements the array, which is copied
  /// @param sizes the lengths of the axes
  public static ByteView of(boolean[] elements, long... sizes) {
    return JavaArrays.view(elements, sizes).as(ByteView.class);
  }

  /// {@return a view of a new array with the elements of nested Java arrays, such as `double[][]`,
  /// see [#of(List)]; [#as] casts the view to its view class}
  ///
  /// @param rows primitive arrays, boxed numbers or booleans, strings, or further arrays or lists
  ///   of these
  /// @throws IllegalArgumentException as [#of(List)]
  /// @throws DTypeException as [#of(List)]
  public static NdView<?> of(Object[] rows) {
    return NestedRows.copyOf(rows);
  }

  /// {@return a view of a new array in C order with the elements of a list, or of nested lists and
  /// arrays, `np.array`}
  ///
  /// The dtype follows from the Java types of the elements: booleans become `b1`, `Byte` to `Long`
  /// become `i1` to `i8`, `Float` and `Double` become `f4` and `f8`, and a `BigInteger` becomes
  /// `i8`, or `u8` if it is beyond the range of `i8`. A mixture of these types becomes
  /// `numpy.result_type`, except that signed integers next to such a `BigInteger` also become `u8`.
  /// An array without elements is of `f8`, or of the dtype of an empty array of primitives in it.
  /// Strings become text (`U`) of the length of the longest string, at least 1. (NumPy converts any
  /// list of integers to `i8`.)
  ///
  /// @param rows numbers, booleans or strings, or lists or arrays of these, nested at most 64 deep
  /// @throws IllegalArgumentException if rows have different lengths or depths, or a row or element
  ///   is null (the message names its position), or if rows are nested more than 64 deep
  /// @throws DTypeException if an element is of another class, or only some of the elements are
  ///   strings
  /// @throws ArithmeticException if the dtype is `u8` and an integer is negative or above 2⁶⁴-1
  public static NdView<?> of(List<?> rows) {
    return NestedRows.copyOf(rows);
  }

  /// {@return a view of a contiguous array that begins at the first byte of a segment, which must
  /// not be a mapped file, because an operation could return before a fault is detected}
  ///
  /// Bulk operations are fastest on memory that cannot be freed while it is reachable: memory of
  /// [java.lang.foreign.Arena#ofAuto], of the global arena or of [#zeros(DType, long...)]. Memory
  /// that can be closed or moved (shared and confined arenas, Java arrays) is staged through a
  /// buffer.
  ///
  /// @param segment the memory, at least as large as the array
  /// @param dtype the dtype of the elements; the axes of a subarray dtype are appended to the shape
  /// @param shape the lengths of the axes
  /// @param order the memory order
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if the segment is too small for the array
  public static NdView<?> of(MemorySegment segment, DType dtype, Shape shape, Order order) {
    return of(segment, dtype, shape, order, OwnMemory.of(segment));
  }

  /// {@return a view of a contiguous array that begins at the segment's first byte, see
  /// [#of(MemorySegment, DType, Strided, Backing)]}
  ///
  /// @param segment the memory, at least as large as the array
  /// @param dtype the dtype of the elements; the axes of a subarray dtype are appended to the shape
  /// @param shape the lengths of the axes
  /// @param order the memory order
  /// @param backing the owner of the memory: it supplies the name for messages and tells whether
  ///   the memory may still be used
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if the segment is too small for the array
  public static NdView<?> of(
      MemorySegment segment, DType dtype, Shape shape, Order order, Backing backing) {
    return of(segment, dtype, Strided.contiguous(shape, dtype.itemsize(), order), backing);
  }

  /// {@return a view of any layout in a segment, `np.ndarray(shape, dtype, buffer, offset,
  /// strides)`}
  ///
  /// @param segment the memory; the view is read-only if the segment is read-only, or if elements
  ///   of the layout overlap one another ([Strided#overlapsItself])
  /// @param dtype the dtype of the elements; the axes of a subarray dtype are appended to those of
  ///   the layout
  /// @param strided the layout of the elements in the segment
  /// @param backing the owner of the memory: it supplies the name for messages and tells whether
  ///   the memory may still be used
  /// @throws DTypeException if the dtype holds Python objects
  /// @throws IllegalArgumentException if an element reaches beyond the segment
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
    return create(
        shared ? segment.asReadOnly() : segment, strided, dtype, backing, Execution.SEQUENTIAL);
  }

  private static void requireNoObjects(DType dtype, Backing backing) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          backing.name()
              + ": elements of "
              + dtype
              + " are Python objects, which are not stored in a segment; use ObjectView.empty");
    }
  }

  /// Creates the view of an operation's result.
  static NdView<?> view(Items items) {
    return create(
        items.segment(), items.strided(), items.dtype(), items.backing(), items.execution());
  }

  /// Creates a view of the dtype's view class.
  static NdView<?> create(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    return switch (dtype) {
      case SubarrayType subarray -> {
        long[] sizes = subarray.shape().stream().mapToLong(Integer::longValue).toArray();
        Strided inner = Strided.contiguous(Shape.of(sizes), subarray.base().itemsize(), Order.C);
        yield create(segment, strided.append(inner), subarray.base(), backing, execution);
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

  /// {@return this view, cast to its view class}
  ///
  /// @param viewClass the class, such as `DoubleView.class`
  /// @param <W> the view class
  /// @throws DTypeException if the dtype has another view class; the message names both
  public final <W extends NdView<W>> W as(Class<W> viewClass) {
    if (!viewClass.isInstance(this)) {
      throw new DTypeException(
          backing.name()
              + ": dtype "
              + dtype
              + " needs "
              + withArticle(getClass())
              + ", not "
              + withArticle(viewClass));
    }
    return viewClass.cast(this);
  }

  private static String withArticle(Class<?> viewClass) {
    String name = viewClass.getSimpleName();
    return (name.matches("[AEIO].*") ? "an " : "a ") + name;
  }

  // ---- streams

  /// Streams the elements in C order as carriers: a `DoubleStream` for `f8` and `f4`, an
  /// `IntStream` for the carriers `byte`, `short` and `int`, a `LongStream` for the carrier `long`,
  /// and a `Stream` of the results of [#value] for all other elements. [#doubles], [#longs] and
  /// [#values] interpret the elements by their dtype.
  ///
  /// These streams are sequential, ordered and sized, and split evenly if made parallel. Elements
  /// are read lazily. If the file is closed meanwhile, the stream ends with a
  /// [FileClosedException]. If the file is truncated, the terminal operation throws
  /// [MappingFaultException] and has no result; earlier stages may have received some values that
  /// are not elements. Elements that are read one by one, by an iterator, `limit`, `findFirst` and
  /// the like, are always valid; the check takes about 15 ns for each element.
  ///
  /// @return a stream that reads elements when they are needed
  public abstract BaseStream<?, ?> stream();

  /// {@return a stream of real numbers in C order as [#getDouble] reads them; see [#stream]}
  ///
  /// @throws DTypeException if the elements are not real numbers
  public final DoubleStream doubles() {
    return StreamSupport.doubleStream(new ItemStreams.Doubles(this, realKind("a double")), false);
  }

  /// {@return a stream of integers, booleans and ticks of times in C order as [#getLong] reads
  /// them; see [#stream]} An element that is not a 64-bit integer ends the stream with an
  /// `ArithmeticException`.
  ///
  /// @throws DTypeException if the elements are neither real numbers nor times
  public final LongStream longs() {
    return StreamSupport.longStream(new ItemStreams.Longs(this, integerKind()), false);
  }

  /// {@return a stream of elements of any dtype in C order as [#value] reads them; see [#stream]}
  public final Stream<@Nullable Object> values() {
    return StreamSupport.stream(new ItemStreams.Values(this), false);
  }

  // ---- Java arrays and lists

  /// {@return a new nested Java array of all elements, not converted}
  ///
  /// ```java
  /// double[][] rows = view.toArray(double[][].class);
  /// ```
  ///
  /// `toArray()` of a view class returns one flat array.
  ///
  /// @param type the class of an array of the carrier, or of `boolean` for `b1`, with as many
  ///   dimensions as the view has axes, at least 1
  /// @param <A> the type of the nested array
  /// @throws DTypeException if the class does not match the view (the message names the right
  ///   class), or the elements have no primitive carrier; use [#toList] then
  /// @throws IllegalArgumentException if an axis is longer than a Java array
  public final <A> A toArray(Class<A> type) {
    return JavaArrays.nested(this, type);
  }

  /// {@return all elements as [#value] reads them, in lists nested as deep as the rank,
  /// `a.tolist()`} The lists are unmodifiable.
  ///
  /// @throws IllegalArgumentException if this view has rank 0, or an axis is longer than a list
  public final List<@Nullable Object> toList() {
    return JavaArrays.list(this);
  }

  // ---- execution

  /// {@return this view with bulk operations on all processors, in the common pool, and no other
  /// options: `on(Execution.parallel())`, see [#on]}
  public final V parallel() {
    return on(Execution.parallel());
  }

  /// {@return this view with bulk operations on some threads of the common pool, and no other
  /// options: `on(Execution.parallel(parallelism))`, see [#on]}
  ///
  /// @param parallelism the maximum number of threads that work at once, including the caller
  /// @throws IllegalArgumentException if `parallelism < 1`
  public final V parallel(int parallelism) {
    return on(Execution.parallel(parallelism));
  }

  /// Returns a view of the same memory with another execution for bulk operations, which replaces
  /// all options of this view's execution. Views of the returned view inherit the execution.
  ///
  /// Memory of a confined arena belongs to one thread: an operation on many elements with several
  /// threads throws `WrongThreadException` when another thread starts a part.
  ///
  /// @param how the execution
  /// @return a view of the same memory; the results of operations on it have the same bits
  public final V on(Execution how) {
    return with(segment, strided, dtype, backing, how);
  }

  /// {@return the execution of this view's bulk operations: the argument of [#on], or
  /// [Execution#SEQUENTIAL] by default}
  public final Execution execution() {
    return execution;
  }

  /// Formats the elements as `str(a)` does: above 1000 elements, only the first and last three
  /// along each axis.
  @Override
  public final String toString() {
    return ArrayText.of(items(), objects(), OBJECT_TEXT);
  }

  /// Formats an array that is an element of an object array.
  private static String textInArray(Object value) {
    return value instanceof NdView<?> view
        ? ArrayText.repr(view.items(), view.objects(), OBJECT_TEXT)
        : value.toString();
  }

  // ---- views: slices, order of axes

  /// Creates a view of this class over other memory.
  abstract V with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution);

  /// Creates a view of this class over other elements of the same memory.
  abstract V at(Strided where);

  /// {@return a view of a part of the array, `a[index]`; axes without an index stay whole}
  ///
  /// @param index integers, ranges, new axes and at most one ellipsis, beginning with the index of
  ///   the first axis
  /// @throws IndexOutOfBoundsException if an index is outside its axis or there are more indices
  ///   than axes
  /// @throws IllegalArgumentException if there are two ellipses
  public final V slice(Index... index) {
    return at(strided.apply(List.of(index)));
  }

  /// {@return a view of a part of the array, given as NumPy's text, such as `"::2, -1, ..., None"`,
  /// see [#slice(Index...)]}
  ///
  /// @param index the text between the brackets
  /// @throws IllegalArgumentException if the text is not a basic index, see [Index#parse]
  public final V slice(String index) {
    return at(strided.apply(Index.parse(index)));
  }

  /// {@return a view of a range of one axis, `start:stop:step`, with Python's rules for bounds}
  ///
  /// @param axis the axis
  /// @param start the first position
  /// @param stop the position after the last
  /// @param step the distance between two positions, positive or negative
  /// @throws IllegalArgumentException if `step` is 0
  public final V slice(int axis, long start, long stop, long step) {
    return at(strided.slice(axis, start, stop, step));
  }

  /// {@return a view of a range of one axis, `start:stop`, see [#slice(int, long, long, long)]}
  ///
  /// @param axis the axis
  /// @param start the first position
  /// @param stop the position after the last
  public final V slice(int axis, long start, long stop) {
    return slice(axis, start, stop, 1);
  }

  /// {@return a view of a box, such as a part of a [Partition], of the same rank}
  ///
  /// @param box a range of positions along each axis
  /// @throws IllegalArgumentException if the box has another rank
  /// @throws IndexOutOfBoundsException if the box reaches beyond an axis
  public final V slice(Box box) {
    box.requireWithin(shape(), backing.name());
    return at(strided.slice(box));
  }

  /// {@return a view of one position of an axis, without that axis}
  ///
  /// @param axis the axis
  /// @param position from `-size` to `size - 1`
  /// @throws IndexOutOfBoundsException if there is no such axis or position
  public final V index(int axis, long position) {
    return at(strided.index(axis, position));
  }

  /// {@return a view with a new axis of length 1, `np.expand_dims`}
  ///
  /// @param axis the position of the axis in the new view, from `-(rank + 1)` to `rank`
  public final V newAxis(int axis) {
    return at(strided.newAxis(axis));
  }

  /// {@return a view with permuted axes, `np.transpose(a, axes)`; if no axes are given, with all
  /// axes in reverse order, `a.T`}
  ///
  /// @param axes every axis once; the first named becomes axis 0
  /// @throws IllegalArgumentException if `axes` is not a permutation of 0 to rank - 1
  public final V transpose(int... axes) {
    return at(axes.length == 0 ? strided.reverseAxes() : strided.transpose(axes));
  }

  /// {@return a view with one axis reversed, `np.flip`}
  ///
  /// @param axis the axis
  public final V flip(int axis) {
    return at(strided.flip(axis));
  }

  // ---- views: shapes, windows

  /// {@return a view with two axes exchanged, `np.swapaxes`}
  ///
  /// @param first the first axis
  /// @param second the second axis
  public final V swapAxes(int first, int second) {
    return at(Rearrangement.swapped(strided, first, second));
  }

  /// {@return a view with one axis moved and the other axes in their order, `np.moveaxis`}
  ///
  /// @param from the axis to move
  /// @param to the position of the axis in the new view
  public final V moveAxis(int from, int to) {
    return at(Rearrangement.moved(strided, from, to));
  }

  /// {@return a view without the given axes, which must have length 1, `np.squeeze(a, axes)`; if no
  /// axes are given, without all axes of length 1}
  ///
  /// @param axes the axes
  /// @throws IllegalArgumentException if an axis does not have length 1, or is named twice
  public final V squeeze(int... axes) {
    return at(
        axes.length == 0
            ? Layouts.withoutUnitAxes(strided)
            : Rearrangement.squeezed(strided, axes));
  }

  /// {@return a view broadcast to a larger shape, `np.broadcast_to`} If elements repeat, the view
  /// is read-only, and so are all views of it.
  ///
  /// @param shape the new shape
  /// @throws IllegalArgumentException if an axis has neither length 1 nor the length of the new
  ///   axis, or the new shape has fewer axes; the message names both shapes
  public final V broadcastTo(Shape shape) {
    return guarded(Broadcast.to(strided, shape));
  }

  /// {@return a view of the elements in C order with another shape, `np.reshape` without copying}
  ///
  /// @param sizes the lengths of the new axes; one may be -1 and is then computed
  /// @throws IllegalArgumentException if the new shape has another number of elements, a size other
  ///   than a single -1 is negative, or no strides describe the new shape (NumPy would copy: use
  ///   `copy()` first); in the last case the message names both shapes and the strides
  public final V reshape(long... sizes) {
    return reshape(Order.C, sizes);
  }

  /// {@return a view of the elements in a given order with another shape, see [#reshape(long...)]}
  ///
  /// @param order the order in which the elements are counted, in this view and in the new view
  /// @param sizes the lengths of the new axes; one may be -1 and is then computed
  public final V reshape(Order order, long... sizes) {
    return at(Reshape.of(strided, Reshape.resolve(shape(), sizes), order, itemsize));
  }

  /// {@return a view of the elements with one axis, `np.reshape(a, -1, order)` without copying}
  ///
  /// @param order the order in which the elements are counted
  /// @throws IllegalArgumentException if the elements are not equally spaced in this order (use
  ///   `copy()` first); the message names the shape and the strides
  public final V flatten(Order order) {
    return reshape(order, itemCount());
  }

  /// {@return views of equal parts of an axis, `np.split(a, parts, axis)`}
  ///
  /// @param parts the number of parts, at least 1
  /// @param axis the axis
  /// @throws IllegalArgumentException if `parts < 1` or the length of the axis is not a multiple of
  ///   `parts`
  public final List<V> split(int parts, int axis) {
    return Rearrangement.split(strided, parts, axis).stream().map(this::at).toList();
  }

  /// {@return views of the ranges `[:at[0]]`, `[at[0]:at[1]]` to `[at[n-1]:]` of an axis, with
  /// Python's rules for bounds, `np.split(a, at, axis)`}
  ///
  /// @param at the positions before which to split
  /// @param axis the axis
  public final List<V> split(long[] at, int axis) {
    return Rearrangement.split(strided, at, axis).stream().map(this::at).toList();
  }

  /// {@return a view of a diagonal, `np.diagonal(a, offset, first, second)`: the elements whose
  /// position on the second axis is their position on the first axis plus the offset} The diagonal
  /// is the last axis of the view, of length 0 if the diagonal is outside the array. The view is
  /// writable if this view is writable.
  ///
  /// @param offset the distance above the main diagonal, or below it if negative
  /// @param first the first axis
  /// @param second the second axis
  public final V diagonal(long offset, int first, int second) {
    return at(Rearrangement.diagonal(strided, offset, first, second));
  }

  /// Slides a window over axes, `np.lib.stride_tricks.sliding_window_view`: element `(i, …, j, …)`
  /// of the result is element `(i + j, …)` of this view. If windows overlap, the view is read-only,
  /// and so are all views of it.
  ///
  /// @param window the shape of the window
  /// @param axes for each axis of the window, the axis of this view along which it slides; an axis
  ///   may be named twice; if none are given, all axes
  /// @return a view of the same memory: first the axes of this view, of which each given axis has
  ///   one index for each position of the window (`size - length + 1`), then the axes of the window
  /// @throws IllegalArgumentException if the window does not have one length for each of the axes,
  ///   or is longer than an axis; the message names the shapes
  public final V slidingWindow(Shape window, int... axes) {
    return guarded(
        axes.length == 0 ? Windows.over(strided, window) : Windows.over(strided, window, axes));
  }

  /// Returns a view of other elements of the same memory; read-only if these elements overlap one
  /// another.
  private V guarded(Strided where) {
    return readOnly || !where.overlapsItself(itemsize)
        ? at(where)
        : with(segment.asReadOnly(), where, dtype, backing, execution);
  }

  // ---- views: dtypes, fields

  /// {@return a view of the bytes as elements of another dtype or byte order, `a.view(dtype)`} If
  /// the itemsize changes, the length of the last axis changes, too; the elements along this axis
  /// must be adjacent, unless there is only one. A subarray dtype must have the same itemsize as
  /// the elements of this view; the axes of the subarray are appended.
  ///
  /// @param other the new dtype
  /// @throws DTypeException if the old or new elements are or hold Python objects; if the new
  ///   itemsize is smaller and does not divide the old itemsize; if the new itemsize is larger and
  ///   does not divide the number of bytes along the last axis; or if a subarray dtype has another
  ///   itemsize
  /// @throws IllegalArgumentException if the itemsize changes and the rank is 0 or the elements of
  ///   the last axis are not adjacent
  public final NdView<?> viewAs(DType other) {
    requireBytes();
    return NdView.create(
        segment, Reinterpretation.of(strided, dtype, other), other, backing, execution);
  }

  /// {@return a view of one field of every element, `a[name]`; the axes of a subarray field are
  /// appended}
  ///
  /// @param name the field's name or title
  /// @throws DTypeException if the elements are not structures, or have no such field; the message
  ///   then names the fields that exist
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

  /// {@return a view of the real parts, `a.real`; for real numbers, a view of the elements
  /// themselves}
  ///
  /// @throws DTypeException if the elements are not numbers
  public final NdView<?> real() {
    return part(0);
  }

  /// {@return a view of the imaginary parts, `a.imag`}
  ///
  /// @throws DTypeException if the elements are not complex
  public final NdView<?> imag() {
    if (!(dtype instanceof ScalarType scalar) || !scalar.kind().isComplex()) {
      throw new DTypeException(
          backing.name() + ": elements of " + dtype + " have no imaginary part");
    }
    return part(scalar.kind().part().itemsize());
  }

  /// Returns a view of the real or imaginary parts.
  ///
  /// @param offset the byte offset of the part in an element
  private NdView<?> part(int offset) {
    if (!(dtype instanceof ScalarType scalar)) {
      throw new DTypeException(backing.name() + ": elements of " + dtype + " have no real part");
    }
    return NdView.create(
        segment,
        strided.shift(offset),
        new ScalarType(scalar.kind().part(), scalar.order()),
        backing,
        execution);
  }

  // ---- equality

  /// {@return whether shapes and elements are equal, `np.array_equal(a, b)`; NaN is not equal to
  /// NaN, see [#contentEquals(NdView, boolean)]}
  ///
  /// @param other another array, of any dtype and layout
  public final boolean contentEquals(NdView<?> other) {
    return contentEquals(other, false);
  }

  /// Compares shapes and elements, `np.array_equal(a, b, equal_nan=nanEqual)`, regardless of
  /// layouts, byte orders and padding. The comparison ends soon after a difference is found, and
  /// does not copy the arrays.
  ///
  /// Elements are equal by NumPy's `==`:
  ///
  /// - Numbers and booleans of any two dtypes are compared exactly, by their values; 0 and -0 are
  ///   equal. Only when 64-bit integers are compared with `f8` or smaller floating-point numbers,
  ///   or with `c8` or `c16`, are the integers first rounded to doubles, as in NumPy.
  /// - Text is compared with text, and bytes with bytes, without trailing NULs; voids are compared
  ///   by all their bytes.
  /// - Datetimes are compared with datetimes by their instants, and timedeltas with timedeltas by
  ///   their durations, whatever their units.
  /// - Structures are compared field by field, if both have the same field names in the same order.
  /// - Python objects are compared by their values. Two numbers may be equal even if their types
  ///   differ; arrays that are elements are compared by this method.
  ///
  /// Elements are unequal where NumPy has no `==` or converts a timedelta to a number: text and
  /// bytes, times and numbers, a timedelta in months and a timedelta in days. Empty arrays of one
  /// shape are equal, whatever their dtypes.
  ///
  /// @param other another array, of any dtype and layout
  /// @param nanEqual whether NaN equals NaN and `NaT` equals `NaT`; a complex number is NaN if one
  ///   of its parts is NaN
  /// @return whether the shapes and all elements are equal
  public final boolean contentEquals(NdView<?> other, boolean nanEqual) {
    if (dtype.hasObject() || other.dtype.hasObject()) {
      return shape().equals(other.shape()) && objectsEqual(other, nanEqual);
    }
    return ContentEquality.of(items(), other.items(), nanEqual);
  }

  /// Compares arrays of one shape, at least one of which has Python objects.
  private boolean objectsEqual(NdView<?> other, boolean nanEqual) {
    if (itemCount() > 0
        && dtype instanceof StructType one
        && other.dtype instanceof StructType two) {
      List<Field> fields = one.fields();
      List<Field> others = two.fields();
      return fields.stream()
              .map(Field::name)
              .toList()
              .equals(others.stream().map(Field::name).toList())
          && IntStream.range(0, fields.size())
              .allMatch(k -> at(fields.get(k)).contentEquals(other.at(others.get(k)), nanEqual));
    }
    return new ObjectEquality(nanEqual, (a, b) -> equal(a, b, nanEqual))
        .all(values().iterator(), other.values().iterator());
  }

  /// Counts and measures the differences of two arrays of one shape, in one pass and bounded
  /// memory: the report of `numpy.testing.assert_allclose(a, b)`. Layouts, byte orders and dtypes
  /// may differ. Numbers may differ by the tolerance; all other elements, also numbers that are
  /// Python objects, are compared as by [#contentEquals(NdView, boolean)].
  ///
  /// @param other an array of the same shape; it is `b` in `|a - b| <= atol + rtol * |b|`
  /// @param tolerance which elements count as equal
  /// @return the number of elements that differ, the first of them, and the largest differences
  /// @throws IllegalArgumentException if the shapes differ
  /// @throws DTypeException if the elements cannot be compared, or are structures; compare each
  ///   [#field(String)] instead
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

  /// Returns a view of a Java array of carriers, in this view's shape and in C order.
  ///
  /// @param array the segment of the Java array
  /// @param length the length of the Java array
  /// @throws IllegalArgumentException if the length is not the number of elements
  final V carriers(MemorySegment array, int length) {
    if (length != itemCount()) {
      throw new IllegalArgumentException(
          "an array of %s carriers does not match the %s elements of shape %s"
              .formatted(length, itemCount(), shape()));
    }
    DType inMemory = dtype.withByteOrder(ByteOrder.nativeOrder());
    Strided where = Strided.contiguous(shape(), dtype.itemsize(), Order.C);
    return with(array, where, inMemory, Backing.MEMORY, execution);
  }

  /// Allocates a Java array for all elements.
  ///
  /// @param make creates an array of a given length
  final <A> A newArray(IntFunction<A> make) {
    return items().newArray(make);
  }

  /// Copies every element into another view of the same shape, `np.copyto(target, a,
  /// casting='equiv')`, whatever their layouts and byte orders. The copy runs with the execution of
  /// this view.
  ///
  /// @param target receives the elements
  public final void copyTo(NdView<?> target) {
    ItemCopy.copy(adoptedBy(target).items(), target.items(), execution);
  }

  /// Returns this view if its elements can be copied to the target as they are. If both views have
  /// Python objects, in different object tables, returns a copy of this view for which the objects
  /// were added to the target's table.
  private NdView<?> adoptedBy(NdView<?> target) {
    if (backing.equals(target.backing)
        || !(backing instanceof ObjectTable table && target.backing instanceof ObjectTable)) {
      return this;
    }
    NdView<?> copy = on(execution.withoutAllocator()).copy();
    NdView<?> adopted = create(copy.segment, copy.strided, copy.dtype, target.backing, execution);
    adopted.forEachObjectView(view -> view.adopt(table));
    return adopted;
  }

  /// Passes this view if it is an [ObjectView]; if its elements are structures, passes the views of
  /// all fields that are Python objects, at any depth.
  private void forEachObjectView(Consumer<ObjectView> consumer) {
    if (this instanceof ObjectView view) {
      consumer.accept(view);
    } else if (dtype instanceof StructType struct) {
      struct.fields().forEach(field -> at(field).forEachObjectView(consumer));
    }
  }

  /// Returns a view of a field of every element.
  private NdView<?> at(Field field) {
    return NdView.create(segment, strided.shift(field.offset()), field.dtype(), backing, execution);
  }

  /// Rejects a read-only target and, if one of the views holds Python objects, a target with
  /// another object table: only copies and scatters add objects to the table of their target.
  private void requireSameObjects(NdView<?> target) {
    target.requireWritable();
    if (!backing.equals(target.backing) && (dtype.hasObject() || target.dtype.hasObject())) {
      throw new DTypeException(
          "cannot move Python objects (elements of %s) to another array (of %s); use copyTo of a result"
              .formatted(dtype, target.dtype));
    }
  }

  /// Copies every element of a view of the same shape into this one, with the execution of this
  /// view, see [#copyTo(NdView)].
  ///
  /// @param source the view to copy
  public final void copyFrom(NdView<?> source) {
    ItemCopy.copy(source.adoptedBy(this).items(), items(), execution);
  }

  // ---- casts

  /// Copies every element into another view of the same shape, converted to the dtype of that view,
  /// `np.copyto(target, a, casting)`. The values are those of NumPy 2.4 on x86-64:
  ///
  /// - Integers wrap. Floating-point numbers are truncated towards zero to an intermediate integer:
  ///   of 64 bits for `i8`, `u8` and `u4`, of 32 bits for other targets, or of 16 bits if a long
  ///   double becomes `i1`, `u1` or `i2`. The target keeps the low bits. Numbers beyond the range
  ///   of the intermediate integer, and NaN, become its smallest value. Only for `u8`, numbers from
  ///   2⁶³ to 2⁶⁴ are kept, and larger numbers become 0. (In NumPy the result for a `u4` target and
  ///   a number beyond ±2³¹ depends on the element's position in the array; here it does not.)
  /// - Conversions to floating-point numbers round to nearest, ties to even; long doubles and
  ///   integers become `f4` first if the target is `f2`. NaNs keep their sign and the upper bits of
  ///   their payload.
  /// - Complex numbers lose their imaginary part when they become real; they become true if either
  ///   part is not zero.
  /// - Datetimes and timedeltas are converted to another unit in 64 bits that wrap, and are rounded
  ///   down. Years and months of datetimes are converted by the calendar, years and months of
  ///   timedeltas by the length of the mean year; `NaT` stays. All other conversions from and to
  ///   times use the ticks as integers; NaN becomes `NaT`.
  /// - Numbers become the text of Python's `str`, truncated to the text's length; text is parsed as
  ///   by Python's `int`, `float`, `complex` and as NumPy's dates; any text except the empty text
  ///   is true. Bytes are ASCII when converted to or from text.
  /// - Void receives the bytes of an element in little-endian order, truncated or padded with
  ///   zeros.
  /// - Structures are converted field by field, by position and not by name; an element without
  ///   fields is stored in every field, and a structure of one field is converted as that field. A
  ///   subarray is broadcast to the target's subarray; an axis that is too short is padded with
  ///   zeros, and an axis that is too long is truncated. The target's padding bytes between fields
  ///   keep their values.
  ///
  /// @param target receives the elements
  /// @param casting which conversions are allowed; the default of `np.copyto` is `SAME_KIND`
  /// @throws IllegalArgumentException if the shapes differ, or if an element cannot be converted,
  ///   such as text that is not a number, or a date that is longer than the target's text; in the
  ///   latter case some elements may have been written
  /// @throws DTypeException if the casting rule forbids the conversion or no such conversion
  ///   exists; the message names both dtypes
  public final void copyTo(NdView<?> target, Casting casting) {
    CastingCopy.copy(adoptedBy(target).items(), target.items(), casting);
  }

  /// {@return a new array of the elements, converted by unsafe casting, `a.astype(dtype)`, see
  /// [#astype(DType, Casting)]}
  ///
  /// @param newDtype the new dtype
  public final NdView<?> astype(DType newDtype) {
    return astype(newDtype, Casting.UNSAFE);
  }

  /// Converts all elements into a new array, `a.astype(dtype, casting=…)`; values and exceptions
  /// are those of [#copyTo(NdView, Casting)]. The array is contiguous, with the axes in the same
  /// memory order as this view (NumPy's order `K`).
  ///
  /// If the new dtype is bytes, text or void of length 0, it gets the length that the elements of
  /// this view need (`|S0` becomes `|S32` for `<f8`); times without a unit get the unit of this
  /// view. The axes of a subarray come last in the new shape, and the array is then in C order.
  ///
  /// @param newDtype the new dtype
  /// @param casting which conversions are allowed
  /// @return a new array, even if nothing is converted
  public final NdView<?> astype(DType newDtype, Casting casting) {
    return view(CastingCopy.convert(items(), newDtype, casting));
  }

  /// {@return a writable copy in C order, `np.copy`} The copy is allocated like a result: see
  /// **Memory** above, and [Execution#allocating].
  public final V copy() {
    return copy(Order.C);
  }

  /// {@return a writable copy, `np.copy(a, order)`}
  ///
  /// @param order the memory order of the copy
  public final V copy(Order order) {
    Items copy = items().result(dtype, shape(), order);
    ItemCopy.copy(items(), copy);
    return own(copy);
  }

  /// Copies every element to the beginning of a segment, in C order and in the byte order of this
  /// view. Use `MemorySegment.ofBuffer(buffer)` or `ofArray(array)` for a buffer or an array.
  ///
  /// @param target receives the bytes
  /// @throws IndexOutOfBoundsException if the segment is shorter than the elements' bytes
  /// @throws DTypeException if the elements are or hold Python objects
  public final void copyTo(MemorySegment target) {
    requireCapacity(target);
    copyTo(packed(target));
  }

  /// Copies the bytes at the beginning of a segment into the elements in C order, as
  /// [#copyTo(MemorySegment)] writes them.
  ///
  /// @param source the segment to copy
  /// @throws IndexOutOfBoundsException if the segment is shorter than the elements' bytes
  /// @throws DTypeException if the elements are or hold Python objects
  public final void copyFrom(MemorySegment source) {
    requireCapacity(source);
    copyFrom(packed(source));
  }

  private void requireCapacity(MemorySegment memory) {
    long bytes = shape().byteSize(dtype.itemsize());
    if (bytes > memory.byteSize()) {
      throw new IndexOutOfBoundsException(
          "the %s elements of %s of shape %s have %s bytes and do not fit a segment with %s"
              .formatted(itemCount(), dtype, shape(), bytes, memory.byteSize()));
    }
  }

  /// Returns a view of other memory as an array in C order with this shape and dtype.
  private NdView<?> packed(MemorySegment memory) {
    return NdView.of(memory, dtype, shape(), Order.C, Backing.MEMORY);
  }

  /// Passes all elements in C order, in blocks of at most a given number of elements.
  ///
  /// @param elements the maximum number of elements of a block, at least 1
  /// @param consumer receives each block, a view of this memory whose rank is at most the rank of
  ///   this view
  /// @throws IllegalArgumentException if `elements < 1`
  public final void forEachBlock(long elements, Consumer<? super V> consumer) {
    if (elements < 1) {
      throw new IllegalArgumentException("a block must have at least 1 element, found " + elements);
    }
    if (itemCount() > 0) {
      Layouts.forEachBlock(strided, elements, part -> consumer.accept(at(part)));
    }
  }

  /// Passes the canonical bytes: elements in C order, the fields of each element in their order,
  /// each number or character little-endian, without padding. Nothing else is changed: NaN
  /// payloads, bool bytes above 1, trailing NULs and the padding inside a long double stay.
  ///
  /// Two arrays of the same dtype except for byte order and padding have the same canonical bytes
  /// if and only if every element has the same bits.
  ///
  /// @param consumer receives blocks of at most 256 KiB: the bytes from the buffer's position to
  ///   its limit. The buffer is reused for the next block. A block that could not be read is not
  ///   passed
  /// @throws DTypeException if the elements are or hold Python objects
  public final void forEachCanonicalBlock(Consumer<ByteBuffer> consumer) {
    requireBytes();
    CanonicalBytes.forEachBlock(items(), consumer);
  }

  // ---- fills

  /// Stores a value in every element, `a.fill(value)`, see [#setValue].
  ///
  /// @param value the value of every element
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

  /// Stores a value in an element of any dtype, `a[index] = value`.
  ///
  /// | value | of elements | stored |
  /// |---|---|---|
  /// | `Byte Short Integer Long BigInteger` | real numbers, times (as ticks) | exactly |
  /// | `Float Double` | real numbers | rounded for floating-point dtypes; for other dtypes the value must be exact |
  /// | `Boolean` | real numbers | as 0 or 1 |
  /// | `String` | text, bytes (ASCII) | padded with NULs |
  /// | `byte[]` | any dtype | as the bytes of the element, for `S` padded with NULs |
  /// | `Instant` | datetimes with a unit | exactly |
  /// | `Duration` | timedeltas with a unit, but not years and months | exactly |
  /// | numbers, booleans and strings as above | dtypes not named for them above | as [#copyTo(NdView, Casting)] converts the value, rounded or wrapped |
  ///
  /// @param index one index for each axis
  /// @param value the element's new value
  /// @throws ArithmeticException if an integer, boolean or time element cannot hold the number, or
  ///   a floating-point element cannot hold an integer exactly
  /// @throws IllegalArgumentException if text or bytes are too long or end in a NUL (which reading
  ///   would drop), there are too few bytes, text for bytes is not ASCII, text for a number or a
  ///   time cannot be parsed, or the value is a `Number` of a class not listed above
  /// @throws java.time.DateTimeException if a time is not a whole number of ticks in 64 bits
  /// @throws DTypeException if the dtype does not take such values, or is or holds Python objects
  public final void setValue(long[] index, Object value) {
    requireWritable();
    requireBytes();
    StoredValue.store(at(Strided.of(strided.offsetOf(index), Shape.SCALAR)), value);
  }

  // ---- arithmetic

  /// {@return the sums of the elements and a number, `a + number`, in a new array of NumPy's dtype,
  /// see [#combine(Binary, Number)]}
  ///
  /// @param number the second operand; for times an integer, in ticks
  public final NdView<?> plus(Number number) {
    return combine(Binary.PLUS, number);
  }

  /// {@return the sums of the elements of two views, `a + other`, in a new array of NumPy's dtype,
  /// see [#combine(Binary, NdView)]}
  ///
  /// @param other the second operand
  public final NdView<?> plus(NdView<?> other) {
    return combine(Binary.PLUS, other);
  }

  /// Adds a number to every element, `np.add(a, number, out=target)`, see [#combine(Binary, Number,
  /// NdView)].
  ///
  /// @param number the second operand; for times an integer, in ticks
  /// @param target receives the results
  public final void plus(Number number, NdView<?> target) {
    combine(Binary.PLUS, number, target);
  }

  /// Adds two views of numbers or times element by element, `np.add(a, other, out=target)`, see
  /// [#combine(Binary, NdView, NdView)].
  ///
  /// @param other the second operand
  /// @param target receives the results
  public final void plus(NdView<?> other, NdView<?> target) {
    combine(Binary.PLUS, other, target);
  }

  /// {@return the differences of the elements and a number, `a - number`, see [#plus(Number)]}
  ///
  /// @param number the second operand
  public final NdView<?> minus(Number number) {
    return combine(Binary.MINUS, number);
  }

  /// {@return the differences of the elements of two views, `a - other`, see [#plus(NdView)]}
  ///
  /// @param other the second operand
  public final NdView<?> minus(NdView<?> other) {
    return combine(Binary.MINUS, other);
  }

  /// Subtracts a number from every element, `np.subtract`, see [#plus(Number, NdView)].
  ///
  /// @param number the second operand
  /// @param target receives the results
  public final void minus(Number number, NdView<?> target) {
    combine(Binary.MINUS, number, target);
  }

  /// Subtracts another view from this one, `np.subtract`, see [#plus(NdView, NdView)].
  ///
  /// @param other the second operand
  /// @param target receives the results
  public final void minus(NdView<?> other, NdView<?> target) {
    combine(Binary.MINUS, other, target);
  }

  /// {@return the products of the elements and a number, `a * number`, see [#plus(Number)];
  /// timedeltas are truncated to whole ticks}
  ///
  /// @param number the factor
  public final NdView<?> times(Number number) {
    return combine(Binary.TIMES, number);
  }

  /// {@return the products of the elements of two views, `a * other`, see [#plus(NdView)]}
  ///
  /// @param other the second operand
  public final NdView<?> times(NdView<?> other) {
    return combine(Binary.TIMES, other);
  }

  /// Multiplies every element by a number, `np.multiply`, see [#plus(Number, NdView)]. Products of
  /// timedeltas are truncated to whole ticks.
  ///
  /// @param number the factor
  /// @param target receives the results
  public final void times(Number number, NdView<?> target) {
    combine(Binary.TIMES, number, target);
  }

  /// Multiplies two views element by element, `np.multiply`, see [#plus(NdView, NdView)].
  ///
  /// @param other the second operand
  /// @param target receives the results
  public final void times(NdView<?> other, NdView<?> target) {
    combine(Binary.TIMES, other, target);
  }

  /// {@return the quotients of the elements and a number, `a / number`, see [#plus(Number)]}
  /// Integers and booleans are divided as `f8`; division by 0 gives infinity or NaN. Quotients of
  /// timedeltas are truncated to whole ticks.
  ///
  /// @param number the divisor
  public final NdView<?> dividedBy(Number number) {
    return combine(Binary.DIVIDED_BY, number);
  }

  /// {@return the quotients of the elements of two views, `a / other`, see [#dividedBy(Number)]}
  ///
  /// @param other the divisor
  public final NdView<?> dividedBy(NdView<?> other) {
    return combine(Binary.DIVIDED_BY, other);
  }

  /// Divides every element by a number, `np.divide`, see [#dividedBy(Number)].
  ///
  /// @param number the divisor
  /// @param target receives the results, which are floating-point numbers even if both operands are
  ///   integers
  public final void dividedBy(Number number, NdView<?> target) {
    combine(Binary.DIVIDED_BY, number, target);
  }

  /// Divides this view by another one, `np.divide`, see [#dividedBy(Number)].
  ///
  /// @param other the divisor
  /// @param target receives the results, which are floating-point numbers even if both operands are
  ///   integers
  public final void dividedBy(NdView<?> other, NdView<?> target) {
    combine(Binary.DIVIDED_BY, other, target);
  }

  /// {@return the negated elements, `-a`, in a new array, see [#map(Unary)]}
  ///
  /// @throws DTypeException if the elements are neither numbers nor timedeltas, or are booleans or
  ///   long doubles
  public final NdView<?> negate() {
    boolean isSpan = dtype instanceof TimeType time && time.kind() == TimeType.Kind.TIMEDELTA;
    return isSpan ? times(-1) : map(Unary.NEGATIVE);
  }

  /// Adds a multiple of another view to this view in place, `a += factor * other`. The product is
  /// rounded, or wraps, in its NumPy dtype before it is added. Both views must hold numbers other
  /// than long doubles.
  ///
  /// @param other the view to add, which is broadcast to this shape
  /// @param factor the factor, converted as by `other.combine(Binary.TIMES, factor)`
  public final void addScaled(NdView<?> other, Number factor) {
    Arithmetic.addScaled(items(), other.items(), PythonNumber.of(factor));
  }

  /// Limits elements to a range in place, `np.clip(a, low, high, out=a)`. NaN stays NaN. If `low >
  /// high`, all elements except NaN become `high`.
  ///
  /// If one of the limits is a floating-point number, the elements must be floating-point numbers.
  /// If one of the limits is NaN, all elements become NaN.
  ///
  /// @param low the least value, for times in ticks; for integers it may be below the range of the
  ///   dtype
  /// @param high the largest value, for times in ticks; for integers it may be above the range of
  ///   the dtype
  /// @throws ArithmeticException if the elements are integers and the whole range of their dtype is
  ///   below `low` or above `high`, or if the elements are times and a limit exceeds 64 bits
  /// @throws DTypeException if the elements are booleans or long doubles, or neither real numbers
  ///   nor times; or if the elements are integers or times and a limit is a floating-point number
  public final void clip(Number low, Number high) {
    Arithmetic.clip(items(), PythonNumber.of(low), PythonNumber.of(high));
  }

  /// Applies a function to every element. The new array has NumPy's dtype, and the axes in the same
  /// memory order as this view (NumPy's order `K`).
  ///
  /// @param operation the function
  /// @return the results
  /// @throws DTypeException if the function is not defined for the dtype
  public final NdView<?> map(Unary operation) {
    return view(UnaryOperations.of(operation, items()));
  }

  /// Applies a function to every element, as `np.sqrt(a, out=target)`.
  ///
  /// @param operation the function
  /// @param target receives the results, cast by same-kind casting; this view is broadcast to the
  ///   target's shape, and may be the target itself
  /// @throws DTypeException if the function is not defined for the dtype, or the results cannot be
  ///   cast to the target's
  public final void map(Unary operation, NdView<?> target) {
    UnaryOperations.apply(operation, items(), target.items());
  }

  /// Applies an operation to the elements of two views, which are broadcast to their common shape.
  /// The new array has NumPy's dtype.
  ///
  /// @param operation the operation
  /// @param other the second operand
  /// @return the results
  /// @throws DTypeException if the operation is not defined for the dtypes
  /// @throws ArithmeticException if integers are raised to negative powers
  public final NdView<?> combine(Binary operation, NdView<?> other) {
    return view(Arithmetic.of(operation, items(), other.items()));
  }

  /// Applies an operation to every element and a number and returns a new array, see
  /// [#combine(Binary, NdView)].
  ///
  /// A number counts as a Python number (NEP 50): a `Byte`, `Short`, `Integer`, `Long` or
  /// `BigInteger` as an `int`, a `Float` or `Double` as a `float`. It is converted to the dtype of
  /// this view, with three exceptions: an operation on boolean elements and an integer is computed
  /// as `i8`; an operation on boolean or integer elements and a floating-point number is computed
  /// as `f8`; an operation that needs floating-point numbers, such as a division, is computed in a
  /// floating-point dtype.
  ///
  /// @param operation the operation
  /// @param number the second operand
  /// @return the results
  /// @throws ArithmeticException if the number is an integer that the dtype of the computation
  ///   cannot hold
  /// @throws IllegalArgumentException if the number is of a class not listed above
  public final NdView<?> combine(Binary operation, Number number) {
    return view(Arithmetic.of(operation, items(), PythonNumber.of(number)));
  }

  /// Applies an operation to the elements of two views, as `np.maximum(a, other, out=target)`.
  ///
  /// @param operation the operation
  /// @param other the second operand
  /// @param target receives the results, cast by same-kind casting; both operands are broadcast to
  ///   the target's shape, and may be the target itself
  /// @throws DTypeException if the operation is not defined for the dtypes, or the results cannot
  ///   be cast to the target's
  /// @throws ArithmeticException if integers are raised to negative powers; some results are stored
  ///   by then
  public final void combine(Binary operation, NdView<?> other, NdView<?> target) {
    Arithmetic.apply(operation, items(), other.items(), target.items());
  }

  /// Applies an operation to every element and a number, see [#combine(Binary, Number)] and
  /// [#combine(Binary, NdView, NdView)].
  ///
  /// @param operation the operation
  /// @param number the second operand
  /// @param target receives the results
  public final void combine(Binary operation, Number number, NdView<?> target) {
    Arithmetic.apply(operation, items(), PythonNumber.of(number), target.items());
  }

  /// {@return a new array of this view's elements where a mask is true and another view's elements
  /// elsewhere, `np.where(mask, a, other)`} The mask and both views are broadcast to their common
  /// shape.
  ///
  /// The dtype is that of [#concatenate]: NumPy's for numbers, the longer dtype for text, otherwise
  /// the dtype that both views must share. Numbers are converted during the pass; a view of long
  /// doubles or of other elements that needs conversion is first copied into a temporary array of
  /// the results' dtype.
  ///
  /// @param mask elements of `bool`; every byte except 0 is true
  /// @param other the elements where the mask is false
  /// @throws DTypeException if the mask does not hold `bool`, there is no common dtype, or a view
  ///   holds Python objects
  public final NdView<?> where(ByteView mask, NdView<?> other) {
    return view(Choice.of(mask.items(), items(), other.items()));
  }

  /// {@return a new array of this view's elements where a mask is true and a number elsewhere, see
  /// [#where(ByteView, NdView)]}
  ///
  /// @param mask elements of `bool`
  /// @param number the value where the mask is false, converted as in [#combine(Binary, Number)],
  ///   so that integers out of range are rejected (NumPy wraps them); for times, a number of ticks
  public final NdView<?> where(ByteView mask, Number number) {
    return where(mask, operand(PythonNumber.of(number)));
  }

  /// Stores this view's elements where a mask is true and another view's elements elsewhere,
  /// `np.copyto(target, np.where(mask, a, other))`, see [#where(ByteView, NdView)].
  ///
  /// @param mask elements of `bool`
  /// @param other the elements where the mask is false
  /// @param target receives the elements, cast by same-kind casting; the mask and both views are
  ///   broadcast to the target's shape, and each may be the target itself
  /// @throws DTypeException if there is no common dtype, or the common dtype cannot be cast to the
  ///   target's
  public final void where(ByteView mask, NdView<?> other, NdView<?> target) {
    Choice.into(mask.items(), items(), other.items(), target.items());
  }

  /// Stores this view's elements where a mask is true and a number elsewhere, see [#where(ByteView,
  /// Number)] and [#where(ByteView, NdView, NdView)].
  ///
  /// @param mask elements of `bool`
  /// @param number the value where the mask is false
  /// @param target receives the elements
  public final void where(ByteView mask, Number number, NdView<?> target) {
    where(mask, operand(PythonNumber.of(number)), target);
  }

  /// Returns a new array of rank 0 that holds a number. The dtype is that of an operation on this
  /// view and the number.
  ///
  /// @param number a result of [PythonNumber#of]
  private NdView<?> operand(Number number) {
    requireBytes();
    if (dtype instanceof TimeType && number instanceof Double) {
      throw items().notA("a double");
    }
    DType converted =
        dtype instanceof ScalarType scalar
            ? new ScalarType(Promotion.with(scalar.kind(), number), ByteOrder.LITTLE_ENDIAN)
            : dtype;
    NdView<?> item = zeros(converted);
    NdView<?> real = converted instanceof ScalarType ? item.real() : item;
    boolean rounds = real.dtype instanceof ScalarType scalar && scalar.kind().isFloat();
    StoredValue.store(real, rounds ? (Number) PythonNumber.toDouble(number) : number);
    return item;
  }

  // ---- user loops

  /// Passes the memory of the elements to a user loop, run by run. A run is a sequence of elements
  /// at a constant stride.
  ///
  /// Every element is in exactly one run. Runs come in memory order, not in C order; axes are
  /// merged where that makes runs longer, and no run has more than 65536 elements. With an
  /// [Execution] of several threads the consumer is called by several threads at once.
  ///
  /// A user loop is as fast as the loops of this class if it has an `int` index, constant layouts,
  /// and a separate case for contiguous elements, whose stride is a constant; and if all memory
  /// that it accesses is native, or is in Java arrays of one type. HotSpot vectorizes loops whose
  /// elements are integers. An example is `a = 2 * a + 1` for little-endian `f8`:
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
  /// @param consumer receives each run
  public final void forEachRun(RunConsumer consumer) {
    RunIteration.forEach(items(), consumer);
  }

  /// Passes the memory of this view's elements and of another view's elements at the same indices,
  /// run by run, see [#forEachRun(RunConsumer)].
  ///
  /// @param other the other view, which is broadcast to the shape of this view; the stride of the
  ///   other view is 0 along broadcast axes
  /// @param consumer receives each pair of runs
  public final void forEachRun(NdView<?> other, RunPairConsumer consumer) {
    RunIteration.forEach(items(), other.items(), consumer);
  }

  // ---- reductions of all elements: sums

  /// {@return the sum of all elements in double precision, `np.sum`; 0 for an empty array} Sums of
  /// floating-point elements are not rounded to their dtype; integers do not wrap.
  public final double sum() {
    return sumOf(Reduction.SUM);
  }

  /// {@return the product of all elements in double precision, `np.prod`; 1 for an empty array}
  /// Integers do not wrap; see [Reduction#PROD].
  public final double prod() {
    ScalarKind kind = realKind();
    return CanonicalNaN.of(
        ((Fold.Product) WholeReduction.of(items(), () -> Folds.product(kind))).product());
  }

  /// {@return the product of integers or booleans in 64 bits that wrap, `np.prod`, for unsigned
  /// integers as the bits of a `u8`; 1 for an empty array}
  ///
  /// @throws DTypeException if the elements are neither integers nor booleans
  public final long prodLong() {
    requireWhole();
    return ((IntegerProductFold) fold(Reduction.PROD)).wrapped();
  }

  /// {@return the mean of all elements in double precision, `np.mean`; NaN for an empty array}
  public final double mean() {
    return meanOf(Reduction.MEAN);
  }

  /// {@return the population variance in double precision, `np.var`; NaN for an empty array} For
  /// other degrees of freedom see [Moments#var(int)] and [Reduction#ddof(int)].
  public final double var() {
    return momentOf(Reduction.VAR);
  }

  /// {@return the population standard deviation in double precision, `np.std`; NaN for an empty
  /// array} For other degrees of freedom see [Moments#std(int)] and [Reduction#ddof(int)].
  public final double std() {
    return momentOf(Reduction.STD);
  }

  /// {@return count, mean and variance of all elements in one pass; `np.mean` and `np.std` together
  /// need three passes} For `f4`, `f2` and integers the mean may differ from [#mean()] in the last
  /// bit.
  public final Moments moments() {
    var _ = realKind();
    return ((MomentsFold) fold(Reduction.VAR)).moments();
  }

  /// {@return count, number of NaN, minimum, maximum, sum, mean and standard deviation of real
  /// numbers or times, in one pass and bounded memory}
  ///
  /// @throws DTypeException if the elements are anything else; for complex numbers, structures and
  ///   void the message says what to use instead
  public final Statistics statistics() {
    return ArrayStatistics.of(items());
  }

  /// {@return the counts of finite numbers, NaN and infinities, and the minimum, maximum, mean and
  /// standard deviation, of each cell of a grid over this view of rank 2, in one pass and in memory
  /// that depends on the number of cells alone}
  ///
  /// Numbers are converted to doubles, times to their ticks, complex numbers to the requested part.
  /// Counts, minima and maxima are exact, except that integers of more than 53 bits are rounded to
  /// doubles first. A sum of integers of at most 32 bits is exact before it is divided. With `u =
  /// 2⁻⁵³` the error of any other mean is at most `512 u` times the mean of the absolute values.
  ///
  /// @param part the part of complex numbers to use; ignored for other dtypes
  /// @param rows the number of rows of cells; fewer if axis 0 is shorter
  /// @param columns the number of columns of cells; fewer if axis 1 is shorter
  /// @throws DTypeException if the elements are neither numbers, booleans nor times
  /// @throws IllegalArgumentException if the rank is not 2, `rows` or `columns` is below 1, or
  ///   there are more than [CellStatistics#MOST] cells
  public final CellStatistics cellStatistics(ComplexPart part, int rows, int columns) {
    return CellPass.of(items(), part, rows, columns);
  }

  // ---- reductions of all elements: minima and maxima

  /// {@return the smallest element as a double, `np.min`, rounded to nearest if a double cannot
  /// hold it; NaN if an element is NaN} For integers and times use
  /// `a.reduce(Reduction.MIN).getLong()`, which is exact, or `getBigInteger()` for `u8`.
  ///
  /// @throws IllegalArgumentException if there are no elements
  public final double min() {
    return extremeOf(Reduction.MIN);
  }

  /// {@return the largest element as a double, `np.max`, see [#min()]}
  public final double max() {
    return extremeOf(Reduction.MAX);
  }

  /// {@return the index in C order of the first smallest element, `np.argmin`, or of the first NaN
  /// or `NaT` if there is one}
  ///
  /// @throws DTypeException if the elements are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no elements
  public final long argMin() {
    return placeOf(Reduction.ARG_MIN);
  }

  /// {@return the index in C order of the first largest element, `np.argmax`, see [#argMin()]}
  public final long argMax() {
    return placeOf(Reduction.ARG_MAX);
  }

  /// {@return the sum of integers or booleans in 64 bits that wrap, `np.sum`, for unsigned integers
  /// as the bits of a `u8`; for timedeltas the ticks, or `NaT` if an element is `NaT`; 0 for an
  /// empty array}
  ///
  /// @throws DTypeException if the elements are neither integers, booleans nor timedeltas
  public final long sumLong() {
    var _ = Folds.result(items(), Reduction.SUM);
    if (!(dtype instanceof TimeType)) {
      requireWhole();
    }
    return ((IntegerSumFold) fold(Reduction.SUM)).wrapped();
  }

  /// {@return the sum of the elements that are not NaN, `np.nansum`, see [#sum()]}
  public final double nanSum() {
    return sumOf(Reduction.NAN_SUM);
  }

  /// {@return the mean of the elements that are not NaN, `np.nanmean`, see [#mean()]}
  public final double nanMean() {
    return meanOf(Reduction.NAN_MEAN);
  }

  /// {@return the population variance of the elements that are not NaN, `np.nanvar`, see [#var()]}
  public final double nanVar() {
    return momentOf(Reduction.NAN_VAR);
  }

  /// {@return the standard deviation of the elements that are not NaN, `np.nanstd`, see [#std()]}
  public final double nanStd() {
    return momentOf(Reduction.NAN_STD);
  }

  /// {@return the smallest element that is not NaN, `np.nanmin`; NaN if all elements are NaN; see
  /// [#min()]}
  public final double nanMin() {
    return extremeOf(Reduction.NAN_MIN);
  }

  /// {@return the largest element that is not NaN, `np.nanmax`; NaN if all elements are NaN; see
  /// [#min()]}
  public final double nanMax() {
    return extremeOf(Reduction.NAN_MAX);
  }

  /// {@return the index of the first smallest element that is not NaN, `np.nanargmin`, see
  /// [#argMin()]}
  ///
  /// @throws IllegalArgumentException if there are no elements, or all elements are NaN
  public final long nanArgMin() {
    return placeOf(Reduction.NAN_ARG_MIN);
  }

  /// {@return the index of the first largest element that is not NaN, `np.nanargmax`, see
  /// [#argMin()]}
  ///
  /// @throws IllegalArgumentException if there are no elements, or all elements are NaN
  public final long nanArgMax() {
    return placeOf(Reduction.NAN_ARG_MAX);
  }

  // ---- reductions of all elements: counts

  /// {@return whether any element is not zero, `np.any`; NaN and `NaT` are not zero}
  ///
  /// @throws DTypeException if the elements are neither real nor complex numbers nor times
  public final boolean any() {
    return countOf(Reduction.ANY) != 0;
  }

  /// {@return whether no element is zero, `np.all`; true for an empty array, see [#any()]}
  public final boolean all() {
    return countOf(Reduction.ALL) != 0;
  }

  /// {@return the number of elements that are neither NaN nor `NaT`, see [#any()]}
  public final long count() {
    return countOf(Reduction.COUNT);
  }

  /// {@return the number of elements that are not zero, `np.count_nonzero`, see [#any()]}
  public final long countNonZero() {
    return countOf(Reduction.COUNT_NONZERO);
  }

  // ---- reductions of all elements: results of reducers

  /// Returns the reducer of an operation after it has accumulated all elements.
  private Fold fold(Reduction op) {
    Items items = items();
    return WholeReduction.of(items, () -> Folds.of(items, op));
  }

  /// Returns the scalar type of real elements; throws [DTypeException] for other elements.
  final ScalarKind realKind() {
    if (dtype instanceof ScalarType scalar && !scalar.kind().isComplex()) {
      return scalar.kind();
    }
    throw items().notA("a real number");
  }

  /// Throws [DTypeException] if the elements are neither integers nor booleans.
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
    return CanonicalNaN.of(((Fold.Summed) fold(op)).sum());
  }

  private double meanOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((Fold.Summed) fold(op)).mean());
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
          case MinMaxFold extreme -> ScalarBits.toDouble(kind, extreme.bits(op));
          case WideNumberFold items -> items.longDouble();
          default -> throw new AssertionError(kind);
        });
  }

  /// Returns the position in C order that argmin or argmax finds.
  private long placeOf(Reduction op) {
    var _ = Folds.result(items(), op);
    AxisReduction.requireItems(items(), op);
    return Indexed.require(((Indexed) fold(op)).index(), op);
  }

  /// Returns a count, or the answer of `any` or `all` as 0 or 1.
  private long countOf(Reduction op) {
    var _ = Folds.result(items(), op);
    return switch (fold(op)) {
      case CountFold counts -> counts.result();
      case WideNumberFold items -> items.answer(op);
      default -> throw new AssertionError(dtype);
    };
  }

  // ---- reductions along axes

  /// {@return a new array, of NumPy's dtype, of the elements reduced along some or all axes, see
  /// [#reduce(Reduction, Axes)]}
  ///
  /// @param op the reduction
  /// @param axes the axes to reduce; all axes if none are given
  public final NdView<?> reduce(Reduction op, int... axes) {
    return reduce(op, Axes.of(axes));
  }

  /// {@return a new array, of NumPy's dtype, of the elements reduced along axes, `np.sum(a, axis=…,
  /// keepdims=…, where=…)`} A reduction with a mask also takes one pass and bounded memory, except
  /// that minima and maxima need a pass over the mask first.
  ///
  /// @param op the reduction; argmin and argmax do not take a mask
  /// @param axes the axes to reduce, whether they are kept, and the mask
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if an axis is named twice; if argmin or argmax is given
  ///   several axes (it takes one axis, or none for all) or a mask; if a minimum, maximum, argmin
  ///   or argmax has no elements; if argmin or argmax ignores NaN and all elements of a result are
  ///   NaN; if the mask does not broadcast to this shape
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  public final NdView<?> reduce(Reduction op, Axes axes) {
    Items items = items();
    int[] given = axes.toArray();
    ByteView mask = axes.mask();
    Items results =
        mask == null
            ? AxisReduction.reduce(items, op, given)
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
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> sum(int axis, int... more) {
    return along(Reduction.SUM, axis, more);
  }

  /// {@return the products along axes, `np.prod`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> prod(int axis, int... more) {
    return along(Reduction.PROD, axis, more);
  }

  /// {@return the means along axes, `np.mean`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> mean(int axis, int... more) {
    return along(Reduction.MEAN, axis, more);
  }

  /// {@return the population variances along axes, `np.var`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> var(int axis, int... more) {
    return along(Reduction.VAR, axis, more);
  }

  /// {@return the population standard deviations along axes, `np.std`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> std(int axis, int... more) {
    return along(Reduction.STD, axis, more);
  }

  /// {@return the smallest elements along axes, `np.min`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> min(int axis, int... more) {
    return along(Reduction.MIN, axis, more);
  }

  /// {@return the largest elements along axes, `np.max`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> max(int axis, int... more) {
    return along(Reduction.MAX, axis, more);
  }

  /// {@return the positions along an axis of the first smallest elements, `np.argmin`, see
  /// [#reduce]}
  ///
  /// @param axis the axis to reduce
  public final NdView<?> argMin(int axis) {
    return reduce(Reduction.ARG_MIN, axis);
  }

  /// {@return the positions along an axis of the first largest elements, `np.argmax`, see
  /// [#reduce]}
  ///
  /// @param axis the axis to reduce
  public final NdView<?> argMax(int axis) {
    return reduce(Reduction.ARG_MAX, axis);
  }

  /// {@return whether any element along axes is not zero, `np.any`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> any(int axis, int... more) {
    return along(Reduction.ANY, axis, more);
  }

  /// {@return whether no element along axes is zero, `np.all`, see [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> all(int axis, int... more) {
    return along(Reduction.ALL, axis, more);
  }

  /// {@return the numbers of elements along axes that are not zero, `np.count_nonzero`, see
  /// [#reduce]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> countNonZero(int axis, int... more) {
    return along(Reduction.COUNT_NONZERO, axis, more);
  }

  // ---- histograms

  /// {@return the counts of all elements in bins of equal width from the smallest to the largest
  /// element, `np.histogram(a, bins)`, in two passes}
  ///
  /// Edges and counts equal NumPy's bit by bit, except for the sign of an edge at zero if the
  /// elements include zeros of both signs. For `f2` and `f4` everything is computed in the dtype of
  /// the elements. For integers and booleans the edges are doubles, and integers near an edge are
  /// compared with the edge itself. If all elements are equal, the bins extend half a unit to
  /// either side; without elements, they extend from 0 to 1. Long doubles count as their nearest
  /// doubles.
  ///
  /// @param bins the number of bins
  /// @throws IllegalArgumentException if `bins < 1`; if an element is NaN or infinite; if the
  ///   maximum minus the minimum of floating-point elements overflows their dtype (NumPy's edges
  ///   are then NaN); if there are too many bins for all edges to differ
  public final Histogram histogram(int bins) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), bins, false);
  }

  /// {@return the histogram of the elements that are not NaN, with the number of NaN,
  /// `np.histogram(a[~np.isnan(a)], bins)`, see [#histogram(int)]}
  ///
  /// @param bins the number of bins
  public final Histogram nanHistogram(int bins) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), bins, true);
  }

  /// {@return the counts of the elements in bins of equal width within a range, `np.histogram(a,
  /// bins, (low, high))`, in one pass} NaN is in no bin.
  ///
  /// Edges and counts equal NumPy's bit by bit for a range of Python numbers: edges are computed in
  /// double precision and then, for elements of `f2` or `f4`, rounded to this dtype. If an
  /// element's distance from `low` exceeds the range of the dtype, in which case NumPy fails, the
  /// distance is computed as a double.
  ///
  /// @param bins the number of bins
  /// @param low the lower edge of the first bin
  /// @param high the upper edge of the last bin; if equal to `low`, the bins extend half a unit to
  ///   either side
  /// @throws IllegalArgumentException if `bins < 1`, `low > high`, `low`, `high` or their distance
  ///   is not finite, `low` exceeds the range of the edges' dtype, or there are too many bins for
  ///   all edges to differ
  public final Histogram histogram(int bins, double low, double high) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), bins, low, high);
  }

  /// {@return the counts of the elements in bins between edges, `np.histogram(a, edges)`, in one
  /// pass} NaN is in no bin.
  ///
  /// @param edges at least two edges in ascending order; equal and infinite edges are allowed
  /// @throws IllegalArgumentException if there are fewer than two edges, or an edge is NaN or less
  ///   than the previous edge
  public final Histogram histogram(double[] edges) {
    return Histograms.of(Histograms.Numbers.of(items()), realKind(), edges);
  }

  // ---- quantiles

  /// Computes a quantile of all elements by [QuantileMethod#LINEAR], `np.quantile(a, q)`, in
  /// bounded memory and up to four passes, five for more than 32768 integers of four or eight
  /// bytes.
  ///
  /// The quantile equals NumPy's bit by bit: for `f2` and `f4` it is computed in the dtype of the
  /// elements, for integers in double precision, and next to an infinite element interpolation
  /// gives NaN. The quantile differs from NumPy's where NumPy is wrong: differences of signed
  /// integers do not wrap, and the quantile 1.0 of more than 65520 `f2` elements is their maximum
  /// (NumPy returns NaN). Booleans count as 0 and 1; NumPy accepts them for medians only. Negative
  /// zeros sort before positive zeros; NumPy leaves their order open. Long doubles count as their
  /// nearest doubles.
  ///
  /// @param q the probability, from 0 to 1
  /// @return the quantile, NaN if an element is NaN
  /// @throws IllegalArgumentException if `q` is not from 0 to 1, or there are no elements
  public final double quantile(double q) {
    return quantiles(false).one(QuantileMethod.LINEAR, q);
  }

  /// Computes quantiles of all elements by [QuantileMethod#LINEAR], `np.quantile(a, [q, …])`. All
  /// quantiles are found in the same passes: four passes for few quantiles, up to a dozen for very
  /// many.
  ///
  /// Quantiles are computed as by [#quantile(double)], except that quantiles of `f2` and `f4`
  /// elements are also computed in double precision, as in NumPy: only the difference of the two
  /// elements around a quantile is rounded to the elements' dtype.
  ///
  /// @param q the probabilities, from 0 to 1
  /// @return the quantiles in the order of `q`, all NaN if an element is NaN
  /// @throws IllegalArgumentException if a probability is not from 0 to 1, or there are no elements
  public final double[] quantile(double... q) {
    return quantiles(false).all(QuantileMethod.LINEAR, q);
  }

  /// {@return a quantile of the elements that are not NaN by [QuantileMethod#LINEAR],
  /// `np.nanquantile(a, q)`; NaN if there are no such elements; see [#quantile(double)]}
  ///
  /// @param q the probability, from 0 to 1
  public final double nanQuantile(double q) {
    return quantiles(true).one(QuantileMethod.LINEAR, q);
  }

  /// {@return quantiles of the elements that are not NaN by [QuantileMethod#LINEAR],
  /// `np.nanquantile(a, [q, …])`; NaN if there are no such elements; see [#quantile(double...)]}
  ///
  /// @param q the probabilities, from 0 to 1
  public final double[] nanQuantile(double... q) {
    return quantiles(true).all(QuantileMethod.LINEAR, q);
  }

  /// Returns the computation of quantiles of all elements, which must be real numbers.
  private Quantiles quantiles(boolean ignoresNaN) {
    var _ = realKind();
    return new Quantiles(items(), ignoresNaN);
  }

  /// {@return the median, `np.median(a)`, in bounded memory: the middle element, or the mean of the
  /// two middle elements, for `f2` and `f4` rounded to the elements' dtype; NaN if an element is
  /// NaN or the array is empty}
  public final double median() {
    return quantiles(false).median();
  }

  /// {@return the median of the elements that are not NaN, `np.nanmedian(a)`, see [#median()]}
  public final double nanMedian() {
    return quantiles(true).median();
  }

  // ---- quantiles along axes

  /// Computes a quantile along axes, `np.quantile(a, q, axis=…, method=…, keepdims=…)` for a single
  /// `q`: each result has the same bits as [#quantile(double)] of the elements along the reduced
  /// axes.
  ///
  /// If each result is computed from at most 131072 elements, these elements are copied to the
  /// heap, with at most 8 MiB for each thread, and sorted there. Otherwise the elements of one
  /// result after the other are read in up to four passes, five for times and for integers of four
  /// or eight bytes.
  ///
  /// Quantiles of times have the elements' unit. Between two elements, the distance from the nearer
  /// element is truncated to whole ticks, as in NumPy, but does not wrap.
  ///
  /// @param method the rule for a quantile between two elements
  /// @param axes the axes to reduce, and whether they are kept
  /// @param q the probability, from 0 to 1
  /// @return a new array of the remaining axes. Its dtype is the elements' dtype for `f2`, `f4` and
  ///   times, otherwise `f8`, even where NumPy keeps integers or long doubles. A result is NaN or
  ///   `NaT` if it is computed from an element that is NaN or `NaT`
  /// @throws IllegalArgumentException if `q` is not from 0 to 1, a result has no elements, or the
  ///   axes have a mask, which NumPy does not support either; use [#select(ByteView)] first
  /// @throws DTypeException if the elements are neither real numbers nor times
  public final NdView<?> quantile(QuantileMethod method, Axes axes, double q) {
    return view(
        AxisQuantiles.one(
            ranked(axes), false, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// {@return a new array of quantiles along axes, `np.quantile(a, [q, …], axis=…)`, of `f8` if the
  /// elements are numbers; its first axis has the length of `q`, and the remaining axes follow}
  /// Each result has the same bits as [#quantile(double...)] of the elements along the reduced
  /// axes; see [#quantile(QuantileMethod, Axes, double)].
  ///
  /// @param method the rule for a quantile between two elements
  /// @param axes the axes to reduce, and whether they are kept
  /// @param q the probabilities, from 0 to 1
  public final NdView<?> quantile(QuantileMethod method, Axes axes, double... q) {
    return view(
        AxisQuantiles.all(
            ranked(axes), false, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// {@return a quantile of the elements that are neither NaN nor `NaT` along axes,
  /// `np.nanquantile`; NaN or `NaT` if there are no such elements; see [#quantile(QuantileMethod,
  /// Axes, double)]}
  ///
  /// @param method the rule for a quantile between two elements
  /// @param axes the axes to reduce, and whether they are kept
  /// @param q the probability, from 0 to 1
  public final NdView<?> nanQuantile(QuantileMethod method, Axes axes, double q) {
    return view(
        AxisQuantiles.one(
            ranked(axes), true, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// {@return quantiles of the elements that are neither NaN nor `NaT` along axes, see
  /// [#quantile(QuantileMethod, Axes, double...)]} A result is NaN or `NaT` if there are no such
  /// elements. The first axis has the length of `q` even if the array has no elements (NumPy omits
  /// this axis then).
  ///
  /// @param method the rule for a quantile between two elements
  /// @param axes the axes to reduce, and whether they are kept
  /// @param q the probabilities, from 0 to 1
  public final NdView<?> nanQuantile(QuantileMethod method, Axes axes, double... q) {
    return view(
        AxisQuantiles.all(
            ranked(axes), true, axes.chosen(shape()), axes.reduced(shape()), method, q));
  }

  /// Returns the elements for quantiles along axes. Rejects a mask, and elements that are neither
  /// real numbers nor times.
  private Items ranked(Axes axes) {
    if (axes.mask() != null) {
      throw new IllegalArgumentException(
          "quantiles take no mask, as in NumPy; select the elements first");
    }
    if (!(dtype instanceof TimeType)) {
      var _ = realKind();
    }
    return items();
  }

  /// {@return a new array of medians along axes, `np.median(a, axis=…)`, of the elements' dtype for
  /// `f2` and `f4`, otherwise of `f8`, also for long doubles; a result is NaN if one of the
  /// elements along the reduced axes is NaN or there are no elements} Each result has the same bits
  /// as [#median()] of the elements along the reduced axes.
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> median(int axis, int... more) {
    return median(false, axes(axis, more));
  }

  /// {@return the medians of the elements that are not NaN along axes, `np.nanmedian`; NaN if there
  /// are no such elements; see [#median(int, int...)]}
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  public final NdView<?> nanMedian(int axis, int... more) {
    return median(true, axes(axis, more));
  }

  private NdView<?> median(boolean ignoresNaN, int... axes) {
    var _ = realKind();
    Axes along = Axes.of(axes);
    return view(
        AxisQuantiles.median(items(), ignoresNaN, along.chosen(shape()), along.reduced(shape())));
  }

  /// Returns all axes in one array.
  private static int[] axes(int axis, int... more) {
    int[] axes = new int[more.length + 1];
    axes[0] = axis;
    System.arraycopy(more, 0, axes, 1, more.length);
    return axes;
  }

  // ---- cumulative sums

  /// Computes the cumulative sums of all elements in C order, `np.cumsum(a)`, on one thread, see
  /// [#cumSum(int, NdView)].
  ///
  /// @return a new little-endian array of rank 1: `i8` for booleans and signed integers, `u8` for
  ///   unsigned integers (both wrap), otherwise the elements' dtype, timedeltas in their unit
  /// @throws DTypeException if the elements are neither numbers nor timedeltas; datetimes (`M8`)
  ///   cannot be added, as in NumPy
  public final NdView<?> cumSum() {
    Items sums =
        items().result(Accumulation.dtype(Binary.PLUS, items()), Shape.of(itemCount()), Order.C);
    Accumulation.flat(Binary.PLUS, items(), sums);
    return view(sums);
  }

  /// Stores the cumulative sums of all elements in C order, `np.cumsum(a, out=target)`, on one
  /// thread, see [#cumSum(int, NdView)].
  ///
  /// @param target a view of rank 1, with as many elements as this view
  public final void cumSum(NdView<?> target) {
    Accumulation.flat(Binary.PLUS, items(), target.items());
  }

  /// {@return a new array of the cumulative sums along an axis, `np.cumsum(a, axis)`, of the dtype
  /// of [#cumSum()], see [#cumSum(int, NdView)]}
  ///
  /// @param axis the axis along which to add
  public final NdView<?> cumSum(int axis) {
    int at = shape().axis(axis);
    Items sums = items().result(Accumulation.dtype(Binary.PLUS, items()), shape(), Order.C);
    Accumulation.along(Binary.PLUS, items(), at, sums);
    return view(sums);
  }

  /// Stores the cumulative sums along an axis, `np.cumsum(a, axis, out=target)`, in bounded memory.
  ///
  /// Elements are added sequentially in the common dtype of the two views (`numpy.result_type`).
  /// Each sum is rounded to the common dtype (`f2`, too; long doubles to 64 bits of significand, as
  /// on x86-64) and then converted to the target's dtype, as NumPy does. Integers wrap in the
  /// target's width, even `u8` in signed targets, where NumPy adds doubles; sums of booleans in a
  /// boolean target are true from the first true element on. The first sum is the first element: a
  /// negative zero stays. All sums from the first NaN on are the canonical NaN, and all sums from
  /// the first `NaT` on are `NaT`.
  ///
  /// @param axis the axis along which to add
  /// @param target a view of the same shape, in any layout and byte order. The target may be this
  ///   view, or share memory with this view in any other way; the elements are then copied first,
  ///   unless each sum replaces the element at the same index
  /// @throws DTypeException if one of the two views has elements that are neither numbers nor
  ///   timedeltas; if numbers cannot be cast to the target's dtype by same-kind casting; or if the
  ///   target of timedeltas has another unit, which NumPy would convert silently
  public final void cumSum(int axis, NdView<?> target) {
    Accumulation.along(Binary.PLUS, items(), shape().axis(axis), target.items());
  }

  // ---- takes, gathers, scatters

  /// {@return the elements at positions on one axis, `np.take(a, indices, axis)`: element `(…, k,
  /// …)` of the result is element `(…, indices[k], …)` of this view}
  ///
  /// @param indices positions on the axis, in any order; positions may repeat
  /// @param axis the axis
  /// @throws IllegalArgumentException if the result exceeds 2⁶³-1 bytes
  public final V take(long[] indices, int axis) {
    return own(Gathering.fresh(AdvancedIndexing.along(items(), indices, axis)));
  }

  /// Stores the elements at positions on one axis, `np.take(a, indices, axis, out=target)`, see
  /// [#take(long\[\], int)].
  ///
  /// @param indices positions on the axis
  /// @param axis the axis
  /// @param target a view of the shape of the result; it may share memory with this view
  public final void take(long[] indices, int axis, NdView<?> target) {
    requireSameObjects(target);
    Gathering.into(AdvancedIndexing.along(items(), indices, axis), target.items());
  }

  /// {@return the elements at indices in C order, `a.take(indices)` or `a.ravel()[indices]`, of
  /// rank 1}
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  public final V gather(long[] indices) {
    return own(Gathering.fresh(AdvancedIndexing.flat(items(), indices)));
  }

  /// Gathers elements at indices in C order, `a.take(indices, out=target)`, see
  /// [#gather(long\[\])].
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param target a view of rank 1, as long as `indices`
  public final void gather(long[] indices, NdView<?> target) {
    requireSameObjects(target);
    Gathering.into(AdvancedIndexing.flat(items(), indices), target.items());
  }

  /// {@return the elements at coordinates, `a[i, j, …]`: one axis for the coordinates, then the
  /// axes of this view without coordinates}
  ///
  /// @param coordinates one array of positions for each of the first axes, all of one length;
  ///   element k is at `(coordinates[0][k], coordinates[1][k], …)`
  /// @throws IllegalArgumentException if there are no arrays of positions, or more of them than
  ///   axes, or if the arrays have different lengths
  public final V gatherAt(long[]... coordinates) {
    return own(Gathering.fresh(AdvancedIndexing.at(items(), coordinates)));
  }

  /// Gathers the elements at coordinates into a target, see [#gatherAt(long\[\]...)].
  ///
  /// @param coordinates one array of positions for each of the first axes, all of one length
  /// @param target a view of the shape of the result
  public final void gatherAt(long[][] coordinates, NdView<?> target) {
    requireSameObjects(target);
    Gathering.into(AdvancedIndexing.at(items(), coordinates), target.items());
  }

  /// Scatters elements to indices in C order, `a.flat[indices] = values`, on the calling thread: if
  /// an index repeats, the last value wins.
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param values a view of rank 1, as long as `indices`, or a view of rank 0, whose element is
  ///   stored at all indices
  public final void scatter(long[] indices, NdView<?> values) {
    requireWritable();
    Scattering.store(AdvancedIndexing.flat(items(), indices), values.adoptedBy(this).items());
  }

  /// Scatters elements to coordinates, `a[i, j, …] = values`, on the calling thread: if coordinates
  /// repeat, the last value wins.
  ///
  /// @param coordinates one array of positions for each of the first axes, as for
  ///   [#gatherAt(long\[\]...)]
  /// @param values a view of the shape that [#gatherAt(long\[\]...)] returns, or a view of rank 0,
  ///   whose element is stored at all coordinates
  public final void scatterAt(long[][] coordinates, NdView<?> values) {
    requireWritable();
    Scattering.store(AdvancedIndexing.at(items(), coordinates), values.adoptedBy(this).items());
  }

  // ---- selections, comparisons

  /// {@return the elements where a mask is true, in C order, `a[mask]`: one axis for the selected
  /// elements, then the axes of this view that the mask does not have}
  ///
  /// @param mask elements of `bool`, in the shape of this view or of its first axes; every byte
  ///   except 0 is true
  /// @throws DTypeException if the mask does not hold `bool`
  public final V select(ByteView mask) {
    return own(MaskSelection.fresh(items(), mask.items()));
  }

  /// Stores the elements where a mask is true at the beginning of a target, see
  /// [#select(ByteView)].
  ///
  /// @param mask elements of `bool`, in the shape of this view or of its first axes
  /// @param target a view whose first axis is long enough for all selected elements, followed by
  ///   the axes that the mask does not have; the rest of the target does not change
  /// @return the number of selected elements
  public final long select(ByteView mask, NdView<?> target) {
    requireSameObjects(target);
    return MaskSelection.into(items(), mask.items(), target.items());
  }

  /// {@return the elements for which a comparison is true, in C order, `a[a > value]`, equal to
  /// `a.select(a.compare(how, value))`}
  ///
  /// @param how the comparison, such as `GREATER`
  /// @param value the right-hand side, see [#compare(Comparison, Number)]
  /// @throws DTypeException if the elements are not real numbers of at most eight bytes
  public final V select(Comparison how, Number value) {
    return own(RangeSelection.fresh(items(), range(how, value)));
  }

  /// Stores the elements for which a comparison with a number is true at the beginning of a target,
  /// see [#select(Comparison, Number)]. On one thread this takes one pass and no mask, if the
  /// target is contiguous, at least as long as this view, of the same byte order and in other
  /// memory, and consecutive elements of this view are at most 64 bytes apart.
  ///
  /// @param how the comparison, such as `GREATER`
  /// @param value the right-hand side
  /// @param target a view of rank 1, long enough for all selected elements; the rest of the target
  ///   does not change
  /// @return the number of selected elements
  /// @throws DTypeException if the elements are not real numbers of at most eight bytes, or if the
  ///   dtypes of this view and the target differ in more than byte order
  /// @throws IllegalArgumentException if the target's rank is not 1 or the target is too short; the
  ///   message names both shapes, and nothing is written
  public final long select(Comparison how, Number value, NdView<?> target) {
    requireSameObjects(target);
    return RangeSelection.into(items(), range(how, value), target.items());
  }

  /// {@return for each axis the positions of the elements that are not zero, in C order,
  /// `np.nonzero(a)`, for [#gatherAt(long\[\]...)]} NaN is not zero; a complex number is zero if
  /// both parts are zero, a structure if all fields are zero, text if it has only NULs.
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
        : NonZeroIndices.of(items());
  }

  /// {@return a mask of the comparison of every element with a number, `a < value` with a Python
  /// number} Integers are compared with an integer exactly, even if the dtype cannot hold it. For
  /// floating-point elements the number is first rounded to their dtype; integers are compared with
  /// a floating-point number as doubles.
  ///
  /// @param how the comparison, such as `LESS`
  /// @param value the right-hand side, of the classes of [#combine(Binary, Number)]
  /// @throws DTypeException if the elements are not real numbers of at most eight bytes
  public final ByteView compare(Comparison how, Number value) {
    return view(Masks.of(items(), range(how, value))).as(ByteView.class);
  }

  /// Compares every element with a number, `np.less(a, value, out=mask)`, see [#compare(Comparison,
  /// Number)].
  ///
  /// @param how the comparison, such as `LESS`
  /// @param value the right-hand side
  /// @param mask receives the results, of `bool` and of this shape
  public final void compare(Comparison how, Number value, ByteView mask) {
    mask.requireWritable();
    Masks.into(items(), range(how, value), mask.items());
  }

  /// Compares the elements of two views, `a < b`.
  ///
  /// - **Numbers** of any two dtypes are compared as NumPy 2 promotes them: integers exactly, also
  ///   `i8` with `u8`; 64-bit integers with `f8` or smaller floating-point numbers, or with `c8` or
  ///   `c16`, as doubles; complex numbers by their real parts first, then by their imaginary parts.
  /// - **Times**: datetimes are compared with datetimes, and timedeltas with timedeltas, exactly
  ///   and whatever their units. Timedeltas of years or months can only be compared with one
  ///   another; the same holds for times without a unit. Integers (except `u8`) and booleans count
  ///   as timedeltas of the other operand's unit.
  /// - **Text** is compared with text by code points, bytes (`S`) with bytes, both without trailing
  ///   NULs.
  /// - **Voids** of one length are compared byte by byte, for equality only.
  /// - **NaN and `NaT`** are not equal to anything: `!=` is true, and every other comparison is
  ///   false.
  /// - **Structures** are equal if all their fields are equal, subarrays if all their elements are
  ///   equal; they have no order. Two structures need the same field names and titles in the same
  ///   order, whatever the offsets, and each pair of fields needs a common dtype in NumPy. Text and
  ///   a number, text and bytes, and a datetime and a timedelta have a common dtype, but are never
  ///   equal.
  ///
  /// @param how the comparison, such as `LESS`
  /// @param other the right-hand side
  /// @return a new array of `bool`, in the common shape of both views, for [#select]
  /// @throws DTypeException if the elements cannot be compared: `<`, `<=`, `>`, `>=` of structures
  ///   or voids, structures without a common dtype, voids of unequal length, datetimes with numbers
  ///   or timedeltas, timedeltas with other numbers, structures or text with anything else, Python
  ///   objects; the message names both dtypes
  public final ByteView compare(Comparison how, NdView<?> other) {
    return view(ItemComparison.of(items(), how, other.items())).as(ByteView.class);
  }

  /// Compares two views, `np.less(a, b, out=mask)`, see [#compare(Comparison, NdView)].
  ///
  /// @param how the comparison, such as `LESS`
  /// @param other the right-hand side
  /// @param mask receives the results, of `bool`; both operands are broadcast to the mask's shape,
  ///   and may share memory with the mask
  public final void compare(Comparison how, NdView<?> other, ByteView mask) {
    mask.requireWritable();
    ItemComparison.into(items(), how, other.items(), mask.items());
  }

  /// {@return a mask of the elements that are close to the elements of another view at the same
  /// indices, by NumPy's default tolerance, see [#isClose(NdView, Tolerance)]}
  ///
  /// @param other the right-hand side
  public final ByteView isClose(NdView<?> other) {
    return isClose(other, Tolerance.DEFAULT);
  }

  /// {@return a mask of the elements that are close to the elements of another view at the same
  /// indices, `np.isclose`} Both views are broadcast to their common shape. The condition `|a - b|
  /// <= atol + rtol * |b|` is computed in NumPy's dtypes, for `f4` in single precision; integers of
  /// `b` are converted to `f8`. An infinity is close only to itself.
  ///
  /// @param other the right-hand side, of numbers
  /// @param tolerance `rtol`, `atol` and `equal_nan`
  /// @throws DTypeException if one of the views does not hold numbers, or holds long doubles
  /// @throws IllegalArgumentException if the shapes do not broadcast together
  public final ByteView isClose(NdView<?> other, Tolerance tolerance) {
    Node close = Closeness.of(items(), other.items(), tolerance);
    return view(Evaluation.of(close)).as(ByteView.class);
  }

  /// {@return whether all elements are close to the elements of another view, by NumPy's default
  /// tolerance, see [#allClose(NdView, Tolerance)]}
  ///
  /// @param other the right-hand side
  public final boolean allClose(NdView<?> other) {
    return allClose(other, Tolerance.DEFAULT);
  }

  /// {@return whether all elements are close to the elements of another view, `np.allclose`; true
  /// for empty arrays} The test of [#isClose(NdView, Tolerance)] runs in one pass, without a mask,
  /// and ends soon after an element that is not close.
  ///
  /// @param other the right-hand side, of numbers
  /// @param tolerance `rtol`, `atol` and `equal_nan`
  /// @throws DTypeException if one of the views does not hold numbers, or holds long doubles
  /// @throws IllegalArgumentException if the shapes do not broadcast together
  public final boolean allClose(NdView<?> other, Tolerance tolerance) {
    Node close = Closeness.of(items().withoutAllocator(), other.items(), tolerance);
    return view(Evaluation.of(close.reduce(Reduction.ALL, null, false))).getBoolean();
  }

  // ---- vectors

  /// {@return a new array of the dot products of the rows with a vector, `a @ v`} Rows run along
  /// the last axis; the result has the shape of the other axes, and rank 0 if this view is a
  /// vector.
  ///
  /// One rule holds for `dot`, [#squaredDistances], [#largestProducts] and [#nearest]: the common
  /// dtype of both operands (`numpy.result_type`) determines the compute type, which is also the
  /// result's dtype and is wide enough for sums of narrow elements:
  ///
  /// | common dtype | compute type and result |
  /// |---|---|
  /// | `u1 u2 u4 u8` | `u8`, wrapping in 64 bits |
  /// | `i1 i2 i4 i8`, booleans as 0 and 1 | `i8`, wrapping in 64 bits |
  /// | `f2 f4` | `f4`: blocks of 256 elements are summed in single precision, the blocks in double precision |
  /// | `f8` | `f8` |
  ///
  /// (NumPy's `a @ v` uses the common dtype itself, in which sums wrap or overflow; to get NumPy's
  /// dtype, cast the result: `a.dot(v).astype(…)`.) A floating-point sum is rounded to the result's
  /// dtype once, at the end.
  ///
  /// The operation is fastest if the elements of a row are contiguous, little-endian and of the
  /// result's dtype.
  ///
  /// @param vector a view of rank 1 and as long as a row
  /// @throws DTypeException if one of the operands does not hold real numbers of at most eight
  ///   bytes
  /// @throws IllegalArgumentException if this view has rank 0, the rank of the vector is not 1, or
  ///   the vector is not as long as a row
  public final NdView<?> dot(NdView<?> vector) {
    return view(RowScores.of(items(), vector.items(), Score.PRODUCT));
  }

  /// {@return a new array of the matrix product with another view, `np.matmul(a, other)`, `a @
  /// other`}
  ///
  /// - **Shapes.** The last two axes are matrices of shapes `(n, k)` and `(k, m)`; the leading axes
  ///   are broadcast to their common shape. A left operand of rank 1 is a row, a right operand of
  ///   rank 1 is a column; the axis of length 1 that this adds is dropped from the result.
  /// - **Dtypes.** The result has the common dtype of both operands (`numpy.result_type`), which is
  ///   also the compute type: integers wrap, booleans are combined by *and* and *or*, and only `f2`
  ///   is computed as `f4` and rounded at the end.
  /// - **Order.** Each element is the sum of its `k` products in ascending order, starting from 0.
  ///   A product of floating-point numbers is not rounded before it is added (`Math.fma`); a
  ///   complex product adds first `re·re`, then `-im·im` to the real part, and first `im·re`, then
  ///   `re·im` to the imaginary part. Therefore the bits of an element, except the bits of NaN,
  ///   depend on its row and its column alone, not on layouts, threads or the Vector API. The error
  ///   of a real element is at most `k · ε · Σ|a|·|b|`, where ε is the distance from 1 to the next
  ///   number; the error of the real or imaginary part of a complex element is at most twice as
  ///   large. (NumPy calls a BLAS, which adds in another order.) Processors without FMA
  ///   instructions, such as most processors made before 2013, take a hundred times as long.
  ///
  /// Progress counts the elements of the larger operand, each as often as it is read.
  ///
  /// @param other the right-hand side
  /// @throws DTypeException if one of the operands does not hold numbers, or holds long doubles
  /// @throws IllegalArgumentException if one of the operands has rank 0, the lengths `k` differ, or
  ///   the leading axes do not broadcast
  public final NdView<?> matmul(NdView<?> other) {
    return view(MatrixProduct.of(items(), other.items()));
  }

  /// Computes the matrix product into a target, `np.matmul(a, other, out=target)`, see
  /// [#matmul(NdView)].
  ///
  /// @param other the right-hand side
  /// @param target receives the results, cast by same-kind casting. It has the product's shape, or
  ///   larger leading axes, to which the operands are broadcast. An operand of up to 64 MiB that
  ///   shares memory with the target is copied first
  /// @throws DTypeException as for [#matmul(NdView)], or if the results cannot be cast to the
  ///   target's dtype
  /// @throws OverlapException if an operand of more than 64 MiB shares memory with the target
  /// @throws IllegalArgumentException as for [#matmul(NdView)], or if the target has another shape
  public final void matmul(NdView<?> other, NdView<?> target) {
    MatrixProduct.into(items(), other.items(), target.items());
  }

  /// {@return a new array of the results of an operation on each pair of an element of this view
  /// and an element of another view, `np.add.outer(a, other)`, `np.multiply.outer`} The array has
  /// the axes of this view, then the axes of the other view. (`np.outer` flattens both views
  /// first.)
  ///
  /// @param operation the operation
  /// @param other the view of the second operands
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
  /// the distances are `((a - v) ** 2).sum(-1)`; the compute type is that of [#dot]. Distances of
  /// booleans are Hamming distances.
  ///
  /// @param vector a view of rank 1 and as long as a row
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException as [#dot]
  public final NdView<?> squaredDistances(NdView<?> vector) {
    return view(RowScores.of(items(), vector.items(), Score.SQUARED_DISTANCE));
  }

  /// {@return the rows with the largest dot products with a vector, the largest first} The products
  /// are those of [#dot]. Among equal values the row with the lower number comes first; NaN comes
  /// last.
  ///
  /// @param vector a view of rank 1 and as long as a row
  /// @param most the number of rows requested; all rows if there are fewer; for 0 nothing is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException if `most < 0`, otherwise as [#dot]
  public final List<RankedRow> largestProducts(NdView<?> vector, int most) {
    return RowScores.best(items(), vector.items(), Score.PRODUCT, most);
  }

  /// {@return the rows nearest to a vector by [#squaredDistances], the nearest first} Among equal
  /// values the row with the lower number comes first; NaN comes last.
  ///
  /// @param vector a view of rank 1 and as long as a row
  /// @param most the number of rows requested; all rows if there are fewer; for 0 nothing is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException if `most < 0`, otherwise as [#dot]
  public final List<RankedRow> nearest(NdView<?> vector, int most) {
    return RowScores.best(items(), vector.items(), Score.SQUARED_DISTANCE, most);
  }

  /// {@return for each of several vectors, the rows with the largest dot products} The results are
  /// those of [#largestProducts] with each vector, found in one pass: the rows of a file are read
  /// once, if a row has at most 65,536 elements.
  ///
  /// @param vectors a view of rank 2 with one vector per row, each as long as a row of this view
  /// @param most the number of rows requested for each vector; all rows if there are fewer; for 0
  ///   nothing is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException if `most < 0`, the rank of `vectors` is not 2, or its rows
  ///   are not as long as a row of this view
  public final List<List<RankedRow>> largestProductsWithEach(NdView<?> vectors, int most) {
    return RowScores.bestForEach(items(), vectors.items(), Score.PRODUCT, most);
  }

  /// {@return for each of several vectors, the rows nearest to this vector} The results are those
  /// of [#nearest] with each vector, found in one pass as by [#largestProductsWithEach].
  ///
  /// @param vectors a view of rank 2 with one vector per row, each as long as a row of this view
  /// @param most the number of rows requested for each vector; all rows if there are fewer; for 0
  ///   nothing is read
  /// @throws DTypeException as [#dot]
  /// @throws IllegalArgumentException as [#largestProductsWithEach]
  public final List<List<RankedRow>> nearestToEach(NdView<?> vectors, int most) {
    return RowScores.bestForEach(items(), vectors.items(), Score.SQUARED_DISTANCE, most);
  }

  /// Passes all rows along the last axis, with their numbers, to a consumer. One thread passes them
  /// in C order; with an [Execution] of several threads the consumer is called by several threads
  /// at once.
  ///
  /// @param consumer receives each row, a view of this memory
  /// @throws IllegalArgumentException if this view has rank 0
  public final void forEachRow(RowConsumer<? super V> consumer) {
    RowIteration.forEach(items(), (number, row) -> consumer.accept(number, at(row)));
  }

  // ---- joins and differences

  /// {@return a new array that joins arrays along an axis, `np.concatenate(arrays, axis)`}
  ///
  /// The dtype is NumPy's: `numpy.result_type` for numbers, the longest dtype for text. Times of
  /// different units, and other elements of different dtypes, are rejected. The elements of each
  /// array are copied once, with the [Execution] of that array.
  ///
  /// @param axis the axis to join along
  /// @param arrays at least one array; all have the same shape except along the axis
  /// @throws IllegalArgumentException if there is no array, an array has rank 0, or shapes do not
  ///   match
  /// @throws DTypeException if there is no common dtype, or an array holds Python objects
  public static NdView<?> concatenate(int axis, List<? extends NdView<?>> arrays) {
    return view(Concatenation.of(axis, arrays.stream().map(ItemAccess::items).toList()));
  }

  /// Joins arrays along an axis into a target, `np.concatenate(arrays, axis, out=target)`, see
  /// [#concatenate(int, List)]. No common dtype is needed: each array is cast to the target's dtype
  /// by same-kind casting.
  ///
  /// @param axis the axis to join along
  /// @param arrays at least one array; the arrays may share memory with the target
  /// @param target a view of the joined shape
  public static void concatenate(int axis, List<? extends NdView<?>> arrays, NdView<?> target) {
    Concatenation.into(axis, arrays.stream().map(ItemAccess::items).toList(), target.items());
  }

  /// {@return a new array of the differences of neighbours along an axis, `np.diff(a, n, axis)`}
  /// The difference of two booleans is whether they differ; the difference of two datetimes is a
  /// timedelta; integers wrap.
  ///
  /// @param axis the axis along which to subtract; it becomes shorter by one each time
  /// @param times how often differences are taken; for 0 the result is a copy
  /// @throws DTypeException if the elements have no differences, see [#minus(NdView, NdView)]
  /// @throws IllegalArgumentException if `times < 0`
  public final NdView<?> diff(int axis, int times) {
    if (times < 0) {
      throw new IllegalArgumentException(
          "the number of differences must not be negative, found " + times);
    }
    int along = shape().axis(axis);
    NdView<?> items = this;
    for (int k = 0; k < times; k++) {
      long size = items.size(along);
      Execution how = k < times - 1 ? execution.withoutAllocator() : execution;
      NdView<?> later = items.slice(along, Math.min(1, size), size).on(how);
      NdView<?> earlier = items.slice(along, 0, Math.max(0, size - 1));
      items =
          dtype.equals(DType.BOOL)
              ? later.compare(Comparison.NOT_EQUAL, earlier)
              : later.combine(Binary.MINUS, earlier);
    }
    return times == 0 ? copy(Order.C) : items;
  }

  /// {@return a new array of the differences of the largest and the smallest elements along axes,
  /// `np.ptp(a, axis=…)`} NaN and `NaT` propagate; integers wrap; differences of datetimes are
  /// timedeltas.
  ///
  /// @param axis an axis to reduce
  /// @param more further axes to reduce
  /// @throws IllegalArgumentException if there are no elements along an axis
  /// @throws DTypeException if the elements have no differences, such as booleans
  public final NdView<?> ptp(int axis, int... more) {
    V own = on(execution.withoutAllocator());
    return own.max(axis, more).on(execution).combine(Binary.MINUS, own.min(axis, more));
  }

  // ---- search

  /// Finds where values belong in this sorted array, `np.searchsorted(a, values, side)`, by binary
  /// search, without copying the array. Different dtypes are compared as NumPy promotes them; NaN
  /// and `NaT` sort last. Values in ascending order touch the fewest pages.
  ///
  /// @param values a view of any shape
  /// @param side whether a value belongs before (`LEFT`) or after (`RIGHT`) the elements that equal
  ///   it
  /// @return for each value, in C order, the number of elements before it; meaningless if this
  ///   array is not in ascending order
  /// @throws IllegalArgumentException if the rank of this array is not 1, or there are more values
  ///   than a Java array holds
  /// @throws DTypeException if one of the two views holds neither `bool`, real numbers of at most
  ///   eight bytes nor times, or if the times differ in kind or unit
  public final long[] searchSorted(NdView<?> values, Side side) {
    return SortedSearch.find(items(), values.items(), side);
  }

  // ---- order

  /// Sorts the elements along an axis in place, `a.sort(axis, order=fields)`.
  ///
  /// These rules hold for all methods that sort, partition, or find distinct or ranked elements:
  ///
  /// - The **order** is NumPy's. NaN and `NaT` come last. Complex numbers are ordered by their real
  ///   parts, then by their imaginary parts; complex numbers with NaN come last, in the order `R +
  ///   NaN·j`, `NaN + R·j`, `NaN + NaN·j`. Booleans, text (by code points), bytes and void are
  ///   ordered as sequences of unsigned numbers, structures by their fields, subarrays in
  ///   structures by their bytes.
  /// - Sorting is **stable**: equal elements keep their order. The only exceptions are [#sort] and
  ///   [#sorted] of real numbers of at most eight bytes: they put `-0.0` before `0.0`, and may
  ///   reorder NaNs, whose bits they keep.
  /// - For **descending** order sort a reversed view: `a.flip(0).sort(0)`.
  /// - Each 1-d slice along the axis needs **heap** memory: 1 to 8 bytes for each time and each
  ///   real number of at most eight bytes, about 40 bytes for each other element, in addition to
  ///   two copies of these elements (outside the heap if large). Methods that return positions need
  ///   about 40 bytes for every element. Slices are sorted in parallel; the reading and writing of
  ///   one slice is parallel, too. For slices that exceed the heap use `io.ndmap.mmap.FileSort`.
  /// - Progress counts the elements read. The sorting of a slice in memory cannot be interrupted.
  /// - Python objects are rejected. An in-place operation that ends early may leave a slice with
  ///   some elements duplicated and others lost.
  ///
  /// @param axis the axis to sort along
  /// @param fields for structures, the names or titles of the fields to compare first (NumPy's
  ///   `order=`)
  /// @throws DTypeException if the elements have no order, or there is no such field
  /// @throws IllegalArgumentException if a field is named twice, or a slice has more elements than
  ///   a Java array holds
  /// @throws OutOfMemoryError if a slice does not fit into the heap; the message names the array
  public final void sort(int axis, String... fields) {
    sorted(axis, this, fields);
  }

  /// {@return a new array of the elements sorted along an axis, `np.sort(a, axis, order=fields)`,
  /// see [#sort]}
  ///
  /// @param axis the axis to sort along
  /// @param fields for structures, the fields to compare first
  public final V sorted(int axis, String... fields) {
    int along = shape().axis(axis);
    Sorting.requireOrder(items(), fields);
    Items result = items().result(dtype, shape(), Order.C);
    Sorting.along(items(), along, result, fields);
    return own(result);
  }

  /// Stores the elements sorted along an axis, see [#sort].
  ///
  /// @param axis the axis to sort along
  /// @param target a view of the same shape and dtype, in any layout and byte order; it may be this
  ///   view
  /// @param fields for structures, the fields to compare first
  public final void sorted(int axis, NdView<?> target, String... fields) {
    Sorting.along(items(), shape().axis(axis), target.items(), fields);
  }

  /// {@return a new array of rank 1 of all elements, sorted, `np.sort(a, axis=None, order=fields)`,
  /// see [#sort]}
  ///
  /// @param fields for structures, the fields to compare first
  public final V sorted(String... fields) {
    Items result = items().result(dtype, Shape.of(itemCount()), Order.C);
    Sorting.flat(items(), result, fields);
    return own(result);
  }

  /// Stores all elements, sorted, see [#sort].
  ///
  /// @param target a view of rank 1, with as many elements as this view
  /// @param fields for structures, the fields to compare first
  public final void sorted(NdView<?> target, String... fields) {
    Sorting.flat(items(), target.items(), fields);
  }

  /// {@return a new array of the positions that sort the elements along an axis, `np.argsort(a,
  /// axis, kind='stable', order=fields)`, see [#sort]}
  ///
  /// @param axis the axis to sort along
  /// @param fields for structures, the fields to compare first
  public final LongView argSort(int axis, String... fields) {
    return view(Sorting.argAlong(items(), shape().axis(axis), fields)).as(LongView.class);
  }

  /// {@return a new array of the positions in C order that sort all elements, `np.argsort(a,
  /// axis=None, kind='stable', order=fields)`, see [#sort]}
  ///
  /// @param fields for structures, the fields to compare first
  public final LongView argSort(String... fields) {
    return view(Sorting.argFlat(items(), fields)).as(LongView.class);
  }

  /// Partitions the elements along an axis in place, `a.partition(positions, axis)`: each given
  /// position gets the element that sorting would put there; no element before that position is
  /// larger, and no element after it is smaller. The elements between two given positions keep
  /// their original order, except that complex numbers, long doubles, structures of several fields,
  /// and text, bytes and voids of more than eight bytes are sorted completely (NumPy leaves the
  /// order open). See [#sort].
  ///
  /// @param axis the axis to partition along
  /// @param positions from `-n` to `n - 1` on an axis of size n
  public final void partition(int axis, long... positions) {
    Sorting.partition(items(), shape().axis(axis), positions);
  }

  /// {@return a new array of the positions that partition the elements along an axis,
  /// `np.argpartition(a, positions, axis)`, see [#partition]}
  ///
  /// @param axis the axis to partition along
  /// @param positions from `-n` to `n - 1` on an axis of size n; without positions, elements keep
  ///   their order, unless [#partition] sorts their dtype completely
  public final LongView argPartition(int axis, long... positions) {
    return view(Sorting.argPartition(items(), shape().axis(axis), positions)).as(LongView.class);
  }

  /// {@return a new array of rank 1 of the distinct elements in ascending order, `np.unique(a)`,
  /// see [#uniqueCounts]}
  public final V unique() {
    return own(DistinctItems.values(items()));
  }

  /// {@return the distinct elements in ascending order, with the count of each element and the
  /// position of its first occurrence in C order, `np.unique(a, return_index=True,
  /// return_counts=True)`}
  ///
  /// Elements are equal if they are equal in the order of [#sort]; in addition, all NaNs count as
  /// equal, complex NaNs, too, and all `NaT`. Structures that hold NaN or `NaT` are all distinct,
  /// as in NumPy. Of several equal elements, the first in C order is returned; of several complex
  /// NaNs, which may differ in their bits, the first in the order of [#sort] is returned. The heap
  /// memory needed is a small multiple of the size of the distinct elements, plus 4 Mi elements for
  /// each thread, whatever the array's size.
  ///
  /// @throws DTypeException if the elements have no order
  public final UniqueItems<V> uniqueCounts() {
    DistinctItems found = DistinctItems.of(items());
    return new UniqueItems<>(own(found.values()), of(found.indices()), of(found.counts()));
  }

  /// {@return a new array of this shape with the position of each element's value in [#unique],
  /// `np.unique(a, return_inverse=True)[1]`, see [#uniqueCounts]} All elements are copied to the
  /// heap, see [#sort].
  public final LongView uniqueInverse() {
    return view(DistinctItems.inverse(items())).as(LongView.class);
  }

  /// {@return the smallest of all elements in ascending order, with their positions in C order} NaN
  /// and `NaT` come last; among equal elements, the element with the lower position comes first.
  /// The heap memory needed is a small multiple of the size of the requested elements, plus 4 Mi
  /// elements for each thread, whatever the array's size.
  ///
  /// @param count the number of elements requested; all elements if there are fewer
  /// @throws IllegalArgumentException if `count < 0`
  /// @throws DTypeException if the elements have no order, see [#sort]
  public final RankedItems<V> smallest(long count) {
    return ranked(FirstItems.flat(items(), count, false));
  }

  /// {@return the smallest elements along an axis in ascending order, with their positions on the
  /// axis, see [#smallest(long)]; in both results, the length of the axis is the number of elements
  /// returned}
  ///
  /// @param count the number of elements requested; all elements if there are fewer
  /// @param axis the axis along which to choose
  /// @throws IllegalArgumentException if `count < 0`, or the axis is longer than a Java array
  public final RankedItems<V> smallest(long count, int axis) {
    return ranked(FirstItems.along(items(), shape().axis(axis), count, false));
  }

  /// {@return the largest of all elements in descending order, otherwise as [#smallest(long)]} NaN
  /// and `NaT` come last here, too.
  ///
  /// @param count the number of elements requested; all elements if there are fewer
  public final RankedItems<V> largest(long count) {
    return ranked(FirstItems.flat(items(), count, true));
  }

  /// {@return the largest elements along an axis in descending order, otherwise as [#smallest(long,
  /// int)]}
  ///
  /// @param count the number of elements requested; all elements if there are fewer
  /// @param axis the axis along which to choose
  public final RankedItems<V> largest(long count, int axis) {
    return ranked(FirstItems.along(items(), shape().axis(axis), count, true));
  }

  /// Creates the views of ranked elements.
  private RankedItems<V> ranked(FirstItems found) {
    return new RankedItems<>(own(found.values()), view(found.indices()).as(LongView.class));
  }

  /// Returns the range of the numbers of this view's dtype for which a comparison with a number is
  /// true.
  private NumberRange range(Comparison how, Number value) {
    return NumberRange.of(Masks.comparable(items()), how, PythonNumber.of(value));
  }

  /// Creates a view of this class for the result of an operation. A result with Python objects
  /// keeps this view's object table.
  private V own(Items fresh) {
    Backing owner = backing instanceof ObjectTable ? backing : fresh.backing();
    return with(fresh.segment(), fresh.strided(), dtype, owner, execution);
  }
}
