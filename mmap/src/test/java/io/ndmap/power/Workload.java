package io.ndmap.power;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Work on files in steps, and the check of what must survive a power cut.
interface Workload {

  /// Runs the work.
  ///
  /// @param directory an empty directory
  /// @param notes receives notes of completed and some beginning steps, which are kept where no cut
  ///   reaches
  void run(Path directory, Consumer<String> notes) throws Exception;

  /// Checks what a power cut has left, and continues the work on it.
  ///
  /// @param directory the directory after the cut
  /// @param noted the notes at the time of the cut
  /// @param findings receives the results of the checks
  /// @throws AssertionError if anything was lost; other exceptions mean the same
  void check(Path directory, List<String> noted, Findings findings) throws Exception;
}
