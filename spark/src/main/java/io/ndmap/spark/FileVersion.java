package io.ndmap.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.apache.hadoop.fs.FileStatus;

/// What tells a file from the one that another job has put in its place.
///
/// @param length bytes
/// @param modified when it was changed, in milliseconds since 1970
/// @param number the inode, which on network file systems mostly is the same for all machines; 0
///   where files have none
record FileVersion(long length, long modified, long number) {

  static FileVersion of(FileStatus status) {
    return new FileVersion(status.getLen(), status.getModificationTime(), 0);
  }

  static FileVersion of(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    long number =
        file.getFileSystem().supportedFileAttributeViews().contains("unix")
            ? (Long) Files.getAttribute(file, "unix:ino")
            : 0;
    return new FileVersion(now.size(), now.lastModifiedTime().toMillis(), number);
  }

  /// Whether the file that was there then is there now. Others may be writing into it, or append to
  /// it.
  boolean isIn(FileVersion now) {
    boolean grown = number == 0 && now.length > length;
    return (number != 0 && now.number == number)
        || (now.length == length && now.modified == modified)
        || grown;
  }

  @Override
  public String toString() {
    return length + " bytes of " + Instant.ofEpochMilli(modified);
  }
}
