package io.ndmap.fill;

import io.ndmap.fill.control.Diagnosis;
import io.ndmap.fill.control.Eviction;
import io.ndmap.fill.control.StatusReader;
import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.FillArrayFile;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.Mutex;
import io.ndmap.fill.ledger.Participants;
import io.ndmap.fill.model.FillFinding;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.Recovery;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.posix.Interrupts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Inspects a fill without joining it, evicts hanging participants, and recovers or aborts the
/// fill.
///
/// Not thread-safe.
public final class FillControl {

  private final FillFiles files;

  private FillControl(FillFiles files) {
    this.files = files;
  }

  /// Returns a control for the fill of an array, without opening any file.
  ///
  /// @param path the path that the array has once the fill is complete, on the default file system
  /// @return the control
  /// @throws IllegalArgumentException if the path has no file name
  public static FillControl of(Path path) {
    return new FillControl(FillFiles.of(path));
  }

  /// Returns the status of the fill without waiting.
  ///
  /// @return the status
  /// @throws NoSuchFileException if there is neither a fill nor an array
  /// @throws FillException if the ledger is damaged, or there is a ledger but this JVM cannot use
  ///   the locks that show which participants are alive (it denies native access, or the system is
  ///   not Linux)
  /// @throws IOException if the files cannot be read
  public FillStatus status() throws IOException {
    return new StatusReader(files).read();
  }

  /// Diagnoses why a fill does not progress: tests what the fill relies on, and finds the processes
  /// that own the locks of its slots. Does not change the fill. Creates test files in the array's
  /// directory and deletes them again.
  ///
  /// @return the findings, in the order in which to read them
  /// @throws FillException if the ledger is damaged
  /// @throws IOException if the files cannot be read
  public List<FillFinding> diagnose() throws IOException {
    return new Diagnosis(files).run();
  }

