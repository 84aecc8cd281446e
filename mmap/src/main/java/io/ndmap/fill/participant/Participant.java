package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.ArrayFile;
import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.Mutex;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.FillAbortedException;
import io.ndmap.npy.FillException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Consumer;

/// A participant of a fill that is not complete: publishes the array and leaves.
///
/// @param files their names
/// @param spec what is filled, with the shape of the chunks
/// @param data the array
/// @param ledger the state of each chunk
/// @param mutex that of the fill
/// @param file the array, with the slot's lock; opened under the mutex: later its name may be gone
/// @param slot by which the others know this participant
/// @param progress told each step
public record Participant(
    FillFiles files,
    FillSpec spec,
    NpyFile data,
    Ledger ledger,
    Mutex mutex,
    ArrayFile file,
    int slot,
    Consumer<FillStep> progress) {

  /// Refuses an aborted fill.
  ///
  /// @param name of what is asked for, for the message
  /// @throws FillAbortedException if the fill was given up
  public void requireNotAborted(String name) {
    if (ledger.state() == Ledger.ABORTED) {
      throw new FillAbortedException(name + ": its fill was aborted");
    }
  }

  /// Publishes a complete array, unless another participant has done so meanwhile.
  ///
  /// @param patience how long to wait for the mutex
  public void publish(Deadline patience) throws IOException, InterruptedException {
    mutex.lock(patience);
    try {
      if (ledger.state() == Ledger.FILLING) {
        requireNamed();
        new Publication(files, progress).run(ledger);
      }
    } finally {
      mutex.unlock();
    }
  }

  /// Makes poisoned chunks free again, their failures and deaths forgotten.
  ///
  /// @return how many
  public long retryPoisoned(Deadline patience) throws IOException, InterruptedException {
    mutex.lock(patience);
    try {
      return ledger.update(ChunkState.POISONED, ChunkWord::freed);
    } finally {
      mutex.unlock();
    }
  }

  /// If the ledger was removed before the state was set, that was no participant, and the names may
  /// be those of another fill by now. (A removed lock file is different: no process joins before
  /// all participants that use it have left.)
  private void requireNamed() throws IOException {
    if (!ledger.isNamed()) {
      throw new FillException(
          files.array().toString(), "its ledger was removed or replaced while it was filled");
    }
  }

  /// Leaves, whatever of it fails: releases what is claimed, publishes a complete array unless
  /// another process holds the mutex, and drops the locks.
  ///
  /// @param claims those that are open
  public void leave(Collection<? extends Closeable> claims) throws IOException {
    try (ledger;
        mutex;
        file;
        SlotEntry _ = () -> ledger.setLeft(slot)) {
      release(claims);
      if (mutex.tryLock()) {
        try {
          tidy();
        } finally {
          mutex.unlock();
        }
      }
    }
  }

  private interface SlotEntry extends AutoCloseable {
    @Override
    void close();
  }

  /// Also releases chunks of claims that failed while they were made.
  private void release(Collection<? extends Closeable> claims) throws IOException {
    Throwable failure = null;
    for (Closeable claim : claims) {
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
    var _ = ledger.update(ChunkState.CLAIMED, word -> word.slot() == slot ? word.released() : word);
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError("nothing else is caught", failure);
    }
  }

  /// Publishes a complete array, and removes what a publisher has left that was killed.
  private void tidy() throws IOException {
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
