package io.ndmap.grow;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.event.AppendEvent;
import io.ndmap.mmap.event.FileRecording;
import io.ndmap.nd.NdView;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.HeaderRoomException;
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

/// Appends rows to a `.npy` file in place, of any size.
///
/// ```java
/// try (NpyAppender appender = NpyAppender.open(Path.of("log.npy"))) {
///   appender.append(rows);          // readers see them from here on
/// }
/// ```
///
/// Rows lie along the axis that can grow without moving others: the first of an array in C order,
/// the last in Fortran order. The file stays one that every reader of the format takes: the header
/// has no flag and no new key, only another shape, in the blanks that NumPy leaves for that.
///
/// **Crashes.** The data are written first, then the header in one write. So a process that is
/// killed at any moment leaves a file with the old or the new rows. What it had written behind them
/// stays there, and the next appender is refused ([TrailingBytesException]) unless its options say
/// what becomes of it ([TrailingBytes]): nothing tells it from the rows of a recorder of another
/// kind. With [AppendOptions#withDurability] this holds for crashes of the system too, as long as
/// the bytes of the header that change lie in one sector of 512 bytes, which those of most headers
/// do.
///
/// **One at a time.** An appender holds an open-file-description lock of the array; a second one in
/// any process, Java or Python (`ndmap_append.py`), is refused or waits. The kernel drops the lock
/// when the process dies. Programs that know nothing of the lock must not change the file's length.
/// It needs Linux and native access, which it also uses where no flag grants it (the JVM then warns
/// once).
///
/// **Threads.** Any number may use an appender; appends happen one after another.
public final class NpyAppender implements AutoCloseable {

  private final LockedArray array;
  private final boolean durable;
  private final long recoveredRows;
  private final long trailingBytes;
  private final Consumer<GrowStep> progress;
  private NpyHeader header;
  private byte[] headerBytes;
  private boolean cutDue;
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

  /// Opens a file for appending; not durable, and without a wait for other appenders.
  ///
  /// @param path the file, on the default file system; symbolic links are followed
  /// @return the appender
  /// @throws IOException as [#open(Path, AppendOptions)]
  public static NpyAppender open(Path path) throws IOException {
    return open(path, AppendOptions.DEFAULT);
  }

  /// Opens a file for appending. Room that a dead process was making is completed. Nothing is cut
  /// off before rows are appended.
  ///
  /// @param path the file, on the default file system; symbolic links are followed
  /// @param options whether appends are forced to the disk, how long to wait, and what becomes of
  ///   bytes that follow the data
  /// @return the appender
  /// @throws NoSuchFileException if there is no such file
  /// @throws IOException if it is not a regular file, it may not be read and written, or the thread
  ///   is interrupted while it waits
  /// @throws NpyFormatException if it is no array that can be mapped, such as one of Python
  ///   objects, or data are missing
  /// @throws AppenderActiveException if another appender has the file, after the wait
  /// @throws TrailingBytesException if bytes follow its data, unless the options say what becomes
  ///   of them; also if they are to be recovered and rows have no bytes
  /// @throws HeaderRoomException if rows are to be recovered, and the header has no room for them
  /// @throws GrowException if it has no axis, is being filled, another array follows its data, or
  ///   this JVM or the file system has no open-file-description locks
  public static NpyAppender open(Path path, AppendOptions options) throws IOException {
    return open(path, options, _ -> {});
  }

