package io.ndmap.fill;

import io.ndmap.posix.Directories;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files of a fill, all in the array's directory.
///
/// @param array the array's own name
/// @param working its name while it is filled
/// @param ledger who has which chunk
/// @param reasons why chunks were given up
/// @param lock the locks
/// @param newArray the array while it is created
/// @param newLedger the ledger while it is created
record FillFiles(
    Path array, Path working, Path ledger, Path reasons, Path lock, Path newArray, Path newLedger) {

  static FillFiles of(Path array) {
    if (array.getFileName() == null) {
      throw new IllegalArgumentException("'" + array + "' names no file");
    }
    return new FillFiles(
        array,
        beside(array, ".filling"),
        beside(array, ".claims"),
        beside(array, ".reasons"),
        beside(array, ".lock"),
        beside(array, ".filling.tmp"),
        beside(array, ".claims.tmp"));
  }

  private static Path beside(Path array, String suffix) {
    return array.resolveSibling(array.getFileName() + suffix);
  }

  /// The name under which the array is filled.
  Path data(boolean visible) {
    return visible ? array : working;
  }

  /// Makes the names outlast a crash of the system.
  ///
  /// @param promised whether that is a promise (of a durable fill), and not only good to have
  /// @throws IOException if it is one and cannot be kept
  void forceNames(boolean promised) throws IOException {
    if (promised) {
      Directories.forceThatOf(array);
    } else {
      Directories.tryToForceThatOf(array);
    }
  }

  /// Removes what belongs to a fill that was given up, but for the lock file; for who holds the
  /// mutex.
  void removeFill() throws IOException {
    Files.deleteIfExists(working);
    Files.deleteIfExists(ledger);
    Files.deleteIfExists(reasons);
    removeLeftovers();
  }

  /// Removes what creators have left behind that were killed; for who holds the mutex.
  void removeLeftovers() throws IOException {
    Files.deleteIfExists(newArray);
    Files.deleteIfExists(newLedger);
    Path directory = array.toAbsolutePath().getParent();
    String stem = "." + newArray.getFileName() + ".";
    DirectoryStream.Filter<Path> theirs =
        path -> {
          String name = String.valueOf(path.getFileName());
          return name.startsWith(stem) && name.endsWith(".tmp");
        };
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(directory, theirs)) {
      for (Path leftover : leftovers) {
        Files.deleteIfExists(leftover);
      }
    }
  }
}
