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
/// **Order.** Stable, as [NdView#sort], and the bytes are those of [NdView#sorted], except that NaN
/// of real numbers may come in another order.
///
/// **Memory.** Lanes that fit are sorted in memory, on as many threads as the execution of the view
/// has and the memory allows. A lane that does not fit is cut into pieces, which are sorted and
/// stored as runs in a temporary file, and merged from there. Lanes that lie across one another,
/// such as the columns of an array in C order, are first brought to that file one by one if only
/// few of them fit.
///
/// **Disk.** The temporary file is beside the target and takes as many bytes as the lanes that are
/// in it: one, or all that lie across one another and one more. It has no name, or only while it is
/// being opened: a killed process leaves nothing of it. Of each run at least 64 KiB are read at
/// once, as long as the memory has room for as much of each: with 128 MiB that is so for 20 GiB of
/// `f8`.
///
/// **Running.** As the execution of the view says: threads, pages that are given back, and
/// progress, which tells of each item once, however often it is read. Interrupts are heard between
/// blocks.
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

  /// Sorts the items along an axis, `np.sort(a, axis)`, in ascending order, with half of the
  /// maximum heap (`-Xmx`) as memory.
  ///
  /// @param axis the axis, negative to count from the end
  /// @return the sort
  public static FileSort along(int axis) {
    return of(OptionalInt.of(axis));
  }

  /// Sorts all items in C order into an array of rank 1, `np.sort(a, axis=None)`, else as [#along].
  ///
  /// @return the sort
  public static FileSort flat() {
    return of(OptionalInt.empty());
  }

  /// The same with the largest items first. Equal items keep their order, and NaN and `NaT` come
  /// first.
  ///
  /// @return the sort
  public FileSort descending() {
    return new FileSort(axis, true, memory, fields);
  }

  /// The same by some fields of structures first, `np.sort(a, order=names)`.
  ///
  /// @param names of fields, or their titles
  /// @return the sort
  public FileSort by(String... names) {
    return new FileSort(axis, descending, memory, List.of(names));
  }

  /// The same in other memory.
  ///
  /// @param bytes how many are taken at most of heap and memory outside of it together, about; of
  ///   numbers two thirds of them are heap. Room for two items of each run is taken in any case
  /// @return the sort
  /// @throws IllegalArgumentException if `bytes < 1`
  public FileSort withMemory(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a sort needs memory, found " + bytes + " bytes");
    }
    return new FileSort(axis, descending, bytes, fields);
  }

  /// The shape of what is sorted.
  ///
  /// @param source the array
  /// @return its shape, or one axis for all items
  public Shape shape(NdView<?> source) {
    return axis.isPresent() ? source.shape() : Shape.of(source.itemCount());
  }

  /// Does nothing if an array can be sorted in this way.
  ///
  /// @param source the array
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the items have no order, or there is no such field
  /// @throws IllegalArgumentException if a field is named twice
  public void requireOrder(NdView<?> source) {
    axis.ifPresent(source.shape()::axis);
    ExternalSort.requireOrder(source, names());
  }

  /// Sorts an array into a new file in C order, which replaces nothing.
  ///
  /// @param source the array, mapped or in memory
  /// @param target the file
  /// @throws IOException as [#write(NdView, Path, CreateOptions)]
  public void write(NdView<?> source, Path target) throws IOException {
    write(source, target, CreateOptions.DEFAULT);
  }

  /// Sorts an array into a new file in C order. The file appears under its name with all its items,
  /// forced to the disk, or not at all, and what it replaces stays as it is until then.
  ///
  /// On Linux with native access, where the file system can do it (`O_TMPFILE`), the new file has
  /// no name before: a killed process leaves nothing. Else it leaves what [NpyFile#create] would.
  /// Only while the file gets its rights and its name, for some microseconds, a kill can leave a
  /// hidden file even so.
  ///
  /// @param source the array, mapped or in memory
  /// @param target the file, on the default file system, in a directory that exists
  /// @param options sparse or not, replacing or not
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested
  /// @throws AccessDeniedException if the file that would be replaced is protected, see
  ///   [CreateOptions]
  /// @throws IOException if a file cannot be created or the disk is full, which names the bytes
  ///   that are needed and those that are free; nothing is left behind
  /// @throws OperationInterruptedException if the thread is interrupted; nothing is left behind
  /// @throws MappingFaultException if the source was truncated, or, of a sparse file, the disk is
  ///   full; nothing is left behind
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

  /// Sorts an array into another one. If this fails, some items of the target are sorted, and
  /// others are not; in place, some may be there twice, and others not at all.
  ///
  /// @param source the array, mapped or in memory
  /// @param target an array of its dtype, in any layout and byte order, and of the [#shape]; it may
  ///   be the source
  /// @param beside a file in whose directory the temporary file is made; it need not exist
  /// @throws IOException if the temporary file cannot be made, or its disk is full
  /// @throws OverlapException if items of the target share bytes with others of the source
  /// @throws ReadOnlyViewException if the target cannot be written
  /// @throws OperationInterruptedException if the thread is interrupted
  /// @throws MappingFaultException if the memory of an array cannot be accessed
  /// @throws FileClosedException if the file of an array is closed
  /// @throws DTypeException as [#requireOrder], or if the dtypes differ
  /// @throws IndexOutOfBoundsException as [#requireOrder]
  /// @throws IllegalArgumentException as [#requireOrder], or if the target has another shape
  public void into(NdView<?> source, NdView<?> target, Path beside) throws IOException {
    try {
      sort(source, target, beside);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void sort(NdView<?> source, NdView<?> target, Path beside) {
    Spill.Maker disk = size -> SpillFile.of(beside, size);
    if (axis.isPresent()) {
      int along = source.shape().axis(axis.getAsInt());
      // Reversed on both sides, equal items keep their order.
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
