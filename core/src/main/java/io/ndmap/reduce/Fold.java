package io.ndmap.reduce;

import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// The state of a reduction. A [Feed] hands over items, in an order that the layout alone decides;
/// partial folds are merged in a fixed tree.
public abstract class Fold {

  private boolean isPlain;

  /// Says whether the items that follow are in memory that can fault, over which only plain loops
  /// may run.
  final void setPlain(boolean plain) {
    isPlain = plain;
  }

  /// Whether only plain loops may run.
  final boolean isPlain() {
    return isPlain;
  }

  /// Takes the next items, contiguous, little-endian unless it [#takesBigEndian], in memory that
  /// belongs to no arena.
  ///
  /// @param at byte offset of the first
  /// @param count how many: a multiple of [Feed#UNIT] of at most 65536, or the last ones; behind
  ///   them there are zeros up to a multiple of eight items
  /// @param room for what is computed, of [Feed#ROOM] bytes; belongs to no arena, too
  abstract void take(MemorySegment memory, long at, int count, MemorySegment room);

  /// Whether items come as they are and not turned, where they are big-endian.
  boolean takesBigEndian() {
    return false;
  }

  /// Whether its loops have as many lines of memory under way as the processor can, so that nothing
  /// is gained by [io.ndmap.memory.CacheLines].
  boolean isQuick() {
    return false;
  }

  /// Whether no more items need come.
  boolean isDecided() {
    return false;
  }

  /// Takes in what another fold knows of the items that follow.
  abstract void merge(Fold later);

  /// Forgets all. Folds of whole arrays alone need not.
  void clear() {
    throw new AssertionError("this fold serves once");
  }

  /// Stores the result of a reduction as an item.
  ///
  /// @param offset byte offset of an item of the reduction's dtype
  void store(Reduction op, Items target, long offset) {
    throw new AssertionError("statistics are no reduction");
  }
}
