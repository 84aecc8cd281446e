package io.ndmap.fill;

import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/// Who takes part in a fill: slots, and what is done about those whose owner is dead. For who holds
/// the mutex.
///
/// Dead is who does not hold its slot's lock. That its process is gone as well is asked in addition:
/// one that lives without its lock means that somebody has removed the lock file, and that nothing
/// is safe.
///
/// @param ledger who has which chunk
/// @param mutex the locks
record Members(Ledger ledger, Mutex mutex) {

  // A process that dies drops its locks a little before it is gone.
  private static final long DYING_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /// Takes the lowest slot that is free, and away from its dead owner what that had claimed.
  ///
  /// @return the slot
  /// @throws FillException if all are taken, or a process takes part without holding its lock
  int join(String name, Deadline deadline) throws IOException, InterruptedException {
    requireLocks(name, deadline);
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (mutex.tryTakeSlot(slot)) {
        if (WorkerEntry.isInUse(ledger.entry(slot))) {
          var _ = reclaim(slot);
        }
        ProcessIdentity process = ProcessIdentity.current();
        new WorkerEntry(
                process.pid(),
                process.start(),
                System.currentTimeMillis(),
                0,
                0,
                WorkerEntry.JAVA,
                true)
            .write(ledger.entry(slot));
        return slot;
      }
    }
    throw new FillException(name + ": " + LedgerHeader.SLOTS + " processes take part already");
  }

  private void requireLocks(String name, Deadline deadline)
      throws IOException, InterruptedException {
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      while (WorkerEntry.isInUse(ledger.entry(slot))
          && !mutex.isAlive(slot)
          && isProcessAlive(slot)) {
        if (deadline.hasPassed()) {
          throw new FillException(
              name
                  + ": process "
                  + ledger.worker(slot).pid()
                  + " takes part but does not hold its lock: somebody has removed or replaced the"
                  + " lock file; nobody may join before that process has ended");
        }
        deadline.sleep(DYING_NANOS);
      }
    }
  }

  private boolean isProcessAlive(int slot) {
    WorkerEntry worker = ledger.worker(slot);
    return worker.pid() != ProcessHandle.current().pid()
        && worker.start() != 0
        && new ProcessIdentity(worker.pid(), worker.start()).isAlive();
  }

  /// Takes away what dead participants had claimed.
  ///
  /// @param self the slot of who asks
  /// @return how many chunks are free or poisoned now
  long reclaimDead(int self) throws IOException {
    BitSet owners = new BitSet();
    for (long chunk = next(0); chunk >= 0; chunk = next(chunk + 1)) {
      owners.set(ChunkWord.slot(ledger.word(chunk)));
    }
    owners.clear(self);
    long count = 0;
    for (int slot = owners.nextSetBit(0); slot >= 0; slot = owners.nextSetBit(slot + 1)) {
      if (!mutex.isAlive(slot) && !isProcessAlive(slot)) {
        count += reclaim(slot);
      }
    }
    return count;
  }

  /// Takes away what the dead owner of a slot had claimed.
  long reclaim(int slot) {
    long count = 0;
    for (long chunk = next(0); chunk >= 0; chunk = next(chunk + 1)) {
      ChunkWord word = ChunkWord.of(ledger.word(chunk));
      // It may have become DONE since it was found.
      if (word.state() == ChunkState.CLAIMED && word.slot() == slot) {
        ledger.setWord(chunk, word.died(ledger.header().maxDeaths()));
        count++;
      }
    }
    WorkerEntry.writeLeft(ledger.entry(slot));
    return count;
  }

  private long next(long from) {
    return ledger.find(ChunkState.CLAIMED, from, ledger.chunks());
  }
}
