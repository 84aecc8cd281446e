package io.ndmap.fill;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What one participant has claimed, and how that becomes DONE or somebody else's. For many
/// threads.
final class Committing {

  private final FillFiles files;
  private final FillSpec spec;
  private final Entrance.Membership member;
  private final NpyFile data;
  private final Runnable requireOpen;
  private final Consumer<FillStep> progress;
  private final Set<Claim> claims = ConcurrentHashMap.newKeySet();
  private final AtomicLong committed = new AtomicLong();

  /// @param spec what is filled
  /// @param data the array
  /// @param requireOpen throws if the participant has left
  /// @param progress told each step
  Committing(
      FillFiles files,
      FillSpec spec,
      Entrance.Membership member,
      NpyFile data,
      Runnable requireOpen,
      Consumer<FillStep> progress) {
    this.files = files;
    this.spec = spec;
    this.member = member;
    this.data = data;
    this.requireOpen = requireOpen;
    this.progress = progress;
  }

  /// The claims that have not ended.
  Set<Claim> claims() {
    return claims;
  }

  /// How many failures poison a chunk.
  int maxFailures() {
    return spec.maxFailures();
  }

  /// Brings out late faults, and makes sure that what was written is in a file that is whole.
  void requireWritten(ClaimBacking backing) throws IOException {
    requireOpen.run();
    if (member.ledger().state() == Ledger.ABORTED) {
      throw new FillAbortedException(backing.name() + ": its fill was aborted");
    }
    try {
      backing.barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(backing.name(), e);
    }
    member.file().requireWhole(data, backing.name());
  }

  /// Has a chunk on the disk, in a durable fill.
  void force(NdView<?> view) throws IOException {
    if (spec.durable() && view.segment().byteSize() > 0) {
      try {
        view.segment().force();
      } catch (UncheckedIOException e) {
        throw new IOException(
            files.data(spec.visible())
                + ": the disk did not take what was written: "
                + e.getMessage(),
            e);
      }
    }
    progress.accept(FillStep.WRITTEN);
  }

  /// Ends a claim by its new word, which nobody else may write as long as this process lives.
  void end(Claim claim, ChunkWord word) {
    requireOpen.run();
    Ledger ledger = member.ledger();
    if (ledger.word(claim.chunk()) != claim.word().bits()) {
      throw new FillException(
          files.array()
              + ": chunk "
              + claim.chunk()
              + " is not this process's any more: the ledger says "
              + ChunkWord.of(ledger.word(claim.chunk())));
    }
    ledger.setWord(claim.chunk(), word);
    claims.remove(claim);
  }

  /// What follows when a chunk is DONE.
  void noteCommit(long chunk) throws IOException {
    progress.accept(FillStep.DONE);
    member
        .ledger()
        .setCommitted(member.slot(), committed.incrementAndGet(), System.currentTimeMillis());
    if (spec.durable()) {
      member.ledger().force(chunk);
    }
  }

  /// Notes why a chunk is given up.
  void noteFailure(Claim claim, String reason) throws IOException {
    new Reasons(files.reasons()).add(claim.chunk(), claim.word(), reason);
  }
}
