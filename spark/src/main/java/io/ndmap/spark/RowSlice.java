package io.ndmap.spark;

import java.io.Serializable;

/// Rows of one array that a task reads.
///
/// @param path the file, as Hadoop writes its URI
/// @param member the name of the array in an archive, or empty for a `.npy` file
/// @param start the index of the first row
/// @param end the index behind the last
/// @param length bytes of the file, as the driver found it
/// @param modified when it was changed then, in milliseconds since 1970
/// @param number its inode, or 0
record RowSlice(
    String path, String member, long start, long end, long length, long modified, long number)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  boolean isOfSameArray(RowSlice other) {
    return path.equals(other.path) && member.equals(other.member);
  }

  long rows() {
    return end - start;
  }
}
