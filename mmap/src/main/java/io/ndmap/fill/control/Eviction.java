package io.ndmap.fill.control;

import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.FillArrayFile;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.fill.ledger.WorkerEntry;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.posix.Proc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Evicts a hanging participant. Sends SIGKILL to all processes that own the lock of the
/// participant's slot according to `/proc`: the participant itself, and its forked children that
/// still have the descriptor.
///
/// @param files the files of the fill
/// @param ledger the ledger of the fill
/// @param slot the slot of the participant
public record Eviction(FillFiles files, Ledger ledger, int slot) {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /// The number of pauses after which the processes are listed and killed again.
  private static final int TURNS = 20;

  /// Kills the processes, and waits until the lock is released or another participant has the slot.
  /// Does nothing if nobody owns the lock, but the ledger says that the slot is in use.
  ///
  /// @throws FillException if there is no such slot, it is empty, or one of its processes cannot be
  ///   killed
  /// @throws FillTimeoutException if the lock is not released before the deadline
  public void run(Deadline deadline) throws IOException, InterruptedException {
    if (slot < 0 || slot >= LedgerHeader.SLOTS) {
      throw new FillException(name() + " does not exist: slots are from 0 to 1023");
    }
    Path array = array();
    try (FillArrayFile file = FillArrayFile.openReadOnly(array)) {
      if (!file.isAlive(slot)) {
        if (!ledger.isInUse(slot)) {
          throw new FillException(name() + " is empty");
        }
        return;
      }
      WorkerEntry worker = ledger.worker(slot);
      Set<Long> killed = new LinkedHashSet<>();
      for (int turn = 0; file.isAlive(slot) && isStillIn(worker); turn++) {
        if (turn % TURNS == 0) {
          // Repeated, because the processes may have forked meanwhile.
          kill(worker, file, array, killed);
        }
        if (deadline.hasPassed()) {
          throw new FillTimeoutException(
              ("%s: killed process %s, but the slot is still locked after %s, by a process "
                      + "that is dying or cannot be seen from here")
                  .formatted(name(), text(killed), deadline.text()));
        }
        deadline.sleep(PAUSE_NANOS);
      }
    }
  }

  private Path array() throws IOException {
    return files
        .named(ledger.header().inode())
        .orElseThrow(() -> new FillException(name() + " is empty: the array is gone"));
  }

  private String name() {
    return files.array() + ": slot " + slot;
  }

  /// Whether the slot still belongs to the given participant, not to a later one.
  private boolean isStillIn(WorkerEntry worker) {
    WorkerEntry now = ledger.worker(slot);
    return now.process().equals(worker.process()) && now.joined() == worker.joined();
  }

  private void kill(WorkerEntry worker, FillArrayFile file, Path array, Set<Long> killed)
      throws IOException {
    long at = FillArrayFile.FIRST_SLOT + slot;
    List<Long> holders = Proc.holders(array, at);
    if (holders.contains(ProcessHandle.current().pid())) {
      throw new FillException(name() + " is that of this process itself");
    }
    if (holders.isEmpty() && killed.isEmpty() && file.isAlive(slot)) {
      throw new FillException(
          name()
              + " is locked by a process that cannot be seen from here, so nothing was killed: it"
              + " is another user's, in another container, or /proc is hidden or not there. Its"
              + " entry says process "
              + worker.process().pid()
              + ", by the numbers of its container; evict it there or as root");
    }
    for (long pid : holders) {
      Optional<ProcessHandle> process = ProcessHandle.of(pid);
      // The process ID may have been reused: the handle is bound to one process, and the lock is
      // checked again after the handle was obtained.
      if (process.isPresent() && Proc.holds(pid, array, at) && isStillIn(worker)) {
        if (!process.get().destroyForcibly() && Proc.holds(pid, array, at)) {
          throw new FillException(
              name()
                  + " is held by process "
                  + pid
                  + ", which this user may not kill"
                  + (killed.isEmpty() ? "; nothing was killed" : "; killed was " + text(killed)));
        }
        killed.add(pid);
      }
    }
  }

  private static String text(Set<Long> pids) {
    return String.join(", ", pids.stream().map(String::valueOf).toList());
  }
}
