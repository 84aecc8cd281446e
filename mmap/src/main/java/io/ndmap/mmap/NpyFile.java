package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.file.RegularFile;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.event.CloseEvent;
import io.ndmap.mmap.event.FileRecording;
import io.ndmap.mmap.event.ForceEvent;
import io.ndmap.mmap.event.OpenEvent;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.LeaseTimeoutException;
import io.ndmap.npy.MappingLimitException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A `.npy` file mapped into memory: its header, and views that read and write its elements in
/// place.
///
/// ```java
/// try (NpyFile file = NpyFile.open(Path.of("x.npy"))) {
///   double first = file.view(DoubleView.class).get(0, 0);
/// }
/// ```
///
/// Opening reads the header and maps data of any size; pages are read when they are first accessed.
/// The file descriptor is closed: only the mapping remains. Opening never changes a file's length.
///
/// **Threads.** Files and views may be used by many threads at once; concurrent access to one
/// element needs the caller's synchronization. (An arena passed in [OpenOptions] determines which
/// threads may use them.)
///
/// **Lifetime.** Once the file is closed and its last [Lease] is released, every use of a view
/// throws [FileClosedException], even in running operations. Until then, views can be used and the
/// memory stays mapped. Calls of [#force], [#prefetch], [#advise] and [#residency] that run in
/// other threads also keep the memory mapped; [#close] does not wait for these calls. A file that
/// is never closed is unmapped some time after the file, its views and its leases become
/// unreachable (in an arena of the caller: when that arena is closed).
///
/// **Files that shrink.** When another process truncates a mapped file, bulk operations on the
/// truncated pages and [#force] throw [MappingFaultException]; `get` and `set` throw the JVM's own
/// [InternalError] (in compiled code possibly a few accesses later) unless they run within
/// [#guard]. Truncated bytes of the last remaining page read as zeros.
///
/// **File systems without mapping** (some FUSE file systems): with [OpenMode#READ_ONLY] and
/// [OpenMode#COPY_ON_WRITE], an array of at most [Diagnostics#budget] bytes is read into memory
/// when it is opened. [#isMapped] is then false, and later stores by other processes are not
/// visible. A larger array, and [OpenMode#READ_WRITE], fail with an [IOException] that states the
/// reason and a remedy.
public final class NpyFile implements AutoCloseable {

  private final Path path;
  private final FileRange range;
  private final OpenMode mode;
  private final NpyHeader header;
  private final @Nullable Object fileKey;
  private final Mapping mapping;
  private final MappedBacking backing;
  private final NdView<?> view;
  private final LeaseCount leases = new LeaseCount();

  /// The `nanoTime` of the first [#close]; 0 before.
  private volatile long closedAt;

  private NpyFile(
      Path path,
      FileRange range,
      OpenMode mode,
      NpyHeader header,
      @Nullable Object fileKey,
      Mapping mapping,
      boolean isSizePromised) {
    this.path = path;
    this.range = range;
    this.mode = mode;
    this.header = header;
    this.fileKey = fileKey;
    this.mapping = mapping;
    this.backing = new MappedBacking(path, range.name(), mode, mapping, isSizePromised);
    this.view = NdView.of(mapping.data(), header.dtype(), header.shape(), header.order(), backing);
  }

