package io.ndmap.external;

import io.ndmap.order.KeyColumn;
import io.ndmap.order.KeyReader;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compares single elements by their keys. For one thread.
final class ItemOrder {

  private final List<KeyColumn> columns;

  // Allocated lazily: most elements differ in their first key, so that the other readers are not
  // needed.
  private final @Nullable KeyReader[] readers;

  private final long[] keys = new long[2];

  ItemOrder(List<KeyColumn> columns) {
    this.columns = columns;
    this.readers = new KeyReader[columns.size()];
  }

  /// Compares two elements of a segment.
  ///
  /// @param at byte offset of the first element
  /// @param other byte offset of the second element
  /// @return as [java.util.Comparator#compare]
  int compare(MemorySegment memory, long at, long other) {
    int order = 0;
    for (int k = 0; k < readers.length && order == 0; k++) {
      KeyReader reader = readers[k];
      if (reader == null) {
        reader = columns.get(k).readers().get();
        readers[k] = reader;
      }
      reader.read(memory, at, 0, 1, keys, 0);
      reader.read(memory, other, 0, 1, keys, 1);
      order = Long.compare(keys[0], keys[1]);
    }
    return order;
  }
}
