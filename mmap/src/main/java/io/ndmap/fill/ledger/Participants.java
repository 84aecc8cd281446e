package io.ndmap.fill.ledger;

import io.ndmap.fill.model.Recovery;
import io.ndmap.posix.Proc;
import java.io.IOException;
import java.util.BitSet;
import java.util.OptionalInt;

/// Who takes part in a fill, and what becomes of the chunks of those that died; for who holds the
/// mutex.
///
/// Dead is who does not hold its slot's lock, and nothing else is asked: the number of a process
/// says nothing about those of another container.
///
/// @param ledger who has which chunk
/// @param file the locks of those that live
public record Participants(Ledger ledger, ArrayFile file) {

  /// Takes the lowest slot that is free. Whoever had it before is dead, and what that had claimed
  /// is to be taken away by [#enter].
  ///
  /// @return the slot, or nothing if all are taken
  public OptionalInt takeSlot() throws IOException {
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (file.tryTakeSlot(slot)) {
        return OptionalInt.of(slot);
      }
    }
    return OptionalInt.empty();
  }

  /// Takes away what the dead owner of one's own slot had claimed, and signs in.
  public void enter(int slot) {
    var _ = reclaim(slot);
    ProcessIdentity process = ProcessIdentity.current();
    ledger.setWorker(
        slot, new WorkerEntry(process, System.currentTimeMillis(), 0, 0, WorkerEntry.JAVA, true));
  }

  /// Takes away what dead participants had claimed.
  ///
  /// @param owners slots of those who had claimed chunks a moment ago
  /// @return how many chunks are free or poisoned now
  public long reclaimDead(BitSet owners) throws IOException {
    long count = 0;
    for (int slot = owners.nextSetBit(0); slot >= 0; slot = owners.nextSetBit(slot + 1)) {
      if (!file.isAlive(slot)) {
        count += reclaim(slot);
      }
    }
    return count;
  }

  /// Takes away what the dead owner of a slot had claimed.
  public long reclaim(int slot) {
    int limit = ledger.header().maxDeaths();
    long count =
        ledger.update(ChunkState.CLAIMED, word -> word.slot() == slot ? word.died(limit) : word);
    ledger.setLeft(slot);
    return count;
  }

  /// Goes on with a fill after a crash of the system; nobody takes part.
  public void recover(Recovery how) {
    switch (how) {
      case REFILL -> {
        for (ChunkState state : ChunkState.values()) {
          var _ = ledger.update(state, ChunkWord::freed);
        }
      }
      case TRUST -> {
        var _ = ledger.update(ChunkState.CLAIMED, ChunkWord::released);
      }
    }
    ledger.setSystemStart(Proc.systemStart());
  }
}
