package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.FillArrayFile;
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

/// A participant of an incomplete fill: publishes the array and leaves.
///
/// @param files the names of the files
/// @param spec the specification, with the shape of the chunks
/// @param data the array
/// @param ledger the ledger
/// @param mutex the mutex of the fill
/// @param file the array's file, with the slot's lock; opened under the mutex, because its name may
///   be removed later
/// @param slot the slot that identifies this participant
/// @param progress called after each step
public record Participant(
    FillFiles files,
    FillSpec spec,
    NpyFile data,
    Ledger ledger,
    Mutex mutex,
    FillArrayFile file,
    int slot,
    Consumer<FillStep> progress) {

  /// Requires that the fill was not aborted.
  ///
  /// @param name the name of the array or chunk, for the message
  /// @throws FillAbortedException if it was aborted
  public void requireNotAborted(String name) {
    if (ledger.state() == Ledger.ABORTED) {
      throw new FillAbortedException(name + ": its fill was aborted");
    }
  }

  /// Publishes a complete array, unless it was published, or the fill aborted, meanwhile.
  ///
  /// @param deadline the maximum time to wait for the mutex
  public void publish(Deadline deadline) throws IOException, InterruptedException {
    mutex.lock(deadline);
    try {
      if (ledger.state() == Ledger.FILLING) {
        requireNamed();
        new Publication(files, progress).run(ledger);
      }
    } finally {
      mutex.unlock();
    }
  }

  /// Frees poisoned chunks, and resets their failures and deaths.
  ///
  /// @return the number of chunks freed
  public long retryPoisoned(Deadline deadline) throws IOException, InterruptedException {
    mutex.lock(deadline);
    try {
      return ledger.update(ChunkState.POISONED, ChunkWord::reset);
    } finally {
      mutex.unlock();
    }
  }

  /// Requires that the ledger still has its name. If not, another program removed it, and the names
  /// may now belong to another fill. (A removed lock file is different: no process joins before all
  /// participants that use it have left.)
  private void requireNamed() throws IOException {
    if (!ledger.isNamed()) {
      throw new FillException(
          files.array().toString(), "its ledger was removed or replaced while it was filled");
    }
  }

  /// Leaves the fill, even if a step fails: releases claims, publishes a complete array unless
  /// another process owns the mutex, and releases the locks.
  ///
  /// @param claims the open claims
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

  /// Closes claims; also releases chunks whose claims could not be constructed.
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

  /// Publishes a complete array, or removes the files that a killed publisher has left.
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
