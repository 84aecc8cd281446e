package io.ndmap.fill.control;

import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.FailureLog;
import io.ndmap.fill.ledger.FillArrayFile;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.fill.ledger.WorkerEntry;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.PoisonedChunk;
import io.ndmap.fill.model.WorkerStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the status of a fill without joining it or waiting.
///
/// @param files the files of the fill
public record StatusReader(FillFiles files) {

  /// The maximum number of poisoned chunks in a status.
  private static final int POISONED_SHOWN = 100;

  /// Reads the status.
  ///
  /// @throws NoSuchFileException if there is neither a fill nor an array
  /// @throws io.ndmap.npy.FillException if the ledger is damaged, or there is a ledger but this JVM
  ///   does not support the locks
  public FillStatus read() throws IOException {
    try (Ledger ledger = openLedger()) {
      files.requireLocks();
      try (FillArrayFile file = FillArrayFile.openReadOnly(ledger, files)) {
        return read(ledger, file);
      }
    } catch (NoSuchFileException e) {
      if (Files.exists(files.array())) {
        return new FillStatus(
            files.array(),
            FillStatus.State.PUBLISHED,
            new FillProgress(0, 0, 0, 0),
            0,
            0,
            List.of(),
            List.of());
      }
      throw new NoSuchFileException(
          files.array().toString(), null, "neither an array nor a fill of that name");
    }
  }

  private Ledger openLedger() throws IOException {
    if (!files.hasShortName()) {
      // The name is too long for a fill's files, so there is no fill. Opening the ledger would fail
      // with another error than NoSuchFileException.
      throw new NoSuchFileException(files.ledger().toString());
    }
    return Ledger.open(files.ledger(), false);
  }

  /// @param file the array's file; null if it was removed; every participant then counts as dead
  private FillStatus read(Ledger ledger, @Nullable FillArrayFile file) throws IOException {
    long[] claimed = new long[LedgerHeader.SLOTS];
    ledger.forEach(
        word -> {
          if (ChunkWord.state(word) == ChunkState.CLAIMED) {
            claimed[ChunkWord.slot(word)]++;
          }
        });
    List<WorkerStatus> workers = new ArrayList<>();
    long dead = 0;
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (ledger.isInUse(slot) || claimed[slot] > 0) {
        boolean alive = file != null && file.isAlive(slot);
        workers.add(worker(slot, ledger.worker(slot), alive, claimed[slot]));
        dead += alive ? 0 : claimed[slot];
      }
    }
    FillProgress progress = ledger.progress();
    FillStatus.State state = state(ledger, progress);
    return new FillStatus(
        files.array(),
        state,
        progress,
        dead,
        missingBytes(ledger.header(), state),
        workers,
        poisoned(ledger));
  }

  private static FillStatus.State state(Ledger ledger, FillProgress progress) {
    long state = ledger.state();
    if (state == Ledger.ABORTED) {
      return FillStatus.State.ABORTED;
    }
    if (state == Ledger.PUBLISHED) {
      return FillStatus.State.PUBLISHED;
    }
    return progress.isComplete() ? FillStatus.State.COMPLETE : FillStatus.State.FILLING;
  }

  private long missingBytes(LedgerHeader header, FillStatus.State state) throws IOException {
    if (state != FillStatus.State.FILLING && state != FillStatus.State.COMPLETE) {
      return 0;
    }
    try {
      return Math.max(0, header.fileBytes() - Files.size(files.data(header.visible())));
    } catch (NoSuchFileException e) {
      // The array was published or removed meanwhile; the next status reports that.
      return 0;
    }
  }

  private static WorkerStatus worker(int slot, WorkerEntry entry, boolean alive, long claimed) {
    return new WorkerStatus(
        slot,
        entry.process().pid(),
        switch (entry.kind()) {
          case WorkerEntry.JAVA -> "java";
          case WorkerEntry.PYTHON -> "python";
          default -> Integer.toString(entry.kind());
        },
        alive,
        alive && entry.process().isStopped(),
        Instant.ofEpochMilli(entry.joined()),
        entry.committed(),
        entry.last() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(entry.last())),
        claimed);
  }

  private List<PoisonedChunk> poisoned(Ledger ledger) throws IOException {
    List<PoisonedChunk> poisoned = new ArrayList<>();
    Map<Long, String> reasons = new FailureLog(files.reasons()).last();
    for (long chunk = ledger.find(ChunkState.POISONED, 0, ledger.chunks());
        chunk >= 0 && poisoned.size() < POISONED_SHOWN;
        chunk = ledger.find(ChunkState.POISONED, chunk + 1, ledger.chunks())) {
      ChunkWord word = ChunkWord.of(ledger.word(chunk));
      poisoned.add(
          new PoisonedChunk(
              chunk, word.failures(), word.deaths(), Optional.ofNullable(reasons.get(chunk))));
    }
    return poisoned;
  }
}
