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
/// The archive appears under its name with all its members, forced to the disk unless the options
/// say otherwise, when [#publish] has returned; closed before, it leaves nothing. It is written
/// under a temporary name in the same directory, also when members are appended: so every reader
/// finds a whole archive at every moment, and a killed process leaves at most the temporary file.
///
/// Its bytes depend on nothing but the members and the options. Stored members begin at multiples
/// of 64 bytes, and so do their items. All have the date 1980-01-01, as NumPy's have.
///
/// For one thread at a time. After a failed call the writer can only be closed.
public final class NpzWriter implements AutoCloseable {

  private static final int BLOCK = 1 << 16;

  /// What has just been done.
  enum Step {
    /// The temporary file exists, empty.
    BEGUN,
    /// It holds the members of the old archive.
    COPIED,
    /// It holds one member more.
    MEMBER_WRITTEN,
    /// It holds the central directory.
    DIRECTORY_WRITTEN,
    /// It is on the disk.
    FORCED,
    /// It can be found under its name.
    PUBLISHED,
    /// Its name is on the disk.
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
  private final @Nullable AppendLock lock;
  private final @Nullable Object replacedKey;
  private final Consumer<Step> progress;
  private final MemberNames names;
  private ZipWriter zip;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    /// A member is being written, or failed: the file may hold a part of it.
    WRITING,
    PUBLISHED
  }

