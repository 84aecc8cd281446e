package io.ndmap.fill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What is done about a fill by somebody who takes no part in it: looking, ending a process that
/// hangs, giving it all up.
///
/// For one thread at a time.
public final class FillControl {

  private static final int POISONED_SHOWN = 100;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final FillFiles files;

  private FillControl(FillFiles files) {
    this.files = files;
  }

  /// Looks at a fill. Nothing is opened yet.
  ///
  /// @param path the array's own name, on the default file system
  /// @return its control
  public static FillControl of(Path path) {
    return new FillControl(FillFiles.of(path));
  }

  /// How the fill stands. Waits for nobody.
  ///
  /// @return the status
  /// @throws NoSuchFileException if there is neither a fill nor an array
  /// @throws FillException if the ledger is damaged
  /// @throws IOException if the files cannot be read
  public FillStatus status() throws IOException {
    try (Ledger ledger = openToLook()) {
      return status(ledger);
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

  private Ledger openToLook() throws IOException {
    if (!files.hasRoom()) {
      // Which the system would call an error of its own kind.
      throw new NoSuchFileException(files.ledger().toString());
    }
    return Ledger.open(files.ledger(), false);
  }

  private FillStatus status(Ledger ledger) throws IOException {
    try (LockFile locks = LockFile.openToLook(files.lock())) {
      return status(ledger, locks);
    } catch (NoSuchFileException e) {
      // Nobody lives who could hold a lock of it.
      return status(ledger, null);
    }
  }

  private FillStatus status(Ledger ledger, @Nullable LockFile locks) throws IOException {
    long[] claimed = new long[LedgerHeader.SLOTS];
    for (long chunk = ledger.find(ChunkState.CLAIMED, 0, ledger.chunks());
        chunk >= 0;
        chunk = ledger.find(ChunkState.CLAIMED, chunk + 1, ledger.chunks())) {
      claimed[ChunkWord.slot(ledger.word(chunk))]++;
    }
    List<WorkerStatus> workers = new ArrayList<>();
    long dead = 0;
    for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
      if (ledger.isInUse(slot) || claimed[slot] > 0) {
        WorkerStatus worker =
            worker(
                slot,
                ledger.worker(slot),
                locks != null && Mutex.isAlive(locks, slot),
                claimed[slot]);
        workers.add(worker);
        dead += worker.alive() ? 0 : claimed[slot];
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

  private long missingBytes(LedgerHeader header, FillStatus.State state) throws IOException {
    if (state != FillStatus.State.FILLING && state != FillStatus.State.COMPLETE) {
      return 0;
    }
    try {
      return Math.max(0, header.fileBytes() - Files.size(files.data(header.visible())));
    } catch (NoSuchFileException e) {
      // It was published or removed meanwhile, which is not for this to judge.
      return 0;
    }
  }

  private static FillStatus.State state(Ledger ledger, FillProgress progress) {
    if (ledger.state() == Ledger.ABORTED) {
      return FillStatus.State.ABORTED;
    }
    if (ledger.state() == Ledger.PUBLISHED) {
      return FillStatus.State.PUBLISHED;
    }
    return progress.isComplete() ? FillStatus.State.COMPLETE : FillStatus.State.FILLING;
  }

  private static WorkerStatus worker(int slot, WorkerEntry entry, boolean alive, long claimed) {
    return new WorkerStatus(
        slot,
        entry.pid(),
        switch (entry.kind()) {
          case WorkerEntry.JAVA -> "java";
          case WorkerEntry.PYTHON -> "python";
          default -> Integer.toString(entry.kind());
        },
        alive,
        alive && new ProcessIdentity(entry.pid(), entry.start()).isStopped(),
        Instant.ofEpochMilli(entry.joined()),
        entry.committed(),
        entry.last() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(entry.last())),
        claimed);
  }

  private List<PoisonedChunk> poisoned(Ledger ledger) throws IOException {
    List<PoisonedChunk> poisoned = new ArrayList<>();
    Map<Long, String> reasons = new Reasons(files.reasons()).last();
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

  /// Kills a participant that hangs, waits until it is dead, and makes its chunks free.
  ///
  /// @param slot of the participant
  /// @param patience how long to wait for its death
  /// @return how many chunks are free now; 0 if somebody has joined in its slot meanwhile, who has
  ///   freed them
  /// @throws FillException if nobody that lives is in that slot, it is this process, or its process
  ///   cannot be told for certain
  /// @throws FillTimeoutException if it does not die in that time
  /// @throws IOException if there is no such fill, or its files cannot be opened
  /// @throws InterruptedException if the thread is interrupted; the process may have been killed
  public long evict(int slot, Duration patience) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(patience);
    try (Ledger ledger = Ledger.open(files.ledger(), true)) {
      kill(slot, ledger, deadline);
      try (Mutex mutex = Mutex.openLocked(files.lock(), false, deadline)) {
        // Somebody else may have joined in its slot, and then has taken its chunks away already.
        return mutex.isAlive(slot) ? 0 : new Members(ledger, mutex).reclaim(slot);
      }
    }
  }

  private void kill(int slot, Ledger ledger, Deadline deadline)
      throws IOException, InterruptedException {
    String name = files.array() + ": slot " + slot;
    if (slot < 0 || slot >= LedgerHeader.SLOTS || !ledger.isInUse(slot)) {
      throw new FillException(name + " is nobody's");
    }
    try (LockFile locks = LockFile.openToLook(files.lock())) {
      WorkerEntry worker = ledger.worker(slot);
      if (worker.pid() == ProcessHandle.current().pid()) {
        throw new FillException(name + " is that of this process itself");
      }
      if (!Mutex.isAlive(locks, slot)) {
        return;
      }
      Optional<ProcessHandle> process = ProcessHandle.of(worker.pid());
      if (process.isEmpty() || !new ProcessIdentity(worker.pid(), worker.start()).isAlive()) {
        throw new FillException(
            name
                + " is locked, but its process "
                + worker.pid()
                + " is not to be found here; it may be in another container, or have left the"
                + " lock to a child");
      }
      var _ = process.get().destroyForcibly();
      while (Mutex.isAlive(locks, slot) && isSame(worker, ledger.worker(slot))) {
        if (deadline.hasPassed()) {
          throw new FillTimeoutException(
              name
                  + ": process "
                  + worker.pid()
                  + " was killed and is not dead after "
                  + deadline.text());
        }
        deadline.sleep(PAUSE_NANOS);
      }
    }
  }

  private static boolean isSame(WorkerEntry one, WorkerEntry other) {
    return one.pid() == other.pid() && one.start() == other.start();
  }

  /// Gives the fill up: the array and all that belongs to it is removed, but not an array that has
  /// been visible from the beginning.
  ///
  /// @param patience how long to wait for who is just creating or publishing it
  /// @throws FillException if somebody takes part
  /// @throws FillTimeoutException if somebody holds the mutex for too long
  /// @throws NoSuchFileException if there is no fill
  /// @throws IOException if the files cannot be removed
  /// @throws InterruptedException if the thread is interrupted
  public void abort(Duration patience) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(patience);
    if (!Files.exists(files.ledger())) {
      throw new NoSuchFileException(files.ledger().toString(), null, "there is no fill to abort");
    }
    try (Mutex mutex = Mutex.openLocked(files.lock(), false, deadline);
        Ledger ledger = Ledger.open(files.ledger(), true)) {
      if (ledger.state() == Ledger.PUBLISHED) {
        throw new FillException(files.array() + ": is published; there is nothing to abort");
      }
      for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
        if (ledger.isInUse(slot) && mutex.isAlive(slot)) {
          throw new FillException(
              files.array()
                  + ": process "
                  + ledger.worker(slot).pid()
                  + " in slot "
                  + slot
                  + " takes part; let it end, or evict it");
        }
      }
      ledger.setState(Ledger.ABORTED);
      files.removeFill();
      Files.deleteIfExists(files.lock());
    }
  }
}
