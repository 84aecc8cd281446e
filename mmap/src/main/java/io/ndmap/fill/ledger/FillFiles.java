package io.ndmap.fill.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.npy.FillException;
import io.ndmap.posix.Directories;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files of a fill, all in the array's directory.
///
/// @param array the array's own name
/// @param working its name while it is filled
/// @param ledger the state of each chunk
/// @param reasons why chunks were given up
/// @param lock the locks
/// @param newArray the array while it is created
/// @param newLedger the ledger while it is created
/// @param parts the partition of a static fill
public record FillFiles(
    Path array,
    Path working,
    Path ledger,
    Path reasons,
    Path lock,
    Path newArray,
    Path newLedger,
    Path parts) {

  /// The most bytes of a name that file systems take.
  private static final int MAX_NAME_BYTES = 255;

  private static final String LONGEST_SUFFIX = ".filling.tmp";

  public static FillFiles of(Path array) {
    if (array.getFileName() == null) {
      throw new IllegalArgumentException("'" + array + "' names no file");
    }
    return new FillFiles(
        array,
        beside(array, ".filling"),
        beside(array, ".claims"),
        beside(array, ".reasons"),
        beside(array, ".lock"),
        beside(array, LONGEST_SUFFIX),
        beside(array, ".claims.tmp"),
        beside(array, ".parts"));
  }

  /// Refuses a name that leaves no room for those of the other files.
  ///
  /// @throws IllegalArgumentException if it is too long
  public void requireRoom() {
    requireRoom(array, LONGEST_SUFFIX);
  }

  /// Whether there may be other files of such names.
  public boolean hasRoom() {
    return bytes(array) <= MAX_NAME_BYTES - LONGEST_SUFFIX.length();
  }

  /// Refuses a name that leaves no room for a longer one.
  ///
  /// @throws IllegalArgumentException if it is too long
  public static void requireRoom(Path array, String longestSuffix) {
    int most = MAX_NAME_BYTES - longestSuffix.length();
    if (bytes(array) > most) {
      throw new IllegalArgumentException(
          ("%s: its name has %s bytes; that of an array that is filled has at most %s, as "
                  + "those of its other files are longer, and no name has more than %s")
              .formatted(array, bytes(array), most, MAX_NAME_BYTES));
    }
  }

  /// Whether the directory of all of them exists.
  public boolean hasDirectory() {
    return Files.isDirectory(array.resolveSibling("."));
  }

  private static int bytes(Path array) {
    return String.valueOf(array.getFileName()).getBytes(UTF_8).length;
  }

  private static Path beside(Path array, String suffix) {
    return array.resolveSibling(array.getFileName() + suffix);
  }

  /// What tells files apart that have had the same name.
  ///
  /// @return null if there is no such file
  static @Nullable Object key(Path path) throws IOException {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      if (key == null) {
        throw new FillException(
            path + ": its file system does not tell files apart (no inodes), which fills rely on");
      }
      return key;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /// The number of a file in its file system.
  ///
  /// @return -1 if there is no such file
  public static long inode(Path path) throws IOException {
    return key(path) == null ? -1 : (long) Files.getAttribute(path, "unix:ino");
  }

  /// The name that the array of a fill has: the working name, or its own.
  ///
  /// @param inode of the array
  /// @return the name, or nothing if neither is that file's
  public Optional<Path> named(long inode) throws IOException {
    return inode(working) == inode
        ? Optional.of(working)
        : inode(array) == inode ? Optional.of(array) : Optional.empty();
  }

  /// Refuses where there are no locks of open file descriptions, on which all relies.
  ///
  /// @throws FillException if there are none, saying why and what to do
  public void requireLocks() {
    OpenFile.obstacle()
        .ifPresent(
            obstacle -> {
              throw new FillException(array + ": cannot take part in its fill: " + obstacle);
            });
  }

  /// The name under which the array is filled.
  public Path data(boolean visible) {
    return visible ? array : working;
  }

  /// Makes the names outlast a crash of the system.
  ///
  /// @param promised whether that is a promise (of a durable fill), and not only good to have
  /// @throws IOException if it is one and cannot be kept
  public void forceNames(boolean promised) throws IOException {
    if (promised) {
      Directories.forceParent(array);
    } else {
      Directories.tryForceParent(array);
    }
  }

  /// Gives a file one more name, which must be free.
  ///
  /// @throws FileAlreadyExistsException if it is not
  /// @throws FillException if the file system has no hard links
  public static void link(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          name.toString(), null, "exists, and did not when the fill was begun");
    } catch (AccessDeniedException | NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      throw new FillException(
          name.toString(),
          ("cannot be named by a hard link, which fills need to name their array in one step; "
                  + "its file system is %s. Where that has none (vfat, exFAT), fill on ext4, xfs, "
                  + "btrfs or tmpfs, and copy the array: %s")
              .formatted(Files.getFileStore(file).type(), e.getMessage()),
          e);
    }
  }

  /// Removes what belongs to a fill that was given up, but for the lock file; under the mutex.
  ///
  /// @param header of the fill; another file with the working name is not its own to remove
  public void removeFill(LedgerHeader header) throws IOException {
    if (!header.visible() && inode(working) == header.inode()) {
      Files.delete(working);
    }
    Files.deleteIfExists(ledger);
    Files.deleteIfExists(reasons);
    removeLeftovers();
  }

  /// Removes what killed creators have left, under the mutex.
  public void removeLeftovers() throws IOException {
    removeWithTemporaries(newArray);
    Files.deleteIfExists(newLedger);
  }

  /// Removes a file, and the temporary ones of processes that were killed while creating it.
  public static void removeWithTemporaries(Path file) throws IOException {
    String stem = "." + file.getFileName() + ".";
    DirectoryStream.Filter<Path> theirs =
        path -> {
          String name = String.valueOf(path.getFileName());
          return name.startsWith(stem) && name.endsWith(".tmp");
        };
    try (DirectoryStream<Path> leftovers =
        Files.newDirectoryStream(file.toAbsolutePath().getParent(), theirs)) {
      for (Path leftover : leftovers) {
        Files.deleteIfExists(leftover);
      }
    }
    Files.deleteIfExists(file);
  }
}
