package io.ndmap.spark;

import io.ndmap.nd.NdView;
import java.io.IOException;

/// An open array whose rows a task reads, the axis of rows being the first of its views.
interface RowSource extends AutoCloseable {

  /// An array without rows, of the dtype and row shape of all.
  NdView<?> noRows();

  /// How many rows there are.
  long size();

  /// Rows, which can be used until the next call.
  ///
  /// @param last the end of the rows that are asked for in turn: up to there may be read ahead
  /// @throws IOException if they cannot be read
  NdView<?> rows(long start, long end, long last) throws IOException;

  /// Whether a view of the rows may be read without a copy: false for memory that others can take
  /// away.
  boolean isPrivate();

  /// The file's current version.
  FileVersion version() throws IOException;

  /// The name in messages.
  String name();

  @Override
  void close() throws IOException;
}
