package io.ndmap.benchmarks.contest;

import java.io.IOException;

/// A program or library that runs the operations of the table's rows.
///
/// Operations on a cold file read one of several sets of scattered rows. Consecutive runs read
/// different sets, so that no run finds its rows in a cache because an earlier run has read them.
/// Other operations ignore the set.
public interface Contender extends AutoCloseable {

  /// Returns the name of the contender in results.
  ///
  /// @return one of `ndmap`, `numpy`, `c`, `ffm`, `mpi4py`, `memmap`, or the name of a variant of
  ///   ndmap
  String name();

  /// Returns whether the contender takes part in a row.
  ///
  /// @param operation the name of the row
  /// @return whether the operation can be checked and run
  /// @throws IOException if a child process does not answer
  boolean knows(String operation) throws IOException;

  /// Runs the operation once and returns its result.
  ///
  /// @param operation the name of the row
  /// @param set the index of the set of rows
  /// @return the result
  /// @throws IOException if a file cannot be read, or a child process does not answer
  Outcome check(String operation, int set) throws IOException;

  /// A check that has begun.
  interface Check {

    /// Ends the check.
    ///
    /// @return the result
    /// @throws IOException if a child process does not answer
    Outcome outcome() throws IOException;
  }

  /// Begins a check. Child processes compute their results in parallel. Contenders in this process
  /// compute their results when [Check#outcome] is called, because they share a target.
  ///
  /// @param operation the name of a row in which this contender takes part
  /// @param set the index of the set of rows
  /// @return the check, which must be completed before any other request to this contender
  /// @throws IOException if a child process cannot be reached
  default Check begin(String operation, int set) throws IOException {
    return () -> check(operation, set);
  }

  /// Runs the operation and measures its time.
  ///
  /// @param operation the name of the row
  /// @param set the index of the set of rows
  /// @param repeats the number of runs
  /// @param clock the kind of time to measure
  /// @return the nanoseconds of all runs together
  /// @throws IOException if a file cannot be read, or a child process does not answer
  long run(String operation, int set, int repeats, Clock clock) throws IOException;

  /// Ends the processes that the contender has started.
  @Override
  void close();
}
