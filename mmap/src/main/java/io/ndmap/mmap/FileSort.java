package io.ndmap.mmap;

import io.ndmap.dtype.DTypeException;
import io.ndmap.external.ExternalSort;
import io.ndmap.external.Spill;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.OverlapException;
import io.ndmap.op.ReadOnlyViewException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/// Sorts arrays of any size in bounded memory: `numpy.sort` for files larger than memory.
///
/// ```java
/// try (NpyFile file = NpyFile.open(Path.of("x.npy"))) {
///   FileSort.along(-1).write(file.view(), Path.of("sorted.npy"));
/// }
/// ```
///
/// **Order.** The sort is stable in the sense of [NdView#sort]. The result has the same bytes as
/// [NdView#sorted], except that NaNs of real numbers with different bits may come in another order.
///
/// **Memory.** The units of the sort are the one-dimensional slices along the axis. Slices that fit
/// into the memory limit are sorted in memory, on as many threads as the view's
/// [execution][NdView#execution] and the memory limit allow. A slice that does not fit is sorted
/// externally: its pieces are sorted and stored as runs in a temporary file, and the runs are
/// merged. Interleaved slices, such as the columns of an array in C order, are first transposed
/// into the temporary file if only few of them fit into the memory limit.
///
/// **Disk.** The temporary file is in the target's directory ([#into]: in that of the sibling). For
/// external sorts, it is as large as one slice. If slices are transposed, it is as large as all
/// slices that are interleaved with one another, plus one more slice if a slice does not fit in
/// memory. The open file has no name, so nothing remains of it if the process is killed. The merge
/// reads at least 64 KiB of a run at a time if the memory limit allows such a buffer for every run:
/// for 20 GiB of `f8`, a limit of 128 MiB is enough.
///
/// **Execution.** The view's execution determines the threads, whether pages are released, and the
/// progress listener. Progress counts each element once, no matter how often it is read. Interrupts
/// are checked between blocks.
///
/// Immutable, and safe for use by many threads.
public final class FileSort {

  private final OptionalInt axis;
  private final boolean descending;
  private final long memory;
  private final List<String> fields;

  private FileSort(OptionalInt axis, boolean descending, long memory, List<String> fields) {
    this.axis = axis;
    this.descending = descending;
    this.memory = memory;
    this.fields = fields;
  }

  private static FileSort of(OptionalInt axis) {
    return new FileSort(axis, false, Runtime.getRuntime().maxMemory() / 2, List.of());
  }

  /// Sorts the elements along an axis in ascending order, `np.sort(a, axis)`. The memory limit is
  /// half of the maximum heap (`-Xmx`).
  ///
  /// @param axis the axis, negative to count from the end
  /// @return the sort
  public static FileSort along(int axis) {
    return of(OptionalInt.of(axis));
  }

  /// Sorts all elements in C order into an array of rank 1, `np.sort(a, axis=None)`; otherwise as
  /// [#along].
  ///
  /// @return the sort
  public static FileSort flat() {
    return of(OptionalInt.empty());
  }

  /// Returns this sort in descending order. Equal elements keep their order, and NaN and `NaT` come
  /// first.
  ///
  /// @return the sort
  public FileSort descending() {
    return new FileSort(axis, true, memory, fields);
  }

  /// Returns this sort with the fields to compare first, for structured dtypes: `np.sort(a,
  /// order=names)`.
  ///
  /// @param names the names or titles of the fields, the most significant first
  /// @return the sort
  public FileSort by(String... names) {
    return new FileSort(axis, descending, memory, List.of(names));
  }

