package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.ClaimedChunk;
import io.ndmap.fill.ledger.FailureLog;
import io.ndmap.mmap.event.CommitEvent;
import io.ndmap.nd.NdView;
import io.ndmap.npy.FillException;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.SystemError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Commits, releases or fails the chunks that one participant has claimed. Thread-safe.
public final class ChunkCommitter {

  private final Participant participant;
  private final AtomicLong committed = new AtomicLong();

  public ChunkCommitter(Participant participant) {
    this.participant = participant;
  }

  /// Brings out late faults, and makes sure that what was written is in a file that is whole.
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
      try {
        view.segment().force();
      } catch (UncheckedIOException e) {
        throw new IOException(
            participant.data().path()
                + ": the disk failed to store what was written: "
                + SystemError.text(e),
            e);
      }
    }
    participant.progress().accept(FillStep.WRITTEN);
  }

  /// Makes the chunk DONE.
  public void done(ClaimedChunk claimed) {
    end(claimed, claimed.word().done());
  }

  /// What follows when a chunk is DONE.
  ///
  /// @param event of the commit, null if it is not recorded
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

  /// Makes the chunk free.
  public void release(ClaimedChunk claimed) {
    end(claimed, claimed.word().released());
  }

  /// Gives the chunk up.
  public void fail(ClaimedChunk claimed) {
    end(claimed, claimed.word().failed(participant.spec().maxFailures()));
  }

  /// Notes why a chunk is given up.
  public void noteFailure(ClaimedChunk claimed, String reason) throws IOException {
    new FailureLog(participant.files().reasons()).add(claimed, reason);
  }

  /// Stores the new word of a chunk, which no other process may write while this one lives.
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
