package io.ndmap.fill.ledger;

import io.ndmap.posix.Proc;
import java.util.Optional;

/// Identifies a process more precisely than its process ID: later processes, and processes in other
/// containers, may have the same ID. For information only; no decision depends on it.
///
/// @param pid the process ID
/// @param start its start time in ticks since the boot of the system; 0 if unknown
/// @param namespace the inode of its PID namespace; 0 if unknown
public record ProcessIdentity(long pid, long start, long namespace) {

  // Indices of the fields of /proc/PID/stat (proc_pid_stat(5)), counted from the field after the
  // command's name.
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

  /// Returns whether the process is stopped, by SIGSTOP or a debugger; false also if this process
  /// cannot see it.
  public boolean isStopped() {
    return start != 0
        && Proc.isOwn()
        && Proc.namespace().equals(Optional.of(namespace))
        && Proc.stat(pid)
            .filter(stat -> start(stat).equals(Optional.of(start)) && stat[STATE].matches("[Tt]"))
            .isPresent();
  }
}
