package io.ndmap.spark.encode;

import java.lang.foreign.MemorySegment;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/// Stores a value of Spark as an element of an array.
public interface ItemEncoder {

  /// Stores a value.
  ///
  /// @param values a row or an array with the value
  /// @param at the position of the value in `values`
  /// @param memory the memory that receives the element
  /// @param offset the offset of the element in `memory`, in bytes
  /// @throws ArithmeticException if the element cannot hold an integer or a time exactly, or a
  ///   decimal is too large; floating-point numbers are rounded
  /// @throws IllegalArgumentException if the element cannot hold a text, bytes or an array exactly,
  ///   or the value is null and not a time
  void put(SpecializedGetters values, int at, MemorySegment memory, long offset);
}
