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

/// Links and renames files atomically, and makes their names durable.
public final class Directories {

  private Directories() {}

  /// Gives a file a name that must be free, in one step: the name never leads to anything else.
  ///
  /// It is a hard link, or, where the file system has none, a renaming that replaces nothing
  /// (`renameat2` with `RENAME_NOREPLACE`, which Linux has for vfat and exFAT too). So the file may
  /// have its old name afterwards or not.
  ///
  /// @param target in the same directory
  /// @throws FileAlreadyExistsException if the name is taken, if only by a link that leads nowhere
  /// @throws FileSystemException if there is no way to do it in one step here: its reason says what
  ///   is missing
  public static void publish(Path working, Path target) throws IOException {
    try {
      Files.createLink(target, working);
    } catch (FileAlreadyExistsException e) {
      // An NFS server that has made the link, and was asked again as its answer was lost, says so,
      // too (link(2), BUGS).
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

  /// Makes sure that [#publish] can be done in a file's directory, by doing it there with an empty
  /// file, which is gone afterwards. A process that is killed meanwhile leaves an empty
  /// `.ndmap-<random>.tmp`.
  ///
  /// @param file in the directory; it need not exist
  /// @throws FileSystemException if it cannot; it names `file`
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

  /// The same failure, of the JDK's type for it, with the name that the caller knows.
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

  /// Forces the directory of a file, so that its names outlast a crash of the system. An interrupt
  /// of the thread stays pending.
  public static void forceParent(Path file) throws IOException {
    Path directory =
        Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's directory");
    try {
      Interrupts.deferred(
          () -> {
            // Only a channel opens directories.
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

  /// The same where nothing was promised: some network file systems and Windows cannot force
  /// directories.
  public static void tryForceParent(Path file) {
    try {
      forceParent(file);
    } catch (IOException e) {
      System.getLogger(Posix.LOGGER).log(Level.DEBUG, "Names may not outlast a crash", e);
    }
  }
}
