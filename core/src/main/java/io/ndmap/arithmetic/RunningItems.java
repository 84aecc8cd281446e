package io.ndmap.arithmetic;

/// Loads, adds and stores the items of cumulative sums, block by block. One object serves one
/// thread.
interface RunningItems {

  /// Takes a run of items as they are.
  ///
  /// @param at where the first begins
  /// @param stride from one to the next
  /// @param start where the first goes in here
  /// @param count how many
  void take(long at, long stride, int start, int count);

  /// Forgets what was added up.
  void clear();

  /// Replaces what was taken by the sums up to each item, which go on where the last ones ended.
  void run(int count);

  /// Adds what was taken to the sums before, side by side.
  ///
  /// @param first whether there are no sums yet
  void step(boolean first, int count);

  /// Puts the sums where they go.
  ///
  /// @param at where the first goes
  /// @param stride from one to the next
  void put(long at, long stride, int count);
}
