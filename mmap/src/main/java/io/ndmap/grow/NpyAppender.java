package io.ndmap.grow;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.event.AppendEvent;
import io.ndmap.mmap.event.FileRecording;
import io.ndmap.nd.NdView;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.HeaderPaddingException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.TrailingBytesException;
import io.ndmap.op.Casting;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/// Appends rows to a `.npy` file of any size, in place.
///
/// ```java
/// try (NpyAppender appender = NpyAppender.open(Path.of("log.npy"))) {
///   appender.append(rows);          // readers see them from here on
/// }
/// ```
///
/// Rows are slices along the axis that can grow without moving other elements: the first axis of an
/// array in C order, the last axis in Fortran order. Every reader of the format can still read the
/// file: only the shape in the header changes, within the padding of NumPy's headers.
///
/// **Crashes.** The data are written first, then the header in one write. So a process killed at
/// any moment leaves a file with the old or the new rows. With [AppendOptions#withDurability] the
/// same holds for a system crash, provided that the changed bytes of the header lie in one sector
/// of 512 bytes, as in most headers. Written data that the header does not count stay in the file,
/// after the counted data. The next appender cannot tell them from rows of another program, so it
/// is refused ([TrailingBytesException]) unless its options state how to treat such bytes
/// ([TrailingBytes]).
///
/// **One at a time.** An appender owns an open-file-description lock of the array; a second
/// appender in any process, Java or Python (`ndmap_append.py`), is refused or waits. The kernel
/// releases the lock when the process dies. Programs that ignore the lock must not change the
/// file's length. Appending needs Linux and native access; without the flag that grants it, the JVM
/// warns once.
///
/// **Threads.** Thread-safe; appends are serialized.
public final class NpyAppender implements AutoCloseable {

  private final LockedArray array;
  private final boolean durable;
  private final long recoveredRows;
  private final long trailingBytes;
  private final Consumer<GrowStep> progress;
  private NpyHeader header;
  private byte[] headerBytes;

  /// Whether the file has bytes after the counted rows, which the next append must cut off first.
  private boolean cutDue;

  /// Whether writing the header or forcing the file has failed, so that the state of the file is
  /// unknown.
  private boolean failed;

  private boolean closed;

  private NpyAppender(
      LockedArray array,
      boolean durable,
      NpyHeader header,
      long recoveredRows,
      long trailingBytes,
      Consumer<GrowStep> progress)
      throws IOException {
    this.array = array;
    this.durable = durable;
    this.header = header;
    this.headerBytes = array.read(0, Math.toIntExact(header.dataOffset()));
    this.recoveredRows = recoveredRows;
    this.trailingBytes = trailingBytes;
    this.cutDue = trailingBytes > 0;
    this.progress = progress;
  }

  /// Opens a file for appending. Appends are not durable, and the call does not wait for other
  /// appenders.
  ///
  /// @param path the file, on the default file system; symbolic links are followed
  /// @return the appender
  /// @throws IOException as [#open(Path, AppendOptions)], which also lists the other exceptions
  public static NpyAppender open(Path path) throws IOException {
    return open(path, AppendOptions.DEFAULT);
  }

  /// Opens a file for appending. An interrupted extension of the header's padding is completed or
  /// undone. With [TrailingBytes#RECOVER] the complete rows among the trailing bytes are counted at
  /// once; trailing bytes are cut off only when rows are appended.
  ///
  /// @param path the file, on the default file system; symbolic links are followed
  /// @param options durability, the maximum wait, and the treatment of bytes that follow the data
  /// @return the appender
  /// @throws NoSuchFileException if there is no such file
  /// @throws IOException if the path is not a regular file, reading or writing is not permitted,
  ///   the file system does not support open-file-description locks, or the thread is interrupted
  ///   while it waits
  /// @throws NpyFormatException if the file is not an array that can be mapped (for instance an
  ///   array of Python objects), or data are missing
  /// @throws AppenderActiveException if another appender still has the file after the timeout
  /// @throws TrailingBytesException if bytes follow the data and the options refuse them; also if
  ///   the bytes are to be recovered, but a row has no bytes
  /// @throws HeaderPaddingException if rows are to be recovered, and the header's padding is too
  ///   short
  /// @throws GrowException if the array is 0-dimensional or being filled, another array follows its
  ///   data, or this JVM does not support open-file-description locks
  public static NpyAppender open(Path path, AppendOptions options) throws IOException {
    return open(path, options, _ -> {});
  }