  /// Returns this sort with another memory limit.
  ///
  /// @param bytes the approximate maximum of heap and off-heap memory together. For numbers, an
  ///   external sort uses two thirds of this memory on the heap, and a sort in memory uses all of
  ///   it on the heap. Buffers for two elements of each run are allocated even beyond the maximum
  /// @return the sort
  /// @throws IllegalArgumentException if `bytes < 1`
  public FileSort withMemory(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a sort needs memory, found " + bytes + " bytes");
    }
    return new FileSort(axis, descending, bytes, fields);
  }

  /// Returns the shape of the result.
  ///
  /// @param source the array
  /// @return the shape of the array; for a [#flat] sort, a single axis
  public Shape shape(NdView<?> source) {
    return axis.isPresent() ? source.shape() : Shape.of(source.itemCount());
  }

  /// Checks that an array can be sorted in this way.
  ///
  /// @param source the array
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements have no order, or there is no such field
  /// @throws IllegalArgumentException if a field is named twice
  public void requireOrder(NdView<?> source) {
    axis.ifPresent(source.shape()::axis);
    ExternalSort.requireOrder(source, names());
  }

  /// Sorts an array into a new file in C order. An existing file is not replaced.
  ///
  /// @param source the array, mapped or in memory
  /// @param target the file
  /// @throws IOException as [#write(NdView, Path, CreateOptions)]
  public void write(NdView<?> source, Path target) throws IOException {
    write(source, target, CreateOptions.DEFAULT);
  }

  /// Sorts an array into a new file in C order. The file appears under its name complete and forced
  /// to the disk, or not at all; a file that it replaces stays unchanged until then.
  ///
  /// On Linux with native access, if the file system supports `O_TMPFILE`, the new file has no name
  /// until it is complete: a killed process leaves nothing, or a hidden temporary file if it is
  /// killed in the microseconds in which the file gets its access rights or its name. Elsewhere a
  /// killed process may leave a temporary file, as in [NpyFile#create].
  ///
  /// @param source the array, mapped or in memory
  /// @param target the file, on the default file system, in a directory that exists
  /// @param options whether to reserve disk space and to replace an existing file
  /// @throws FileAlreadyExistsException if the file exists and is not to be replaced
  /// @throws AccessDeniedException if the file to be replaced is protected, see [CreateOptions]
  /// @throws IOException if a file cannot be created or the disk is full; the message states the
  ///   bytes needed, and the bytes free if they are known; nothing is left behind
  /// @throws OperationInterruptedException if the thread is interrupted; nothing is left behind
  /// @throws MappingFaultException if the source was truncated, or the disk is full for a sparse
  ///   file; nothing is left behind
  /// @throws FileClosedException if the source is closed
  /// @throws DTypeException as [#requireOrder]
  /// @throws IndexOutOfBoundsException as [#requireOrder]
  /// @throws IllegalArgumentException as [#requireOrder]
  public void write(NdView<?> source, Path target, CreateOptions options) throws IOException {
    requireOrder(source);
    try {
      new NpyCreation(target, source.dtype(), shape(source), Order.C, options, true)
          .run(made -> sort(source, made, target), _ -> {})
          .close();
    } catch (ClosedByInterruptException e) {
      var interrupted = new OperationInterruptedException(target.toString());
      interrupted.initCause(e);
      throw interrupted;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// Sorts an array into another array. If this fails, the target is partly sorted; after a failed
  /// in-place sort, some elements may be duplicated and others lost.
  ///
  /// @param source the array, mapped or in memory
  /// @param target an array with the source's dtype and the shape that [#shape] returns, in any
  ///   layout and byte order; it may be the source itself
  /// @param sibling a file in whose directory the temporary file is created; it need not exist
  /// @throws IOException if the temporary file cannot be created, or its disk is full
  /// @throws OverlapException if elements of the target share bytes with other elements of the
  ///   source
  /// @throws ReadOnlyViewException if the target cannot be written
  /// @throws OperationInterruptedException if the thread is interrupted
  /// @throws MappingFaultException if the memory of an array cannot be accessed
  /// @throws FileClosedException if the file of an array is closed
  /// @throws DTypeException as [#requireOrder], or if the dtypes differ
  /// @throws IndexOutOfBoundsException as [#requireOrder]
  /// @throws IllegalArgumentException as [#requireOrder], or if the target has another shape
  public void into(NdView<?> source, NdView<?> target, Path sibling) throws IOException {
    try {
      sort(source, target, sibling);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void sort(NdView<?> source, NdView<?> target, Path sibling) {
    Spill.Maker disk = size -> SpillFile.of(sibling, size);
    if (axis.isPresent()) {
      int along = source.shape().axis(axis.getAsInt());
      // Sorting the reversed source in ascending order into the reversed target is a descending
      // sort in which equal elements keep their order.
      ExternalSort.along(
          descending ? source.flip(along) : source,
          along,
          descending && target.rank() > along ? target.flip(along) : target,
          memory,
          disk,
          names());
    } else {
      ExternalSort.flat(
          descending ? reversed(source) : source,
          descending && target.rank() == 1 ? target.flip(0) : target,
          memory,
          disk,
          names());
    }
  }

  private static NdView<?> reversed(NdView<?> source) {
    NdView<?> reversed = source;
    for (int k = 0; k < source.rank(); k++) {
      reversed = reversed.flip(k);
    }
    return reversed;
  }

  private String[] names() {
    return fields.toArray(String[]::new);
  }
}
