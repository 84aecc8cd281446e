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

/// The mutex of a fill, as one participant uses it: a lock on byte 0 of the lock file.
///
/// Thread-safe. The methods [#unlock], [#isNamed], [#id] and [#requireGuarding] require that the
/// caller owns the mutex.
public final class Mutex implements AutoCloseable {

  private static final long BYTE = 0;
  private static final ValueLayout.OfLong ID =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final SecureRandom RANDOM = new SecureRandom();

  /// The number of attempts to acquire the mutex before the thread sleeps between attempts.
  private static final int SPINS = 20;

  // The first and the longest pause between attempts, in nanoseconds.
  private static final long SHORTEST_NANOS = 50_000;
  private static final long LONGEST_NANOS = 2_000_000;

  private final Path path;
  private final OpenFile file;

  /// Excludes the other threads of this process: they share the open file, so its lock does not
  /// exclude them from each other.
  private final ReentrantLock threads = new ReentrantLock();

  private Mutex(Path path, OpenFile file) {
    this.path = path;
    this.file = file;
  }

  /// Opens or creates the lock file, and acquires the mutex.
  ///
  /// @return the mutex, acquired
  /// @throws FillTimeoutException if another process owns the mutex for too long
  /// @throws InterruptedException if the thread is interrupted; the mutex is then not acquired
  public static Mutex openLocked(Path path, Deadline deadline)
      throws IOException, InterruptedException {
    while (true) {
      Mutex mutex = new Mutex(path, OpenFile.open(path, true));
      try {
        mutex.lock(deadline);
        if (mutex.isNamed()) {
          return mutex;
        }
        // A participant that finished the fill has removed the file between opening and locking.
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

  /// Removes a lock file that was never locked, because locks are not supported.
  private void removeIfNew() throws IOException {
    if (file.size() == 0 && isNamed()) {
      Files.delete(path);
    }
  }

  /// Acquires the mutex.
  ///
  /// @throws FillTimeoutException if another process owns the mutex for too long
  /// @throws InterruptedException if the thread is interrupted; the mutex is not acquired
  public void lock(Deadline deadline) throws IOException, InterruptedException {
    long pause = SHORTEST_NANOS;
    for (int tries = 0; !tryLock(); tries++) {
      if (deadline.hasPassed()) {
        throw new FillTimeoutException(
            ("%s: another process has held the mutex for %s; if it is stopped, continue or "
                    + "kill it (ndmap fill status shows its process, ndmap fill evict kills it)")
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

  /// Acquires the mutex if it is free.
  ///
  /// @return false if another thread that uses this object, or another open file description, owns
  ///   it
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

  /// Releases the mutex.
  public void unlock() throws IOException {
    try {
      file.unlock(BYTE);
    } finally {
      threads.unlock();
    }
  }

  /// Returns whether the lock file still has its name. If not, the fill has ended, or another
  /// program has removed the file.
  public boolean isNamed() throws IOException {
    return file.isAt(path);
  }

  /// Returns the first 8 bytes of this lock file, which are random and distinguish it from other
  /// files that have had its name. Writes them first if the file is shorter.
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

  /// Requires that the fill's participants use this lock file; if the fill has no living
  /// participants, records this lock file in the ledger. Checks and records nothing if the array
  /// was removed. After a lock file was removed, living participants continue with the old one, and
  /// no process joins until the last of them has left.
  ///
  /// @throws FillException if a living participant uses another lock file
  public void requireGuarding(Ledger ledger, FillFiles files) throws IOException {
    long id = id();
    if (ledger.lockId() == id) {
      return;
    }
    try (FillArrayFile file = FillArrayFile.openReadOnly(ledger, files)) {
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

  /// Reads the ID of a lock file without participating.
  ///
  /// @return the ID, or empty if there is no such file or it has none yet
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

  /// Closes the file, which releases the mutex.
  @Override
  public void close() {
    threads.lock();
    try {
      file.close();
    } finally {
      // Held once by this method, and once more if the caller owns the mutex.
      while (threads.isHeldByCurrentThread()) {
        threads.unlock();
      }
    }
  }
}
