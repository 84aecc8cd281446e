package io.ndmap.spark;

import io.ndmap.npy.NpyHeader;
import io.ndmap.spark.column.TypeMapping;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/// The driver's description of an array to read, or of several arrays of the same length that are
/// read as columns.
///
/// @param path the file; for several arrays, their archive or folder
/// @param member the array's name in an archive, or an empty string
/// @param column the name of the column if the array is one of several columns, otherwise an empty
///   string
/// @param array the rows of the array; for several arrays, the rows of the first one
/// @param isSplittable whether a task can start in the middle of the array; false for compressed
///   members, which must be inflated from the start
/// @param version the version of the file when the driver read its header
/// @param parts the arrays that are columns; empty for a single array
record ArrayFile(
    Path path,
    String member,
    String column,
    ArrayRows array,
    boolean isSplittable,
    FileVersion version,
    List<ArrayFile> parts) {

  /// A single array.
  ArrayFile(Path path, String member, ArrayRows array, boolean isSplittable, FileVersion version) {
    this(path, member, "", array, isSplittable, version, List.of());
  }

  /// Several arrays of the same length as columns.
  ///
  /// @param path the archive or folder of the arrays
  static ArrayFile ofColumns(Path path, List<ArrayFile> parts) {
    ArrayFile first = parts.getFirst();
    return new ArrayFile(path, "", "", first.array, true, first.version, parts);
  }

  ArrayFile asColumn(String name) {
    return new ArrayFile(path, member, name, array, isSplittable, version, parts);
  }

  /// Returns the file with only the arrays that a query needs as columns.
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

  /// The columns of a row, without the index.
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

  /// The number of bytes of the requested columns of a row.
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
