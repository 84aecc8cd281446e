package io.ndmap.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// A tensor of ONNX Runtime over a view of a mapped file, as an input of a model or as a pinned
/// output.
///
/// ```java
/// try (NpyFile x = NpyFile.open(Path.of("x.npy"));
///     NpyFile y = NpyFile.create(Path.of("y.npy"), DType.FLOAT32, Shape.of(1000, 10), Order.C);
///     MappedTensor input = MappedTensor.forInput(x, x.view());
///     MappedTensor output = MappedTensor.forOutput(y, y.view());
///     OrtSession.Result result =
///         session.run(Map.of("x", input.tensor()), Map.of("y", output.tensor()))) {
///   y.force();
/// }
/// ```
///
/// ONNX Runtime requires elements that are contiguous in C order and in the native byte order. The
/// address of the first element must be a multiple of the itemsize, and the view must have at most
/// 2³¹-9 bytes. Other views are refused with the reason; [#copyOf] copies them.
///
/// **Lifetime.** The object holds a [Lease]: the memory stays mapped until [#close], even if the
/// file is closed earlier. Close results and stop sessions that use the tensor first.
///
/// **Files that shrink.** ONNX Runtime reads and writes the mapping in native code, where access to
/// a truncated file **ends the JVM** (SIGBUS). [#tensor] first reads the last byte of the view, and
/// throws [MappingFaultException] if the file is too short; later truncation is not detected. Copy
/// the input if other processes may truncate the file.
///
/// **Threads.** Safe for use by many threads; call [#close] after all of them are done.
public final class MappedTensor implements AutoCloseable {

  /// The maximum size, in bytes, of a buffer from which ONNX Runtime creates a tensor.
  static final long MOST_BYTES = Integer.MAX_VALUE - 8;

  private final Backing backing;
  private final Lease lease;
  private final MemorySegment bytes;
  private final OnnxTensor tensor;
  private final AtomicBoolean closed = new AtomicBoolean();

  private MappedTensor(Backing backing, Lease lease, MemorySegment bytes, OnnxTensor tensor) {
    this.backing = backing;
    this.lease = lease;
    this.bytes = bytes;
    this.tensor = tensor;
  }

  /// Returns a view as an input of models. The tensor must not be used as an output: native stores
  /// to the mapping of a read-only file end the JVM.
  ///
  /// @param file the file of the view
  /// @param view elements of `b1`, `i1`, `i2`, `i4`, `i8`, `u1`, `f2`, `f4`, `f8` or `bfloat16`
  /// @return the tensor, of the view's shape
  /// @throws OrtException if ONNX Runtime refuses the tensor
  /// @throws DTypeException if tensors do not support the dtype or the byte order
  /// @throws IllegalArgumentException if the view does not belong to the file, or its layout,
  ///   address or size is unsuitable for a tensor; the message names the property
  /// @throws MappingFaultException if the file was truncated
  /// @throws FileClosedException if the file is closed
  public static MappedTensor forInput(NpyFile file, NdView<?> view) throws OrtException {
    return of(file, view, OnnxTypes.of(view));
  }

  /// Returns a view as an input of a given tensor type. Use it for types that have no NumPy dtype,
  /// such as [OnnxJavaType#BFLOAT16] over elements of `|V2`, `i2` or `u2`.
  ///
  /// @param file the file of the view
  /// @param view elements whose itemsize is the size of `type`
  /// @param type the type of the tensor's elements
  /// @return the tensor, of the view's shape
  /// @throws OrtException as [#forInput(NpyFile, NdView)]
  /// @throws DTypeException if the elements have another size than the type or not the native byte
  ///   order, if they are neither numbers nor void, or if the type is `STRING` or `UNKNOWN`
  /// @throws IllegalArgumentException as [#forInput(NpyFile, NdView)]
  /// @throws MappingFaultException as [#forInput(NpyFile, NdView)]
  /// @throws FileClosedException as [#forInput(NpyFile, NdView)]
  public static MappedTensor forInput(NpyFile file, NdView<?> view, OnnxJavaType type)
      throws OrtException {
    return of(file, view, type);
  }

