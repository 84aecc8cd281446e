package io.ndmap.npz;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.file.AccessRights;
import io.ndmap.file.DiskSpace;
import io.ndmap.file.RegularFile;
import io.ndmap.file.ReplacedFile;
import io.ndmap.file.TemporaryFile;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.FileRange;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import io.ndmap.stream.ItemWriter;
import io.ndmap.stream.WriteOptions;
import io.ndmap.zip.ByteTarget;
import io.ndmap.zip.LocalHeader;
import io.ndmap.zip.MemberChannel;
import io.ndmap.zip.ZipDirectory;
import io.ndmap.zip.ZipMember;
import io.ndmap.zip.ZipWriter;
import io.ndmap.zip.ZipWriter.Content;
import io.ndmap.zip.ZipWriter.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes a `.npz` archive, or appends members to one.
///
/// ```java
/// try (NpzWriter writer = NpzWriter.create(Path.of("x.npz"))) {
///   writer.add("weights", view);
///   writer.publish();
/// }
/// ```
///
/// When [#publish] returns, the archive has its name and all its members, and is forced to the disk
/// unless the options say otherwise. If the writer is closed before that, nothing is left. Even for
/// appending, the new archive is written under a temporary name in the same directory. So readers
/// find a complete archive at every moment, and a killed process leaves at most hidden temporary
/// files, as in [NpyFile#create].
///
/// The bytes of the archive depend only on the members, the options and, for appending, the old
/// archive. The content of each new stored member begins at a multiple of 64 bytes in the file, and
/// so do the elements after a `.npy` header that this class writes. New members have the date
/// 1980-01-01, as in NumPy's archives.
///
/// Not thread-safe. After a member could not be written, or [#publish] has failed, the writer can
/// only be closed; a call that refuses its arguments (a name, a dtype) changes nothing.
public final class NpzWriter implements AutoCloseable {

  private static final int BLOCK = 1 << 16;

  /// The step that has just been completed.
  enum Step {
    /// The temporary file exists, empty.
    BEGUN,
    /// The temporary file contains the members of the old archive.
    COPIED,
    /// The temporary file contains one more member.
    MEMBER_WRITTEN,
    /// The temporary file contains the central directory.
    DIRECTORY_WRITTEN,
    /// The temporary file is forced to the disk.
    FORCED,
    /// The archive has its final name.
    PUBLISHED,
    /// The final name is forced to the disk.
    NAME_FORCED
  }

  private final Path path;
  private final Path target;
  private final boolean replaces;
  private final Packing packing;
  private final boolean sparse;
  private final boolean durable;
  private final AccessRights rights;
  private final TemporaryFile temporary;

  /// The lock of the old archive; null for a new archive.
  private final @Nullable ArchiveLock lock;

  /// The key (device and inode) of the file that had the name when this writer was created; null if
  /// there was none.
  private final @Nullable Object replacedKey;

