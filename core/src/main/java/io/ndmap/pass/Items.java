package io.ndmap.pass;

import io.ndmap.axes.Broadcast;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Aliased;
import io.ndmap.memory.ProvidedMemory;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.value.ItemValue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The elements of an array, as operations pass them to one another: a segment, a layout, a dtype,
/// a backing and an execution.
///
/// A view creates this value once per operation, after checking that its file is open. Only the
/// package `nd` creates views from instances of this class.
///
/// @param segment the memory; read-only if the elements must not be written
/// @param strided the layout of the elements in the segment
/// @param dtype the dtype of an element; never a subarray dtype, because its axes are axes of the
///   layout
/// @param backing the owner of the memory: its name, pins and fault check
/// @param execution how operations on the elements run
public record Items(
    MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {

  /// The maximum number of bytes of a [new array][#zeros] on the heap: for smaller arrays, off-heap
  /// allocation costs more than it saves.
  public static final long MOST_ON_HEAP = 1 << 16;

  /// The maximum number of bytes of a [#temporary] array on the heap: 1/1024 of `-Xmx`, at least
  /// [#MOST_ON_HEAP], and less than 4 MiB, the smallest allocation in huge pages.
  public static final long MOST_OF_RESULT =
      Math.clamp(Runtime.getRuntime().maxMemory() >> 10, MOST_ON_HEAP, (1 << 22) - 1);

  /// The alignment of off-heap memory, in bytes.
  private static final long ALIGNMENT = 64;

  // ---- creation

  /// Returns elements of a segment; the axes of a subarray dtype become the last axes of the
  /// layout.
  public static Items of(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    if (dtype instanceof SubarrayType subarray) {
      long[] sizes = subarray.shape().stream().mapToLong(Integer::longValue).toArray();
      Strided inner = Strided.contiguous(Shape.of(sizes), subarray.base().itemsize(), Order.C);
      return of(segment, strided.append(inner), subarray.base(), backing, execution);
    }
    return new Items(segment, strided, dtype, backing, execution);
  }

  /// Returns elements of memory that cannot fault.
  public static Items of(MemorySegment segment, DType dtype, Strided strided) {
    return of(segment, strided, dtype, Backing.MEMORY, Execution.SEQUENTIAL);
  }

  /// Returns contiguous elements from the first byte of memory that cannot fault.
  public static Items of(MemorySegment segment, DType dtype, Shape shape, Order order) {
    return of(segment, dtype, Strided.contiguous(shape, dtype.itemsize(), order));
  }

  /// Returns a new zeroed array for long use.
  ///
  /// Small arrays are Java arrays, which are cheap to allocate and collect. Large arrays are in
  /// off-heap memory, which is freed once no view refers to it. Loops over a mapped file and
  /// off-heap memory are faster than loops over a mapped file and a Java array.
  ///
  /// @param order the memory order; the axes of a subarray dtype come last, in C order
  /// @throws IllegalArgumentException if the bytes exceed 2⁶³-1
  /// @throws OutOfMemoryError if there is not enough memory; the message names the array, its bytes
  ///   and a remedy
  public static Items zeros(DType dtype, Shape shape, Order order) {
    return zeros(dtype, Strided.contiguous(shape, dtype.itemsize(), order), MOST_ON_HEAP);
  }

  /// Like [#zeros], for an array that lives only as long as an operation, or is read once or twice.
  ///
  /// Temporary arrays are on the heap up to a larger size ([#MOST_OF_RESULT]), because the heap
  /// reuses touched pages after each collection. Off-heap memory is reused only after a collection
  /// has freed it, and a program that creates no other garbage has no collection before it reaches
  /// the limit of off-heap memory. Until then every array touches new pages, and their page faults
  /// cost more than all computation on the array (decision 51).
  ///
  /// @param layout contiguous, from byte 0
  public static Items temporary(DType dtype, Strided layout) {
    return zeros(dtype, layout, MOST_OF_RESULT);
  }

  /// Allocates the result of an operation on these elements, with the allocator of the execution if
  /// it has one, else like [#temporary]. The operation must write every element.
  ///
  /// @param layout contiguous, from byte 0
  /// @param others further operands of the operation
  /// @throws OverlapException if the allocator returns memory that an operand occupies
  /// @throws IllegalArgumentException if the allocator returns too few bytes or read-only memory,
  ///   or if the bytes exceed 2⁶³-1
  /// @throws OutOfMemoryError if there is not enough memory; the message names the array, its bytes
  ///   and a remedy
  public Items result(DType type, Strided layout, Items... others) {
    return execution.allocator() == null
        ? temporary(type, layout)
        : allocated(type, layout, others);
  }

  /// Like [#result(DType, Strided, Items...)], in a memory order.
  public Items result(DType type, Shape shape, Order order, Items... others) {
    return result(type, Strided.contiguous(shape, type.itemsize(), order), others);
  }

  /// Returns the same elements without the user's allocator, for temporaries of an operation.
  public Items withoutAllocator() {
    return execution.allocator() == null ? this : on(execution.withoutAllocator());
  }

  private Items allocated(DType type, Strided layout, Items... others) {
    Shape shape = layout.shape();
    MemorySegment memory = given(shape.byteSize(type.itemsize()), type, shape);
    requireApart(memory);
    for (Items other : others) {
      other.requireApart(memory);
    }
    boolean fills =
        type instanceof TimeType
            || (type instanceof ScalarType scalar && !scalar.kind().isExtended());
    if (!fills) {
      // Operations write neither the padding between fields nor the padding of long doubles.
      var _ = memory.fill((byte) 0);
    }
    return of(memory, layout, type, OwnMemory.of(memory), Execution.SEQUENTIAL);
  }

  /// Returns memory from the user's allocator, after checking that it is large enough and writable.
  private MemorySegment given(long bytes, DType type, Shape shape) {
    MemorySegment memory;
    try {
      memory = Objects.requireNonNull(execution.allocator()).allocate(bytes, ALIGNMENT);
    } catch (OutOfMemoryError e) {
      throw outOfMemory("of the allocator", type, shape, "what it has", e);
    }
    if (memory.byteSize() < bytes || memory.isReadOnly()) {
      throw new IllegalArgumentException(
          "the allocator gave "
              + memory.byteSize()
              + (memory.isReadOnly() ? " read-only" : "")
              + " bytes for the "
              + bytes
              + " bytes of an array of "
              + type
              + " with shape "
              + shape);
    }
    return memory.asSlice(0, bytes);
  }

  /// Checks that memory does not overlap these elements.
  private void requireApart(MemorySegment memory) {
    if (isEmpty()) {
      return;
    }
    long first = strided.firstByte();
    MemorySegment mine = segment.asSlice(first, strided.endByte(itemsize()) - first);
    if (mine.asOverlappingSlice(memory).isPresent()) {
      throw new OverlapException(
          "the allocator gave memory in which an operand of "
              + dtype
              + " with shape "
              + shape()
              + " lies; give other memory, or copy the operand first");
    }
  }

  private static Items zeros(DType dtype, Strided layout, long mostOnHeap) {
    long bytes = layout.shape().byteSize(dtype.itemsize());
    if (bytes <= mostOnHeap) {
      return of(onHeap(bytes, dtype, layout.shape()), dtype, layout);
    }
    MemorySegment memory = allocate(ProvidedMemory.ofAuto(), bytes, dtype, layout.shape());
    return of(memory, layout, dtype, new OwnMemory(memory), Execution.SEQUENTIAL);
  }

  /// Allocates a `long` array, and returns a segment over its first bytes.
  private static MemorySegment onHeap(long bytes, DType dtype, Shape shape) {
    try {
      long[] longs = new long[(int) Math.ceilDiv(bytes, Long.BYTES)];
      return MemorySegment.ofArray(longs).asSlice(0, bytes);
    } catch (OutOfMemoryError e) {
      throw outOfMemory("on the heap", dtype, shape, "-Xmx", e);
    }
  }

  /// Allocates off-heap memory.
  ///
  /// @param dtype dtype of the array, for the message
  /// @param shape shape of the array, for the message
  /// @throws OutOfMemoryError if there is not enough memory; the message names the array, its bytes
  ///   and a remedy
  public static MemorySegment allocate(Arena arena, long bytes, DType dtype, Shape shape) {
    try {
      return arena.allocate(bytes, ALIGNMENT);
    } catch (OutOfMemoryError e) {
      throw outOfMemory(
          "outside the heap", dtype, shape, "-XX:MaxDirectMemorySize (without it -Xmx)", e);
    }
  }

  /// Returns an error that names the array and a remedy, with the JVM's error as its cause.
  ///
  /// @param option the option that limits this memory
  public static OutOfMemoryError outOfMemory(
      String where, DType dtype, Shape shape, String option, OutOfMemoryError cause) {
    OutOfMemoryError named =
        new OutOfMemoryError(
            "not enough memory "
                + where
                + " for the "
                + shape.byteSize(dtype.itemsize())
                + " bytes of an array of "
                + dtype
                + " with shape "
                + shape
                + ": raise "
                + option
                + ", work in parts, or write into a file ("
                + cause.getMessage()
                + ")");
    named.initCause(cause);
    return named;
  }

  // ---- properties

  /// Returns an unscoped segment over the same bytes, for loops. It may be used only while the
  /// backing is pinned, and is read-only if the elements are.
  ///
  /// @return null if native access is off, and for memory that loops must not access, such as a
  ///   Java array, or memory of an arena that a user may close; elements of such memory are staged
  ///   through [io.ndmap.memory.Scratch]
  public @Nullable MemorySegment direct() {
    return backing instanceof Aliased aliased ? aliased.withoutArena(segment) : null;
  }

  /// Returns whether no access can fault, see [Aliased#isStable]; false also for memory whose
  /// backing is not [Aliased], such as a Java array.
  public boolean isStable() {
    return backing instanceof Aliased aliased && aliased.isStable();
  }

  /// Returns whether vector loops may access the elements in place: no access can fault, and the
  /// memory belongs to no arena that a user may close.
  public boolean isForVectors() {
    return isStable() && direct() != null;
  }

  /// Returns the memory for loops that accept any segment: [#direct], or the segment if [#direct]
  /// is null. It may be used only while the backing is pinned.
  public MemorySegment seen() {
    MemorySegment direct = direct();
    return direct == null ? segment : direct;
  }

  public Shape shape() {
    return strided.shape();
  }

  public int rank() {
    return strided.rank();
  }

  public long size(int axis) {
    return strided.shape().size(axis);
  }

  public long itemCount() {
    return strided.shape().itemCount();
  }

  public int itemsize() {
    return dtype.itemsize();
  }

  /// Returns the largest itemsize of several arrays, at least 1.
  public static int widest(Items... all) {
    int widest = 1;
    for (Items items : all) {
      widest = Math.max(widest, items.itemsize());
    }
    return widest;
  }

  /// Returns whether the elements have no bytes.
  public boolean isEmpty() {
    return itemCount() == 0 || itemsize() == 0;
  }

  public boolean isReadOnly() {
    return segment.isReadOnly();
  }

  public boolean isBigEndian() {
    return switch (dtype) {
      case ScalarType scalar -> scalar.order() == ByteOrder.BIG_ENDIAN;
      case TimeType time -> time.order() == ByteOrder.BIG_ENDIAN;
      case TextType text -> text.order() == ByteOrder.BIG_ENDIAN;
      default -> false;
    };
  }

  public boolean isContiguous(Order order) {
    return strided.isContiguous(order, itemsize());
  }

  /// Checks that the elements can be written.
  ///
  /// @throws ReadOnlyViewException if the elements cannot be written; the message says why
  public void requireWritable() {
    if (isReadOnly()) {
      throw strided.overlapsItself(itemsize())
          ? new ReadOnlyViewException(
              backing.name(),
              "the view is read-only, because its elements share memory with one another ("
                  + strided
                  + "); write to the array that it was made of, or to a copy")
          : new ReadOnlyViewException(backing);
    }
  }

  // ---- other elements of the same memory

  /// Returns elements of the same dtype in another layout.
  public Items at(Strided where) {
    return new Items(segment, where, dtype, backing, execution);
  }

  /// Returns elements of another dtype and layout in the same memory.
  public Items at(Strided where, DType other) {
    return of(segment, where, other, backing, execution);
  }

  /// Returns the same elements with other execution options.
  public Items on(Execution how) {
    return new Items(segment, strided, dtype, backing, how);
  }

  /// Returns a slice along an axis.
  public Items slice(int axis, long start, long stop, long step) {
    return at(strided.slice(axis, start, stop, step));
  }

  /// Returns a field of structures; the axes of a subarray become the last axes.
  public Items field(Field field) {
    return at(strided.shift(field.offset()), field.dtype());
  }

  /// Returns the elements broadcast along axes of length 1 and missing leading axes.
  public Items broadcastTo(Shape shape) {
    return shape.equals(shape()) ? this : at(Broadcast.to(strided, shape));
  }

  /// Returns the real parts of numbers.
  ///
  /// @throws DTypeException if the elements are not numbers
  public Items real() {
    if (!(dtype instanceof ScalarType scalar)) {
      throw new DTypeException(backing.name() + ": elements of " + dtype + " have no real part");
    }
    return at(strided, new ScalarType(scalar.kind().part(), scalar.order()));
  }

  /// Returns the imaginary parts of complex numbers.
  ///
  /// @throws DTypeException if the elements are not complex
  public Items imag() {
    if (!(dtype instanceof ScalarType scalar) || !scalar.kind().isComplex()) {
      throw new DTypeException(
          backing.name() + ": elements of " + dtype + " have no imaginary part");
    }
    ScalarKind part = scalar.kind().part();
    return at(strided.shift(part.itemsize()), new ScalarType(part, scalar.order()));
  }

  // ---- relation to other elements

  /// Returns whether each index refers to the same bytes of memory in both arrays. The shapes must
  /// be equal.
  public boolean hasItemsOf(Items other) {
    return itemsize() == other.itemsize()
        && hasStridesOf(other)
        && reached().equals(other.reached());
  }

  /// Returns whether both arrays have equal strides along all axes longer than 1.
  public boolean hasStridesOf(Items other) {
    for (int k = 0; k < rank(); k++) {
      if (shape().size(k) > 1 && strided.stride(k) != other.strided.stride(k)) {
        return false;
      }
    }
    return true;
  }

  /// Returns the bytes from the start of the lowest element to the end of the highest.
  public MemorySegment reached() {
    long first = strided.firstByte();
    return segment.asSlice(first, strided.endByte(itemsize()) - first);
  }

  /// Creates a Java array for all elements.
  ///
  /// @throws IllegalArgumentException if there are more elements than a Java array can have
  /// @throws OutOfMemoryError if there is not enough memory; the message names the array and a
  ///   remedy
  public <A> A newArray(IntFunction<A> make) {
    if (itemCount() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          backing.name()
              + ": "
              + itemCount()
              + " elements of shape "
              + shape()
              + " are more than a Java array holds; take them in parts, as by slice(axis, start,"
              + " stop)");
    }
    try {
      return make.apply((int) itemCount());
    } catch (OutOfMemoryError e) {
      throw outOfMemory("on the heap", dtype, shape(), "-Xmx", e);
    }
  }

  // ---- single elements

  /// Returns the bits of the element of 1, 2, 4 or 8 bytes at a byte offset, in the low bytes of
  /// the result.
  public long bitsAt(long offset) {
    return ItemValue.bits(segment, offset, itemsize(), isBigEndian());
  }

  /// Stores the low bytes of `bits` as the element of 1, 2, 4 or 8 bytes at a byte offset.
  public void setBitsAt(long offset, long bits) {
    ItemValue.setBits(segment, offset, itemsize(), isBigEndian(), bits);
  }

  /// Returns the scalar type of the elements, which are numbers or times; `INT64` for times.
  public ScalarKind kind() {
    return switch (dtype) {
      case ScalarType scalar -> scalar.kind();
      case TimeType _ -> ScalarKind.INT64;
      default -> throw new AssertionError(dtype);
    };
  }

  /// Returns the scalar type of real numbers.
  ///
  /// @param asked names the requested type in the message
  /// @throws DTypeException if the elements are not real numbers; for some dtypes the message has a
  ///   remedy
  public ScalarKind realKind(String asked) {
    if (dtype instanceof ScalarType scalar && !scalar.kind().isComplex()) {
      return scalar.kind();
    }
    throw notA(asked);
  }

  /// Returns the exception for elements that are not of the requested type.
  public DTypeException notA(String asked) {
    String advice =
        switch (dtype) {
          case ScalarType scalar when scalar.kind().isComplex() -> "; use real() or imag() first";
          case StructType _ -> "; use field(name) first";
          case TimeType _ -> "; read its ticks with getLong";
          case VoidType _ -> "; read its bytes with getBytes";
          default -> "";
        };
    return new DTypeException(
        backing.name() + ": an element of " + dtype + " is not " + asked + advice);
  }
}
