package io.ndmap.mpi;

import io.ndmap.file.DiskSpace;
import io.ndmap.file.ReplacedFile;
import io.ndmap.layout.Box;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npz.NpzFile;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import io.ndmap.posix.Posix;
import io.ndmap.posix.SystemError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
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
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/// The file that a write creates. Only rank 0 uses this class. It is called `x.npy.writing.` plus a
/// number until it is complete, and has the record `x.npy.written` beside it. The job that writes
/// holds a lock on the record.
///
/// Each write uses a different number. A client of a network file system may cache for a minute
/// which file has a name, or that no file has this name. If all writes used one name, the client
/// could store into the array that the previous write has published.
final class WorkingFile implements AutoCloseable {

  private static final String WRITING = ".writing.";

  /// Matches the end of the name of a file that a killed job has left: its working file, or the
  /// file that Open MPI creates beside an open file (for shared file pointers).
  private static final Pattern LEFT = Pattern.compile("[0-9a-f]{8}(-.*\\.lock)?");

  private final Path path;
  private final Path target;
  private final CreateOptions options;
  private final WrittenBoxes record;
  private String number = HexFormat.of().toHexDigits(new SecureRandom().nextInt());

  private WorkingFile(Path path, Path target, CreateOptions options, WrittenBoxes record) {
    this.path = path;
    this.target = target;
    this.options = options;
    this.record = record;
  }

  /// Creates the file with its header and its size, or resumes the file that a killed write left.
  ///
  /// @param header the header that `headerBytes` encode
  static WorkingFile open(Path path, ParallelWriteOptions how, byte[] headerBytes, NpyHeader header)
      throws IOException {
    CreateOptions options = how.file();
    if (!options.replacing() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw exists(path);
    }
    Path target = options.replacing() ? ReplacedFile.of(path) : path;
    if (NpzFile.isArchive(target)) {
      throw new IOException(
          path
              + ": an archive, whose members would be lost; remove it first, or write another file,"
              + " which ndmap npz create --append adds to it");
    }
    if (!options.replacing()) {
      // Fail now instead of after the write.
      Directories.requirePublishing(target);
    }
    WrittenBoxes record = WrittenBoxes.open(path, beside(target, ".written"));
    WorkingFile file = new WorkingFile(path, target, options, record);
    boolean fresh = !how.resuming();
    try {
      long size = Math.addExact(header.dataOffset(), header.dataBytes());
      fresh = fresh || !file.takesUp(headerBytes, size);
      file.sweep();
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
        path.toString(), null, "exists; ParallelWriteOptions.withReplacing() replaces it");
  }

