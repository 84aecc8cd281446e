package io.ndmap.fill;

import io.ndmap.dtype.DType;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.Partition;
import io.ndmap.nd.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How a process comes into a fill: what is there is looked at, mended or made under the mutex.
///
/// @param files their names
/// @param spec what is to be filled, or null to join whatever is there
/// @param progress told each step
record Entrance(FillFiles files, @Nullable FillSpec spec, Consumer<FillStep> progress) {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /// What a participant has in its hands.
  ///
  /// @param data the array
  /// @param file the same, opened under the mutex as well: later its name may be gone
  /// @param spec what is filled, with the shape of the chunks
  /// @param membership null if the array is complete
  record Entered(NpyFile data, ArrayFile file, FillSpec spec, @Nullable Membership membership) {}

  /// What a participant has of a fill that goes on.
  ///
  /// @param ledger who has which chunk
  /// @param mutex the locks
  /// @param slot of the participant
  record Membership(Ledger ledger, Mutex mutex, int slot) {}

  /// Creates the fill, joins it, or finds it complete.
  ///
  /// @throws FillTimeoutException if nobody has created it, or somebody holds the mutex, for too
  ///   long
  Entered enter(Deadline deadline) throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    while (true) {
      if (isComplete()) {
        return complete();
      }
      files.requireRoom();
      Entered entered = null;
      try {
        entered = enterLocked(deadline);
      } catch (NoSuchFileException e) {
        // Nobody has begun, and this process does not, either.
        if (spec != null) {
          throw files.hasDirectory() ? e : noDirectory(e);
        }
      }
      if (entered != null) {
        return entered;
      }
      if (deadline.hasPassed() && !Files.exists(files.ledger()) && !Files.exists(files.array())) {
        throw new FillTimeoutException(
            files.array() + ": nobody has begun to fill it for " + deadline.text());
      }
      deadline.sleep(PAUSE_NANOS);
    }
  }

  /// It names the file that the caller knows, not one of the fill's.
  private NoSuchFileException noDirectory(NoSuchFileException cause) {
    NoSuchFileException named =
        new NoSuchFileException(files.array().toString(), null, "no such directory");
    var _ = named.initCause(cause);
    return named;
  }

  private boolean isComplete() {
    return Files.exists(files.array())
        && !Files.exists(files.ledger())
        && !Files.exists(files.lock());
  }

  /// @return null if there is nothing to join, or what was left half done has just been removed
  private @Nullable Entered enterLocked(Deadline deadline)
      throws IOException, InterruptedException {
    Mutex mutex = Mutex.openLocked(files.lock(), spec != null, deadline);
    boolean joined = false;
    try {
      progress.accept(FillStep.ENTERED);
      switch (look(mutex)) {
        case BEGUN -> {}
        case MENDED -> {
          return null;
        }
        case NOTHING -> {
          if (Files.exists(files.array())) {
            Files.deleteIfExists(files.lock());
            return complete();
          }
          if (spec == null) {
            return null;
          }
          create(spec);
        }
      }
      Entered entered = join(mutex);
      joined = true;
      progress.accept(FillStep.JOINED);
      mutex.unlock();
      return entered;
    } finally {
      if (!joined) {
        mutex.close();
      }
    }
  }

  private void create(FillSpec wanted) throws IOException {
    requireNoParts();
    try {
      files.removeLeftovers();
      new FillCreation(files, wanted, progress).run();
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(files.lock());
      throw e;
    }
  }

  /// What was found.
  private enum Found {
    /// No ledger.
    NOTHING,
    /// A ledger, and the array that it belongs to.
    BEGUN,
    /// What somebody had left half done who was killed; it is not there any more.
    MENDED
  }

  private Found look(Mutex mutex) throws IOException {
    if (!Files.exists(files.ledger())) {
      if (Files.exists(files.working())) {
        throw new FillException(
            files.working()
                + ": there is no ledger "
                + files.ledger().getFileName()
                + " that says what of it is done; move one of them here, or remove this file");
      }
      return Found.NOTHING;
    }
    try (Ledger ledger = Ledger.open(files.ledger(), true)) {
      return look(ledger, mutex);
    }
  }

  private Found look(Ledger ledger, Mutex mutex) throws IOException {
    LedgerHeader header = ledger.header();
    if (ledger.state() == Ledger.PUBLISHED) {
      new Publication(files, _ -> {}).finish(header);
      return Found.MENDED;
    }
    if (ledger.state() == Ledger.ABORTED) {
      files.removeFill();
      Files.deleteIfExists(files.lock());
      return Found.MENDED;
    }
    Path data = files.data(header.visible());
    long inode = FillCreation.inode(data);
    if (inode == header.inode()) {
      return Found.BEGUN;
    }
    if (inode >= 0) {
      throw new FillMismatchException(
          files.ledger().toString(), "array", data.toString(), "another file");
    }
    if (!header.visible() && FillCreation.inode(files.array()) == header.inode()) {
      // Who published it was killed before saying so; some may still have the ledger mapped.
      ledger.setState(Ledger.PUBLISHED);
      new Publication(files, _ -> {}).finish(header);
      return Found.MENDED;
    }
    // Its creator was killed before the array had a name, or somebody has removed the array; then
    // nobody may go on with it.
    new Members(ledger, mutex).requireNobody(data.toString());
    ledger.setState(Ledger.ABORTED);
    Files.delete(files.ledger());
    Files.deleteIfExists(files.reasons());
    return Found.NOTHING;
  }

  private Entered join(Mutex mutex) throws IOException, InterruptedException {
    Ledger ledger = Ledger.open(files.ledger(), true);
    NpyFile data = null;
    ArrayFile file = null;
    try {
      LedgerHeader header = ledger.header();
      data = NpyFile.open(files.data(header.visible()), OpenMode.READ_WRITE);
      file = new ArrayFile(data, true);
      requireBelongs(header, data);
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
      // A creator may have been killed between naming the array and this.
      files.removeLeftovers();
      if (header.durable()) {
        files.forceNames(true);
      }
      int slot = new Members(ledger, mutex).join(files.array().toString());
      return new Entered(data, file, found, new Membership(ledger, mutex, slot));
    } catch (Throwable e) {
      ledger.close();
      if (data != null) {
        data.close();
      }
      if (file != null) {
        file.close();
      }
      throw e;
    }
  }

  private void requireBelongs(LedgerHeader header, NpyFile data) throws IOException {
    long end = data.header().dataOffset() + data.header().dataBytes();
    boolean same =
        header.dataOffset() == data.header().dataOffset()
            && header.fileBytes() == end
            && header.chunkShape().rank() == data.shape().rank()
            && header.digest().equals(FillCreation.digest(data.path(), header.dataOffset()))
            && header.chunks()
                == Partition.chunks(data.shape(), data.header().order(), header.chunkShape())
                    .count();
    if (!same) {
      throw new FillMismatchException(
          files.ledger().toString(), "array", data.path().toString(), "one with another header");
    }
  }

  private void requireSame(FillSpec wanted, FillSpec found) {
    require("dtype", wanted.dtype(), found.dtype());
    require("shape", wanted.shape(), found.shape());
    require("order", wanted.order(), found.order());
    if (wanted.chunkShape() != null && found.chunkShape() != null) {
      require("chunk shape", cut(wanted.chunkShape(), found.shape()), found.chunkShape());
    }
    require("durability", wanted.durable(), found.durable());
    require("visibility", wanted.visible(), found.visible());
    require("limit of failures", wanted.maxFailures(), found.maxFailures());
    require("limit of deaths", wanted.maxDeaths(), found.maxDeaths());
  }

  private void require(String what, Object wanted, Object found) {
    if (!Objects.equals(wanted, found)) {
      throw new FillMismatchException(
          files.array().toString(),
          what,
          wanted instanceof DType dtype ? dtype.descr() : wanted.toString(),
          found instanceof DType dtype ? dtype.descr() : found.toString());
    }
  }

  /// A chunk's lengths, none longer than the array.
  static Shape cut(Shape chunk, Shape whole) {
    long[] lengths = chunk.toArray();
    for (int axis = 0; axis < lengths.length; axis++) {
      lengths[axis] = Math.min(lengths[axis], Math.max(1, whole.size(axis)));
    }
    return Shape.of(lengths);
  }

  private void requireNoParts() {
    if (Files.exists(PartsFile.beside(files.array()))) {
      throw new FillException(
          files.array()
              + ": is filled by parts, says "
              + PartsFile.beside(files.array()).getFileName()
              + ", and may not be complete");
    }
  }

  private Entered complete() throws IOException {
    requireNoParts();
    NpyFile data = NpyFile.open(files.array());
    try {
      Shape chunk =
          spec != null && spec.chunkShape() != null
              ? cut(spec.chunkShape(), data.shape())
              : FillCreation.chunkShape(data.dtype(), data.shape(), data.header().order());
      FillSpec found = FillSpec.of(data.dtype(), data.shape(), data.header().order());
      if (spec != null) {
        require("dtype", spec.dtype(), found.dtype());
        require("shape", spec.shape(), found.shape());
        require("order", spec.order(), found.order());
      }
      return new Entered(data, new ArrayFile(data, false), found.withChunks(chunk.toArray()), null);
    } catch (Throwable e) {
      data.close();
      throw e;
    }
  }
}