  /// Kills a hanging participant and its forked children. Waits until the slot's lock is released,
  /// which means that none of them can write to the chunks any more, then frees the chunks.
  ///
  /// The processes to kill are those that own the slot's lock according to `/proc`. A child that
  /// has closed its descriptors and only keeps the memory of a claim is not listed there: it is
  /// waited for, but not killed. The process ID in the ledger is not used, because it could name a
  /// different process in another container.
  ///
  /// @param slot the slot of the participant
  /// @param timeout the maximum time to wait for the release of the slot's lock and for the mutex
  /// @return the number of chunks that became free, or poisoned because their owners died too
  ///   often; 0 if the fill has ended meanwhile, if a new participant in the slot has already freed
  ///   them, or if the lock file was lost, in which case the next claim of a participant frees them
  /// @throws FillException if the slot is empty or not from 0 to 1023, if the participant is this
  ///   process, or if this process cannot see the participant or may not kill it, because it
  ///   belongs to another user or container or there is no `/proc`; thrown without waiting, except
  ///   for a child that appears meanwhile. Also if this JVM does not support the locks, or the
  ///   ledger is damaged
  /// @throws FillTimeoutException if the slot's lock is not released in that time, or another
  ///   process owns the mutex for longer
  /// @throws NoSuchFileException if there is no such fill
  /// @throws IOException if the files of the fill cannot be opened
  /// @throws InterruptedException if the thread is interrupted; processes may have been killed
  public long evict(int slot, Duration timeout) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(timeout);
    return Interrupts.unified(
        files.array().toString(),
        () -> {
          files.requireLocks();
          try (Ledger ledger = openToChange()) {
            new Eviction(files, ledger, slot).run(deadline);
            if (!Mutex.idOf(files.lock()).equals(OptionalLong.of(ledger.lockId()))) {
              // The lock file was lost: the participants that use the old lock file free the
              // chunks.
              return 0L;
            }
          }
          try {
            return locked(
                deadline,
                (ledger, file) ->
                    // If a new participant has joined in the slot, it has already freed the chunks.
                    file == null || file.isAlive(slot)
                        ? 0L
                        : Long.valueOf(
                            new Participants(ledger, file, files.array()).reclaim(slot)));
          } catch (NoSuchFileException ended) {
            return 0L;
          }
        });
  }

  /// Recovers a fast (not durable) fill after a reboot of the system, so that processes can join
  /// again. Changes nothing if the fill is durable, if the system is not known to have been
  /// rebooted since the fill was created or last recovered, or if the array was removed.
  ///
  /// @param how whether to fill the whole array again, or to trust the chunks that are done
  /// @param timeout the maximum time to wait for the mutex
  /// @return whether the fill was recovered
  /// @throws FillTimeoutException if another process owns the mutex for too long
  /// @throws NoSuchFileException if there is no such fill
  /// @throws FillException if the fill must be recovered but has participants, the ledger is
  ///   damaged, the lock file was replaced while participants use the old one, or locks are not
  ///   supported
  /// @throws IOException if the files of the fill cannot be opened
  /// @throws InterruptedException if the thread is interrupted
  public boolean recover(Recovery how, Duration timeout) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(timeout);
    return Interrupts.unified(
        files.array().toString(),
        () ->
            locked(
                deadline,
                (ledger, file) -> {
                  if (file == null || ledger.state() != Ledger.FILLING || !ledger.mayHaveLost()) {
                    return false;
                  }
                  // Some containers report their own boot time: the system was then not rebooted,
                  // and participants outside the container still run.
                  requireNobody(ledger, file);
                  new Participants(ledger, file, files.array()).recover(how);
                  return true;
                }));
  }

  /// Aborts the fill: removes the ledger and the other files of the fill. The array is removed too,
  /// unless it has been visible under its name from the beginning of the fill.
  ///
  /// @param timeout the maximum time to wait for the mutex
  /// @throws FillException if the fill has participants, the array is published, the ledger is
  ///   damaged, or locks are not supported
  /// @throws FillTimeoutException if another process owns the mutex for too long
  /// @throws NoSuchFileException if there is no fill
  /// @throws IOException if the files cannot be removed
  /// @throws InterruptedException if the thread is interrupted
  public void abort(Duration timeout) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(timeout);
    var _ =
        Interrupts.unified(
            files.array().toString(),
            () ->
                locked(
                    deadline,
                    (ledger, file) -> {
                      if (ledger.state() == Ledger.PUBLISHED) {
                        throw new FillException(
                            files.array() + ": is published; there is nothing to abort");
                      }
                      requireNobody(ledger, file);
                      ledger.setState(Ledger.ABORTED);
                      files.removeFill(ledger.header());
                      Files.deleteIfExists(files.lock());
                      return true;
                    }));
  }

  private void requireNobody(Ledger ledger, @Nullable FillArrayFile file) throws IOException {
    OptionalInt alive = file == null ? OptionalInt.empty() : file.anyAlive();
    if (alive.isPresent()) {
      int slot = alive.getAsInt();
      throw new FillException(
          "%s: process %s in slot %s takes part; let it end, or evict it"
              .formatted(files.array(), ledger.worker(slot).process().pid(), slot));
    }
  }

  /// An action under the mutex; `file` is null if the array was removed.
  private interface Change<T> {
    T apply(Ledger ledger, @Nullable FillArrayFile file) throws IOException;
  }

  private <T> T locked(Deadline deadline, Change<T> change)
      throws IOException, InterruptedException {
    files.requireLocks();
    openToChange().close();
    try (Mutex mutex = Mutex.openLocked(files.lock(), deadline);
        Ledger ledger = openToChange(mutex)) {
      mutex.requireGuarding(ledger, files);
      try (FillArrayFile file = FillArrayFile.openReadOnly(ledger, files)) {
        return change.apply(ledger, file);
      }
    }
  }

  private Ledger openToChange() throws IOException {
    try {
      return Ledger.open(files.ledger(), true);
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(files.array().toString(), null, "there is no fill of it");
    }
  }

  /// @param mutex the locked mutex; if there is no ledger any more, its lock file is removed
  private Ledger openToChange(Mutex mutex) throws IOException {
    try {
      return openToChange();
    } catch (NoSuchFileException e) {
      if (mutex.isNamed()) {
        Files.deleteIfExists(files.lock());
      }
      throw e;
    }
  }
}
