package io.ndmap.reduce;

import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// The accumulator of a reduction. A [FoldInput] hands it elements in an order that the layout
/// alone determines; folds of parts are merged in a fixed tree.
public abstract class Fold {

  /// A fold that computes the product of real numbers in double precision.
  public interface Product {

    /// The product, 1 if empty.
    double product();
  }

  /// A fold that computes the sum and the mean of real numbers in double precision.
  public interface Summed {

    double sum();

    /// The mean, NaN if empty.
    double mean();
  }

  private boolean isPlain;

  /// Sets whether the following elements are in memory that can fault, over which only plain loops
  /// may run.
  final void setPlain(boolean plain) {
    isPlain = plain;
  }

  /// Whether only plain loops may run.
  final boolean isPlain() {
    return isPlain;
  }

  /// Takes the next elements, contiguous, little-endian unless it [#takesBigEndian], in unscoped
  /// memory.
  ///
  /// @param at byte offset of the first
  /// @param count a multiple of [FoldInput#UNIT], at most 65536. Only the last calls, and those
  ///   before a jump of the indices, may pass other counts: first a multiple of eight, then fewer
  ///   than eight elements, which zeros follow up to eight
  /// @param scratch scratch memory of [FoldInput#SCRATCH_BYTES] bytes, unscoped, too
  abstract void take(MemorySegment memory, long at, int count, MemorySegment scratch);

  /// Whether the result does not depend on the division of the elements into parts.
  boolean isExact() {
    return false;
  }

  /// Whether it takes big-endian elements without byte-swapping.
  boolean takesBigEndian() {
    return false;
  }

  /// Whether the result is known whatever elements follow.
  boolean isDecided() {
    return false;
  }

  /// Merges the fold of the elements that follow.
  abstract void merge(Fold later);

  /// Makes it empty. Folds that are used only for whole arrays do not implement it.
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
