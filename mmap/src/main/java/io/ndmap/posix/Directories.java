package io.ndmap.posix;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// Links and renames files atomically, and forces file names to the disk.
public final class Directories {

  private Directories() {}

  /// Publishes a file under a name that must be free, in one step.
  ///
  /// The new name is a hard link. On file systems without hard links, the file is renamed by
  /// `renameat2` with `RENAME_NOREPLACE`, which Linux also supports for vfat and exFAT. So the old
  /// name remains on file systems with hard links, and is gone on others.
  ///
  /// @param target the name, in the same directory
  /// @throws FileAlreadyExistsException if the name is taken by another file, even by a dangling
  ///   link
  /// @throws FileSystemException if the file cannot be published in one step; the exception's
  ///   reason states what the file system or the JVM lacks
  public static void publish(Path working, Path target) throws IOException {
    try {
      Files.createLink(target, working);
    } catch (FileAlreadyExistsException e) {
      // Also reported if an NFS server created the link but its reply was lost (link(2), BUGS).
      if (!Files.exists(target) || !Files.isSameFile(working, target)) {
        throw e;
      }
    } catch (NoSuchFileException | AccessDeniedException e) {
      throw e;
    } catch (FileSystemException noLink) {
      rename(working, target, noLink);
    }
  }

  private static void rename(Path working, Path target, FileSystemException noLink)
      throws FileSystemException {
    int errno = Posix.renameNoReplace(working, target);
    switch (errno) {
      case 0 -> {}
      case Posix.EEXIST -> throw new FileAlreadyExistsException(target.toString());
      default -> {
        FileSystemException e =
            new FileSystemException(
                target.toString(),
                null,
                "cannot be named in one step: its file system makes no hard link ("
                    + noLink.getReason()
                    + "), and renameat2 with RENAME_NOREPLACE "
                    + (Posix.isEnabled()
                        ? "fails (" + new SystemError(errno).text() + ")"
                        : "needs native access, by " + Posix.flag()));
        var _ = e.initCause(noLink);
        throw e;
      }
    }
  }

  /// Checks that [#publish] works in a file's directory, by publishing and removing an empty file
  /// there. If the process is killed meanwhile, empty files may be left: `.ndmap-<random>.tmp` and
  /// `.ndmap-<random>.tmp.tmp`.
  ///
  /// @param file a file in the directory; it need not exist
  /// @throws FileSystemException if publishing does not work there; the exception names `file`
  public static void requirePublishing(Path file) throws IOException {
    Path directory =
        Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's directory");
    try {
      Path probe = Files.createTempFile(directory, ".ndmap-", ".tmp");
      Path name = probe.resolveSibling(probe.getFileName() + ".tmp");
      try {
        publish(probe, name);
        Files.delete(name);
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (FileSystemException e) {
      throw naming(file, e);
    }
  }

  /// Returns an exception that names the file known to the caller, with the given exception as its
  /// cause. The type stays [NoSuchFileException] (reported as a missing directory) or
  /// [AccessDeniedException]; all other types become [FileSystemException].
  public static FileSystemException naming(Path file, FileSystemException e) {
    String name = file.toString();
    FileSystemException named =
        switch (e) {
          case NoSuchFileException _ -> new NoSuchFileException(name, null, "no such directory");
          case AccessDeniedException _ -> new AccessDeniedException(name, null, e.getReason());
          default ->
              new FileSystemException(
                  name, null, Objects.requireNonNullElseGet(e.getReason(), e::toString));
        };
    var _ = named.initCause(e);
    return named;
  }

  /// Forces the directory of a file to the disk, so that the names in it survive a system crash.
  /// The interrupt status of the thread is kept.
  public static void forceParent(Path file) throws IOException {
    Path directory =
        Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's directory");
    try {
      Interrupts.deferred(
          () -> {
            // In Java, only channels can open directories.
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
              channel.force(true);
            }
          });
    } catch (IOException e) {
      throw new IOException(
          ("%s: the directory could not be forced to the disk, so its names may not outlast a "
                  + "crash: %s")
              .formatted(directory, e),
          e);
    }
  }

  /// Forces the directory of a file to the disk if possible: some network file systems and Windows
  /// cannot force directories.
  public static void tryForceParent(Path file) {
    try {
      forceParent(file);
    } catch (IOException e) {
      System.getLogger(Posix.LOGGER).log(Level.DEBUG, "Names may not outlast a crash", e);
    }
  }
}