  /// Deletes the leftovers of killed jobs, except the file that is resumed.
  private void sweep() throws IOException {
    Path directory = Objects.requireNonNull(target.toAbsolutePath().getParent());
    String prefix = target.getFileName() + WRITING;
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(
            directory,
            path -> {
              String name = String.valueOf(path.getFileName());
              return name.startsWith(prefix)
                  && LEFT.matcher(name.substring(prefix.length())).matches()
                  && !name.equals(prefix + number);
            })) {
      for (Path each : left) {
        Files.deleteIfExists(each);
      }
    } catch (AccessDeniedException e) {
      // Files can be created in a directory that cannot be listed. Leftovers stay there.
    }
  }

  /// Resumes the file that the record describes, if it exists and has its full size. Returns false
  /// if not, or if it is published already.
  ///
  /// @throws WriteMismatchException if the file's header is not `headerBytes`
  private boolean takesUp(byte[] headerBytes, long size) throws IOException {
    Optional<String> noted = record.read();
    if (noted.isEmpty()) {
      return false;
    }
    Path left = beside(target, WRITING + noted.get());
    if (!Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS) || isPublished(left)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(left, StandardOpenOption.READ)) {
      ByteBuffer found = Channels.read(channel, 0, headerBytes.length);
      if (found.remaining() < headerBytes.length || channel.size() < size) {
        return false;
      }
      if (!found.equals(ByteBuffer.wrap(headerBytes))) {
        throw new WriteMismatchException(
            path.toString(),
            left
                + " is of another array: "
                + difference(left, headerBytes)
                + "; write the same, or delete it to begin anew");
      }
    }
    number = noted.get();
    return true;
  }

  /// Describes how the header of a leftover file differs from the given header.
  private static String difference(Path left, byte[] headerBytes) throws IOException {
    NpyHeader here = NpyHeaderCodec.readBack(headerBytes);
    NpyHeader there;
    try (InputStream in = Files.newInputStream(left)) {
      HeaderLimits any = new HeaderLimits(Integer.MAX_VALUE);
      there = NpyHeaderCodec.readAny(in, left.toString(), any);
    }
    StringJoiner all = new StringJoiner(", and ");
    compare(all, "dtype", there.dtype().descr(), here.dtype().descr());
    compare(all, "shape", there.shape(), here.shape());
    compare(all, "order", there.order(), here.order());
    compare(all, "version of the format", there.version(), here.version());
    return all.toString();
  }

  private static void compare(StringJoiner all, String what, Object there, Object here) {
    if (!there.equals(here)) {
      all.add("the %s is %s there, and %s now".formatted(what, there, here));
    }
  }

  /// Whether the process was killed after giving the file its final name and before removing the
  /// working name.
  private boolean isPublished(Path left) throws IOException {
    return Files.exists(target) && Files.isSameFile(left, target);
  }

  /// Creates the file with its header and its size, and begins its record.
  private void create(byte[] headerBytes, long size) throws IOException {
    requireFreeSpace(size);
    FileAttribute<?>[] rights =
        working().getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(
                  EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
            }
            : new FileAttribute<?>[0];
    try (FileChannel channel =
        FileChannel.open(
            working(), Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), rights)) {
      Channels.write(channel, ByteBuffer.wrap(headerBytes), 0);
      DiskSpace.leaveUnreserved(channel, size);
      Disk.force(channel, path);
    }
    record.begin(number);
  }

  /// Reserves the disk space of the whole file.
  ///
  /// @return false if the space cannot be reserved for another reason than lack of space, for
  ///   instance because the file system or this JVM does not support it
  /// @throws IOException if there is not enough space
  boolean reserve() throws IOException {
    long size = Files.size(working());
    int errno;
    do {
      errno = Posix.fallocate(working(), 0, size);
    } while (errno == Posix.EINTR);
    if (errno == Posix.ENOSPC || errno == Posix.EDQUOT || errno == Posix.EFBIG) {
      throw new IOException(
          path + ": its " + size + " bytes cannot be reserved: " + new SystemError(errno).text());
    }
    return errno == 0;
  }

  private void requireFreeSpace(long size) throws IOException {
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

  /// Returns the path of the file while it is being written.
  Path working() {
    return beside(target, WRITING + number);
  }

  /// Returns the boxes that are on the disk.
  List<Box> written() {
    return record.boxes();
  }

  /// Records boxes that are on the disk.
  void note(List<Box> boxes) throws IOException {
    record.add(boxes);
  }

  /// Gives the file its permissions and its final name, and deletes the record; all elements must
  /// be on the disk.
  void publish() throws IOException {
    try {
      NpyFile.publish(working(), target, options);
    } catch (FileAlreadyExistsException e) {
      throw exists(path);
    }
    try {
      record.delete();
    } catch (IOException e) {
      // The array is published nevertheless, and the next write to this path removes the record.
      System.getLogger("io.ndmap.mpi").log(System.Logger.Level.WARNING, "Not deleted", e);
    }
  }

  /// Ends a write that has failed, and releases the lock.
  ///
  /// @param keeping whether the file and its record stay, so that a later write can resume
  /// @param reason the failure, to which exceptions of this method are added as suppressed ones
  void giveUp(boolean keeping, Throwable reason) {
    try (record) {
      if (!keeping) {
        Files.deleteIfExists(working());
        record.delete();
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /// Releases the lock, and leaves the files.
  @Override
  public void close() {
    record.close();
  }
}
