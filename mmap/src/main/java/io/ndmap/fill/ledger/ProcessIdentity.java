package io.ndmap.fill.ledger;

import io.ndmap.posix.Proc;
import java.util.Optional;

/// Identifies a process beyond its number, which later processes and those of other containers may
/// share. For people only; no decision depends on it.
///
/// @param pid its number
/// @param start when it began, in ticks since the system was booted; 0 if unknown
/// @param namespace the inode of its pid namespace; 0 if unknown
public record ProcessIdentity(long pid, long start, long namespace) {

  // proc_pid_stat(5), from the field behind the command's name on.
  private static final int STATE = 0;
  private static final int START = 19;

  static ProcessIdentity current() {
    long pid = ProcessHandle.current().pid();
    long start = Proc.isOwn() ? Proc.stat(pid).flatMap(ProcessIdentity::start).orElse(0L) : 0;
    return new ProcessIdentity(pid, start, Proc.namespace().orElse(0L));
  }

  private static Optional<Long> start(String[] stat) {
    return stat.length > START ? Optional.of(Long.valueOf(stat[START])) : Optional.empty();
  }

  /// Whether it is stopped, by SIGSTOP or a debugger; false also if it cannot be seen from here.
  public boolean isStopped() {
    return start != 0
        && Proc.isOwn()
        && Proc.namespace().equals(Optional.of(namespace))
        && Proc.stat(pid)
            .filter(stat -> start(stat).equals(Optional.of(start)) && stat[STATE].matches("[Tt]"))
            .isPresent();
  }
}
