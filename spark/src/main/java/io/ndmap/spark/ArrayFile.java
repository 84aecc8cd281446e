package io.ndmap.spark;

import io.ndmap.npy.NpyHeader;
import org.apache.hadoop.fs.Path;

/// An array that is read, as the driver found it.
///
/// @param path the file
/// @param member the name in an archive, or empty
/// @param array its rows
/// @param isSplittable whether tasks can begin in the middle: not where it has to be inflated
/// @param version what the file was then
record ArrayFile(
    Path path, String member, ArrayRows array, boolean isSplittable, FileVersion version) {

  String name() {
    return name(path, member);
  }

  static String name(Path path, String member) {
    String file = RowSources.isLocal(path) ? path.toUri().getPath() : path.toString();
    return member.isEmpty() ? file : file + "::" + member;
  }

  NpyHeader header() {
    return array.header();
  }

  RowSlice slice(long start, long end) {
    return new RowSlice(
        path.toString(),
        member,
        start,
        end,
        version.length(),
        version.modified(),
        version.number());
  }
}