  /// Opens a file and reports each step of appends.
  static NpyAppender open(Path path, AppendOptions options, Consumer<GrowStep> progress)
      throws IOException {
    LockedArray array = LockedArray.open(path, options.timeout());
    try {
      GrowthState found = NpyGrowth.prepare(array, options.trailing());
      boolean recovers = options.trailing() == TrailingBytes.RECOVER;
      NpyAppender appender =
          new NpyAppender(
              array,
              options.durable(),
              NpyGrowth.header(array.path()),
              recovers ? found.trailingRows() : 0,
              recovers ? found.trailingRest() : found.trailingBytes(),
              progress);
      appender.recover();
      return appender;
    } catch (Throwable e) {
      array.close();
      throw e;
    }
  }

  /// Returns the absolute path of the file, with symbolic links resolved.
  ///
  /// @return the path
  public Path path() {
    return array.path();
  }

  /// Returns the dtype of the elements.
  ///
  /// @return the dtype
  public DType dtype() {
    return headerNow().dtype();
  }

  /// Returns the shape.
  ///
  /// @return the shape, including all appended rows
  public Shape shape() {
    return headerNow().shape();
  }

  /// Returns the axis along which rows are appended: the first in C order, the last in Fortran
  /// order.
  ///
  /// @return the axis
  public int axis() {
    return GrowingHeader.axis(headerNow());
  }

  private synchronized NpyHeader headerNow() {
    return header;
  }

  private synchronized void recover() throws IOException {
    if (recoveredRows > 0) {
      NpyHeader grown = grown(recoveredRows);
      byte[] bytes = GrowingHeader.bytes(grown, array.path());
      if (durable) {
        force(GrowStep.DATA_FORCED);
      }
      count(grown, bytes);
    }
  }

  /// Returns the number of rows that were recovered from the trailing bytes when the file was
  /// opened, see [TrailingBytes#RECOVER].
  ///
  /// @return the rows
  public long recoveredRows() {
    return recoveredRows;
  }

  /// Returns the number of bytes after the data and the recovered rows when the file was opened;
  /// the first append of at least one row cuts them off.
  ///
  /// @return the bytes
  public long trailingBytes() {
    return trailingBytes;
  }

  /// Checks rows as [#append] does, without appending. The length of the header's padding, the
  /// greatest number of rows and the disk space are not checked.
  ///
  /// @param rows as for [#append]
  /// @throws GrowException as [#append]
  /// @throws FileClosedException if the appender is closed
  public synchronized void check(NdView<?> rows) {
    requireUsable();
    var _ = requireRows(rows);
  }

  /// Appends rows. When this method returns, readers that open the file see the rows, and if
  /// appends are durable, the rows are on the disk. Each call writes rows and header, and a durable
  /// append waits for the disk twice: append many small rows in one call.
  ///
  /// @param rows the rows, of any layout and byte order, in memory or in a file, even this one.
  ///   Their shape is the array's shape except for the length of [#axis]. A single row may omit
  ///   that axis
  /// @return the number of rows in the file after the append
  /// @throws GrowException if the dtype or shape of the rows does not fit; the message names the
  ///   expected and the found one. Also if an earlier write or force has failed, so that the state
  ///   of the file is unknown
  /// @throws HeaderPaddingException if the header's padding is too short for the new length
  /// @throws FileClosedException if the appender, or the file of the rows, is closed
  /// @throws MappingFaultException if the memory of the rows cannot be accessed; the file keeps its
  ///   old rows
  /// @throws io.ndmap.op.OperationInterruptedException if the thread is interrupted; the file keeps
  ///   its old rows
  /// @throws IOException if the rows cannot be written, for instance because the disk is full; the
  ///   file keeps its old rows. If the data or the header cannot be forced, or the header cannot be
  ///   written, this appender refuses further rows; open a new one, whose shape shows whether the
  ///   header counts these rows
  public synchronized long append(NdView<?> rows) throws IOException {
    AppendEvent event = FileRecording.append();
    requireUsable();
    NdView<?> checked = requireRows(rows);
    int axis = GrowingHeader.axis(header);
    long count = checked.size(axis);
    if (count == 0) {
      return GrowingHeader.length(header);
    }
    NpyHeader grown = grown(count);
    byte[] bytes = GrowingHeader.bytes(grown, array.path());
    writeData(checked);
    count(grown, bytes);
    long length = GrowingHeader.length(header);
    if (event != null) {
      event.record(array.path().toString(), count, length, durable);
    }
    return length;
  }

