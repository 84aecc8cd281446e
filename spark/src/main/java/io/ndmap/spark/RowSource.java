package io.ndmap.spark;

import io.ndmap.nd.NdView;
import java.io.IOException;

/// An open array whose rows a task reads. In its views, the axis of rows is the first one.
interface RowSource extends AutoCloseable {

  /// A view of no rows that has the dtype and the row shape of the array.
  NdView<?> noRows();

  /// The number of rows.
  long size();

  /// Returns rows as a view that is valid until the next call.
  ///
  /// @param start the index of the first row
  /// @param end the index after the last row
  /// @param last the end of the range that the task reads in order; the source may read ahead up to
  ///   this row
  /// @throws IOException if the rows cannot be read
  NdView<?> rows(long start, long end, long last) throws IOException;

  /// Whether views may be read without a copy. False for mapped files, which other processes can
  /// truncate.
  boolean isPrivate();

  /// The version of the file when it was opened, or now.
  FileVersion version() throws IOException;

  /// The name of the array in messages.
  String name();

  @Override
  void close() throws IOException;
}
