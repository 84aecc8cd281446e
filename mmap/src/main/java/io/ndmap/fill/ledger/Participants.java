package io.ndmap.fill.ledger;

import io.ndmap.fill.model.Recovery;
import io.ndmap.mmap.event.FileRecording;
import io.ndmap.mmap.event.ReclaimEvent;
import io.ndmap.posix.Proc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.OptionalInt;

/// Assigns slots to the participants of a fill, and frees the chunks of dead participants. The
/// caller must own the mutex.
///
/// A participant that does not own its slot's lock is dead. No other sign of life is considered:
/// process IDs, for instance, are meaningless in another container.
///
/// @param ledger the ledger
/// @param file the array's file, on which living participants hold the locks of their slots
/// @param array the path of the array, for events
public record Participants(Ledger ledger, FillArrayFile file, Path array) {

  /// Acquires the lowest free slot. The slot's last participant has left or died; [#enter] reclaims
  /// the chunks that this participant still owned.
  ///
  /// @return the slot, or empty if all are taken
  public OptionalInt takeSlot() throws IOException {
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (file.tryTakeSlot(slot)) {
        return OptionalInt.of(slot);
      }
    }
    return OptionalInt.empty();
  }

  /// Reclaims the chunks of the slot's last participant, and writes the entry of this process.
  public void enter(int slot) {
    var _ = reclaim(slot);
    ProcessIdentity process = ProcessIdentity.current();
    ledger.setWorker(
        slot, new WorkerEntry(process, System.currentTimeMillis(), 0, 0, WorkerEntry.JAVA, true));
  }

  /// Reclaims the chunks of dead participants.
  ///
  /// @param owners the slots to examine: those that owned chunks when the ledger was scanned
  /// @return the number of chunks that became free or poisoned
  public long reclaimDead(BitSet owners) throws IOException {
    long count = 0;
    for (int slot = owners.nextSetBit(0); slot >= 0; slot = owners.nextSetBit(slot + 1)) {
      if (!file.isAlive(slot)) {
        count += reclaim(slot);
      }
    }
    return count;
  }

  /// Reclaims the chunks of the dead participant of a slot.
  ///
  /// @return the number of chunks that became free or poisoned
  public long reclaim(int slot) {
    ReclaimEvent event = FileRecording.reclaim();
    int limit = ledger.header().maxDeaths();
    long count =
        ledger.update(ChunkState.CLAIMED, word -> word.slot() == slot ? word.died(limit) : word);
    ledger.setLeft(slot);
    if (event != null && count > 0) {
      event.record(array.toString(), slot, count);
    }
    return count;
  }

  /// Recovers a fill after a reboot of the system, which has ended all participants.
  public void recover(Recovery how) {
    switch (how) {
      case REFILL -> {
        for (ChunkState state : ChunkState.values()) {
          var _ = ledger.update(state, ChunkWord::reset);
        }
      }
      case TRUST -> {
        var _ = ledger.update(ChunkState.CLAIMED, ChunkWord::released);
      }
    }
    ledger.setSystemStart(Proc.systemStart());
  }
}
