package io.ndmap.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;

/// Distinguishes a file from one that another job has put in its place.
///
/// @param length bytes
/// @param modified when it was changed, in milliseconds since 1970
/// @param number the inode, which on network file systems mostly is the same for all machines; 0
///   where files have none
record FileVersion(long length, long modified, long number) {

  /// The version of a file of Hadoop. Object stores report the time in seconds when they are asked
  /// about one object, and some in milliseconds when they list many.
  static FileVersion of(FileStatus status) {
    long seconds = TimeUnit.MILLISECONDS.toSeconds(status.getModificationTime());
    return new FileVersion(status.getLen(), TimeUnit.SECONDS.toMillis(seconds), 0);
  }

  static FileVersion of(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileVersion(now.size(), now.lastModifiedTime().toMillis(), 0);
    }
    Map<String, Object> now = Files.readAttributes(file, "unix:ino,size,lastModifiedTime");
    return new FileVersion(
        (long) now.getOrDefault("size", 0L),
        ((FileTime) now.getOrDefault("lastModifiedTime", FileTime.fromMillis(0))).toMillis(),
        (long) now.getOrDefault("ino", 0L));
  }

  /// Whether the file that was there then is there now. Others may be writing into it, or append to
  /// it. File systems give the number of a deleted file to new ones: after two replacements an
  /// older file's may be that of the newest.
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
