package io.ndmap.reduce;

import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// The accumulator of a reduction. A [FoldInput] or [MaskedFoldInput] passes elements to a fold in
/// an order that depends only on the layout; the folds of parts are merged in a tree that depends
/// only on the number of parts.
public abstract class Fold {

  /// A fold that computes the product of real numbers in double precision or more.
  public interface Product {

    /// The product, 1 if empty.
    double product();
  }

  /// A fold that computes the sum and the mean of real numbers in double precision or more.
  public interface Summed {

    double sum();

    /// The mean, NaN if empty.
    double mean();
  }

  private boolean isPlain;

  /// Sets whether the following elements are in memory that can fault. Only plain loops may run
  /// over such memory.
  final void setPlain(boolean plain) {
    isPlain = plain;
  }

  /// Whether only plain loops may run.
  final boolean isPlain() {
    return isPlain;
  }

  /// Accumulates the next elements. They are contiguous and in memory that no arena can close
  /// (*unscoped*). They are little-endian unless [#takesBigEndian] returns true.
  ///
  /// @param at byte offset of the first element
  /// @param count a multiple of [FoldInput#UNIT], at most 65536; or any smaller number, if
  ///   [FoldInput#end] passes the elements: the last ones, those before a gap in the indices, and
  ///   those before a change to another fold. The memory after the elements is then padded with
  ///   zeros to a multiple of eight elements, which the count does not include
  /// @param scratch [FoldInput#SCRATCH_BYTES] bytes of unscoped scratch memory
  abstract void take(MemorySegment memory, long at, int count, MemorySegment scratch);

  /// Returns whether the result does not depend on the division of the elements into parts.
  boolean isExact() {
    return false;
  }

  /// Returns whether [#take] accepts big-endian elements.
  boolean takesBigEndian() {
    return false;
  }

  /// Returns whether further elements cannot change the result.
  boolean isDecided() {
    return false;
  }

  /// Merges the fold of the elements that follow those of this fold.
  abstract void merge(Fold later);

  /// Resets this fold to the empty state. Folds that are used only for whole arrays do not support
  /// this method.
  void clear() {
    throw new AssertionError("this fold serves once");
  }

  /// Stores the result of a reduction as an element.
  ///
  /// @param offset byte offset of an element of the reduction's dtype
  void store(Reduction op, Items target, long offset) {
    throw new AssertionError("statistics are not a reduction");
  }
}