  private final Consumer<Step> progress;
  private final MemberNames names;
  private ZipWriter zip;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    /// A member is being written, or could not be written: the file may contain a part of it.
    WRITING,
    PUBLISHED
  }

  private NpzWriter(
      Path path,
      Path target,
      boolean replaces,
      NpzWriteOptions options,
      @Nullable ArchiveLock lock,
      Consumer<Step> progress)
      throws IOException {
    this.path = path;
    this.names = new MemberNames(path);
    this.target = target;
    this.replaces = replaces;
    this.packing = options.packing();
    this.sparse = options.sparse();
    this.durable = options.durable();
    this.lock = lock;
    this.progress = progress;
    this.temporary = TemporaryFile.createPrivate(target);
    this.zip = new ZipWriter(temporary.channel());
    try {
      boolean exists = Files.exists(target);
      if (!replaces) {
        // Fail now if the directory does not allow the last step, the publication of the archive.
        Directories.requirePublishing(target);
      }
      this.replacedKey = exists ? key(target) : null;
      this.rights = exists ? AccessRights.of(target) : AccessRights.ofNew(target);
      progress.accept(Step.BEGUN);
    } catch (Throwable e) {
      temporary.close();
      throw e;
    }
  }

  private static @Nullable Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /// Begins a new archive of stored members.
  ///
  /// @param path the file, in a directory that exists
  /// @return the writer
  /// @throws IOException as [#create(Path, NpzWriteOptions)]
  public static NpzWriter create(Path path) throws IOException {
    return create(path, NpzWriteOptions.DEFAULT);
  }

  /// Begins a new archive.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @param options whether to compress members and to replace an existing file, whose access
  ///   rights the archive then gets; a link is followed
  /// @return the writer
  /// @throws FileAlreadyExistsException if the file exists and is not to be replaced
  /// @throws AccessDeniedException if the file to be replaced may not be written
  /// @throws IOException if no file can be created in the directory
  public static NpzWriter create(Path path, NpzWriteOptions options) throws IOException {
    return create(path, options, _ -> {});
  }

  static NpzWriter create(Path path, NpzWriteOptions options, Consumer<Step> progress)
      throws IOException {
    if (!options.replacing() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw exists(path);
    }
    Path target = options.replacing() ? ReplacedFile.of(path) : path;
    return new NpzWriter(path, target, options.replacing(), options, null, progress);
  }

  /// Begins to append members to an archive. The bytes of the old archive, including those before
  /// its first member, are copied into a new file by `copy_file_range(2)`, which can share blocks
  /// if the file system supports it; the old members stay compressed or stored as they are.
  /// Existing mappings keep the old archive; later stores through them are not in the new archive.
  ///
  /// @param path the archive; a link is followed
  /// @param options whether the new members are compressed; the archive is replaced in any case
  /// @return the writer
  /// @throws NoSuchFileException if there is no such file
  /// @throws AccessDeniedException if the file may not be written
  /// @throws FileSystemException if another process or thread is rewriting the archive; without
  ///   native access, only [#publish] detects this
  /// @throws NpzFormatException if the file is not an archive
  /// @throws ResourceLimitException as [NpzFile#open(Path)]
  /// @throws IOException if the file cannot be read, or no file can be created in its directory
  public static NpzWriter append(Path path, NpzWriteOptions options) throws IOException {
    return append(path, options, NpzOptions.DEFAULT);
  }

  /// Begins to append to an archive like [#append(Path, NpzWriteOptions)], but with other limits on
  /// the existing archive.
  ///
  /// @param path the archive; a link is followed
  /// @param options whether the new members are compressed; the archive is replaced in any case
  /// @param limits the limits on the existing archive; only the maximum number of members applies,
  ///   which also limits the length of the central directory
  /// @return the writer
  /// @throws IOException as [#append(Path, NpzWriteOptions)]
  /// @throws NpzFormatException if the file is not an archive
  /// @throws ResourceLimitException if the archive has more members or a longer central directory
  ///   than the limits allow
  public static NpzWriter append(Path path, NpzWriteOptions options, NpzOptions limits)
      throws IOException {
    return append(path, options, limits, _ -> {});
  }

  static NpzWriter append(
      Path path, NpzWriteOptions options, NpzOptions limits, Consumer<Step> progress)
      throws IOException {
    NpzWriter writer = rewrite(path, options, progress);
    try (FileChannel old = FileChannel.open(writer.target, StandardOpenOption.READ)) {
      ZipDirectory directory = ZipDirectory.read(old, path.toString(), limits.maxMembers());
      writer.zip = ZipWriter.copying(old, directory, writer.temporary.channel());
      directory.members().forEach(member -> writer.names.addExisting(member.name()));
      progress.accept(Step.COPIED);
      return writer;
    } catch (Throwable e) {
      writer.close();
      throw e;
    }
  }

  /// Begins a new archive that replaces an old one. The old archive is locked against other
  /// writers.
  static NpzWriter rewrite(Path path, NpzWriteOptions options, Consumer<Step> progress)
      throws IOException {
    var _ = RegularFile.attributes(path);
    Path target = ReplacedFile.of(path);
    ArchiveLock lock = ArchiveLock.of(target);
    try {
      return new NpzWriter(path, target, true, options, lock, progress);
    } catch (Throwable e) {
      lock.close();
      throw e;
    }
  }

  /// The file that is created or replaced. If it is replaced, symbolic links of [#path] are
  /// followed.
  Path target() {
    return target;
  }

  private static FileAlreadyExistsException exists(Path path) {
    return new FileAlreadyExistsException(
        path.toString(),
        null,
        "exists; append to it by NpzWriter.append, or replace it with"
            + " NpzWriteOptions.withReplacing()");
  }

  /// Writes the elements of a view as the member `name.npy`, in C order.
  ///
  /// @param name the name without `.npy`, which is appended, as in NumPy
  /// @param source the elements, of any layout, in memory or in a file
  /// @throws IOException as [#add(String, NdView, WriteOptions)]
  public void add(String name, NdView<?> source) throws IOException {
    add(name, source, WriteOptions.DEFAULT);
  }

  /// Writes the elements of a view as the member `name.npy`. The member has the same bytes as a
  /// file that `numpy.save` writes for this array in the given memory order and version. Elements
  /// that must be copied are staged through off-heap blocks of 16 MiB.
  ///
  /// @param name the name without `.npy`, which is appended, as in NumPy
  /// @param source the elements, of any layout, in memory or in a file
  /// @param options the memory order in the archive, and the version of the `.npy` format
  /// @throws IllegalArgumentException if the name is invalid, or the archive has a member with this
  ///   name
  /// @throws ClosedByInterruptException if the thread is interrupted
  /// @throws IOException if the member cannot be written, for instance because the disk is full
  /// @throws DTypeException if the elements are Python objects, or the dtype cannot be written into
  ///   a header
  /// @throws MappingFaultException if the memory of the view cannot be accessed
  /// @throws FileClosedException if the file that the view belongs to is closed
  /// @throws IllegalStateException if the archive is already published, or an earlier member could
  ///   not be written
  public void add(String name, NdView<?> source, WriteOptions options) throws IOException {
    byte[] header = header(name, source.dtype(), source.shape(), options);
    Order written = NpyHeaderCodec.savedOrder(options.order(), source.shape());
    write(
        name + ".npy",
        packing,
        header.length + source.itemCount() * source.dtype().itemsize(),
        target -> {
          target.write(ByteBuffer.wrap(header));
          try (ItemWriter items = ItemWriter.to(ByteTarget.channel(target))) {
            items.write(source, written);
          }
        });
  }

  /// Writes the member `name.npy` and lets the caller set its elements. The member is stored even
  /// if the options demand compression. Disk space is reserved as by [#addZeros].
  ///
  /// @param name the name without `.npy`, which is appended
  /// @param dtype the dtype
  /// @param shape the lengths of the axes
  /// @param order the memory order
  /// @param filling a callback that sets the elements, which are initially zero; it must not keep
  ///   the view. If it throws, the exception is rethrown, and the writer can only be closed
  /// @throws IllegalArgumentException if the name is invalid, or the archive has a member with this
  ///   name, or the size exceeds 2⁶³-1
  /// @throws IOException if the member cannot be written or mapped, for instance because the disk
  ///   is full
  /// @throws DTypeException if the elements are Python objects, or the dtype cannot be written into
  ///   a header
  /// @throws IllegalStateException if the archive is already published, or an earlier member could
  ///   not be written
  public void add(
      String name, DType dtype, Shape shape, Order order, Consumer<? super NdView<?>> filling)
      throws IOException {
    byte[] header = header(name, dtype, shape, WriteOptions.DEFAULT.withOrder(order));
    String member = named(name + ".npy");
    zip.fill(
        member,
        header,
        shape.byteSize(dtype.itemsize()),
        extent -> {
          reserve(extent, header.length);
          fill(member, extent, filling);
        });
    written();
  }

  private void fill(String member, ZipWriter.Extent extent, Consumer<? super NdView<?>> filling)
      throws IOException {
    FileRange range = new FileRange(path + "::" + member, extent.offset(), extent.size());
    // The header was just written and is trusted: no limit on its length.
    OpenOptions options = OpenOptions.DEFAULT.withLimits(new HeaderLimits(Integer.MAX_VALUE));
    try (NpyFile file =
        NpyFile.open(path, temporary.channel(), range, OpenMode.READ_WRITE, options)) {
      filling.accept(file.view());
      file.force();
    }
  }

  /// Extends the file to the end of a member, and reserves disk space for the member's elements
  /// unless the options forbid this.
  private void reserve(ZipWriter.Extent extent, int headerBytes) throws IOException {
    FileChannel channel = temporary.channel();
    long end = extent.offset() + extent.size();
    if (sparse) {
      DiskSpace.leaveUnreserved(channel, end);
    } else {
      long begin = extent.offset() + headerBytes;
      DiskSpace.reserve(temporary.path(), channel, begin, end - begin);
    }
  }

  /// Adds a member `name.npy` of zeros, to be mapped by [NpzFile] and filled in place once the
  /// archive is published. Its disk space is reserved, unless the options are
  /// [NpzWriteOptions#withoutReserving]. The member is stored even if the options demand
  /// compression.
  ///
  /// @param name the name without `.npy`, which is appended
  /// @param dtype the dtype
  /// @param shape the lengths of the axes
  /// @param order the memory order
  /// @throws IllegalArgumentException if the name is invalid, or the archive has a member with this
  ///   name, or the size exceeds 2⁶³-1
  /// @throws IOException if the member cannot be written, for instance because the disk is full
  /// @throws DTypeException if the elements are Python objects, or the dtype cannot be written into
  ///   a header
  /// @throws IllegalStateException if the archive is already published, or an earlier member could
  ///   not be written
  public void addZeros(String name, DType dtype, Shape shape, Order order) throws IOException {
    byte[] header = header(name, dtype, shape, WriteOptions.DEFAULT.withOrder(order));
    String member = named(name + ".npy");
    ZipWriter.Extent extent = zip.reserve(member, header, shape.byteSize(dtype.itemsize()));
    reserve(extent, header.length);
    written();
  }

  private byte[] header(String name, DType dtype, Shape shape, WriteOptions options) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          "%s::%s: elements of %s are Python objects, stored as a pickle: they are not written"
              .formatted(path, name, dtype.descr()));
    }
    return options.header(dtype, shape);
  }

  /// Writes a member with any content.
  ///
  /// @param name the whole name; nothing is appended
  /// @param bytes the content, read to the end; the stream is not closed
  /// @throws IllegalArgumentException if the name is invalid, or the archive has a member with this
  ///   name
  /// @throws IOException if the stream fails, or the member cannot be written
  /// @throws IllegalStateException if the archive is already published, or an earlier member could
  ///   not be written
  public void addBytes(String name, InputStream bytes) throws IOException {
    // The length of the stream is unknown. With half of the maximum, sums in ZipWriter do not
    // overflow.
    addBytes(name, packing, Long.MAX_VALUE >> 1, Channels.newChannel(bytes));
  }

  /// Writes a member of another archive without compression.
  void addStored(ZipMember member, MemberChannel bytes) throws IOException {
    addBytes(member.name(), Packing.STORED, member.size(), bytes);
  }

  private void addBytes(String name, Packing how, long most, ReadableByteChannel bytes)
      throws IOException {
    write(
        name,
        how,
        most,
        target -> {
          ByteBuffer block = ByteBuffer.allocate(BLOCK);
          while (bytes.read(block.clear()) >= 0) {
            target.write(block.flip());
          }
        });
  }

  /// Copies a member of another archive, compressed or stored as it is.
  void copy(FileChannel source, ZipMember member, LocalHeader header) throws IOException {
    var _ = named(member.name());
    zip.copy(source, member, header);
    written();
  }

  private void write(String name, Packing how, long most, Content content) throws IOException {
    zip.write(named(name), how, most, content);
    written();
  }

  private void requireOpen() {
    switch (state) {
      case OPEN -> {}
      case WRITING ->
          throw new IllegalStateException(
              path + ": a member could not be written; the archive can only be closed");
      case PUBLISHED ->
          throw new IllegalStateException(
              path + ": publish was called already; the archive can only be closed");
    }
  }

  private void written() {
    state = State.OPEN;
    progress.accept(Step.MEMBER_WRITTEN);
  }

  /// Checks and registers the name of a member that is about to be written.
  private String named(String name) {
    requireOpen();
    names.add(name);
    state = State.WRITING;
    return name;
  }

  /// Writes the central directory, forces the archive to the disk if the options demand durability,
  /// and publishes the archive under its name in one step.
  ///
  /// @throws FileAlreadyExistsException if another file has got the name meanwhile and is not to be
  ///   replaced
  /// @throws FileSystemException if this writer appends, and another process has replaced the
  ///   archive meanwhile
  /// @throws IOException if the disk is full or fails
  /// @throws IllegalStateException if this method was called before, or a member could not be
  ///   written
  public void publish() throws IOException {
    requireOpen();
    state = State.PUBLISHED;
    zip.finish();
    progress.accept(Step.DIRECTORY_WRITTEN);
    rights.giveTo(temporary.path());
    if (durable) {
      Disk.force(temporary.channel(), path);
      progress.accept(Step.FORCED);
    }
    if (lock != null && !Objects.equals(key(target), replacedKey)) {
      throw new FileSystemException(
          path.toString(), null, "another process has replaced the archive meanwhile");
    }
    if (replaces) {
      temporary.replace(target);
    } else {
      try {
        temporary.publish(target);
      } catch (FileAlreadyExistsException e) {
        throw exists(path);
      }
    }
    progress.accept(Step.PUBLISHED);
    temporary.delete();
    if (durable) {
      Directories.tryForceParent(target);
      progress.accept(Step.NAME_FORCED);
    }
  }

  /// Closes the writer, and removes the temporary file of an archive that was not published.
  @Override
  public void close() throws IOException {
    try (lock) {
      temporary.close();
    }
  }
}
