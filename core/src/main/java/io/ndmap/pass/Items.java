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

/// The items of an array, as engines take and return them: segment, layout, dtype, backing,
/// execution.
///
/// A view gives its items once for each operation, after it has asked whether its file is open;
/// only the view package makes views of items.
///
/// @param segment the memory, read-only if the items are
/// @param strided where the items are in it
/// @param dtype what an item is; never a subarray, whose axes are axes of the layout
/// @param backing what the memory is called, and how its faults come to light
/// @param execution how operations on the items run
public record Items(
    MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {

  /// Bytes up to which making memory outside the heap costs more than it saves.
  public static final long MOST_ON_HEAP = 1 << 16;

  /// The most bytes of a Java array that is a result: so few of the heap that it is not soon full
  /// of them, and fewer than memory in huge pages begins with.
  public static final long MOST_OF_RESULT =
      Math.clamp(Runtime.getRuntime().maxMemory() >> 10, MOST_ON_HEAP, (1 << 22) - 1);

  private static final long ALIGNMENT = 64;

  // ---- made anew

  /// Items of memory; the axes of a subarray dtype become the last ones.
  public static Items of(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    if (dtype instanceof SubarrayType subarray) {
      long[] sizes = subarray.shape().stream().mapToLong(Integer::longValue).toArray();
      Strided inner = Strided.contiguous(Shape.of(sizes), subarray.base().itemsize(), Order.C);
      return of(segment, strided.append(inner), subarray.base(), backing, execution);
    }
    return new Items(segment, strided, dtype, backing, execution);
  }

  /// Items of memory that cannot fault.
  public static Items of(MemorySegment segment, DType dtype, Strided strided) {
    return of(segment, strided, dtype, Backing.MEMORY, Execution.SEQUENTIAL);
  }

  /// Contiguous items from the first byte of memory that cannot fault.
  public static Items of(MemorySegment segment, DType dtype, Shape shape, Order order) {
    return of(segment, dtype, Strided.contiguous(shape, dtype.itemsize(), order));
  }

  /// A new array in memory, all bytes zero, to be used more than once.
  ///
  /// A small one is a Java array, which costs next to nothing to make and to throw away. A large
  /// one is outside the heap until nobody holds a view of it any longer, because loops over a file
  /// and such memory are faster than over a file and a Java array.
  ///
  /// @param order which axis varies fastest; the axes of a subarray dtype come last, in C order
  /// @throws IllegalArgumentException if the bytes exceed 2⁶³-1
  /// @throws OutOfMemoryError if there is not enough, naming the array, its bytes and what can be
  ///   done
  public static Items zeros(DType dtype, Shape shape, Order order) {
    return zeros(dtype, Strided.contiguous(shape, dtype.itemsize(), order), MOST_ON_HEAP);
  }

  /// The same for what lives as long as an operation, or is read once or twice.
  ///
  /// More of them are Java arrays: these come from memory that the process has used before, after
  /// each collection. Outside the heap that is so only once there has been a collection, and a
  /// program that makes no other garbage has none before it has used as much as it may. Until then
  /// a page costs more when it is touched first than all that is computed into it (decision 51).
  ///
  /// @param layout contiguous, from byte 0 on
  public static Items temporary(DType dtype, Strided layout) {
    return zeros(dtype, layout, MOST_OF_RESULT);
  }

  /// A new array for what an operation on these items returns, all of whose items will be written:
  /// as [#temporary], or where the execution says.
  ///
  /// @param layout contiguous, from byte 0 on
  /// @param others what the operation reads, too
  /// @throws OverlapException if items of an operand lie in the memory that an allocator gave
  public Items result(DType type, Strided layout, Items... others) {
    return execution.results() == null ? temporary(type, layout) : allocated(type, layout, others);
  }

  /// The same.
  ///
  /// @param order which axis varies fastest
  public Items result(DType type, Shape shape, Order order, Items... others) {
    return result(type, Strided.contiguous(shape, type.itemsize(), order), others);
  }

  /// A new array for a copy of these items, to be used more than once: as [#zeros], or where the
  /// execution says.
  public Items forCopy(Order order) {
    return execution.results() == null
        ? zeros(dtype, shape(), order)
        : allocated(dtype, Strided.contiguous(shape(), itemsize(), order));
  }

  /// The same items, for what an operation makes for itself: no allocator of the caller is asked.
  public Items withoutResults() {
    return execution.results() == null ? this : on(execution.withoutResults());
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
            || (type instanceof ScalarType scalar && scalar.kind().part() != ScalarKind.LONGDOUBLE);
    if (!fills) {
      // What is between fields, or behind the digits, is not written later.
      var _ = memory.fill((byte) 0);
    }
    return of(memory, layout, type, OwnMemory.of(memory), Execution.SEQUENTIAL);
  }

  private MemorySegment given(long bytes, DType type, Shape shape) {
    MemorySegment memory;
    try {
      memory = Objects.requireNonNull(execution.results()).allocate(bytes, ALIGNMENT);
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

  private static MemorySegment onHeap(long bytes, DType dtype, Shape shape) {
    try {
      long[] longs = new long[(int) Math.ceilDiv(bytes, Long.BYTES)];
      return MemorySegment.ofArray(longs).asSlice(0, bytes);
    } catch (OutOfMemoryError e) {
      throw outOfMemory("on the heap", dtype, shape, "-Xmx", e);
    }
  }

  /// Memory outside the heap.
  ///
  /// @param dtype of the array that it is for, for the message
  /// @param shape of the array
  /// @throws OutOfMemoryError if there is not enough, naming the array, its bytes and what can be
  ///   done
  public static MemorySegment allocate(Arena arena, long bytes, DType dtype, Shape shape) {
    try {
      return arena.allocate(bytes, ALIGNMENT);
    } catch (OutOfMemoryError e) {
      throw outOfMemory(
          "outside the heap", dtype, shape, "-XX:MaxDirectMemorySize (without it -Xmx)", e);
    }
  }

  /// The JVM's error with what was to be made, and what can be done.
  ///
  /// @param option that bounds this memory
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

  // ---- what they are

  /// The memory as kernels see it: a segment of the same bytes that belongs to no arena, to be used
  /// during a hold of the backing only; read-only if the items are.
  ///
  /// @return null if kernels must not see it, as memory of a caller's arena and Java arrays: then
  ///   items are copied to and from [io.ndmap.memory.Scratch]
  public @Nullable MemorySegment direct() {
    return backing instanceof Aliased aliased ? aliased.withoutArena(segment) : null;
  }

  /// Whether no access can fault, see [Aliased#isStable].
  public boolean isStable() {
    return backing instanceof Aliased aliased && aliased.isStable();
  }

  /// The memory for kernels that bear all kinds: [#direct] where there is that, else the segment;
  /// to be used during a hold of the backing only.
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

  /// Whether there are no bytes to go through.
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

  /// Does nothing if the items can be written.
  ///
  /// @throws ReadOnlyViewException if the items cannot be written, saying why
  public void requireWritable() {
    if (isReadOnly()) {
      throw strided.overlapsItself(itemsize())
          ? new ReadOnlyViewException(
              backing.name(),
              "the view is read-only, because its items share memory with one another ("
                  + strided
                  + "); write to the array that it was made of, or to a copy")
          : new ReadOnlyViewException(backing);
    }
  }

  // ---- others of the same memory

  /// Items of the same dtype elsewhere in the memory.
  public Items at(Strided where) {
    return new Items(segment, where, dtype, backing, execution);
  }

  /// Items of another dtype in the same memory.
  public Items at(Strided where, DType other) {
    return of(segment, where, other, backing, execution);
  }

  /// The same items with operations that run otherwise.
  public Items on(Execution how) {
    return new Items(segment, strided, dtype, backing, how);
  }

  /// Some of the items along an axis.
  public Items slice(int axis, long start, long stop, long step) {
    return at(strided.slice(axis, start, stop, step));
  }

  /// A field of structures; the axes of a subarray become the last ones.
  public Items field(Field field) {
    return at(strided.shift(field.offset()), field.dtype());
  }

  /// Repeated along axes of length 1 and missing first ones.
  public Items broadcastTo(Shape shape) {
    return shape.equals(shape()) ? this : at(Broadcast.to(strided, shape));
  }

  /// The real parts of numbers.
  ///
  /// @throws DTypeException if the items are not numbers
  public Items real() {
    if (!(dtype instanceof ScalarType scalar)) {
      throw new DTypeException(backing.name() + ": items of " + dtype + " have no real part");
    }
    return at(strided, new ScalarType(scalar.kind().part(), scalar.order()));
  }

  /// The imaginary parts of complex numbers.
  ///
  /// @throws DTypeException if the items are not complex
  public Items imag() {
    if (!(dtype instanceof ScalarType scalar) || !scalar.kind().isComplex()) {
      throw new DTypeException(backing.name() + ": items of " + dtype + " have no imaginary part");
    }
    ScalarKind part = scalar.kind().part();
    return at(strided.shift(part.itemsize()), new ScalarType(part, scalar.order()));
  }

  // ---- beside others

  /// Whether each item of this one is the item of the other at the same place.
  public boolean hasItemsOf(Items other) {
    return itemsize() == other.itemsize()
        && hasStridesOf(other)
        && reached().equals(other.reached());
  }

  /// Whether each item of this one lies at one distance from the item of the other at the same
  /// place.
  public boolean hasStridesOf(Items other) {
    for (int k = 0; k < rank(); k++) {
      if (shape().size(k) > 1 && strided.stride(k) != other.strided.stride(k)) {
        return false;
      }
    }
    return true;
  }

  /// From the first byte of an item to the last one.
  public MemorySegment reached() {
    long first = strided.firstByte();
    return segment.asSlice(first, strided.endByte(itemsize()) - first);
  }

  /// A Java array of as many elements as there are items.
  ///
  /// @throws IllegalArgumentException if there are more than it holds
  /// @throws OutOfMemoryError if there is no room for it, naming the array and what can be done
  public <A> A newArray(IntFunction<A> make) {
    if (itemCount() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          backing.name()
              + ": "
              + itemCount()
              + " items of shape "
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

  // ---- single items

  /// The bits of the item of 1, 2, 4 or 8 bytes at a byte offset, in the low bytes.
  public long bitsAt(long offset) {
    return ItemValue.bits(segment, offset, itemsize(), isBigEndian());
  }

  /// Stores the low bytes as the item of 1, 2, 4 or 8 bytes at a byte offset.
  public void setBitsAt(long offset, long bits) {
    ItemValue.setBits(segment, offset, itemsize(), isBigEndian(), bits);
  }

  /// The kind of numbers; times are the integers that they are.
  public ScalarKind kind() {
    return switch (dtype) {
      case ScalarType scalar -> scalar.kind();
      case TimeType _ -> ScalarKind.INT64;
      default -> throw new AssertionError(dtype);
    };
  }

  /// The kind of real numbers.
  ///
  /// @throws DTypeException if the items are something else, naming what was asked for and what to
  ///   do
  public ScalarKind realKind(String asked) {
    if (dtype instanceof ScalarType scalar && !scalar.kind().isComplex()) {
      return scalar.kind();
    }
    throw notA(asked);
  }

  /// What is thrown for items that are not what was asked for.
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
        backing.name() + ": an item of " + dtype + " is not " + asked + advice);
  }
}
