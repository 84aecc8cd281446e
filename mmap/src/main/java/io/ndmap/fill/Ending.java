package io.ndmap.fill;

import java.io.IOException;
import java.util.Collection;
import java.util.function.Consumer;

/// How one participant ends the fill when all is done, and its own part in it at any time.
///
/// @param files their names
/// @param member who ends
/// @param progress told each step
record Ending(FillFiles files, Entrance.Membership member, Consumer<FillStep> progress) {

  /// Gives a complete array its name, unless somebody else has done so meanwhile.
  void publish() throws IOException, InterruptedException {
    member.mutex().lock(Deadline.in(SharedFill.PATIENCE));
    try {
      if (member.ledger().state() == Ledger.FILLING) {
        requireNamed();
        new Publication(files, progress).run(member.ledger());
      }
    } finally {
      member.mutex().unlock();
    }
  }

  /// Who has removed the ledger before the state was set was none of us, and the names may be those
  /// of another fill by now. (A lock file that was removed is another matter: nobody new gets in
  /// before all have left who exclude each other by it.)
  private void requireNamed() throws IOException {
    if (!member.ledger().isNamed()) {
      throw new FillException(
          files.array() + ": its ledger was removed or replaced by somebody while it was filled");
    }
  }

  /// Leaves, whatever of it fails: releases what is claimed, publishes a complete array unless
  /// somebody else holds the mutex, and drops the locks.
  ///
  /// @param claims those that are open
  void leave(Collection<Claim> claims) throws IOException {
    try (Ledger ledger = member.ledger();
        Mutex mutex = member.mutex();
        ArrayFile _ = member.file();
        SigningOff _ = () -> ledger.setLeft(member.slot())) {
      releaseAll(claims);
      if (mutex.tryLock()) {
        try {
          tidy();
        } finally {
          mutex.unlock();
        }
      }
    }
  }

  private interface SigningOff extends AutoCloseable {
    @Override
    void close();
  }

  /// Releases what is claimed, whatever fails, and also what a claim was begun for that never came
  /// to be.
  private void releaseAll(Collection<Claim> claims) throws IOException {
    Exception failure = null;
    for (Claim claim : claims) {
      try {
        claim.close();
      } catch (IOException | RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    Ledger ledger = member.ledger();
    for (long chunk = next(0); chunk >= 0; chunk = next(chunk + 1)) {
      ChunkWord word = ChunkWord.of(ledger.word(chunk));
      if (word.state() == ChunkState.CLAIMED && word.slot() == member.slot()) {
        ledger.setWord(chunk, word.released());
      }
    }
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError("nothing else is caught", failure);
    }
  }

  private long next(long from) {
    return member.ledger().find(ChunkState.CLAIMED, from, member.ledger().chunks());
  }

  /// Publishes a complete array, and removes what somebody has left who was killed while doing so.
  private void tidy() throws IOException {
    Ledger ledger = member.ledger();
    long state = ledger.state();
    if (state == Ledger.ABORTED || !ledger.isNamed()) {
      return;
    }
    Publication publication = new Publication(files, progress);
    if (state == Ledger.PUBLISHED) {
      publication.finish(ledger.header());
    } else if (ledger.progress().isComplete()) {
      publication.run(ledger);
    }
  }
}
