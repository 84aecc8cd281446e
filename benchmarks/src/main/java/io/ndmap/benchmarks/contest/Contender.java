package io.ndmap.benchmarks.contest;

import java.io.IOException;

/// One who does the work of the table's rows.
///
/// Rows that read scattered rows of a cold file do so in sets, so that no run finds in a cache what
/// another has brought in; the others pay no attention to the set.
public interface Contender extends AutoCloseable {

  /// The name by which results are told.
  ///
  /// @return one of `ndmap`, `numpy`, `c`, `ffm`, or that of a variant of ndmap
  String name();

  /// Whether it takes part in a row.
  ///
  /// @param operation the name of the row
  /// @return whether it can be checked and run
  /// @throws IOException if a child process does not answer
  boolean knows(String operation) throws IOException;

  /// Does the work once and shows what came out.
  ///
  /// @param operation the name of the row
  /// @param set which of the sets of rows
  /// @return what came out
  /// @throws IOException if a file cannot be read, or a child process does not answer
  Outcome check(String operation, int set) throws IOException;

  /// A check that was begun.
  interface Check {

    /// Ends the check.
    ///
    /// @return what came out
    /// @throws IOException if a child process does not answer
    Outcome outcome() throws IOException;
  }

  /// Begins a check: one of a child process is computed while others are, one of this process when
  /// it is asked for, as its contenders share a target.
  ///
  /// @param operation one that it knows
  /// @param set as in [#check]
  /// @return what has to be asked before anything else of this contender
  /// @throws IOException if a child process cannot be reached
  default Check begin(String operation, int set) throws IOException {
    return () -> check(operation, set);
  }

  /// Does the work and takes the time.
  ///
  /// @param operation the name of the row
  /// @param set which of the sets of rows
  /// @param repeats how many times
  /// @param clock what time counts
  /// @return nanoseconds for all of them
  /// @throws IOException if a file cannot be read, or a child process does not answer
  long run(String operation, int set, int repeats, Clock clock) throws IOException;

  /// Ends what it has started.
  @Override
  void close();
}
