package io.ndmap.fill.ledger;

import io.ndmap.npy.FillException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.posix.NoLocksException;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/// The mutex of a fill: a lock of its lock file, through one participant's open file.
///
/// Many threads may use it. All but [#lock], [#tryLock] and [#close] need the mutex held.
public final class Mutex implements AutoCloseable {

  private static final long BYTE = 0;
  private static final ValueLayout.OfLong ID =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SPINS = 20;
  private static final long SHORTEST_NANOS = 50_000;
  private static final long LONGEST_NANOS = 2_000_000;

  private final Path path;
  private final OpenFile file;
  private final ReentrantLock threads = new ReentrantLock();

  private Mutex(Path path, OpenFile file) {
    this.path = path;
    this.file = file;
  }

  /// Opens the lock file that has the name, or makes one, and takes the mutex.
  ///
  /// @return the mutex, held
  /// @throws FillTimeoutException if another process holds the mutex for too long
  /// @throws InterruptedException if the thread is interrupted; nothing is held
  public static Mutex openLocked(Path path, Deadline deadline)
      throws IOException, InterruptedException {
    while (true) {
      Mutex mutex = new Mutex(path, OpenFile.open(path, true));
      try {
        mutex.lock(deadline);
        if (mutex.isNamed()) {
          return mutex;
        }
        // A participant that finished the fill has removed it between our opening and our
        // locking.
        mutex.unlock();
        if (deadline.hasPassed()) {
          throw new FillTimeoutException(
              path + ": is removed and made again all the time, for " + deadline.text());
        }
      } catch (NoLocksException e) {
        try {
          mutex.removeIfNew();
        } catch (IOException again) {
          e.addSuppressed(again);
        }
        mutex.close();
        throw e;
      } catch (Throwable e) {
        mutex.close();
        throw e;
      }
      mutex.close();
    }
  }

  /// Removes a lock file that nobody has held ever, as there are no locks.
  private void removeIfNew() throws IOException {
    if (file.size() == 0 && isNamed()) {
      Files.delete(path);
    }
  }

  /// Takes the mutex.
  ///
  /// @throws FillTimeoutException if another process holds it for too long
  /// @throws InterruptedException if the thread is interrupted; it is not held
  public void lock(Deadline deadline) throws IOException, InterruptedException {
    long pause = SHORTEST_NANOS;
    for (int tries = 0; !tryLock(); tries++) {
      if (deadline.hasPassed()) {
        throw new FillTimeoutException(
            ("%s: another process has held the mutex for %s; if it is stopped, continue or "
                    + "kill it (ndmap fill status tells, ndmap fill evict kills)")
                .formatted(path, deadline.text()));
      }
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else {
        deadline.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_NANOS);
      }
    }
  }

  /// Takes the mutex if it is free.
  ///
  /// @return false if another open file holds it
  public boolean tryLock() throws IOException {
    if (!threads.tryLock()) {
      return false;
    }
    boolean locked = false;
    try {
      locked = file.tryLock(BYTE);
    } finally {
      if (!locked) {
        threads.unlock();
      }
    }
    return locked;
  }

  /// Gives the mutex back.
  public void unlock() throws IOException {
    try {
      file.unlock(BYTE);
    } finally {
      threads.unlock();
    }
  }

  /// Whether the lock file has its name still. If not, the fill is over, or another program has
  /// removed the file.
  public boolean isNamed() throws IOException {
    return file.isAt(path);
  }

  /// What tells this lock file from others that have had the name: its first bytes, at random.
  public long id() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment id = arena.allocate(ID);
      if (file.read(id, 0) < id.byteSize()) {
        id.set(ID, 0, RANDOM.nextLong());
        file.write(id, 0);
      }
      return id.get(ID, 0);
    }
  }

  /// Makes sure that this is the mutex by which the participants exclude each other, or becomes it.
  /// It changes if the lock file was removed: living participants continue with the old one, and no
  /// process joins until the last of them has left.
  ///
  /// @throws FillException if a participant uses another lock file
  public void requireGuarding(Ledger ledger, FillFiles files) throws IOException {
    long id = id();
    if (ledger.lockId() == id) {
      return;
    }
    try (ArrayFile file = ArrayFile.openReadOnly(ledger, files)) {
      if (file == null) {
        return;
      }
      OptionalInt alive = file.anyAlive();
      if (alive.isPresent()) {
        throw new FillException(
            path.toString(),
            ("was removed or replaced while process %s in slot %s takes part; participants may "
                    + "continue, but no process may join before they have left")
                .formatted(ledger.worker(alive.getAsInt()).process().pid(), alive.getAsInt()));
      }
    }
    ledger.setLockId(id);
  }

  /// The id of a lock file, without taking part.
  ///
  /// @return nothing if there is no such file, or it has none yet
  public static OptionalLong idOf(Path path) throws IOException {
    try (OpenFile file = OpenFile.openReadOnly(path);
        Arena arena = Arena.ofConfined()) {
      MemorySegment id = arena.allocate(ID);
      return file.read(id, 0) < id.byteSize()
          ? OptionalLong.empty()
          : OptionalLong.of(id.get(ID, 0));
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    }
  }

  /// Drops the mutex if it is held.
  @Override
  public void close() {
    threads.lock();
    try {
      file.close();
    } finally {
      // Once for this, and once more for the mutex.
      while (threads.isHeldByCurrentThread()) {
        threads.unlock();
      }
    }
  }
}
