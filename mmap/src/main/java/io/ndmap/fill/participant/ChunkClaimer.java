package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.ClaimedChunk;
import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.Participants;
import io.ndmap.mmap.event.ClaimEvent;
import io.ndmap.mmap.event.FileRecording;
import java.io.IOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Claims chunks for one participant: free chunks first, then chunks of dead participants.
/// Thread-safe.
public final class ChunkClaimer {

  /// The number of different chunks at which the participants' first searches begin.
  private static final int PLACES = 16;

  private final Participant participant;
  // The chunk at which the next search for a free chunk begins. Written only by the owner of the
  // mutex.
  private volatile long cursor;

  public ChunkClaimer(Participant participant) {
    this.participant = participant;
    long chunks = participant.ledger().chunks();
    if (chunks > 0) {
      // Begin far from other participants, so that processes rarely write to the same pages.
      this.cursor = participant.slot() % PLACES * Math.max(1, chunks / PLACES) % chunks;
    }
  }

  /// Claims a chunk that is free, or whose owner is dead.
  ///
  /// @return the chunk, or null if there is none now
  public @Nullable ClaimedChunk take(Deadline deadline) throws IOException, InterruptedException {
    ClaimEvent event = FileRecording.claim();
    Ledger ledger = participant.ledger();
    // Searched without the mutex, so that polling does not contend for it.
    long chunk = findFree(cursor);
    BitSet owners = chunk < 0 ? ledger.owners() : new BitSet();
    owners.clear(participant.slot());
    if (chunk < 0 && owners.isEmpty()) {
      return null;
    }
    participant.mutex().lock(deadline);
    try {
      if (chunk < 0
          && new Participants(ledger, participant.file(), participant.files().array())
                  .reclaimDead(owners)
              == 0) {
        return null;
      }
      chunk = findFree(chunk < 0 ? cursor : chunk);
      if (chunk < 0) {
        return null;
      }
      // Allocated before the word is stored: a chunk that cannot be returned must not be claimed.
      ClaimedChunk taken =
          new ClaimedChunk(chunk, ChunkWord.of(ledger.word(chunk)).claimedBy(participant.slot()));
      ledger.setWord(chunk, taken.word());
      cursor = chunk + 1 == ledger.chunks() ? 0 : chunk + 1;
      participant.progress().accept(FillStep.CLAIMED);
      if (event != null) {
        event.record(participant.files().array().toString(), chunk, participant.slot());
      }
      return taken;
    } finally {
      participant.mutex().unlock();
    }
  }

  private long findFree(long from) {
    Ledger ledger = participant.ledger();
    long found = ledger.find(ChunkState.FREE, from, ledger.chunks());
    return found >= 0 ? found : ledger.find(ChunkState.FREE, 0, from);
  }
}
