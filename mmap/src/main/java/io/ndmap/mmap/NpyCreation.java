package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.file.AccessRights;
import io.ndmap.file.DiskSpace;
import io.ndmap.file.ReplacedFile;
import io.ndmap.file.TemporaryFile;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import io.ndmap.posix.SystemError;
import io.ndmap.stream.ItemWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Creates one file in several steps. If the process is killed between two steps, either the
/// complete file has its name, or the name is as before: free, or that of the file to be replaced.
/// A temporary file may be left.
final class NpyCreation {

  /// The step that has just been completed.
  enum Step {
    /// The temporary file exists, empty.
    BEGUN,
    /// The temporary file contains the header.
    HEADER_WRITTEN,
    /// The temporary file has its full size: with reserved disk space, with holes if it is sparse,
    /// or with its elements.
    SPACE_RESERVED,
    /// The temporary file, with its elements, is forced to the disk; it is mapped if the created
    /// file stays open.
    FORCED,
    /// The file has its final name.
    PUBLISHED,
    /// The final name is forced to the disk.
    NAME_FORCED
  }

  private final Path path;
  private final CreateOptions options;
  private final NpyHeader header;
  private final byte[] headerBytes;
  private final long size;
  private final boolean nameless;

  NpyCreation(Path path, DType dtype, Shape shape, Order order, CreateOptions options) {
    this(path, dtype, shape, order, options, false);
  }

