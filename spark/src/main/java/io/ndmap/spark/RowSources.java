package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/// Opens arrays: by mapping if the path is local, otherwise through Hadoop.
final class RowSources {

  private RowSources() {}

  static boolean isLocal(org.apache.hadoop.fs.Path path) {
    String scheme = path.toUri().getScheme();
    return scheme == null || scheme.equals("file");
  }

  static Path local(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  /// The name of an array in messages.
  ///
  /// @param member the array's name in an archive, or an empty string
  static String name(org.apache.hadoop.fs.Path path, String member) {
    String file = isLocal(path) ? path.toUri().getPath() : path.toString();
    return member.isEmpty() ? file : file + "::" + member;
  }

  static RowSource open(RowSlice slice, Configuration hadoop, int axis) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(slice.path());
    String member = slice.member();
    if (!member.isEmpty()) {
      requireMappable(path, member);
    }
    if (!isLocal(path)) {
      return RangedRows.open(path.getFileSystem(hadoop).getFileStatus(path), hadoop, axis);
    }
    return member.isEmpty()
        ? MappedRows.open(local(path), axis)
        : MappedRows.open(local(path), member, axis);
  }

  /// Requires that an archive is in a file system in which it can be mapped.
  static void requireMappable(org.apache.hadoop.fs.Path path, String member) {
    if (!isLocal(path)) {
      throw new NpySourceException(
          name(path, member)
              + ": members of archives are read from local and shared file systems only; extract"
              + " them (ndmap npz extract)");
    }
  }
}
