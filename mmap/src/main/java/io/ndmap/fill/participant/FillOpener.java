package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.FillArrayFile;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.fill.ledger.Mutex;
import io.ndmap.fill.ledger.Participants;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Partition;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillMismatchException;
import io.ndmap.npy.FillRebootException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Interrupts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Opens a fill under the mutex: joins it, creates it, or finds the array complete. Removes files
/// that killed processes have left.
///
/// @param files the names of the files
/// @param spec the specification of the fill, or null to join a fill with any specification
/// @param progress called after each step
public record FillOpener(FillFiles files, @Nullable FillSpec spec, Consumer<FillStep> progress) {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /// An opened fill or complete array.
  ///
  /// @param data the array
  /// @param spec the specification, with the shape of the chunks
  /// @param partition the partition into chunks
  /// @param participant the participant, null if the array is complete
  public record Opened(
      NpyFile data, FillSpec spec, Partition partition, @Nullable Participant participant) {}

  /// Creates the fill, joins it, or finds it complete.
  ///
  /// @throws FillTimeoutException if it is not created in time, or another process owns the mutex
  ///   for too long
  /// @throws InterruptedException if the thread is interrupted; a creation that has begun is undone
  public Opened open(Deadline deadline) throws IOException, InterruptedException {
    return Interrupts.unified(files.array().toString(), () -> openOrWait(deadline));
  }

  private Opened openOrWait(Deadline deadline) throws IOException, InterruptedException {
    while (true) {
      if (isComplete()) {
        return complete();
      }
      files.requireShortName();
      files.requireLocks();
      boolean late = deadline.hasPassed();
      boolean begun = Files.exists(files.ledger()) || Files.exists(files.array());
      Opened opened = spec != null || begun ? openLocked(deadline) : null;
      if (opened != null) {
        return opened;
      }
      if (late) {
        throw new FillTimeoutException(
            files.array()
                + (begun
                    ? ": its fill was ended and created again all the time, for "
                    : ": no fill was created within ")
                + deadline.text());
      }
      deadline.sleep(PAUSE_NANOS);
    }
  }

  private boolean isComplete() {
    return Files.exists(files.array())
        && !Files.exists(files.ledger())
        && !Files.exists(files.lock());
  }

  private Mutex lock(Deadline deadline) throws IOException, InterruptedException {
    try {
      return Mutex.openLocked(files.lock(), deadline);
    } catch (NoSuchFileException e) {
      throw files.hasDirectory() ? e : Directories.naming(files.array(), e);
    }
  }

  /// @return the fill; null if there is none, or if the caller must try again: only the leftovers
  ///   of an ended fill were found and removed, or the lock file has lost its name
  private @Nullable Opened openLocked(Deadline deadline) throws IOException, InterruptedException {
    Mutex mutex = lock(deadline);
    boolean joined = false;
    try {
      progress.accept(FillStep.ENTERED);
      switch (inspect(mutex)) {
        case BEGUN -> {}
        case CLEANED -> {
          return null;
        }
        case NOTHING -> {
          // The process that ended the last fill may have been killed before it removed them.
          Files.deleteIfExists(files.reasons());
          if (Files.exists(files.array())) {
            return complete();
          }
          if (spec == null) {
            return null;
          }
          create(spec, mutex);
        }
      }
      Opened opened = join(mutex);
      if (opened == null) {
        return null;
      }
      joined = true;
      progress.accept(FillStep.JOINED);
      mutex.unlock();
      return opened;
    } finally {
      if (!joined) {
        closeLockFile(mutex);
      }
    }
  }

  /// Closes the lock file, and removes it if there is no fill.
  private void closeLockFile(Mutex mutex) throws IOException {
    try (mutex) {
      if (mutex.isNamed() && !Files.exists(files.ledger())) {
        Files.deleteIfExists(files.lock());
      }
    }
  }

  private void create(FillSpec requested, Mutex mutex) throws IOException {
    requireNoParts();
    files.removeLeftovers();
    new FillCreation(files, requested, mutex.id(), progress).run();
  }

  /// The result of an inspection.
  private enum Found {
    /// There is no ledger, or there was one without its array, which has been removed.
    NOTHING,
    /// There is a ledger, and the array that it belongs to.
    BEGUN,
    /// There were leftovers of a killed process, which have been removed.
    CLEANED
  }

  private Found inspect(Mutex mutex) throws IOException {
    if (!Files.exists(files.ledger())) {
      if (Files.exists(files.working())) {
        throw new FillException(
            ("%s: there is no ledger %s that says what of it is done; move one of them here, "
                    + "or remove this file")
                .formatted(files.working(), files.ledger().getFileName()));
      }
      return Found.NOTHING;
    }
    try (Ledger ledger = Ledger.open(files.ledger(), true)) {
      return inspect(ledger, mutex);
    }
  }