  /// @param nameless whether the file has no name until it is complete, if the system supports
  ///   nameless files: a killed process then leaves nothing, except as [FileSort#write] states
  NpyCreation(
      Path path, DType dtype, Shape shape, Order order, CreateOptions options, boolean nameless) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          "%s: elements of %s are Python objects, stored as a pickle: they cannot be mapped"
              .formatted(path, dtype.descr()));
    }
    this.path = path;
    this.options = options;
    this.nameless = nameless;
    NpyVersion version = options.version();
    this.headerBytes =
        version == null
            ? NpyHeaderCodec.encode(dtype, order, shape)
            : NpyHeaderCodec.encode(version, dtype, order, shape);
    this.header = readBack(path, headerBytes);
    try {
      this.size = Math.addExact(header.dataOffset(), header.dataBytes());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          path + ": " + header.dataBytes() + " bytes of data and their header exceed 2^63-1 bytes",
          e);
    }
  }

  private static NpyHeader readBack(Path path, byte[] headerBytes) {
    try {
      return NpyHeaderCodec.readBack(headerBytes);
    } catch (DTypeException e) {
      throw new DTypeException(path + ": " + e.getMessage(), e);
    }
  }

  /// Writes the data after the header. If nothing is written later, it then applies the file's
  /// access rights.
  private interface Data {
    void put(TemporaryFile temporary, AccessRights rights) throws IOException;
  }

  /// Completes a file that was forced to the disk under its temporary name.
  private interface Completion<R> {
    R complete(TemporaryFile temporary, AccessRights rights, Path target) throws IOException;
  }

  /// Sets the elements of a file that is open under its temporary name, and then applies the file's
  /// access rights.
  private interface Filling {
    void fill(TemporaryFile temporary, AccessRights rights, NpyFile file) throws IOException;
  }

  /// Creates the file with zeros as elements and opens it.
  ///
  /// @param progress called after each step; if it throws, the temporary file is deleted, and a
  ///   published file stays
  NpyFile run(Consumer<Step> progress) throws IOException {
    return create(
        (temporary, rights) -> {
          zeros(temporary);
          rights.giveTo(temporary.path());
        },
        (_, _, _) -> {},
        progress);
  }

  /// Creates the file, lets a callback set its elements, and opens it.
  ///
  /// @param filling sets the elements, which are initially zero; if it throws, the temporary file
  ///   is deleted
  /// @param progress called after each step; if it throws, the temporary file is deleted
  NpyFile run(Consumer<? super NdView<?>> filling, Consumer<Step> progress) throws IOException {
    return create(
        (temporary, _) -> zeros(temporary),
        (temporary, rights, file) -> {
          filling.accept(file.view());
          // No force of the file follows that includes the rights: after a crash of the system, the
          // file may still be accessible to its owner only.
          rights.giveTo(temporary.path());
          file.force();
          requireWhole(temporary);
        },
        progress);
  }

  private NpyFile create(Data data, Filling filling, Consumer<Step> progress) throws IOException {
    return run(
        progress,
        data,
        (temporary, rights, target) -> {
          NpyFile file = open(temporary);
          try {
            filling.fill(temporary, rights, file);
            progress.accept(Step.FORCED);
            publish(temporary, target, progress);
            return file;
          } catch (Throwable e) {
            file.close();
            throw e;
          }
        });
  }

  private NpyFile open(TemporaryFile temporary) throws IOException {
    // The file has the same key (device and inode) under its temporary and its final name.
    Object fileKey = Files.readAttributes(temporary.path(), BasicFileAttributes.class).fileKey();
    Mapping mapping =
        Mapping.of(
            path,
            temporary.channel(),
            OpenMode.READ_WRITE,
            header.dataOffset(),
            header.dataBytes(),
            null);
    return NpyFile.ofMapping(
        path,
        new FileRange(path.toString(), 0, size),
        OpenMode.READ_WRITE,
        header,
        fileKey,
        mapping,
        false);
  }

  /// Checks that no other process has truncated the file: stores into its mapping would be lost.
  private void requireWhole(TemporaryFile temporary) throws IOException {
    long found = temporary.channel().size();
    if (found < size) {
      throw new MappingFaultException(
          path.toString(),
          new IOException("the file has " + found + " bytes, the mapping reaches to " + size));
    }
  }

  /// Creates the file with the elements of a view.
  ///
  /// @param source a view with the dtype and shape of the file
  /// @param progress called after each step; if it throws, the temporary file is deleted
  void write(NdView<?> source, Consumer<Step> progress) throws IOException {
    var _ =
        run(
            progress,
            (temporary, rights) -> {
              items(source, temporary.channel());
              rights.giveTo(temporary.path());
            },
            (temporary, _, target) -> {
              progress.accept(Step.FORCED);
              publish(temporary, target, progress);
              return target;
            });
  }

  private <R> R run(Consumer<Step> progress, Data data, Completion<R> completion)
      throws IOException {
    if (!options.replacing() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw exists();
    }
    Path target = options.replacing() ? ReplacedFile.of(path) : path;
    boolean replaces = Files.exists(target);
    try (TemporaryFile temporary =
        nameless ? TemporaryFile.createNameless(target) : TemporaryFile.createPrivate(target)) {
      progress.accept(Step.BEGUN);
      if (!options.replacing() && !temporary.isNameless()) {
        // Fail now if the directory does not allow the last step, the publication of the file.
        Directories.requirePublishing(target);
      }
      AccessRights rights = replaces ? AccessRights.of(target) : AccessRights.ofNew(target);
      fill(temporary, rights, data, progress);
      return completion.complete(temporary, rights, target);
    }
  }

  private void fill(
      TemporaryFile temporary, AccessRights rights, Data data, Consumer<Step> progress)
      throws IOException {
    FileChannel channel = temporary.channel();
    // Check the free space first: an attempt that fails late would meanwhile fill the disk for all
    // processes.
    OptionalLong free = DiskSpace.free(path);
    if (!options.sparse() && free.orElse(Long.MAX_VALUE) < size) {
      throw new IOException(
          failure() + DiskSpace.describe(free) + ": there is not enough space on the disk");
    }
    try {
      Channels.write(channel, ByteBuffer.wrap(headerBytes), 0);
      progress.accept(Step.HEADER_WRITTEN);
      data.put(temporary, rights);
      progress.accept(Step.SPACE_RESERVED);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          failure()
              + (SystemError.isDiskFull(e) ? DiskSpace.describe(free) : "")
              + ": "
              + SystemError.text(e),
          e);
    }
    Disk.force(channel, path);
  }

  private void zeros(TemporaryFile temporary) throws IOException {
    FileChannel channel = temporary.channel();
    if (options.sparse()) {
      DiskSpace.leaveUnreserved(channel, size);
    } else {
      DiskSpace.reserve(temporary.path(), channel, header.dataOffset(), header.dataBytes());
    }
  }

  // Elements are written with write(2), not through a mapping. So a full disk is an error of the
  // call, not a fault in mapped memory; no page is read before it is overwritten; and disk space
  // need not be reserved.
  private void items(NdView<?> source, FileChannel channel) throws IOException {
    try (ItemWriter writer = ItemWriter.to(channel.position(header.dataOffset()))) {
      writer.write(source, header.order());
    }
  }

  private String failure() {
    return path + ": cannot be created with " + size + " bytes";
  }

  private void publish(TemporaryFile temporary, Path target, Consumer<Step> progress)
      throws IOException {
    if (options.replacing()) {
      temporary.replace(target);
    } else {
      try {
        temporary.publish(target);
      } catch (FileAlreadyExistsException e) {
        throw exists();
      }
    }
    progress.accept(Step.PUBLISHED);
    temporary.delete();
    Directories.tryForceParent(target);
    progress.accept(Step.NAME_FORCED);
  }

  /// Gives a complete file its access rights, forces it to the disk, and replaces its working name
  /// by its final name.
  ///
  /// @param working the working name
  /// @param path the final name
  static void publish(Path working, Path path, CreateOptions options) throws IOException {
    if (!options.replacing() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw exists(path);
    }
    Path target = options.replacing() ? ReplacedFile.of(path) : path;
    boolean replaces = Files.exists(target);
    AccessRights rights = replaces ? AccessRights.of(target) : AccessRights.ofNew(target);
    rights.giveTo(working);
    try (FileChannel channel = FileChannel.open(working, StandardOpenOption.WRITE)) {
      Disk.force(channel, path);
    }
    if (options.replacing()) {
      Files.move(working, target, StandardCopyOption.ATOMIC_MOVE);
    } else {
      try {
        Directories.publish(working, target);
      } catch (FileAlreadyExistsException e) {
        throw exists(path);
      }
      Files.deleteIfExists(working);
    }
    Directories.tryForceParent(target);
  }

  private FileAlreadyExistsException exists() {
    return exists(path);
  }

  private static FileAlreadyExistsException exists(Path path) {
    return new FileAlreadyExistsException(
        path.toString(),
        null,
        "exists; open it READ_WRITE to write into it, or create it with"
            + " CreateOptions.withReplacing()");
  }
}
