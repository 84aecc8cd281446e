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

/// A `.npy` file mapped into memory: its header, and views through which its items are read and
/// written in place.
///
/// ```java
/// try (NpyFile file = NpyFile.open(Path.of("x.npy"))) {
///   double first = file.view(DoubleView.class).get(0, 0);
/// }
/// ```
///
/// Opening reads the header and maps the data, of any size; nothing else is read until it is used.
/// No file stays open, only the mapping. A file is never made longer or shorter by opening it.
///
/// **Threads.** Files and views may be used by many threads at once; concurrent access to one item
/// needs the caller's synchronization. (With the caller's arena, see [OpenOptions], the arena
/// decides which threads.)
///
/// **Lifetime.** After [#close] every use of a view throws [FileClosedException], during an
/// operation too, unless there are [Lease]s: the memory stays until the last of these has ended.
/// Running calls of [#force] and [#prefetch] in other threads keep it mapped as well, without a
/// wait. A file that is never closed is unmapped some time after it, its views and its leases have
/// become unreachable.
///
/// **Files that shrink.** When another process truncates a mapped file, bulk operations of views
/// and [#force] throw [MappingFaultException]; `get` and `set` throw the JVM's own [InternalError],
/// compiled code some accesses late, unless they are within [#guard]. Truncated bytes within the
/// last page read as zeros.
///
/// **File systems that map no files** (some of FUSE): the array is read into memory as it is at
/// opening, if it is not larger than [Diagnostics#budget], with [OpenMode#READ_ONLY] and
/// [OpenMode#COPY_ON_WRITE]; [#isMapped] says so, and later stores of others are not seen. A larger
/// one, and [OpenMode#READ_WRITE], is an [IOException] that says why and what to do.
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

  /// When it was closed while there were leases; 0 before.
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
  /// @param mode what may be done to it
  /// @return the opened file
  /// @throws IOException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [#open(Path, OpenMode, OpenOptions)]
  public static NpyFile open(Path path, OpenMode mode) throws IOException {
    return open(path, mode, OpenOptions.DEFAULT);
  }

  /// Opens a file. Bytes after the data are ignored, as NumPy does. A file to which another process
  /// appends rows is opened with those that were there at one moment.
  ///
  /// @param path the file, on the default file system
  /// @param mode what may be done to it
  /// @param options its limits, its arena and what the kernel is told
  /// @return the opened file
  /// @throws MappingLimitException if the process has too many mappings of files
  /// @throws IOException if there is no such file, it is not a regular file, it may not be read
  ///   (and written, for the modes that write), or the system cannot map it: the message says what
  ///   to check
  /// @throws NpyFormatException if its header is not one of `.npy`
  /// @throws ResourceLimitException if its header is longer than the options allow
  /// @throws TruncatedDataException if it holds fewer bytes than its header says
  /// @throws ObjectArrayException if its items are Python objects, which are not stored in place
  /// @throws ClosedByInterruptException if the thread is interrupted; no other file is touched
  /// @throws IllegalStateException if the arena of the options is closed
  /// @throws WrongThreadException if it is confined to another thread
  public static NpyFile open(Path path, OpenMode mode, OpenOptions options) throws IOException {
    OpenEvent event = FileRecording.open();
    BasicFileAttributes attributes = RegularFile.attributes(path);
    try (FileChannel channel = mode.channel(path)) {
      NpyHeader header =
          NpyHeaderCodec.requireNoObjects(
              HeaderReader.read(channel, path, options.limits()), path.toString());
      FileRange all = new FileRange(path.toString(), 0, channel.size());
      NpyFile file =
          map(
              path,
              all,
              header,
              attributes.fileKey(),
              mode,
              options,
              (offset, size) -> Mapping.of(path, channel, mode, offset, size, options.arena()));
      record(event, file);
      return file;
    }
  }

  /// Reads the header of a file, also that of an array of Python objects, and compares the file's
  /// size with it. Nothing is mapped.
  ///
  /// @param path the file, on the default file system
  /// @return the header
  /// @throws IOException as [#readHeader(Path, HeaderLimits)]
  /// @throws NpyFormatException as [#readHeader(Path, HeaderLimits)]
  public static NpyHeader readHeader(Path path) throws IOException {
    return readHeader(path, HeaderLimits.DEFAULT);
  }

  /// Reads the header of a file, also that of an array of Python objects, and compares the file's
  /// size with it. Nothing is mapped.
  ///
  /// @param path the file, on the default file system
  /// @param limits the limits of the header
  /// @return the header
  /// @throws IOException if there is no such file, it is not a regular file, or it may not be read
  /// @throws NpyFormatException if its header is not one of `.npy`
  /// @throws ResourceLimitException if its header is longer than the limits allow
  /// @throws TruncatedDataException if it holds fewer bytes than its header says; of Python
  ///   objects, whose size no header says, if no byte follows
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

  /// Maps an array that is a part of an open file. The channel may be closed afterwards.
  ///
  /// When such a file becomes shorter, [#force] notices it only where stores were lost to a fault:
  /// who keeps the channel can ask for its size.
  ///
  /// @param path the file's path, for messages
  /// @param channel the file, open for reading, and for the modes that write for writing too; for
  ///   [OpenMode#READ_ONLY] not for writing
  /// @param range where the array is, and its name in messages
  /// @param mode what may be done to it
  /// @param options its limits, its arena and what the kernel is told
  /// @return the opened array
  /// @throws IOException if the file cannot be read or mapped
  /// @throws NpyFormatException as [#open(Path, OpenMode, OpenOptions)], with the name of the
  ///   range; bytes count from its offset
  /// @throws TruncatedDataException if the range reaches beyond the file, or holds fewer bytes than
  ///   its header says
  /// @throws ClosedByInterruptException if the thread is interrupted; the channel is closed then
  public static NpyFile open(
      Path path, FileChannel channel, FileRange range, OpenMode mode, OpenOptions options)
      throws IOException {
    return open(
        path,
        channel,
        range,
        mode,
        options,
        (offset, size) -> Mapping.of(path, channel, mode, offset, size, options.arena()));
  }

  /// Maps a part of a file.
  interface Mapper {
    Mapping map(long offset, long size) throws IOException;
  }

  static NpyFile open(
      Path path,
      FileChannel channel,
      FileRange range,
      OpenMode mode,
      OpenOptions options,
      Mapper mapper)
      throws IOException {
    OpenEvent event = FileRecording.open();
    requireThere(channel, range);
    NpyHeader header = HeaderReader.read(channel, range, options.limits());
    NpyFile file = map(path, range, header, null, mode, options, mapper);
    record(event, file);
    return file;
  }

  /// Opens an array whose header is not in the file as NumPy's, such as a tensor of `.safetensors`.
  static NpyFile open(
      Path path,
      FileChannel channel,
      FileRange range,
      NpyHeader header,
      OpenMode mode,
      OpenOptions options,
      Mapper mapper)
      throws IOException {
    OpenEvent event = FileRecording.open();
    requireThere(channel, range);
    NpyHeaderCodec.requireData(header, range.size() - header.dataOffset(), range.name());
    NpyFile file = map(path, range, header, null, mode, options, mapper);
    record(event, file);
    return file;
  }

  private static void requireThere(FileChannel channel, FileRange range) throws IOException {
    long there = channel.size() - range.offset();
    if (there < range.size()) {
      throw new TruncatedDataException(
          range.name(),
          0,
          "the file's part at " + range.offset(),
          range.size(),
          Math.max(0, there));
    }
  }

  private static void record(@Nullable OpenEvent event, NpyFile file) {
    if (event != null) {
      event.record(
          file.range.name(),
          file.mode.name(),
          file.header.dtype().toString(),
          file.header.shape().toString(),
          file.header.order().name(),
          file.header.dataBytes(),
          file.isMapped());
    }
  }

  private static NpyFile map(
      Path path,
      FileRange range,
      NpyHeader header,
      @Nullable Object fileKey,
      OpenMode mode,
      OpenOptions options,
      Mapper mapper)
      throws IOException {
    Mapping mapping = mapper.map(range.offset() + header.dataOffset(), header.dataBytes());
    NpyFile file = over(path, range, mode, header, fileKey, mapping, options.isSizePromised());
    if (options.advice() != Advice.NORMAL) {
      var _ = mapping.advise(options.advice());
    }
    return file;
  }

  /// Creates a file of zeros with its disk space reserved, and opens it for reading and writing.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest; the header says the same
  /// @return the opened file
  /// @throws IOException as [#create(Path, DType, Shape, Order, CreateOptions)]
  public static NpyFile create(Path path, DType dtype, Shape shape, Order order)
      throws IOException {
    return create(path, dtype, shape, order, CreateOptions.DEFAULT);
  }

  /// Creates a file of zeros and opens it for reading and writing. Its bytes are those of
  /// `numpy.lib.format.open_memmap(path, "w+", dtype, shape, order == F)`.
  ///
  /// The file appears under its name with header and full size, or not at all: it is created under
  /// a temporary name in the same directory (`.x.npy.<pid>-<random>.tmp`), reserved, forced to the
  /// disk, and then linked to its name. A killed process leaves at most the temporary file, which
  /// does no harm; one that is terminated (SIGTERM) removes it. (Where a file system has no hard
  /// links, it is renamed without replacing, which takes Linux and native access.)
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest; the header says the same
  /// @param options sparse or not, replacing or not
  /// @return the opened file
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested
  /// @throws AccessDeniedException if the file that would be replaced is protected, see
  ///   [CreateOptions]
  /// @throws IOException if the file cannot be created, for instance because its disk is full;
  ///   nothing is left behind
  /// @throws DTypeException if the items are Python objects, or the dtype cannot be written into a
  ///   header
  /// @throws IllegalArgumentException if header and data exceed 2⁶³-1 bytes, or the version cannot
  ///   express the header
  public static NpyFile create(
      Path path, DType dtype, Shape shape, Order order, CreateOptions options) throws IOException {
    return new NpyCreation(path, dtype, shape, order, options).run(_ -> {});
  }

  /// Creates a file, lets the caller set its items before it appears, and opens it for reading and
  /// writing. Its disk space is reserved, as [#create(Path, DType, Shape, Order, CreateOptions)]
  /// does, and the items are forced to the disk: the file appears under its name with all its
  /// items, or not at all.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest; the header says the same
  /// @param options sparse or not, replacing or not
  /// @param filling sets the items, which are zeros; what it throws is thrown here, and nothing is
  ///   left behind
  /// @return the opened file
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested
  /// @throws AccessDeniedException if the file that would be replaced is protected, see
  ///   [CreateOptions]
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
    return new NpyCreation(path, dtype, shape, order, options).run(filling, _ -> {});
  }

  /// Writes the items of a view into a new file, in C order.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param source the items, of any layout, in memory or in another file
  /// @throws IOException as [#write(Path, NdView, Order, CreateOptions)]
  public static void write(Path path, NdView<?> source) throws IOException {
    write(path, source, Order.C, CreateOptions.DEFAULT);
  }

  /// Writes the items of a view into a new file, in C order.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param source the items, of any layout, in memory or in another file
  /// @param options as [#write(Path, NdView, Order, CreateOptions)]
  /// @throws IOException as [#write(Path, NdView, Order, CreateOptions)]
  public static void write(Path path, NdView<?> source, CreateOptions options) throws IOException {
    write(path, source, Order.C, options);
  }

  /// Writes the items of a view into a new file of its dtype and shape. Its bytes are those that
  /// `numpy.save` writes for the same array in the given memory order; but the header says the
  /// order as it is given, where `numpy.save` says C if it makes no difference.
  ///
  /// The file appears under its name with all its items, forced to the disk, or not at all: it is
  /// written under a temporary name as [#create(Path, DType, Shape, Order, CreateOptions)] does.
  /// The copy runs as the execution of the view says, in blocks of 16 MiB outside the heap.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param source the items, of any layout, in memory or in another file; with
  ///   [CreateOptions#withReplacing] even in the file that is replaced, whose mapping stays as it
  ///   is
  /// @param order which axis varies fastest in the file; the header says the same
  /// @param options replacing or not, the version; nothing is reserved beforehand, but unless
  ///   [CreateOptions#withoutReserving] there must be enough room on the disk at the start
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested
  /// @throws AccessDeniedException if the file that would be replaced is protected, see
  ///   [CreateOptions]
  /// @throws ClosedByInterruptException if the thread is interrupted; nothing is left behind
  /// @throws IOException if the file cannot be written, for instance because its disk is full;
  ///   nothing is left behind
  /// @throws DTypeException if the dtype cannot be written into a header
  /// @throws MappingFaultException if the memory of the view cannot be accessed; nothing is left
  ///   behind
  /// @throws FileClosedException if the file that the view belongs to is closed
  public static void write(Path path, NdView<?> source, Order order, CreateOptions options)
      throws IOException {
    new NpyCreation(path, source.dtype(), source.shape(), order, options).write(source, _ -> {});
  }

  /// Gives a complete file its name, as [#create(Path, DType, Shape, Order, CreateOptions)] does at
  /// its end: for files that others have filled under a working name. The file is forced to the
  /// disk, gets the rights of a new file or of the one that it replaces, and is then linked to its
  /// name, or moved if it replaces another, in one step. The working name is gone afterwards.
  ///
  /// @param working the file, which nobody writes to any more
  /// @param path its name to be, in the same directory
  /// @param options replacing or not; a symbolic link is followed if it is replaced, and must lead
  ///   to the same directory
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested; the working file stays
  /// @throws AccessDeniedException if the file that would be replaced is protected, see
  ///   [CreateOptions]
  /// @throws IOException if the file cannot be read, forced or named; the working file stays
  /// @throws NpyFormatException if it is no array that could be opened, or data are missing
  public static void publish(Path working, Path path, CreateOptions options) throws IOException {
    OpenOptions anyHeader = OpenOptions.DEFAULT.withLimits(new HeaderLimits(Integer.MAX_VALUE));
    open(working, OpenMode.READ_ONLY, anyHeader).close();
    NpyCreation.publish(working, path, options);
  }

  /// Creates a file over its mapping, which is closed if that fails.
  static NpyFile over(
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

  /// The path by which the file was opened.
  ///
  /// @return the path
  public Path path() {
    return path;
  }

  /// The mode in which the file was opened.
  ///
  /// @return the mode; [OpenMode#READ_WRITE] for a created file
  public OpenMode mode() {
    return mode;
  }

  /// The header.
  ///
  /// @return the header
  public NpyHeader header() {
    return header;
  }

  /// What an item is.
  ///
  /// @return the header's dtype
  public DType dtype() {
    return header.dtype();
  }

  /// The lengths of the axes.
  ///
  /// @return the header's shape
  public Shape shape() {
    return header.shape();
  }

  /// The whole array.
  ///
  /// @return the leaf for the dtype; read-only if the mode is
  /// @throws FileClosedException if the file is closed
  public NdView<?> view() {
    requireMapped();
    return view;
  }

  /// The whole array as a leaf of the given class.
  ///
  /// @param leaf such as `DoubleView.class`
  /// @param <V> the leaf
  /// @return the view; read-only if the mode is
  /// @throws DTypeException if the dtype has another leaf, naming file, dtype and both leaves
  /// @throws FileClosedException if the file is closed
  public <V extends NdView<V>> V view(Class<V> leaf) {
    return view().as(leaf);
  }

  /// A part of the array, for work on that part alone: the view's segment is limited to the bytes
  /// from the first item of the box to its last, so that nothing before or after them can be
  /// reached through it. If the box is not contiguous, the segment also contains items of other
  /// parts, but no index of the view reaches them.
  ///
  /// @param box the part, such as one of a [io.ndmap.layout.Partition]; an empty one has an empty
  ///   segment
  /// @return the leaf for the dtype; read-only if the mode is
  /// @throws IllegalArgumentException if the box has another rank than the array, naming file, box
  ///   and shape
  /// @throws IndexOutOfBoundsException if the box reaches beyond the array, naming the same
  /// @throws FileClosedException if the file is closed
  public NdView<?> region(Box box) {
    requireMapped();
    return Region.of(box, header, mapping.data(), backing);
  }

  /// A part of the array as a leaf of the given class, as [#region(Box)].
  ///
  /// @param box the part
  /// @param leaf such as `DoubleView.class`
  /// @param <V> the leaf
  /// @return the view; read-only if the mode is
  /// @throws DTypeException if the dtype has another leaf, naming file, dtype and both leaves
  /// @throws IllegalArgumentException as [#region(Box)]
  /// @throws IndexOutOfBoundsException as [#region(Box)]
  /// @throws FileClosedException if the file is closed
  public <V extends NdView<V>> V region(Box box, Class<V> leaf) {
    return region(box).as(leaf);
  }

  /// Forces stored items to the disk, as `msync(2)`, and returns when they are there. Does nothing
  /// for modes whose stores do not reach the file.
  ///
  /// @throws IOException if the disk reports an error; it is unknown what reached it, and a second
  ///   call that succeeds does not mean that all did
  /// @throws MappingFaultException if the file was truncated, so that stores were lost
  /// @throws FileClosedException if the file is closed
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

  /// Tells the kernel how the mapping will be used.
  ///
  /// @param advice what to tell it
  /// @return whether the kernel took it: false without native access, on systems other than Linux,
  ///   and where the kernel does not know the advice
  /// @throws IllegalArgumentException if the advice is [Advice#DONTNEED] and the mode
  ///   [OpenMode#COPY_ON_WRITE]
  /// @throws FileClosedException if the file is closed
  public boolean advise(Advice advice) {
    if (advice == Advice.DONTNEED && mode == OpenMode.COPY_ON_WRITE) {
      throw new IllegalArgumentException(
          range.name() + ": DONTNEED would drop what was written to this COPY_ON_WRITE mapping");
    }
    return leased(() -> mapping.advise(advice));
  }

  /// Prefetches the items of a view; returns without waiting for them. Does nothing without native
  /// access. Of a view with many gaps only the first 16,384 runs are prefetched.
  ///
  /// @param part a view of this file
  /// @return whether the kernel took the advice, as [#advise]
  /// @throws IllegalArgumentException if the view is not of this file
  /// @throws FileClosedException if the file is closed
  public boolean prefetch(NdView<?> part) {
    long place = offsetOf(part);
    return leased(() -> mapping.prefetch(part.strided().shift(place), part.dtype().itemsize()));
  }

  /// Brings the pages of a view into memory, and returns when they are there: by system calls, in
  /// which a thread can be stopped by the JVM, and on a platform thread. A thread that waits in a
  /// page fault cannot be stopped, so that all threads wait for the disk when the JVM must stop
  /// them; and a virtual thread there keeps its carrier.
  ///
  /// ```java
  /// file.populate(row);                   // on a virtual thread: its carrier serves others
  /// return row.copy();                    // from resident memory
  /// ```
  ///
  /// The kernel is asked to read all pages first (`MADV_WILLNEED`), then they are mapped
  /// (`MADV_POPULATE_READ`). A virtual thread has a bounded pool of platform threads do it and
  /// waits; a platform thread does it by itself. Without native access, and on Linux before 5.14,
  /// threads of the pool touch the pages instead. Pages that are in memory cost a system call for
  /// each MiB. Of a view with many gaps only the first 16,384 runs are populated. Pages may leave
  /// memory again at any time; with more bytes than the memory has room for, populating is a waste.
  ///
  /// @param part a view of this file
  /// @return whether all pages are there; false if one could not be read, such as one behind the
  ///   end of a truncated file: whoever reads it gets the [MappingFaultException]
  /// @throws IllegalArgumentException if the view is not of this file
  /// @throws FileClosedException if the file is closed, also meanwhile; closing waits for at most a
  ///   MiB to be read
  /// @throws OperationInterruptedException if the thread is interrupted before or meanwhile
  public boolean populate(NdView<?> part) {
    requireMapped();
    var _ = offsetOf(part);
    return Pages.populate(part);
  }

  private long offsetOf(NdView<?> part) {
    long place = mapping.offsetOf(part.segment());
    if (place == Mapping.ELSEWHERE) {
      throw new IllegalArgumentException(
          range.name() + ": the view is one of another mapping, that of " + part.backing().name());
    }
    return place;
  }

  /// How much of the mapping is in physical memory. Without native access this takes about half a
  /// second a GiB.
  ///
  /// @return the count of pages; all of them on a kernel that does not tell this process about this
  ///   file
  /// @throws FileClosedException if the file is closed
  public Residency residency() {
    return leased(mapping::residency);
  }

  /// Whether the views are on the file itself.
  ///
  /// @return false if its file system maps no files, and the array was read into memory
  public boolean isMapped() {
    return mapping.isMapped();
  }

  /// Whether the file is open.
  ///
  /// @return false once it was closed, also while leases keep its memory
  public boolean isOpen() {
    return !leases.isClosed() && mapping.isAlive();
  }

  /// Keeps the memory until the lease is closed: this file and its views can be used until then,
  /// even if others close the file. (The caller's arena must stay open, too.)
  ///
  /// @return the lease, one of any number
  /// @throws FileClosedException if the file is closed, also if earlier leases keep its memory
  public Lease acquire() {
    return lease("");
  }

  /// Keeps the memory until the lease is closed, for code that keeps the address of the memory: a
  /// native library, or another framework. The holder is named by [#close(Duration)] when it fails,
  /// by [Diagnostics], by the event `ndmap.Close`, and in the log if the lease is never closed.
  ///
  /// @param holder who has the address, such as `onnxruntime session 3`; any text but an empty one
  /// @return the lease, one of any number; [Lease#segment] has the address
  /// @throws IllegalArgumentException if the holder is empty
  /// @throws FileClosedException if the file is closed, also if earlier leases keep its memory
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
    return held(holder);
  }

  private Lease held(String holder) {
    return new Lease(this, new HeldLease(leases, range.name(), holder, () -> release(holder)));
  }

  /// The memory of the array.
  MemorySegment memory() {
    requireMapped();
    return mapping.data();
  }

  /// Runs code that accesses single items, and reports faults of the memory with the file's name:
  /// the end of such an access, in compiled code, is where the JVM first notices them. The code
  /// holds a lease, and the result is returned only after a barrier.
  ///
  /// ```java
  /// double item = file.guard(() -> file.view(DoubleView.class).get(row, column));
  /// ```
  ///
  /// It costs a lease and a barrier once, and accesses inside cost what they cost outside: guard a
  /// whole request, not an item.
  ///
  /// @param access what to run, in this thread; a fault of any other mapped memory in it is taken
  ///   for one of this file
  /// @param <T> what it returns
  /// @return what it returned
  /// @throws MappingFaultException if the memory could not be accessed, for instance because
  ///   another process truncated the file; what the code computed until then may be wrong
  /// @throws FileClosedException if the file is closed
  public <T> T guard(Supplier<T> access) {
    try (Lease _ = acquire()) {
      try {
        return access.get();
      } finally {
        backing.barrier();
      }
    } catch (InternalError fault) {
      throw backing.failure(fault);
    }
  }

  /// Ends the use of the file, now or with its last lease: from then on every use of a view throws
  /// [FileClosedException], and there are no new leases. Closing again does nothing. Stored items
  /// reach the file in any case; use [#force] in case the system crashes.
  ///
  /// With leases it returns at once. Without, it waits for bulk operations in other threads to end
  /// the part that they work on: about a millisecond, longer while the disk brings in pages that
  /// the part needs. Interrupts do not end the wait. It may be called by operators, listeners and
  /// executors of an operation on the file: that operation then ends with a [FileClosedException].
  ///
  /// The memory is unmapped at once, but never while a channel or a native call works on it; that
  /// of a [OpenMode#READ_ONLY] file of up to 64 MiB within 20 ms, or together with other such files
  /// that were opened within the same 10 ms. A thread that accesses single items without
  /// synchronization with this call may go on until then, in memory that is still the file's.
  @Override
  public void close() {
    closedAt = closedAt == 0 ? System.nanoTime() : closedAt;
    if (leases.close()) {
      unmap(0, "");
    }
  }

  /// Ends the use of the file as [#close()], and waits for the memory to be unmapped: for the
  /// leases to be closed by their holders.
  ///
  /// @param limit how long to wait for leases; zero or less: not at all
  /// @throws LeaseTimeoutException if leases are still held then, naming their holders and how long
  ///   they have held them. The file is closed, and its memory is unmapped with the last lease;
  ///   another call waits again
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; the same holds
  ///   then
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

  private void release(String holder) {
    if (leases.release()) {
      unmap(System.nanoTime() - closedAt, holder);
    }
  }

  /// @param waited nanoseconds since the file was closed, if leases kept its memory
  /// @param holder of the last lease
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

  /// What the views reach the memory by, and are kept alive by.
  MappedBacking backing() {
    return backing;
  }

  /// What tells the file from others that have had its name.
  @Nullable Object fileKey() {
    return fileKey;
  }

  private Lease join() {
    if (!leases.join()) {
      throw backing.closed();
    }
    return held("");
  }

  private <T> T leased(Supplier<T> call) {
    try (Lease _ = join()) {
      return call.get();
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// The file in a line: path, mode, dtype and shape.
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

  private void requireMapped() {
    if (leases.isOver() || !mapping.isAlive()) {
      throw backing.closed();
    }
  }

  // The kernel writes back what is left of a truncated file without a complaint.
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
      // Deleted or renamed: the mapping is whole, there is only no name by which to ask for its
      // size.
    }
  }
}