  private Found inspect(Ledger ledger, Mutex mutex) throws IOException {
    LedgerHeader header = ledger.header();
    mutex.requireGuarding(ledger, files);
    if (ledger.state() == Ledger.PUBLISHED) {
      new Publication(files, _ -> {}).finish(header);
      return Found.CLEANED;
    }
    if (ledger.state() == Ledger.ABORTED) {
      files.removeFill(header);
      Files.deleteIfExists(files.lock());
      return Found.CLEANED;
    }
    Path data = files.data(header.visible());
    long inode = FillFiles.inode(data);
    if (inode == header.inode()) {
      return Found.BEGUN;
    }
    if (!header.visible() && FillFiles.inode(files.array()) == header.inode()) {
      // The publisher was killed before it stored PUBLISHED. Store it for processes that still have
      // the ledger mapped.
      ledger.setState(Ledger.PUBLISHED);
      new Publication(files, _ -> {}).finish(header);
      return Found.CLEANED;
    }
    if (inode >= 0) {
      throw new FillMismatchException(
          files.ledger().toString(), "array", data.toString(), "another file");
    }
    // The creator was killed before the array had a name, or the array was removed. Participants
    // that still have the removed array open must notice.
    ledger.setState(Ledger.ABORTED);
    Files.delete(files.ledger());
    Files.deleteIfExists(files.reasons());
    return Found.NOTHING;
  }

  /// @return the fill, or null if the lock file has lost its name, so that another process may be
  ///   joining at the same time, under a new lock file
  private @Nullable Opened join(Mutex mutex) throws IOException {
    Ledger ledger = Ledger.open(files.ledger(), true);
    NpyFile data = null;
    FillArrayFile file = null;
    boolean joined = false;
    try {
      LedgerHeader header = ledger.header();
      data = NpyFile.open(files.data(header.visible()), OpenMode.READ_WRITE);
      file = FillArrayFile.open(data.path());
      if (header.chunkShape().rank() != data.shape().rank()) {
        throw ofOtherArray(data);
      }
      Partition partition =
          Partition.chunks(data.shape(), data.header().order(), header.chunkShape());
      requireBelongs(header, data, file, partition);
      FillSpec found =
          new FillSpec(
              data.dtype(),
              data.shape(),
              data.header().order(),
              header.chunkShape(),
              header.durable(),
              header.visible(),
              header.maxFailures(),
              header.maxDeaths());
      if (spec != null) {
        requireSame(spec, found);
      }
      if (ledger.mayHaveLost()) {
        throw new FillRebootException(
            files.array().toString(), ledger.progress().done(), header.chunks());
      }
      // A creator that was killed after naming the array may have left its temporary files.
      files.removeLeftovers();
      if (header.durable()) {
        files.forceNames(true);
      }
      Participants members = new Participants(ledger, file, files.array());
      int slot =
          members
              .takeSlot()
              .orElseThrow(
                  () ->
                      new FillException(
                          "%s: %s processes take part already"
                              .formatted(files.array(), LedgerHeader.SLOTS)));
      if (mutex.isNamed()) {
        members.enter(slot);
        joined = true;
        return new Opened(
            data,
            found,
            partition,
            new Participant(files, found, data, ledger, mutex, file, slot, progress));
      }
      return null;
    } finally {
      if (!joined) {
        ledger.close();
        if (data != null) {
          data.close();
        }
        if (file != null) {
          file.close();
        }
      }
    }
  }

  private void requireBelongs(
      LedgerHeader header, NpyFile data, FillArrayFile file, Partition partition)
      throws IOException {
    long end = data.header().dataOffset() + data.header().dataBytes();
    boolean same =
        header.inode() == file.inode()
            && header.dataOffset() == data.header().dataOffset()
            && header.fileBytes() == end
            && header.digest().equals(FillCreation.digest(data.path(), header.dataOffset()))
            && header.chunks() == partition.count();
    if (!same) {
      throw ofOtherArray(data);
    }
  }

  private FillMismatchException ofOtherArray(NpyFile data) {
    return new FillMismatchException(
        files.ledger().toString(), "array", data.path().toString(), "one with another header");
  }

  private void requireSameArray(FillSpec requested, FillSpec found) {
    // Compared as in the header, which lacks some properties of a dtype, such as alignment.
    require("dtype", requested.dtype().descr(), found.dtype().descr());
    require("shape", requested.shape(), found.shape());
    require("order", requested.order(), found.order());
  }

  private void requireSame(FillSpec requested, FillSpec found) {
    requireSameArray(requested, found);
    if (requested.chunkShape() != null) {
      require("chunk shape", FillCreation.chunks(requested).chunkShape(), found.chunkShape());
    }
    require("durability", requested.durable(), found.durable());
    require("visibility", requested.visible(), found.visible());
    require("limit of failures", requested.maxFailures(), found.maxFailures());
    require("limit of deaths", requested.maxDeaths(), found.maxDeaths());
  }

  private void require(String what, Object requested, @Nullable Object found) {
    if (!Objects.equals(requested, found)) {
      throw new FillMismatchException(
          files.array().toString(), what, requested.toString(), String.valueOf(found));
    }
  }

  private void requireNoParts() {
    if (Files.exists(files.parts())) {
      throw new FillException(
          files.array().toString(),
          "is filled by parts, says %s, and may not be complete"
              .formatted(files.parts().getFileName()));
    }
  }

  private NpyFile openComplete() throws IOException {
    try {
      return NpyFile.open(files.array());
    } catch (ResourceLimitException e) {
      throw new FillException(
          files.array().toString(),
          "is there, with a header longer than that of an array that is filled",
          e);
    }
  }

  private Opened complete() throws IOException {
    requireNoParts();
    NpyFile data = openComplete();
    try {
      FillSpec found = FillSpec.of(data.dtype(), data.shape(), data.header().order());
      if (spec != null) {
        requireSameArray(spec, found);
      }
      Chunks partition = FillCreation.chunks(spec == null ? found : spec);
      return new Opened(data, found.withChunks(partition.chunkShape().toArray()), partition, null);
    } catch (Throwable e) {
      data.close();
      throw e;
    }
  }
}
