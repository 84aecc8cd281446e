package io.ndmap.mpi;

import io.ndmap.file.DiskSpace;
import io.ndmap.file.SymbolicLinks;
import io.ndmap.layout.Box;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeader;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Posix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// The file that a write makes, as rank 0 sees it: `x.npy.writing` until it is complete, and beside
/// it the record `x.npy.written`. The one that writes holds a lock on the record.
final class WorkingFile implements AutoCloseable {

  private final Path path;
  private final Path target;
  private final CreateOptions options;
  private final Path working;
  private final WrittenBoxes record;

  private WorkingFile(
      Path path, Path target, CreateOptions options, Path working, WrittenBoxes record) {
    this.path = path;
    this.target = target;
    this.options = options;
    this.working = working;
    this.record = record;
  }

  /// Creates the file with its header and its size, or takes up one that a killed write left.
  ///
  /// @param header as bytes, and what it says
  static WorkingFile open(Path path, WriteOptions how, byte[] headerBytes, NpyHeader header)
      throws IOException {
    CreateOptions options = how.file();
    if (!options.replacing() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw exists(path);
    }
    Path target = options.replacing() ? SymbolicLinks.target(path) : path;
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new IOException(path + ": not a regular file; only regular files are replaced");
    }
    if (!options.replacing()) {
      // What could not be published in the end is not begun.
      Directories.requirePublishing(target);
    }
    Path working = beside(target, ".writing");
    WrittenBoxes record = WrittenBoxes.open(path, beside(target, ".written"));
    WorkingFile file = new WorkingFile(path, target, options, working, record);
    boolean fresh = !how.resuming();
    try {
      file.sweep();
      long size = Math.addExact(header.dataOffset(), header.dataBytes());
      fresh = fresh || !file.isResumable(headerBytes, size);
      if (fresh) {
        file.create(headerBytes, size);
      }
      return file;
    } catch (FileSystemException e) {
      file.giveUp(!fresh, e);
      throw Directories.naming(path, e);
    } catch (Throwable e) {
      file.giveUp(!fresh, e);
      throw e;
    }
  }

  private static Path beside(Path target, String suffix) {
    return target.resolveSibling(target.getFileName() + suffix);
  }

  private static FileAlreadyExistsException exists(Path path) {
    return new FileAlreadyExistsException(
        path.toString(), null, "exists; WriteOptions.withReplacing() replaces it");
  }

  /// Deletes the files that Open MPI puts beside one that is open (for shared file pointers), and
  /// that a killed job leaves.
  private void sweep() throws IOException {
    Path directory = Objects.requireNonNull(working.toAbsolutePath().getParent());
    String prefix = working.getFileName() + "-";
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(
            directory,
            path -> {
              String name = String.valueOf(path.getFileName());
              return name.startsWith(prefix) && name.endsWith(".lock");
            })) {
      for (Path each : left) {
        Files.deleteIfExists(each);
      }
    }
  }

  /// Whether there is a file of this header, and the record is about it.
  private boolean isResumable(byte[] headerBytes, long size) throws IOException {
    if (!Files.isRegularFile(working, LinkOption.NOFOLLOW_LINKS) || isPublished()) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(working, StandardOpenOption.READ)) {
      ByteBuffer found = Channels.read(channel, 0, headerBytes.length);
      if (found.remaining() < headerBytes.length || channel.size() < size) {
        return false;
      }
      if (!found.equals(ByteBuffer.wrap(headerBytes))) {
        throw new WriteMismatchException(
            path.toString(),
            working + " is of another dtype, shape or order; delete it to begin anew");
      }
    }
    return record.read(inode());
  }

  /// Whether the process was killed between giving the file its name and taking the old one away.
  private boolean isPublished() throws IOException {
    return Files.exists(target) && Files.isSameFile(working, target);
  }

  private void create(byte[] headerBytes, long size) throws IOException {
    record.clear();
    // Never truncated: it may be the array's other name.
    Files.deleteIfExists(working);
    requireRoom(size);
    FileAttribute<?>[] rights =
        working.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(
                  EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
            }
            : new FileAttribute<?>[0];
    try (FileChannel channel =
        FileChannel.open(
            working, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), rights)) {
      Channels.write(channel, ByteBuffer.wrap(headerBytes), 0);
      DiskSpace.leaveUnreserved(channel, size);
      channel.force(true);
    }
    record.begin(inode());
  }

  /// Reserves the disk space that is not yet.
  ///
  /// @return false if the file system cannot
  /// @throws IOException if there is not enough
  boolean reserve() throws IOException {
    long size = Files.size(working);
    int errno;
    do {
      errno = Posix.fallocate(working, 0, size);
    } while (errno == Posix.EINTR);
    if (errno == Posix.ENOSPC || errno == Posix.EDQUOT) {
      throw new IOException(path + ": No space left on device for its " + size + " bytes");
    }
    return errno == 0;
  }

  private void requireRoom(long size) throws IOException {
    if (options.sparse()) {
      return;
    }
    long free;
    try {
      free = Files.getFileStore(record.path()).getUsableSpace();
    } catch (IOException e) {
      // In a chroot or container the JDK may not find the mount point.
      return;
    }
    if (free < size) {
      throw new IOException(
          path
              + ": cannot be created with "
              + size
              + " bytes, "
              + free
              + " being free on its file system: there is not enough space on the disk");
    }
  }

  private long inode() throws IOException {
    return working.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (Long) Files.getAttribute(working, "unix:ino")
        : 0;
  }

  /// Where it is.
  Path working() {
    return working;
  }

  /// What is on the disk already.
  List<Box> written() {
    return record.boxes();
  }

  /// Notes what is on the disk.
  void note(List<Box> boxes) throws IOException {
    record.add(boxes);
  }

  /// Gives the file its rights and its name, when all is on the disk.
  void publish() throws IOException {
    try {
      NpyFile.publish(working, target, options);
    } catch (FileAlreadyExistsException e) {
      throw exists(path);
    }
    try {
      record.delete();
    } catch (IOException e) {
      // The file is there all the same, and the next write of this name takes the record away.
      System.getLogger("io.ndmap.mpi").log(System.Logger.Level.WARNING, "Not deleted", e);
    }
  }

  /// Ends a write that has failed.
  ///
  /// @param keeping whether what was written stays, to be resumed
  /// @param reason gets what fails here, too
  void giveUp(boolean keeping, Throwable reason) {
    try (record) {
      if (!keeping) {
        Files.deleteIfExists(working);
        record.delete();
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /// Gives the lock back, and leaves the files.
  @Override
  public void close() {
    record.close();
  }
}
