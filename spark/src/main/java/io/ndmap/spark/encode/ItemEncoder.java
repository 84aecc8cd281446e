package io.ndmap.spark.encode;

import java.lang.foreign.MemorySegment;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/// Stores a value of Spark as an element of an array.
public interface ItemEncoder {

  /// Stores a value.
  ///
  /// @param values a row or an array
  /// @param at which of its values, not null
  /// @param memory takes the element
  /// @param offset where
  /// @throws ArithmeticException if the element cannot hold the value exactly
  /// @throws IllegalArgumentException the same, for text, bytes and arrays
  void put(SpecializedGetters values, int at, MemorySegment memory, long offset);
}
