package io.ndmap.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/// What tells a file from the one that another job has put in its place: all machines see the same
/// of these two, which cannot be said of the numbers of files.
///
/// @param length bytes
/// @param modified when it was changed, in milliseconds since 1970
record FileVersion(long length, long modified) {

  static FileVersion of(FileStatus status) {
    return new FileVersion(status.getLen(), status.getModificationTime());
  }

  static FileVersion of(Path path, Configuration hadoop) throws IOException {
    if (RowSources.isLocal(path)) {
      BasicFileAttributes now =
          Files.readAttributes(RowSources.local(path), BasicFileAttributes.class);
      return new FileVersion(now.size(), now.lastModifiedTime().toMillis());
    }
    return of(path.getFileSystem(hadoop).getFileStatus(path));
  }

  /// Whether what was there then is there now: the file is the same, or longer, as one is that
  /// others append to.
  boolean isIn(FileVersion now) {
    return equals(now) || now.length > length;
  }

  @Override
  public String toString() {
    return length + " bytes of " + Instant.ofEpochMilli(modified);
  }
}