  /// Returns a view as a pinned output of models, which store their results in the file.
  ///
  /// @param file the file of the view, opened for writing
  /// @param view as [#forInput(NpyFile, NdView)], writable
  /// @return the tensor, of the view's shape, which must be the shape of the output
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws OrtException as [#forInput(NpyFile, NdView)]
  /// @throws DTypeException as [#forInput(NpyFile, NdView)]
  /// @throws IllegalArgumentException as [#forInput(NpyFile, NdView)]
  /// @throws MappingFaultException as [#forInput(NpyFile, NdView)]
  /// @throws FileClosedException as [#forInput(NpyFile, NdView)]
  public static MappedTensor forOutput(NpyFile file, NdView<?> view) throws OrtException {
    return forOutput(file, view, OnnxTypes.of(view));
  }

  /// Returns a view as a pinned output of a given tensor type.
  ///
  /// @param file the file of the view, opened for writing
  /// @param view as [#forInput(NpyFile, NdView, OnnxJavaType)], writable
  /// @param type the type of the tensor's elements
  /// @return the tensor, of the view's shape, which must be the shape of the output
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws OrtException as [#forInput(NpyFile, NdView)]
  /// @throws DTypeException as [#forInput(NpyFile, NdView, OnnxJavaType)]
  /// @throws IllegalArgumentException as [#forInput(NpyFile, NdView)]
  /// @throws MappingFaultException as [#forInput(NpyFile, NdView)]
  /// @throws FileClosedException as [#forInput(NpyFile, NdView)]
  public static MappedTensor forOutput(NpyFile file, NdView<?> view, OnnxJavaType type)
      throws OrtException {
    if (view.isReadOnly()) {
      throw new ReadOnlyViewException(view.backing());
    }
    return of(file, view, type);
  }

  /// Copies a view into new off-heap memory, and returns a tensor over the copy. The view may have
  /// any layout and byte order, and need not be mapped.
  ///
  /// @param view elements of a dtype that [#forInput(NpyFile, NdView)] accepts, in either byte
  ///   order
  /// @return the tensor, which is independent of the view
  /// @throws OrtException if ONNX Runtime refuses the tensor
  /// @throws DTypeException if tensors do not support the dtype
  /// @throws IllegalArgumentException if the elements take more than 2³¹-9 bytes
  /// @throws MappingFaultException if the elements cannot be read
  /// @throws FileClosedException if the file is closed
  public static OnnxTensor copyOf(NdView<?> view) throws OrtException {
    OnnxJavaType type = OnnxTypes.of(view);
    ByteBuffer buffer =
        ByteBuffer.allocateDirect((int) requireSize(view)).order(ByteOrder.nativeOrder());
    Shape shape = view.shape();
    view.copyTo(
        NdView.of(
            MemorySegment.ofBuffer(buffer),
            view.dtype().withByteOrder(ByteOrder.nativeOrder()),
            shape,
            Order.C));
    return create(buffer, shape, type);
  }

  private static MappedTensor of(NpyFile file, NdView<?> view, OnnxJavaType type)
      throws OrtException {
    OnnxTypes.require(view, type);
    requireNative(view);
    requireContiguous(view);
    long size = requireSize(view);
    Lease lease = file.acquire("a tensor of ONNX Runtime");
    try {
      MemorySegment bytes = view.segment().asSlice(view.strided().offset(), size);
      requirePart(file, view, bytes);
      requireAligned(view, bytes, type);
      probe(view.backing(), bytes);
      ByteBuffer buffer = bytes.asByteBuffer().order(ByteOrder.nativeOrder());
      return new MappedTensor(view.backing(), lease, bytes, create(buffer, view.shape(), type));
    } catch (Throwable e) {
      lease.close();
      throw e;
    }
  }

  private static OnnxTensor create(ByteBuffer buffer, Shape shape, OnnxJavaType type)
      throws OrtException {
    return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), buffer, shape.toArray(), type);
  }

  private static void requireNative(NdView<?> view) {
    if (!OnnxTypes.isNative(view.dtype())) {
      throw new DTypeException(
          view.backing().name()
              + ": ONNX Runtime reads the native byte order, found "
              + view.dtype().descr()
              + "; copyOf swaps the bytes");
    }
  }

  private static void requireContiguous(NdView<?> view) {
    if (!view.isContiguous(Order.C)) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": a tensor is contiguous in C order, found "
              + view.strided()
              + "; copyOf copies such a view");
    }
  }

  private static long requireSize(NdView<?> view) {
    long size = view.shape().byteSize(view.dtype().itemsize());
    if (size > MOST_BYTES) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": a tensor over a buffer has at most "
              + MOST_BYTES
              + " bytes, found "
              + size
              + "; run the model on slices");
    }
    return size;
  }

  private static void requirePart(NpyFile file, NdView<?> view, MemorySegment bytes) {
    MemorySegment whole = file.view().segment();
    Optional<MemorySegment> common = whole.asOverlappingSlice(bytes);
    if (bytes.byteSize() > 0 && (common.isEmpty() || common.get().byteSize() != bytes.byteSize())) {
      throw new IllegalArgumentException(
          file.path() + ": the view is one of other memory, that of " + view.backing().name());
    }
  }

  private static void requireAligned(NdView<?> view, MemorySegment bytes, OnnxJavaType type) {
    if (bytes.byteSize() > 0 && bytes.address() % type.size != 0) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": elements of a tensor of "
              + type
              + " are at multiples of "
              + type.size
              + " bytes, found "
              + bytes.address() % type.size
              + " beyond one; copyOf copies such a view");
    }
  }

  // Reads the last byte, which a truncated file lacks.
  private static void probe(Backing backing, MemorySegment bytes) {
    if (bytes.byteSize() == 0) {
      return;
    }
    backing.pin();
    try {
      try {
        var _ = bytes.get(ValueLayout.JAVA_BYTE, bytes.byteSize() - 1);
      } finally {
        backing.barrier();
      }
    } catch (InternalError | IllegalStateException e) {
      throw backing.failure(e);
    } finally {
      backing.unpin();
    }
  }

  /// The tensor.
  ///
  /// @return the tensor, for use until [#close], which closes it
  /// @throws MappingFaultException if the end of the view cannot be read, for instance because
  ///   another process truncated the file
  /// @throws IllegalStateException after [#close]
  public OnnxTensor tensor() {
    if (closed.get()) {
      throw new IllegalStateException(backing.name() + ": the tensor is closed");
    }
    probe(backing, bytes);
    return tensor;
  }

  /// Closes the tensor and then the lease. Closing again does nothing.
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      try {
        tensor.close();
      } finally {
        lease.close();
      }
    }
  }
}
