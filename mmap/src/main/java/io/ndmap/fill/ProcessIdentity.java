package io.ndmap.fill;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A process, told apart from later ones with the same number.
///
/// @param pid its number
/// @param start when it began, in ticks since the system was booted; 0 if unknown
record ProcessIdentity(long pid, long start) {

  // proc_pid_stat(5): the state is the first field behind the command's name, the start the 20th.
  private static final int STATE = 0;
  private static final int START = 19;

  static ProcessIdentity current() {
    long pid = ProcessHandle.current().pid();
    return new ProcessIdentity(pid, startOf(pid).orElse(0L));
  }

  /// Whether it lives: there is a process of this number that began then.
  boolean isAlive() {
    Optional<Long> found = startOf(pid);
    return found.isPresent()
        ? start == 0 || found.get() == start
        : !Files.isDirectory(Path.of("/proc/self"))
            && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /// Whether it is stopped, by SIGSTOP or a debugger.
  boolean isStopped() {
    return fields(pid).map(fields -> fields[STATE].matches("[Tt]")).orElse(false);
  }

  private static Optional<Long> startOf(long pid) {
    return fields(pid)
        .filter(fields -> !fields[STATE].equals("Z"))
        .map(fields -> Long.valueOf(fields[START]));
  }

  private static Optional<String[]> fields(long pid) {
    try {
      String line =
          new String(
              Files.readAllBytes(Path.of("/proc/" + pid + "/stat")), StandardCharsets.ISO_8859_1);
      // The command's name may hold anything, parentheses and blanks too.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
      return fields.length > START ? Optional.of(fields) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
