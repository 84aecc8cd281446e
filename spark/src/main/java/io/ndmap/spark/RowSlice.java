package io.ndmap.spark;

import java.io.Serializable;
import java.util.List;

/// Rows of one array, or of several arrays as columns, that a task reads.
///
/// @param path the file as a Hadoop URI; for several arrays, their archive or folder
/// @param member the name of the array in an archive, or an empty string for a `.npy` file
/// @param column the name of the column if the array is one of several columns, otherwise an empty
///   string
/// @param start the index of the first row
/// @param end the index after the last row
/// @param length the length of the file in bytes when the driver read its header
/// @param modified the time of the file's last modification at that moment, in milliseconds since
///   1970
/// @param number the inode of the file, or 0
/// @param parts the same rows of each array that is a column; empty for a single array
record RowSlice(
    String path,
    String member,
    String column,
    long start,
    long end,
    long length,
    long modified,
    long number,
    List<RowSlice> parts)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  boolean isOfSameArray(RowSlice other) {
    return path.equals(other.path) && member.equals(other.member);
  }

  long rows() {
    return end - start;
  }
}
