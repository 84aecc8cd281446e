package io.ndmap.spark;

import java.io.Serializable;
import java.util.List;

/// Rows of one array that a task reads, or of several side by side.
///
/// @param path the file, as Hadoop writes its URI; of several arrays their archive or folder
/// @param member the name of the array in an archive, or empty for a `.npy` file
/// @param column what the array is called as a column beside others, or empty
/// @param start the index of the first row
/// @param end the index behind the last
/// @param length bytes of the file, as the driver found it
/// @param modified when it was changed then, in milliseconds since 1970
/// @param number its inode, or 0
/// @param parts the same rows of the arrays that are columns, or none if this is one array
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
