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

/// Identifies the version of a file, to detect that another job has replaced it.
///
/// @param length the length in bytes
/// @param modified the time of the last modification, in milliseconds since 1970
/// @param number the inode, which on network file systems is usually the same on all machines; 0 if
///   the file has none
record FileVersion(long length, long modified, long number) {

  /// The version of a Hadoop file. The time is truncated to seconds: object stores report seconds
  /// for a single object, but some report milliseconds in listings.
  static FileVersion of(FileStatus status) {
    long seconds = TimeUnit.MILLISECONDS.toSeconds(status.getModificationTime());
    return new FileVersion(status.getLen(), TimeUnit.SECONDS.toMillis(seconds), 0);
  }

  /// The current version of a file that this machine can open.
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

  /// Whether the file that now has the version `now` is still the file of this version. A file that
  /// has grown still is, as other jobs may be writing into it or appending to it; if files have no
  /// inode numbers, any longer file counts as grown. A file with the same inode counts as the same
  /// file, although file systems reuse the inodes of deleted files: after two replacements, the
  /// newest file may have the inode of the oldest.
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
