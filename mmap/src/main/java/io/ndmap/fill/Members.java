package io.ndmap.fill;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/// Who takes part in a fill: slots, and what is done about those whose owner is dead. For who holds
/// the mutex.
///
/// Dead is who does not hold its slot's lock. That its process is gone as well is asked in
/// addition: one that lives without its lock means that somebody has removed the lock file, and
/// that nothing is safe.
///
/// @param ledger who has which chunk
/// @param mutex the locks
record Members(Ledger ledger, Mutex mutex) {

  // A process that dies drops its locks a little before it is gone.
  private static final Duration DYING = Duration.ofSeconds(1);
  private static final long DYING_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /// Takes the lowest slot that is free, and away from its dead owner what that had claimed.
  ///
  /// @return the slot
  /// @throws FillException if all are taken, or a process takes part without holding its lock
  int join(String name) throws IOException, InterruptedException {
    requireLocks(name);
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (mutex.tryTakeSlot(slot)) {
        var _ = reclaim(slot);
        ProcessIdentity process = ProcessIdentity.current();
        ledger.setWorker(
            slot,
            new WorkerEntry(
                process.pid(),
                process.start(),
                System.currentTimeMillis(),
                0,
                0,
                WorkerEntry.JAVA,
                true));
        return slot;
      }
    }
    throw new FillException(name + ": " + LedgerHeader.SLOTS + " processes take part already");
  }

  private void requireLocks(String name) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(DYING);
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      while (!mutex.isAlive(slot) && isProcessAlive(slot)) {
        if (deadline.hasPassed()) {
          throw new FillException(
              name
                  + ": process "
                  + ledger.worker(slot).pid()
                  + " takes part but does not hold its lock: somebody has removed or replaced the"
                  + " lock file; nobody may join before that process has ended");
        }
        deadline.sleep(DYING_PAUSE_NANOS);
      }
    }
  }

  /// Makes sure that nobody takes part, whose array somebody else has removed.
  void requireNobody(String name) throws IOException {
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (ledger.isInUse(slot) && mutex.isAlive(slot)) {
        throw new FillException(
            name
                + ": was removed or replaced while process "
                + ledger.worker(slot).pid()
                + " fills it; end that first");
      }
    }
  }

  private boolean isProcessAlive(int slot) {
    WorkerEntry worker = ledger.worker(slot);
    return worker.inUse()
        && worker.start() != 0
        && new ProcessIdentity(worker.pid(), worker.start()).isAlive();
  }

  /// Takes away what dead participants had claimed.
  ///
  /// @param owners slots of those who had claimed chunks a moment ago
  /// @return how many chunks are free or poisoned now
  long reclaimDead(BitSet owners) throws IOException {
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
    ledger.setLeft(slot);
    return count;
  }

  /// Makes poisoned chunks free again, their failures and deaths forgotten.
  ///
  /// @return how many
  long retryPoisoned() {
    long count = 0;
    for (long chunk = ledger.find(ChunkState.POISONED, 0, ledger.chunks());
        chunk >= 0;
        chunk = ledger.find(ChunkState.POISONED, chunk + 1, ledger.chunks())) {
      ledger.setWord(chunk, ChunkWord.of(ledger.word(chunk)).freed());
      count++;
    }
    return count;
  }

  private long next(long from) {
    return ledger.find(ChunkState.CLAIMED, from, ledger.chunks());
  }
}
