package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.ClaimedChunk;
import io.ndmap.fill.ledger.FailureLog;
import io.ndmap.mmap.event.CommitEvent;
import io.ndmap.nd.NdView;
import io.ndmap.npy.FillException;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Disk;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Commits, releases or fails the chunks that one participant has claimed. Thread-safe.
public final class ChunkCommitter {

  private final Participant participant;
  private final AtomicLong committed = new AtomicLong();

  public ChunkCommitter(Participant participant) {
    this.participant = participant;
  }

  /// Throws pending faults of stores into a chunk as [MappingFaultException], and checks that the
  /// file was not truncated and the fill was not aborted.
  public void requireWritten(Backing backing) throws IOException {
    participant.requireNotAborted(backing.name());
    try {
      backing.barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(backing.name(), e);
    }
    participant.file().requireWhole(participant.data(), backing.name());
  }

  /// Forces a chunk to the disk, in a durable fill.
  public void force(NdView<?> view) throws IOException {
    if (participant.spec().durable() && view.segment().byteSize() > 0) {
      Disk.force(view.segment(), participant.data().path());
    }
    participant.progress().accept(FillStep.WRITTEN);
  }

  /// Marks the chunk as DONE.
  public void done(ClaimedChunk claimed) {
    end(claimed, claimed.word().done());
  }

  /// Updates the worker's entry after a commit, forces the chunk's word to the disk in a durable
  /// fill, and records the event.
  ///
  /// @param event the event of the commit, null if it is not recorded
  public void noteCommit(long chunk, @Nullable CommitEvent event) throws IOException {
    participant.progress().accept(FillStep.DONE);
    participant
        .ledger()
        .setCommitted(participant.slot(), committed.incrementAndGet(), System.currentTimeMillis());
    if (participant.spec().durable()) {
      participant.ledger().force(chunk);
    }
    if (event != null) {
      event.record(
          participant.files().array().toString(),
          chunk,
          participant.slot(),
          participant.spec().durable());
    }
  }

  /// Releases the chunk.
  public void release(ClaimedChunk claimed) {
    end(claimed, claimed.word().released());
  }

  /// Abandons the chunk.
  public void fail(ClaimedChunk claimed) {
    end(claimed, claimed.word().failed(participant.spec().maxFailures()));
  }

  /// Logs the reason of an abandoned chunk.
  public void noteFailure(ClaimedChunk claimed, String reason) throws IOException {
    new FailureLog(participant.files().reasons()).add(claimed, reason);
  }

  /// Stores the new word of a chunk that this process owns. No other process may write the word
  /// while this process lives.
  ///
  /// @throws FillException if the word is not the one that the claim stored; nothing is stored then
  private void end(ClaimedChunk claimed, ChunkWord word) {
    ChunkWord found = ChunkWord.of(participant.ledger().word(claimed.chunk()));
    if (!found.equals(claimed.word())) {
      throw new FillException(
          participant.files().array().toString(),
          "chunk %s is not this process's any more: the ledger says %s"
              .formatted(claimed.chunk(), found));
    }
    participant.ledger().setWord(claimed.chunk(), word);
  }
}