  /// Writes the header that counts the new rows.
  ///
  /// @param bytes the encoded header
  private void count(NpyHeader grown, byte[] bytes) throws IOException {
    writeHeader(bytes);
    header = grown;
    headerBytes = bytes;
  }

  /// Returns the header with that many rows more.
  private NpyHeader grown(long count) {
    try {
      long length = Math.addExact(GrowingHeader.length(header), count);
      NpyHeader grown = GrowingHeader.withLength(header, length);
      var _ = Math.addExact(grown.dataOffset(), grown.dataBytes());
      return grown;
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new GrowException(
          array.path().toString(),
          "%s rows more than those of shape %s exceed 2^63-1 elements or bytes"
              .formatted(count, header.shape()),
          e);
    }
  }

  /// @return the rows as a view that has the growing axis
  private NdView<?> requireRows(NdView<?> rows) {
    DType dtype = header.dtype();
    boolean sameItems =
        Casting.EQUIV.allows(rows.dtype(), dtype)
            && (dtype.itemsize() > 0 || rows.dtype().itemsize() == 0);
    if (!sameItems) {
      throw new GrowException(
          array.path().toString(),
          "expected rows of dtype %s in any byte order, found %s; convert them first"
              .formatted(dtype, rows.dtype()));
    }
    int axis = GrowingHeader.axis(header);
    Shape shape = header.shape();
    NdView<?> checked = rows.rank() == shape.rank() - 1 ? rows.newAxis(axis) : rows;
    boolean sameRows = checked.rank() == shape.rank();
    for (int i = 0; sameRows && i < shape.rank(); i++) {
      sameRows = i == axis || checked.size(i) == shape.size(i);
    }
    if (!sameRows) {
      throw new GrowException(
          array.path().toString(),
          "expected rows of shape %s but for axis %s, found shape %s"
              .formatted(shape, axis, rows.shape()));
    }
    return checked;
  }

  private void writeData(NdView<?> rows) throws IOException {
    long end = header.dataOffset() + header.dataBytes();
    if (cutDue) {
      array.file().truncate(end);
      cutDue = false;
    }
    try {
      RowWriter.write(rows, header.dtype(), header.order(), array.file(), end);
    } catch (Throwable e) {
      cut(e, end);
      throw e;
    }
    progress.accept(GrowStep.DATA_WRITTEN);
    if (durable) {
      force(GrowStep.DATA_FORCED);
    }
  }

  private void cut(Throwable e, long end) {
    cutDue = true;
    try {
      array.file().truncate(end);
      cutDue = false;
    } catch (IOException | RuntimeException again) {
      // The next append cuts the bytes off.
      e.addSuppressed(again);
    }
  }

  private void writeHeader(byte[] bytes) throws IOException {
    int from = Math.max(0, Arrays.mismatch(headerBytes, bytes));
    int to = bytes.length;
    while (to > from && bytes[to - 1] == headerBytes[to - 1]) {
      to--;
    }
    failed = true;
    array.write(ByteBuffer.wrap(bytes, from, to - from), from);
    failed = false;
    progress.accept(GrowStep.HEADER_WRITTEN);
    if (durable) {
      force(GrowStep.HEADER_FORCED);
    }
  }

  private void force(GrowStep step) throws IOException {
    forceFile();
    progress.accept(step);
  }

  private void forceFile() throws IOException {
    failed = true;
    array.file().force();
    failed = false;
  }

  /// Forces all appended rows and the header to the disk.
  ///
  /// @throws IOException if the disk reports an error; it is then unknown which bytes reached the
  ///   disk, and the appender refuses further rows
  /// @throws GrowException if an earlier write or force has failed
  /// @throws FileClosedException if the appender is closed
  public synchronized void force() throws IOException {
    requireUsable();
    forceFile();
  }

  private void requireUsable() {
    if (closed) {
      throw new FileClosedException(array.path().toString(), "the appender is closed", null);
    }
    if (failed) {
      throw new GrowException(
          array.path().toString(),
          "an earlier write of its header, or of what was forced, has failed; close this appender"
              + " and open another");
    }
  }

  /// Releases the lock, so that other appenders can open the file. Appended rows are not forced to
  /// the disk. Closing again does nothing.
  @Override
  public synchronized void close() {
    closed = true;
    array.close();
  }
}