  private NpzWriter(
      Path path,
      Path target,
      boolean replaces,
      NpzWriteOptions options,
      @Nullable AppendLock lock,
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
        // What could not be published in the end is not begun.
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
  /// @param options compressed or not, replacing or not; a replaced file hands on its rights, and
  ///   is followed if it is a link
  /// @return the writer
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested
  /// @throws AccessDeniedException if the file that would be replaced may not be written
  /// @throws IOException if no file can be created there
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

  /// Begins to append members to an archive. What is in it, also before its first member, is copied
  /// by `copy_file_range(2)`, which can share blocks where the file system does; its members stay
  /// as they are, compressed or not. Who has the old archive open keeps it: what is stored into its
  /// members from now on is not in the new one.
  ///
  /// @param path the archive, which is followed if it is a link
  /// @param options whether the new members are compressed; it is replaced in any case
  /// @return the writer
  /// @throws NoSuchFileException if there is no such file
  /// @throws AccessDeniedException if it may not be written
  /// @throws FileSystemException if another writer appends to it; without native access the second
  ///   to publish finds out
  /// @throws NpzFormatException if it is no archive
  /// @throws IOException if it cannot be read, or no file be created beside it
  public static NpzWriter append(Path path, NpzWriteOptions options) throws IOException {
    return append(path, options, NpzOptions.DEFAULT);
  }

  /// The same as [#append(Path, NpzWriteOptions)] to an archive within other limits.
  ///
  /// @param path the archive, which is followed if it is a link
  /// @param options whether the new members are compressed; it is replaced in any case
  /// @param limits how many members the archive may have, before others are appended
  /// @return the writer
  /// @throws IOException as [#append(Path, NpzWriteOptions)]
  /// @throws ResourceLimitException if the archive has more members than the options allow
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

  /// Begins a new archive in the place of one that no other writer may replace meanwhile.
  static NpzWriter rewrite(Path path, NpzWriteOptions options, Consumer<Step> progress)
      throws IOException {
    var _ = RegularFile.attributes(path);
    Path target = ReplacedFile.of(path);
    AppendLock lock = AppendLock.of(target);
    try {
      return new NpzWriter(path, target, true, options, lock, progress);
    } catch (Throwable e) {
      lock.close();
      throw e;
    }
  }

  /// The file that is replaced or made: [#path] with links followed.
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

  /// Writes the items of a view as the member `name.npy`, in C order.
  ///
  /// @param name the name without `.npy`, which is appended, as NumPy does
  /// @param source the items, of any layout, in memory or in a file
  /// @throws IOException as [#add(String, NdView, WriteOptions)]
  public void add(String name, NdView<?> source) throws IOException {
    add(name, source, WriteOptions.DEFAULT);
  }

  /// Writes the items of a view as the member `name.npy`. Its bytes are those that `numpy.save`
  /// writes for the same array in the given memory order and version. The copy takes blocks of 16
  /// MiB outside the heap.
  ///
  /// @param name the name without `.npy`, which is appended, as NumPy does
  /// @param source the items, of any layout, in memory or in a file
  /// @param options which axis varies fastest in the archive, and the version of the format
  /// @throws IllegalArgumentException if there is a member of this name, or it cannot be one
  /// @throws ClosedByInterruptException if the thread is interrupted
  /// @throws IOException if the member cannot be written, for instance because the disk is full
  /// @throws DTypeException if the dtype cannot be written into a header
  /// @throws MappingFaultException if the memory of the view cannot be accessed
  /// @throws FileClosedException if the file that the view belongs to is closed
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

  /// Writes the stored member `name.npy` with the items that a caller sets, whatever the options
  /// say of compression. Its disk space is reserved as [#addZeros] does.
  ///
  /// @param name the name without `.npy`, which is appended
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  /// @param filling sets items of zeros, during the call only; what it throws ends the call as a
  ///   failure would
  /// @throws IllegalArgumentException if there is a member of this name, it cannot be one, or its
  ///   size exceeds 2⁶³-1
  /// @throws IOException if the disk space is not there
  /// @throws DTypeException if the items are Python objects, or the dtype cannot be written into a
  ///   header
  public void add(
      String name, DType dtype, Shape shape, Order order, Consumer<? super NdView<?>> filling)
      throws IOException {
    byte[] header = header(name, dtype, shape, WriteOptions.DEFAULT.withOrder(order));
    String member = named(name + ".npy");
    var _ =
        zip.fill(
            member,
            header,
            shape.byteSize(dtype.itemsize()),
            place -> {
              reserve(place, header.length);
              fill(member, place, filling);
            });
    written();
  }

  private void fill(String member, ZipWriter.Place place, Consumer<? super NdView<?>> filling)
      throws IOException {
    FileRange range = new FileRange(path + "::" + member, place.offset(), place.size());
    // A header that was just written may be as long as it has to be.
    OpenOptions options = OpenOptions.DEFAULT.withLimits(new HeaderLimits(Integer.MAX_VALUE));
    try (NpyFile file =
        NpyFile.open(path, temporary.channel(), range, OpenMode.READ_WRITE, options)) {
      filling.accept(file.view());
      file.force();
    }
  }

  private void reserve(ZipWriter.Place place, int headerBytes) throws IOException {
    FileChannel channel = temporary.channel();
    long end = place.offset() + place.size();
    if (sparse) {
      DiskSpace.leaveUnreserved(channel, end);
    } else {
      long begin = place.offset() + headerBytes;
      DiskSpace.reserve(temporary.path(), channel, begin, end - begin);
    }
  }

  /// Makes the stored member `name.npy` of zeros, with its disk space reserved, whatever the
  /// options say of compression: to be mapped by [NpzFile] and filled in place once the archive is
  /// published.
  ///
  /// @param name the name without `.npy`, which is appended
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest
  /// @throws IllegalArgumentException if there is a member of this name, it cannot be one, or its
  ///   size exceeds 2⁶³-1
  /// @throws IOException if the disk space is not there
  /// @throws DTypeException if the items are Python objects, or the dtype cannot be written into a
  ///   header
  public void addZeros(String name, DType dtype, Shape shape, Order order) throws IOException {
    byte[] header = header(name, dtype, shape, WriteOptions.DEFAULT.withOrder(order));
    String member = named(name + ".npy");
    ZipWriter.Place place = zip.reserve(member, header, shape.byteSize(dtype.itemsize()));
    reserve(place, header.length);
    written();
  }

  private byte[] header(String name, DType dtype, Shape shape, WriteOptions options) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          "%s::%s: items of %s are Python objects, stored as a pickle: they are not written"
              .formatted(path, name, dtype.descr()));
    }
    return options.header(dtype, shape);
  }

  /// Writes a member of any bytes.
  ///
  /// @param name the whole name
  /// @param bytes what it holds, read to its end; it stays open
  /// @throws IllegalArgumentException if there is a member of this name, or it cannot be one
  /// @throws IOException if the stream fails, or the member cannot be written
  public void addBytes(String name, InputStream bytes) throws IOException {
    addBytes(name, packing, Long.MAX_VALUE >> 1, Channels.newChannel(bytes));
  }

  /// Writes a member of another archive, inflated and stored.
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

  /// Copies a member of another archive as it is.
  void copy(FileChannel source, ZipMember member, LocalHeader header) throws IOException {
    var _ = zip.copy(source, renamed(member), header);
    written();
  }

  private ZipMember renamed(ZipMember member) {
    var _ = named(member.name());
    return member;
  }

  private void write(String name, Packing how, long most, Content content) throws IOException {
    var _ = zip.write(named(name), how, most, content);
    written();
  }

  private void requireOpen() {
    switch (state) {
      case OPEN -> {}
      case WRITING ->
          throw new IllegalStateException(
              path + ": a member could not be written; the archive can only be closed");
      case PUBLISHED -> throw new IllegalStateException(path + ": the archive is published");
    }
  }

  private void written() {
    state = State.OPEN;
    progress.accept(Step.MEMBER_WRITTEN);
  }

  /// Takes a name for a member that is written now.
  private String named(String name) {
    requireOpen();
    names.add(name);
    state = State.WRITING;
    return name;
  }

  /// Writes the central directory, forces the archive to the disk if it is to be durable, and gives
  /// it its name, in one step.
  ///
  /// @throws FileAlreadyExistsException if another file got the name meanwhile, and replacing is
  ///   not requested
  /// @throws FileSystemException if members were to be appended and another writer has replaced the
  ///   archive meanwhile
  /// @throws IOException if the disk is full or fails
  /// @throws IllegalStateException if it was published before, or a member could not be written
  public void publish() throws IOException {
    requireOpen();
    state = State.PUBLISHED;
    var _ = zip.finish();
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

  /// Removes what was not published.
  @Override
  public void close() throws IOException {
    try (lock) {
      temporary.close();
    }
  }
}
