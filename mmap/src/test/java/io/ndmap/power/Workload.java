package io.ndmap.power;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Something that is done with files, step by step, and what must be there of it after a power cut.
interface Workload {

  /// Does it.
  ///
  /// @param directory an empty one
  /// @param notes told what has returned, and some of what begins: it is noted where no cut reaches
  void run(Path directory, Consumer<String> notes) throws Exception;

  /// Checks what a power cut has left, and goes on with it.
  ///
  /// @param directory what there is of it
  /// @param noted what had been noted when the power was cut
  /// @param findings told what was checked
  /// @throws AssertionError if anything is lost; other exceptions mean the same
  void check(Path directory, List<String> noted, Findings findings) throws Exception;
}