  /// Opens a file for reading.
  ///
  /// @param path the file, on the default file system
  /// @return the opened file
  /// @throws IOException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [#open(Path, OpenMode, OpenOptions)]
  public static NpyFile open(Path path) throws IOException {
    return open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT);
  }

  /// Opens a file.
  ///
  /// @param path the file, on the default file system
  /// @param mode the access to the array
  /// @return the opened file
  /// @throws IOException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [#open(Path, OpenMode, OpenOptions)]
  public static NpyFile open(Path path, OpenMode mode) throws IOException {
    return open(path, mode, OpenOptions.DEFAULT);
  }

  /// Opens a file. Bytes after the data are ignored, as in NumPy. If another process appends rows,
  /// the array has the rows that existed at some moment during the call.
  ///
  /// @param path the file, on the default file system
  /// @param mode the access to the array
  /// @param options limits, arena and advice
  /// @return the opened file
  /// @throws MappingLimitException if the process has too many mappings of files
  /// @throws IOException if there is no such file, it is not a regular file, reading (or writing,
  ///   unless the mode is [OpenMode#READ_ONLY]) is not permitted, or the system cannot map the
  ///   file; for a failed mapping, the message suggests a remedy
  /// @throws NpyFormatException if the file has no valid `.npy` header
  /// @throws ResourceLimitException if the header is longer than the options allow
  /// @throws TruncatedDataException if the file has fewer bytes than its header declares
  /// @throws ObjectArrayException if the elements are Python objects, which are stored as a pickle
  /// @throws ClosedByInterruptException if the thread is interrupted; other files are not affected
  /// @throws IllegalStateException if the arena of the options is closed
  /// @throws WrongThreadException if the arena of the options is confined to another thread
  public static NpyFile open(Path path, OpenMode mode, OpenOptions options) throws IOException {
    OpenEvent event = FileRecording.open();
    BasicFileAttributes attributes = RegularFile.attributes(path);
    try (FileChannel channel = mode.channel(path)) {
      NpyHeader header =
          NpyHeaderCodec.requireNoObjects(
              HeaderReader.read(channel, path, options.limits()), path.toString());
      FileRange all = new FileRange(path.toString(), 0, channel.size());
      NpyFile file =
          NpyOpening.of(path, channel, mode, options).map(all, header, attributes.fileKey());
      NpyOpening.record(event, file);
      return file;
    }
  }

  /// Reads the header of a file, even of an array of Python objects, and checks the file's size
  /// against it. Nothing is mapped.
  ///
  /// @param path the file, on the default file system
  /// @return the header
  /// @throws IOException as [#readHeader(Path, HeaderLimits)]
  /// @throws NpyFormatException as [#readHeader(Path, HeaderLimits)]
  public static NpyHeader readHeader(Path path) throws IOException {
    return readHeader(path, HeaderLimits.DEFAULT);
  }

  /// Reads the header of a file, even of an array of Python objects, and checks the file's size
  /// against it. Nothing is mapped.
  ///
  /// @param path the file, on the default file system
  /// @param limits the limits of the header
  /// @return the header
  /// @throws IOException if there is no such file, it is not a regular file, or it cannot be read
  /// @throws NpyFormatException if the file has no valid `.npy` header
  /// @throws ResourceLimitException if the header is longer than the limits allow
  /// @throws TruncatedDataException if the file has fewer bytes than its header declares; for an
  ///   array of Python objects, whose header declares no size, if no byte follows the header
  public static NpyHeader readHeader(Path path, HeaderLimits limits) throws IOException {
    var _ = RegularFile.attributes(path);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      NpyHeader header = HeaderReader.read(channel, path, limits);
      if (channel.size() <= header.dataOffset() && header.dtype().hasObject()) {
        throw new TruncatedDataException(
            path.toString(), header.dataOffset(), "the pickle of its objects", 1, 0);
      }
      return header;
    }
  }

  /// Maps an array in a range of an open file. The channel may be closed afterwards.
  ///
  /// [#force] of such an array does not check the file's size (except on Windows): it reports a
  /// truncation only if an access of this thread has faulted and the fault is still pending. The
  /// caller can check the channel's size.
  ///
  /// @param path the file's path, for messages; [#force] also reads the attributes of that file
  /// @param channel the file, open for reading; also open for writing if and only if the mode is
  ///   not [OpenMode#READ_ONLY]
  /// @param range the bytes of the array, and its name in messages
  /// @param mode the access to the array
  /// @param options limits, arena and advice
  /// @return the opened array
  /// @throws IOException if the file cannot be read or mapped
  /// @throws NpyFormatException as [#open(Path, OpenMode, OpenOptions)]; the message has the name
  ///   of the range, and byte offsets are relative to its start
  /// @throws TruncatedDataException if the range reaches beyond the end of the file, or has fewer
  ///   bytes than the array's header declares
  /// @throws ClosedByInterruptException if the thread is interrupted, which closes the channel
  public static NpyFile open(
      Path path, FileChannel channel, FileRange range, OpenMode mode, OpenOptions options)
      throws IOException {
    return NpyOpening.of(path, channel, mode, options).open(channel, range);
  }

  /// Creates a file of zeros with its disk space reserved, and opens it for reading and writing.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param dtype the dtype
  /// @param shape the lengths of the axes
  /// @param order the memory order, which the header records
  /// @return the opened file
  /// @throws IOException as [#create(Path, DType, Shape, Order, CreateOptions)]
  public static NpyFile create(Path path, DType dtype, Shape shape, Order order)
      throws IOException {
    return create(path, dtype, shape, order, CreateOptions.DEFAULT);
  }

  /// Creates a file of zeros and opens it for reading and writing. The file has the same bytes as
  /// one created by `numpy.lib.format.open_memmap(path, "w+", dtype, shape, order == F)`.
  ///
  /// The file appears under its name with header and full size, or not at all: it is created under
  /// a temporary name in the same directory (`.x.npy.<pid>-<random>.tmp`), its disk space is
  /// reserved (unless the options forbid it), it is forced to the disk, and then it is hard-linked
  /// to its name, or renamed over the file that it replaces. A killed process leaves at most hidden
  /// files, which are harmless: the temporary file, and empty files (`.ndmap-<random>.tmp`) that
  /// test whether the directory allows the last step. A process terminated by SIGTERM removes the
  /// temporary file. (On file systems without hard links, a new file is renamed by `renameat2` with
  /// `RENAME_NOREPLACE`, which requires Linux and native access.)
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param dtype the dtype
  /// @param shape the lengths of the axes
  /// @param order the memory order, which the header records
  /// @param options whether to reserve disk space, whether to replace an existing file, and the
  ///   format version
  /// @return the opened file
  /// @throws FileAlreadyExistsException if the file exists and is not to be replaced
  /// @throws AccessDeniedException if the file to be replaced is protected, see [CreateOptions]
  /// @throws IOException if the file cannot be created, for instance because its disk is full;
  ///   nothing is left behind
  /// @throws DTypeException if the elements are Python objects, or the dtype cannot be written into
  ///   a header
  /// @throws IllegalArgumentException if header and data exceed 2⁶³-1 bytes, or the header cannot
  ///   be expressed in the options' format version
  public static NpyFile create(
      Path path, DType dtype, Shape shape, Order order, CreateOptions options) throws IOException {
    OpenEvent event = FileRecording.open();
    NpyFile file = new NpyCreation(path, dtype, shape, order, options).run(_ -> {});
    NpyOpening.record(event, file);
    return file;
  }

  /// Creates a file, lets the caller set its elements before it appears, and opens it for reading
  /// and writing. Disk space is reserved as in [#create(Path, DType, Shape, Order, CreateOptions)],
  /// and the elements are forced to the disk: the file appears under its name with all its
  /// elements, or not at all.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param dtype the dtype
  /// @param shape the lengths of the axes
  /// @param order the memory order, which the header records
  /// @param options whether to reserve disk space, whether to replace an existing file, and the
  ///   format version
  /// @param filling a callback that sets the elements, which are initially zero; its exceptions are
  ///   rethrown, and nothing is left behind
  /// @return the opened file
  /// @throws FileAlreadyExistsException if the file exists and is not to be replaced
  /// @throws AccessDeniedException if the file to be replaced is protected, see [CreateOptions]
  /// @throws ClosedByInterruptException if the thread is interrupted; nothing is left behind
  /// @throws IOException if the file cannot be created, for instance because its disk is full;
  ///   nothing is left behind
  /// @throws MappingFaultException if another process truncates the file meanwhile; nothing is left
  ///   behind
  /// @throws DTypeException as [#create(Path, DType, Shape, Order, CreateOptions)]
  /// @throws IllegalArgumentException as [#create(Path, DType, Shape, Order, CreateOptions)]
  public static NpyFile create(
      Path path,
      DType dtype,
      Shape shape,
      Order order,
      CreateOptions options,
      Consumer<? super NdView<?>> filling)
      throws IOException {
    OpenEvent event = FileRecording.open();
    NpyFile file = new NpyCreation(path, dtype, shape, order, options).run(filling, _ -> {});
    NpyOpening.record(event, file);
    return file;
  }

  /// Writes the elements of a view into a new file, in C order.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param source the elements, of any layout, in memory or in another file
  /// @throws IOException as [#write(Path, NdView, Order, CreateOptions)]
  public static void write(Path path, NdView<?> source) throws IOException {
    write(path, source, Order.C, CreateOptions.DEFAULT);
  }

  /// Writes the elements of a view into a new file, in C order.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param source the elements, of any layout, in memory or in another file
  /// @param options as [#write(Path, NdView, Order, CreateOptions)]
  /// @throws IOException as [#write(Path, NdView, Order, CreateOptions)]
  public static void write(Path path, NdView<?> source, CreateOptions options) throws IOException {
    write(path, source, Order.C, options);
  }

  /// Writes the elements of a view into a new file with the view's dtype and shape. The file has
  /// the same bytes as one that `numpy.save` writes for this array in the given memory order, with
  /// one exception: the header always states the given order, while `numpy.save` states C order for
  /// an array that is contiguous in both orders.
  ///
  /// The file appears under its name with all its elements, forced to the disk, or not at all: it
  /// is written under a temporary name, as by [#create(Path, DType, Shape, Order, CreateOptions)].
  /// Elements that must be copied are staged through off-heap blocks of 16 MiB, by the view's
  /// [execution][NdView#execution].
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param source the elements, of any layout, in memory or in another file; with
  ///   [CreateOptions#withReplacing] even in the file that is replaced: its existing mappings keep
  ///   the old data
  /// @param order the memory order of the file
  /// @param options whether to replace an existing file, and the format version; disk space is not
  ///   reserved, but must be free at the start, unless [CreateOptions#withoutReserving] is set
  /// @throws FileAlreadyExistsException if the file exists and is not to be replaced
  /// @throws AccessDeniedException if the file to be replaced is protected, see [CreateOptions]
  /// @throws ClosedByInterruptException if the thread is interrupted; nothing is left behind
  /// @throws IOException if the file cannot be written, for instance because its disk is full;
  ///   nothing is left behind
  /// @throws DTypeException if the elements are Python objects, or the dtype cannot be written into
  ///   a header
  /// @throws IllegalArgumentException if the header cannot be expressed in the options' format
  ///   version
  /// @throws MappingFaultException if the memory of the view cannot be accessed; nothing is left
  ///   behind
  /// @throws FileClosedException if the file that the view belongs to is closed
  public static void write(Path path, NdView<?> source, Order order, CreateOptions options)
      throws IOException {
    new NpyCreation(path, source.dtype(), source.shape(), order, options).write(source, _ -> {});
  }

  /// Publishes a complete file that was filled under a working name, as the last step of
  /// [#create(Path, DType, Shape, Order, CreateOptions)]. The file is forced to the disk and gets
  /// the access rights of a new file, or of the file that it replaces. It then gets its final name
  /// in one step: by a rename with [CreateOptions#withReplacing], otherwise by a hard link (or by
  /// `renameat2` where there are no hard links). The working name is removed.
  ///
  /// @param working the complete file; no process writes to it any longer
  /// @param path the final name of the file, in the same directory
  /// @param options whether to replace an existing file; if so, a symbolic link is followed, and
  ///   must lead to the same directory
  /// @throws FileAlreadyExistsException if the file exists and is not to be replaced; the working
  ///   file is kept
  /// @throws AccessDeniedException if the file to be replaced is protected, see [CreateOptions]
  /// @throws IOException if the file cannot be read, forced or published; the working file is kept
  /// @throws NpyFormatException if the working file cannot be opened as an array, or data are
  ///   missing
  public static void publish(Path working, Path path, CreateOptions options) throws IOException {
    OpenOptions anyHeader = OpenOptions.DEFAULT.withLimits(new HeaderLimits(Integer.MAX_VALUE));
    open(working, OpenMode.READ_ONLY, anyHeader).close();
    NpyCreation.publish(working, path, options);
  }

  /// Creates the file object for a mapping. If this fails, the mapping is closed.
  static NpyFile ofMapping(
      Path path,
      FileRange range,
      OpenMode mode,
      NpyHeader header,
      @Nullable Object fileKey,
      Mapping mapping,
      boolean isSizePromised) {
    try {
      return new NpyFile(path, range, mode, header, fileKey, mapping, isSizePromised);
    } catch (Throwable e) {
      mapping.close();
      throw e;
    }
  }

  /// Returns the path by which the file was opened.
  ///
  /// @return the path
  public Path path() {
    return path;
  }

  /// Returns the mode in which the file was opened.
  ///
  /// @return the mode; [OpenMode#READ_WRITE] for a created file
  public OpenMode mode() {
    return mode;
  }

  /// Returns the header.
  ///
  /// @return the header
  public NpyHeader header() {
    return header;
  }

  /// Returns the dtype of the elements.
  ///
  /// @return the header's dtype
  public DType dtype() {
    return header.dtype();
  }

  /// Returns the shape.
  ///
  /// @return the header's shape
  public Shape shape() {
    return header.shape();
  }

  /// Returns a view of the whole array.
  ///
  /// @return the view, whose class depends on the dtype; read-only in [OpenMode#READ_ONLY]
  /// @throws FileClosedException if the file is closed and no lease is open
  public NdView<?> view() {
    requireUsable();
    return view;
  }

  /// Returns the whole array as a view of the given class.
  ///
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the view; read-only in [OpenMode#READ_ONLY]
  /// @throws DTypeException if the dtype has another view class; the message names file, dtype and
  ///   both classes
  /// @throws FileClosedException if the file is closed and no lease is open
  public <V extends NdView<V>> V view(Class<V> viewClass) {
    return view().as(viewClass);
  }

  /// Returns a view of a region of the array. Its segment contains only the bytes from the first
  /// element of the box to the last. If the box is not contiguous, these include elements outside
  /// the box, but no index of the view reaches them.
  ///
  /// @param box the region, such as a part of a [io.ndmap.layout.Partition]; if it is empty, so is
  ///   the segment
  /// @return the view, whose class depends on the dtype; read-only in [OpenMode#READ_ONLY]
  /// @throws IllegalArgumentException if the box and the array differ in rank; the message names
  ///   file, box and shape
  /// @throws IndexOutOfBoundsException if the box reaches beyond the array; the message names file,
  ///   box and shape
  /// @throws FileClosedException if the file is closed and no lease is open
  public NdView<?> region(Box box) {
    requireUsable();
    return Region.of(box, header, mapping.data(), backing);
  }

  /// Returns a region of the array as a view of the given class, as [#region(Box)].
  ///
  /// @param box the region
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the view; read-only in [OpenMode#READ_ONLY]
  /// @throws DTypeException if the dtype has another view class; the message names file, dtype and
  ///   both classes
  /// @throws IllegalArgumentException as [#region(Box)]
  /// @throws IndexOutOfBoundsException as [#region(Box)]
  /// @throws FileClosedException as [#region(Box)]
  public <V extends NdView<V>> V region(Box box, Class<V> viewClass) {
    return region(box).as(viewClass);
  }

  /// Forces stored elements to the disk, as `msync(2)`, and waits for completion. Does nothing
  /// unless the mode is [OpenMode#READ_WRITE].
  ///
  /// @throws IOException if the disk reports an error; it is then unknown which stores reached the
  ///   disk, even if a second call succeeds
  /// @throws MappingFaultException if the file was truncated, so that stores may be lost; the size
  ///   is not checked if the file was opened through a channel, or no longer has its path
  /// @throws FileClosedException if the file is closed and no lease is open
  public void force() throws IOException {
    ForceEvent event = FileRecording.force();
    try (Lease _ = join()) {
      if (mode == OpenMode.READ_WRITE) {
        mapping.barrier(backing);
        mapping.force(path);
        requireWhole();
        if (event != null) {
          event.record(range.name(), header.dataBytes());
        }
      }
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// Advises the kernel how the mapping will be used.
  ///
  /// @param advice the advice
  /// @return whether the kernel accepted the advice; false without native access, on systems other
  ///   than Linux, if the kernel does not support the advice, and if not [#isMapped]
  /// @throws IllegalArgumentException if the advice is [Advice#DONTNEED] and the mode is
  ///   [OpenMode#COPY_ON_WRITE], because the stores would be lost
  /// @throws FileClosedException if the file is closed and no lease is open
  public boolean advise(Advice advice) {
    if (advice == Advice.DONTNEED && mode == OpenMode.COPY_ON_WRITE) {
      throw new IllegalArgumentException(
          range.name() + ": DONTNEED would drop the stores into this COPY_ON_WRITE mapping");
    }
    return leased(() -> mapping.advise(advice));
  }

  /// Starts to load the pages of a view, and does not wait for them. Does nothing without native
  /// access, and if not [#isMapped]. If gaps of a page or more divide the view into many byte
  /// ranges, only the first 16,384 ranges are prefetched.
  ///
  /// @param part a view of this file
  /// @return whether the kernel accepted the advice, as [#advise]
  /// @throws IllegalArgumentException if the view is not one of this object's mapping
  /// @throws FileClosedException if the file is closed and no lease is open
  public boolean prefetch(NdView<?> part) {
    long offset = offsetOf(part);
    return leased(() -> mapping.prefetch(part.strided().shift(offset), part.dtype().itemsize()));
  }

  /// Loads the pages of a view into memory and waits until they are resident. A thread that waits
  /// in a page fault delays every safepoint of the JVM, and a virtual thread also pins its carrier
  /// thread. This method loads pages in system calls where possible, which do not delay safepoints,
  /// and on platform threads.
  ///
  /// ```java
  /// file.populate(row);                   // frees the carrier of a virtual thread meanwhile
  /// return row.copy();                    // from resident memory
  /// ```
  ///
  /// Reads of all pages are started first (`MADV_WILLNEED`), then the pages are mapped
  /// (`MADV_POPULATE_READ`). A virtual thread delegates to a bounded pool of platform threads and
  /// waits; a platform thread makes the calls itself. On Linux before 5.14, and without native
  /// access, one byte of each page is read instead, in page faults; without native access the pool
  /// does this for platform threads, too. Even for resident pages, a call takes one system call per
  /// byte range and one per MiB of each range. At most 16,384 byte ranges are populated, as in
  /// [#prefetch]. If not [#isMapped], this method does nothing. Pages may be evicted again at any
  /// time; populating more bytes than fit into memory is useless.
  ///
  /// @param part a view of this file
  /// @return whether all pages were loaded; false if the view has more than 16,384 byte ranges, or
  ///   if a page could not be read, for instance because the file was truncated; bulk operations on
  ///   such a page throw [MappingFaultException]
  /// @throws IllegalArgumentException if the view is not one of this object's mapping
  /// @throws FileClosedException if the file is closed before or during the call and no lease is
  ///   open; closing waits until at most 1 MiB has been read
  /// @throws OperationInterruptedException if the thread is interrupted before or during the call
  public boolean populate(NdView<?> part) {
    requireUsable();
    var _ = offsetOf(part);
    return Pages.populate(part);
  }

  private long offsetOf(NdView<?> part) {
    long offset = mapping.offsetOf(part.segment());
    if (offset == Mapping.ELSEWHERE) {
      throw new IllegalArgumentException(
          range.name()
              + ": the view is not in this file's mapping; its elements are in "
              + part.backing().name());
    }
    return offset;
  }

  /// Measures how much of the mapping is in physical memory. Without native access this takes about
  /// half a second per GiB.
  ///
  /// @return the counts of pages; all pages count as resident if the kernel does not report
  ///   residency of this file to this process, and if not [#isMapped]
  /// @throws FileClosedException if the file is closed and no lease is open
  public Residency residency() {
    return leased(mapping::residency);
  }

  /// Returns whether the views access a mapping of the file.
  ///
  /// @return false if the file system does not support mapping, and the array was read into memory
  public boolean isMapped() {
    return mapping.isMapped();
  }

  /// Returns whether the file is open.
  ///
  /// @return false after closing, even while leases keep its memory mapped, and after the caller's
  ///   arena was closed
  public boolean isOpen() {
    return !leases.isClosed() && mapping.isAlive();
  }

  /// Leases the memory: this file and its views can be used until the lease is closed, even if the
  /// file is closed meanwhile. (An arena of the caller must stay open too.)
  ///
  /// @return the lease; a file can have any number of them
  /// @throws FileClosedException if the file is closed, even if earlier leases keep its memory
  ///   mapped
  public Lease acquire() {
    return lease("");
  }

  /// Leases the memory for foreign code that keeps its address: a native library, or another
  /// framework. The holder is named in the exception of [#close(Duration)], in [Diagnostics], in
  /// the event `ndmap.Close` if its lease is the last to end after closing, and in the log if the
  /// lease is never closed.
  ///
  /// @param holder the name of the code that has the address, such as `onnxruntime session 3`
  /// @return the lease; [Lease#segment] returns the memory with its address
  /// @throws IllegalArgumentException if the name is blank
  /// @throws FileClosedException if the file is closed, even if earlier leases keep its memory
  ///   mapped
  public Lease acquire(String holder) {
    if (holder.isBlank()) {
      throw new IllegalArgumentException(
          range.name() + ": a lease for foreign code needs the name of its holder");
    }
    return lease(holder);
  }

  private Lease lease(String holder) {
    if (!mapping.isAlive() || !leases.acquire()) {
      throw backing.closed();
    }
    return held(holder, () -> ended(leases.release(), holder));
  }

  private Lease held(String holder, Runnable end) {
    return new Lease(this, new HeldLease(leases, range.name(), holder, end));
  }

  /// The memory of the array.
  MemorySegment memory() {
    requireUsable();
    return mapping.data();
  }

  /// Runs code that accesses single elements, under a lease of its own, and reports faults of the
  /// memory with the file's name. In compiled code the JVM may report a fault only some accesses
  /// later. So the call ends with [io.ndmap.op.Backing#barrier], which raises any fault that is
  /// still pending.
  ///
  /// ```java
  /// double item = file.guard(() -> file.view(DoubleView.class).get(row, column));
  /// ```
  ///
  /// A call costs one lease and one fault check; the accesses have no extra cost. Guard a whole
  /// request, not each element.
  ///
  /// @param access the code to run, in this thread; faults of other mapped memory in this code are
  ///   attributed to this file
  /// @param <T> the type of the code's result
  /// @return the result of the code
  /// @throws MappingFaultException if the memory could not be accessed, for instance because
  ///   another process truncated the file; values that the code has read may be wrong
  /// @throws FileClosedException if the file is closed and no lease is open
  public <T> T guard(Supplier<T> access) {
    try (Lease _ = join()) {
      try {
        return access.get();
      } finally {
        backing.barrier();
      }
    } catch (InternalError fault) {
      throw backing.failure(fault);
    }
  }

  /// Closes the file, now or with its last lease: later use of a view throws [FileClosedException].
  /// New leases are refused at once. Closing again does nothing. In READ_WRITE mode, stores reach
  /// the file even without [#force]. Only [#force] makes them survive a system crash.
  ///
  /// While leases are open, this method returns at once. Otherwise it waits until bulk operations
  /// in other threads have finished their current part: about a millisecond, longer while pages are
  /// read from the disk. Interrupts do not end the wait. Operators, listeners and executors of an
  /// operation on the file may call this method: the operation then ends with a
  /// [FileClosedException].
  ///
  /// Without leases, the memory is unmapped before this method returns, or soon after the last I/O
  /// call or native call that accesses it has ended. There are three exceptions. The memory of a
  /// caller's arena is unmapped when that arena is closed. An array that shares one mapping with
  /// others ([SharedMapping]) stays mapped until all of them are closed. [OpenMode#READ_ONLY] files
  /// of up to 64 MiB that are opened within 10 ms of each other may share an arena: such a file
  /// stays mapped until all files that share the arena are closed, and up to about 20 ms longer.
  /// While the memory is mapped, a thread that accesses single elements concurrently with this call
  /// may continue; it still reads the file's memory.
  @Override
  public void close() {
    closedAt = closedAt == 0 ? System.nanoTime() : closedAt;
    if (leases.close()) {
      unmap(0, "");
    }
  }

  /// Closes the file as [#close()] does, and waits until the holders have closed their leases and
  /// the memory is unmapped (with the exceptions that [#close()] states).
  ///
  /// @param limit the maximum time to wait for leases; if zero or negative, the call does not wait
  ///   for them
  /// @throws LeaseTimeoutException if leases remain; the exception lists the holders and ages of
  ///   those with a name, and the number of the others. The file is closed, and its memory is
  ///   unmapped when the last lease ends; another call waits again
  /// @throws OperationInterruptedException if the thread is interrupted while it waits; the file is
  ///   closed as above
  public void close(Duration limit) {
    close();
    try {
      if (!leases.awaitEnd(limit)) {
        List<String> holders = HeldLease.of(leases);
        throw new LeaseTimeoutException(
            range.name(), limit.toMillis() + " ms", holders, leases.count() - holders.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      OperationInterruptedException ended = new OperationInterruptedException(range.name());
      ended.initCause(e);
      throw ended;
    }
  }

  private void ended(boolean wasLast, String holder) {
    if (wasLast) {
      unmap(System.nanoTime() - closedAt, holder);
    }
  }

  /// @param waited the nanoseconds for which leases kept the memory mapped after the file was
  ///   closed; 0 without leases
  /// @param holder the name of the holder of the last lease; empty if there was no lease, or it had
  ///   no name
  private void unmap(long waited, String holder) {
    CloseEvent event = FileRecording.close();
    backing.close();
    long drained = event == null ? 0 : event.elapsed();
    mapping.close();
    if (event != null) {
      event.record(range.name(), header.dataBytes(), waited, holder, drained);
    }
    leases.end();
  }

  /// The backing of the views.
  MappedBacking backing() {
    return backing;
  }

  /// The bytes of the array in the file, and its name in messages.
  FileRange range() {
    return range;
  }

  /// The `fileKey()` (device and inode) at opening.
  @Nullable Object fileKey() {
    return fileKey;
  }

  /// Leases the memory for one call, even if the file is closed but a lease of [#acquire] keeps its
  /// memory mapped.
  private Lease join() {
    if (!mapping.isAlive() || !leases.join()) {
      throw backing.closed();
    }
    return held("", () -> ended(leases.leave(), ""));
  }

  private <T> T leased(Supplier<T> call) {
    try (Lease _ = join()) {
      return call.get();
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// Returns a line with path, mode, dtype and shape, and whether the file is closed.
  @Override
  public String toString() {
    return range.name()
        + " ("
        + mode
        + ", "
        + header.dtype().descr()
        + ", "
        + header.shape()
        + (isOpen() ? ")" : ", closed)");
  }

  private void requireUsable() {
    if (leases.isOver() || !mapping.isAlive()) {
      throw backing.closed();
    }
  }

  // Checks that the file was not truncated: `msync` does not report this.
  private void requireWhole() throws IOException {
    long end = range.offset() + header.dataOffset() + header.dataBytes();
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (Objects.equals(attributes.fileKey(), fileKey) && attributes.size() < end) {
        throw new MappingFaultException(
            range.name(),
            new IOException(
                "the file has " + attributes.size() + " bytes, the mapping reaches to " + end));
      }
    } catch (NoSuchFileException e) {
      // Deleted or renamed: the size cannot be looked up by the path, so a truncation is not
      // detected here.
    }
  }
}
