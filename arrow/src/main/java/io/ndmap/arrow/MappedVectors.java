package io.ndmap.arrow;

import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/// Creates vectors of Apache Arrow over views of mapped files: a vector of numbers for an array of
/// rank 1, or a vector of lists of equal length, one per row, for an array of rank 2.
///
/// ```java
/// try (NpyFile file = NpyFile.open(Path.of("x.npy"));
///     BufferAllocator allocator = new RootAllocator();
///     FieldVector vector = MappedVectors.of(file, file.view(), "x", allocator);
///     VectorSchemaRoot root = VectorSchemaRoot.of(vector);
///     ArrowFileWriter writer = new ArrowFileWriter(root, null, channel)) {
///   writer.writeBatch();
/// }
/// ```
///
/// The elements are not copied; Arrow only allocates the validity bitmaps: one bit per element, and
/// for lists also one per row. The bytes of the view count as allocated, so the limit of the
/// allocator must include them.
///
/// **Lifetime.** The vector holds a [Lease]: the memory stays mapped until Arrow releases its last
/// reference, including that of a consumer of the C Data Interface, even if the file is closed
/// earlier.
///
/// **Stores.** Vectors are for reading. A store to a vector over a file that was opened for reading
/// only ends the JVM.
///
/// **Files that shrink.** Arrow cannot detect truncation. In Java, access to a truncated file
/// throws [InternalError], which [NpyFile#guard] reports as [MappingFaultException]; in native code
/// it **ends the JVM** (SIGBUS). [#of] reads the last byte of the view first, and throws
/// [MappingFaultException] if the file is too short.
public final class MappedVectors {

  private MappedVectors() {}

  /// Returns a vector over a view.
  ///
  /// @param file the file of the view
  /// @param view integers or `f2`, `f4`, `f8`, of rank 1 or 2, contiguous in C order and in the
  ///   native byte order
  /// @param name the name of the vector's field, which has no nulls
  /// @param allocator accounts for the memory, and allocates the validity bitmaps
  /// @return the vector, which the caller closes: for example a `Float8Vector`, or a
  ///   [FixedSizeListVector] for rank 2
  /// @throws DTypeException if Arrow has no such type, or the byte order is not the native one
  /// @throws IllegalArgumentException if the view does not belong to the file, or its rank, layout,
  ///   address or size is unsuitable for a vector; the message names the property
  /// @throws org.apache.arrow.memory.OutOfMemoryException if the limit of the allocator is exceeded
  /// @throws MappingFaultException if the file was truncated
  /// @throws FileClosedException if the file is closed
  public static FieldVector of(
      NpyFile file, NdView<?> view, String name, BufferAllocator allocator) {
    ArrowType type = requireType(view);
    requireNative(view);
    requireShape(view);
    Lease lease = file.acquire("a vector of Arrow, '" + name + "'");
    ArrowBuf items;
    try {
      MemorySegment bytes =
          view.segment()
              .asSlice(view.strided().offset(), view.shape().byteSize(view.dtype().itemsize()));
      requirePart(file, view, bytes);
      probe(file, bytes);
      items = allocator.wrapForeignAllocation(new LeasedMemory(bytes, lease));
    } catch (Throwable e) {
      lease.close();
      throw e;
    }
    // The vector holds its own references to the buffer, so the reference of this method is
    // released in any case.
    try (items) {
      return vector(view.shape(), type, name, items, allocator);
    }
  }

  private static FieldVector vector(
      Shape shape, ArrowType type, String name, ArrowBuf items, BufferAllocator allocator) {
    boolean isMatrix = shape.rank() == 2;
    Field number = new Field(isMatrix ? "item" : name, FieldType.notNullable(type), null);
    FieldVector vector =
        isMatrix
            ? new Field(
                    name,
                    FieldType.notNullable(new ArrowType.FixedSizeList((int) shape.size(1))),
                    List.of(number))
                .createVector(allocator)
            : number.createVector(allocator);
    try {
      ArrowFieldNode all = new ArrowFieldNode(shape.itemCount(), 0);
      if (vector instanceof FixedSizeListVector lists) {
        lists.loadFieldBuffers(new ArrowFieldNode(shape.size(0), 0), List.of(allocator.getEmpty()));
        lists.getDataVector().loadFieldBuffers(all, List.of(allocator.getEmpty(), items));
      } else {
        vector.loadFieldBuffers(all, List.of(allocator.getEmpty(), items));
      }
      return vector;
    } catch (Throwable e) {
      vector.close();
      throw e;
    }
  }

  private static ArrowType requireType(NdView<?> view) {
    ArrowType type = view.dtype() instanceof ScalarType scalar ? type(scalar.kind()) : null;
    if (type == null) {
      throw new DTypeException(
          view.backing().name()
              + ": vectors of Arrow over a file are integers or f2, f4 or f8, found "
              + view.dtype().descr()
              + "; convert the array with astype");
    }
    return type;
  }

  private static @Nullable ArrowType type(ScalarKind kind) {
    return switch (kind) {
      case INT8, INT16, INT32, INT64 -> new ArrowType.Int(8 * kind.itemsize(), true);
      case UINT8, UINT16, UINT32, UINT64 -> new ArrowType.Int(8 * kind.itemsize(), false);
      case FLOAT16 -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
      case FLOAT32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case FLOAT64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      default -> null;
    };
  }

  private static void requireNative(NdView<?> view) {
    if (view.dtype() instanceof ScalarType scalar
        && scalar.itemsize() > 1
        && scalar.order() != ByteOrder.nativeOrder()) {
      throw new DTypeException(
          view.backing().name()
              + ": Arrow reads the native byte order, found "
              + view.dtype().descr()
              + "; write a file of the other byte order with astype");
    }
  }

  private static void requireShape(NdView<?> view) {
    Shape shape = view.shape();
    String fault = null;
    if (shape.rank() != 1 && shape.rank() != 2) {
      fault = "a vector is an array of rank 1 or 2";
    } else if (shape.itemCount() > Integer.MAX_VALUE || shape.size(0) > Integer.MAX_VALUE) {
      fault = "a vector has at most 2³¹-1 elements";
    } else if (shape.rank() == 2 && (shape.size(1) == 0 || shape.size(1) > Integer.MAX_VALUE)) {
      fault = "a list has 1 to 2³¹-1 elements";
    }
    if (fault != null) {
      throw new IllegalArgumentException(
          view.backing().name() + ": " + fault + ", found shape " + shape);
    }
    if (!view.isContiguous(Order.C)) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": a vector is contiguous in C order, found "
              + view.strided()
              + "; write a copy of the view to a file");
    }
  }

  private static void requirePart(NpyFile file, NdView<?> view, MemorySegment bytes) {
    Optional<MemorySegment> common = file.view().segment().asOverlappingSlice(bytes);
    if (bytes.byteSize() > 0 && (common.isEmpty() || common.get().byteSize() != bytes.byteSize())) {
      throw new IllegalArgumentException(
          file.path() + ": the view is one of other memory, that of " + view.backing().name());
    }
    int itemsize = view.dtype().itemsize();
    if (bytes.byteSize() > 0 && bytes.address() % itemsize != 0) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": elements of a vector are at multiples of "
              + itemsize
              + " bytes, found "
              + bytes.address() % itemsize
              + " beyond one; write a copy of the view to a file");
    }
  }

  // Reads the last byte, which a truncated file lacks.
  private static void probe(NpyFile file, MemorySegment bytes) {
    if (bytes.byteSize() > 0) {
      var _ = file.guard(() -> bytes.get(ValueLayout.JAVA_BYTE, bytes.byteSize() - 1));
    }
  }
}