  /// The same, telling each step.
  static NpyAppender open(Path path, AppendOptions options, Consumer<GrowStep> progress)
      throws IOException {
    LockedArray array = LockedArray.open(path, options.patience());
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

  /// The file's own name, without symbolic links.
  ///
  /// @return the path
  public Path path() {
    return array.path();
  }

  /// What an item is.
  ///
  /// @return the dtype
  public DType dtype() {
    return headerNow().dtype();
  }

  /// The lengths of the axes.
  ///
  /// @return the shape, with all rows that were appended
  public Shape shape() {
    return headerNow().shape();
  }

  /// The axis along which rows are appended: the first in C order, the last in Fortran order.
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

  /// How many rows followed the data when the file was opened, and are counted since, as
  /// [TrailingBytes#RECOVER] says.
  ///
  /// @return rows
  public long recoveredRows() {
    return recoveredRows;
  }

  /// How many bytes followed the data and the recovered rows when the file was opened: the first
  /// append cuts them off.
  ///
  /// @return bytes
  public long trailingBytes() {
    return trailingBytes;
  }

  /// Checks rows as [#append] does, and appends nothing. Whether the header has room, and the disk
  /// space, shows only then.
  ///
  /// @param rows as for [#append]
  /// @throws GrowException as [#append]
  /// @throws FileClosedException if the appender is closed
  public synchronized void check(NdView<?> rows) {
    requireUsable();
    var _ = requireRows(rows);
  }

  /// Appends rows. When it returns, readers that open the file find them, and if appends are
  /// durable they are on the disk. Each call costs two system calls, if durable also two waits for
  /// the disk: many small rows are better appended together.
  ///
  /// @param rows of any layout and byte order, in memory or in a file, this one too; of the array's
  ///   shape but for the length of [#axis]; or one row, without that axis
  /// @return how many rows the file has now
  /// @throws GrowException if they have another dtype or shape, naming both; or an earlier call has
  ///   left the header in doubt
  /// @throws HeaderRoomException if the header has no room for the new length
  /// @throws FileClosedException if the appender, or the file of the rows, is closed
  /// @throws MappingFaultException if the memory of the rows cannot be accessed
  /// @throws IOException if they cannot be written, for instance because the disk is full; the file
  ///   has the rows that it had. If the header cannot be written, or the disk fails to store what
  ///   was forced, it is unknown which it has; then the appender takes no more, and the next one
  ///   finds out
  public synchronized long append(NdView<?> rows) throws IOException {
    AppendEvent event = FileRecording.append();
    requireUsable();
    NdView<?> items = requireRows(rows);
    int axis = GrowingHeader.axis(header);
    long count = items.size(axis);
    if (count == 0) {
      return GrowingHeader.length(header);
    }
    NpyHeader grown = grown(count);
    byte[] bytes = GrowingHeader.bytes(grown, array.path());
    writeData(items);
    count(grown, bytes);
    long length = GrowingHeader.length(header);
    if (event != null) {
      event.record(array.path().toString(), count, length, durable);
    }
    return length;
  }

  private void count(NpyHeader grown, byte[] bytes) throws IOException {
    writeHeader(bytes);
    header = grown;
    headerBytes = bytes;
  }

  private NpyHeader grown(long count) {
    try {
      long length = Math.addExact(GrowingHeader.length(header), count);
      NpyHeader grown = GrowingHeader.withLength(header, length);
      var _ = Math.addExact(grown.dataOffset(), grown.dataBytes());
      return grown;
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new GrowException(
          array.path().toString(),
          "%s rows more than those of shape %s exceed 2^63-1 items or bytes"
              .formatted(count, header.shape()),
          e);
    }
  }

  /// @return the rows with the axis that grows
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
    NdView<?> items = rows.rank() == shape.rank() - 1 ? rows.newAxis(axis) : rows;
    boolean sameRows = items.rank() == shape.rank();
    for (int i = 0; sameRows && i < shape.rank(); i++) {
      sameRows = i == axis || items.size(i) == shape.size(i);
    }
    if (!sameRows) {
      throw new GrowException(
          array.path().toString(),
          "expected rows of shape %s but for axis %s, found shape %s"
              .formatted(shape, axis, rows.shape()));
    }
    return items;
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
      // The next append does it.
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
    failed = true;
    array.file().force();
    failed = false;
    progress.accept(step);
  }

  /// Forces all rows that were appended to the disk, and the header that counts them.
  ///
  /// @throws IOException if the disk reports an error; it is unknown what reached it, and the
  ///   appender takes no more
  /// @throws FileClosedException if the appender is closed
  public synchronized void force() throws IOException {
    requireUsable();
    failed = true;
    array.file().force();
    failed = false;
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

  /// Lets others append. What was appended stays; it is not forced. Closing again does nothing.
  @Override
  public synchronized void close() {
    closed = true;
    array.close();
  }
}
