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
/// @param array the path that the array has once it is published ("its own name")
/// @param working the name of the array during the fill; not used if the fill is *visible*, which
///   means that the array has its own name from the beginning
/// @param ledger the ledger, with the state of each chunk
/// @param reasons the reasons of abandoned chunks
/// @param lock the lock file of the mutex
/// @param newArray the array's temporary name during its creation
/// @param newLedger the ledger's temporary name during its creation
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

  /// The maximum length in bytes of a file name on common file systems.
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

  /// Requires that the names of all files of the fill are short enough.
  ///
  /// @throws IllegalArgumentException if a name would have more than 255 bytes
  public void requireShortName() {
    requireShortName(array, LONGEST_SUFFIX);
  }

  /// Returns whether the names of all files are short enough.
  public boolean hasShortName() {
    return bytes(array) <= MAX_NAME_BYTES - LONGEST_SUFFIX.length();
  }

  /// Requires that the array's name with a suffix is short enough.
  ///
  /// @throws IllegalArgumentException if the name with the suffix would have more than 255 bytes
  public static void requireShortName(Path array, String longestSuffix) {
    int most = MAX_NAME_BYTES - longestSuffix.length();
    if (bytes(array) > most) {
      throw new IllegalArgumentException(
          ("%s: the name has %s bytes; for a fill it may have at most %s, because the names of "
                  + "the fill's other files are longer, and no name may exceed %s bytes")
              .formatted(array, bytes(array), most, MAX_NAME_BYTES));
    }
  }

  /// Returns whether the directory of these files exists.
  public boolean hasDirectory() {
    return Files.isDirectory(array.resolveSibling("."));
  }

  private static int bytes(Path array) {
    return String.valueOf(array.getFileName()).getBytes(UTF_8).length;
  }

  private static Path beside(Path array, String suffix) {
    return array.resolveSibling(array.getFileName() + suffix);
  }

  /// Returns the key of a file: its device and inode. While a file is open or mapped, no other file
  /// has its key, not even a file that has replaced it under the same name.
  ///
  /// @return the key, or null if there is no such file
  /// @throws FillException if the file system has no inode numbers
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

  /// Returns the inode number of a file.
  ///
  /// @return the number, or -1 if there is no such file
  public static long inode(Path path) throws IOException {
    return key(path) == null ? -1 : (long) Files.getAttribute(path, "unix:ino");
  }

  /// Returns the current name of the array of a fill: the working name, or the array's own name.
  ///
  /// @param inode the inode number of the array
  /// @return the name, or empty if the array has neither name
  public Optional<Path> named(long inode) throws IOException {
    return inode(working) == inode
        ? Optional.of(working)
        : inode(array) == inode ? Optional.of(array) : Optional.empty();
  }

  /// Requires open-file-description locks, on which fills rely.
  ///
  /// @throws FillException if this JVM or system does not support the locks (the file system is not
  ///   tested); the message states the reason and, if there is one, a remedy
  public void requireLocks() {
    OpenFile.obstacle()
        .ifPresent(
            obstacle -> {
              throw new FillException(
                  array + ": this process cannot use the locks of a fill: " + obstacle);
            });
  }

  /// Returns the name of the array during the fill.
  public Path data(boolean visible) {
    return visible ? array : working;
  }

  /// Forces the directory to the disk, so that the names of the files survive a crash of the
  /// system.
  ///
  /// @param promised whether to throw if the directory cannot be forced: true for a durable fill
  /// @throws IOException if `promised` is true and the directory cannot be forced
  public void forceNames(boolean promised) throws IOException {
    if (promised) {
      Directories.forceParent(array);
    } else {
      Directories.tryForceParent(array);
    }
  }

  /// Links a file to an additional name, which must be free.
  ///
  /// @throws FileAlreadyExistsException if the name is taken
  /// @throws FillException if the file system has no hard links, or refuses the link for another
  ///   reason than permission or a missing file
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
          ("cannot get its name by a hard link (%s); fills name their array by one. The file "
                  + "system is %s: if it has no hard links (vfat, exFAT), fill on ext4, xfs, btrfs "
                  + "or tmpfs, and copy the array")
              .formatted(e.getMessage(), Files.getFileStore(file).type()),
          e);
    }
  }

  /// Removes the files of an aborted fill except the lock file and a visible array. The caller must
  /// own the mutex.
  ///
  /// @param header the header of the ledger. It has the array's inode: a file with the working name
  ///   but another inode is not removed
  public void removeFill(LedgerHeader header) throws IOException {
    if (!header.visible() && inode(working) == header.inode()) {
      Files.delete(working);
    }
    Files.deleteIfExists(ledger);
    Files.deleteIfExists(reasons);
    removeLeftovers();
  }

  /// Removes the files that killed creators have left. The caller must own the mutex.
  public void removeLeftovers() throws IOException {
    removeWithTemporaries(newArray);
    Files.deleteIfExists(newLedger);
  }

  /// Removes a file, and the temporary files of processes that were killed while creating it.
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
