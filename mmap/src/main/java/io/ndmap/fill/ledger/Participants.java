package io.ndmap.fill.ledger;

import io.ndmap.fill.model.Recovery;
import io.ndmap.mmap.event.FileRecording;
import io.ndmap.mmap.event.ReclaimEvent;
import io.ndmap.posix.Proc;
import java.io.IOException;
import java.util.BitSet;
import java.util.OptionalInt;

/// Assigns slots to the participants of a fill, and frees the chunks of dead ones. Needs the mutex.
///
/// A participant that does not hold its slot's lock is dead. Nothing else is asked: process numbers
/// mean nothing in another container.
///
/// @param ledger the state of each chunk
/// @param file the locks of those that live
public record Participants(Ledger ledger, ArrayFile file) {

  /// Takes the lowest free slot. Its last participant is dead; [#enter] reclaims its chunks.
  ///
  /// @return nothing if all are taken
  public OptionalInt takeSlot() throws IOException {
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (file.tryTakeSlot(slot)) {
        return OptionalInt.of(slot);
      }
    }
    return OptionalInt.empty();
  }

  /// Reclaims what the last participant of the slot had claimed, and writes the worker's entry.
  public void enter(int slot) {
    var _ = reclaim(slot);
    ProcessIdentity process = ProcessIdentity.current();
    ledger.setWorker(
        slot, new WorkerEntry(process, System.currentTimeMillis(), 0, 0, WorkerEntry.JAVA, true));
  }

  /// Reclaims what dead participants had claimed.
  ///
  /// @param owners slots that had claimed chunks a moment ago
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

  /// Reclaims what the dead participant of a slot had claimed.
  public long reclaim(int slot) {
    ReclaimEvent event = FileRecording.reclaim();
    int limit = ledger.header().maxDeaths();
    long count =
        ledger.update(ChunkState.CLAIMED, word -> word.slot() == slot ? word.died(limit) : word);
    ledger.setLeft(slot);
    if (event != null && count > 0) {
      event.record(file.path().toString(), slot, count);
    }
    return count;
  }

  /// Recovers a fill after a crash of the system; it has no participants.
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
