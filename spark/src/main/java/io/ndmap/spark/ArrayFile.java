package io.ndmap.spark;

import io.ndmap.npy.NpyHeader;
import io.ndmap.spark.column.TypeMapping;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/// An array that is read, as the driver found it, or several of one length side by side, each of
/// which is a column.
///
/// @param path the file; of several arrays their archive or folder
/// @param member the name in an archive, or empty
/// @param column what the array is called as a column beside others, or empty
/// @param array its rows; of several arrays those of the first
/// @param isSplittable whether tasks can begin in the middle: not where it has to be inflated
/// @param version what the file was then
/// @param parts the arrays that are columns, or none if this is one array
record ArrayFile(
    Path path,
    String member,
    String column,
    ArrayRows array,
    boolean isSplittable,
    FileVersion version,
    List<ArrayFile> parts) {

  /// One array.
  ArrayFile(Path path, String member, ArrayRows array, boolean isSplittable, FileVersion version) {
    this(path, member, "", array, isSplittable, version, List.of());
  }

  /// Arrays of one length side by side.
  ///
  /// @param path their archive or folder
  static ArrayFile ofColumns(Path path, List<ArrayFile> parts) {
    ArrayFile first = parts.getFirst();
    return new ArrayFile(path, "", "", first.array, true, first.version, parts);
  }

  ArrayFile asColumn(String name) {
    return new ArrayFile(path, member, name, array, isSplittable, version, parts);
  }

  /// The same with those columns only that a query needs.
  ArrayFile of(StructType columns) {
    List<ArrayFile> asked =
        parts.stream().filter(part -> columns.getFieldIndex(part.column).isDefined()).toList();
    boolean isSplit = isSplittable && asked.stream().allMatch(ArrayFile::isSplittable);
    return new ArrayFile(path, member, column, array, isSplit, version, asked);
  }

  String name() {
    return RowSources.name(path, member);
  }

  NpyHeader header() {
    return array.header();
  }

  /// The columns of a row, without index.
  List<StructField> columns(TypeMapping types) {
    return parts.isEmpty()
        ? types.columns(name(), header().dtype(), array.rowAxes())
        : parts.stream()
            .map(
                part ->
                    types.column(
                        part.name(), part.column, part.header().dtype(), part.array.rowAxes()))
            .toList();
  }

  long rowBytes() {
    return parts.isEmpty()
        ? array.rowBytes()
        : parts.stream().mapToLong(ArrayFile::rowBytes).reduce(0, Math::addExact);
  }

  /// Bytes of those columns of a row that are asked for.
  long bytesOf(StructType columns) {
    return parts.isEmpty() ? array.bytesOf(columns) : rowBytes();
  }

  RowSlice slice(long start, long end) {
    return new RowSlice(
        path.toString(),
        member,
        column,
        start,
        end,
        version.length(),
        version.modified(),
        version.number(),
        parts.stream().map(part -> part.slice(start, end)).toList());
  }
}
