package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// What is known of the items that a reduction has seen so far. Items come in runs, in an order
/// that the layout alone decides; partial folds are merged in a fixed tree.
abstract class Fold {

  /// Takes the next items.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param count how many
  abstract void run(MemorySegment segment, long at, long stride, int count);

  /// Takes all items at once: none came before and none follow.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param count how many
  void whole(MemorySegment segment, long at, long stride, int count) {
    run(segment, at, stride, count);
    end();
  }

  /// Takes in what may still be waiting for its block to become full: the last run was taken.
  abstract void end();

  /// Takes in what another fold, which has ended, knows of the items that follow.
  abstract void merge(Fold later);

  /// Forgets all.
  abstract void clear();

  /// Stores the result of a reduction as an item.
  ///
  /// @param offset byte offset of an item of the reduction's dtype
  abstract void store(Reduction op, NdView<?> target, long offset);
}
