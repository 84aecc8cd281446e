package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.mpi.library.Launcher;
import io.ndmap.mpi.library.MpiCallException;
import io.ndmap.mpi.library.MpiLibrary;
import io.ndmap.mpi.library.MpiMessages;
import io.ndmap.mpi.library.Pause;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The end of this rank: together with all others by `MPI_Finalize`, or alone, which ends them too,
/// by `MPI_Abort`.
///
/// A rank ends alone if a signal ends it, if it leaves a call of MPI that it was in, or if others
/// wait for it in a call that it does not make. The last is found out by the ranks that wait: one
/// that ends tells the next one how many collective calls it has made, and waits until all have
/// ended. A rank that waits in a later call than that knows that it waits in vain. If some ranks
/// have ended and all others wait, one that waits follows one that has ended; it has the least
/// number of those before it, as those that have ended pass on what is less than theirs. Then no
/// limit of time is needed, and a rank may compute as long as it likes while others have ended.
final class Ending {

  /// The longest time for a thread to leave a call.
  private static final long CALL_SECONDS = 2;

  /// The longest time of `MPI_Abort`, and of the failed rank's report.
  private static final long ABORT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// How long the launcher gets to read what this rank has said before it hears of the abort: that
  /// of MPICH loses what it has not read by then.
  private static final long READING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /// Bytes of a notice's text. Two less than there is room for: of a character that is cut in two,
  /// decoding makes one of three bytes.
  private static final int MOST_TEXT = MpiMessages.MOST_BYTES - Notice.HEAD - 2;

  private final MpiLibrary library;
  private final int rank;
  private final int size;
  private final ReentrantLock calls;
  private final boolean launcherEndsAll;

  /// Files that all ranks have open together: some may wait in an access of those.
  private final AtomicInteger together = new AtomicInteger();

  private @Nullable MpiMessages messages;
  private @Nullable Notice notice;
  private volatile boolean begun;
  private volatile @Nullable String left;

  /// @param calls held by the thread that calls the library
  /// @param launcherEndsAll see [Launcher#endsAll]
  Ending(MpiLibrary library, int rank, int size, ReentrantLock calls, boolean launcherEndsAll) {
    this.library = library;
    this.rank = rank;
    this.size = size;
    this.calls = calls;
    this.launcherEndsAll = launcherEndsAll;
  }

  /// The message of a rank that ends to the next one.
  ///
  /// @param made how many collective calls it has made
  /// @param code its exit code
  /// @param text which rank it is, and why it ends
  private record Notice(long made, int code, String text) {

    private static final int HEAD = Long.BYTES + Integer.BYTES;

    byte[] encode() {
      byte[] encoded = text.getBytes(UTF_8);
      return ByteBuffer.allocate(HEAD + encoded.length)
          .putLong(made)
          .putInt(code)
          .put(encoded)
          .array();
    }

    static Notice decode(byte[] message) {
      ByteBuffer bytes = ByteBuffer.wrap(message);
      long made = bytes.getLong();
      int code = bytes.getInt();
      return new Notice(made, code, UTF_8.decode(bytes).toString());
    }
  }

  /// Is called by all ranks, by the thread that has initialised MPI.
  ///
  /// Not when a communicator is closed: a rank that leaves its `try` by an exception would wait in
  /// `MPI_Finalize` for ranks that wait for it, and never show the exception.
  ///
  /// @param anyThread whether a shutdown hook may call the library; else MPI is not finalised
  void prepare(boolean anyThread) throws MpiCallException {
    var _ = library.linkAbort();
    Thread.currentThread().setUncaughtExceptionHandler((_, error) -> uncaught(error));
    if (!anyThread) {
      return;
    }
    if (size > 1) {
      ExitCause.watch();
      messages = library.messages();
      library.whileWaiting(this::requireOthers);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "mpi-finalize"));
  }

  /// Counts a file that all ranks have open together, or no longer.
  void countTogether(int change) {
    together.addAndGet(change);
  }

  /// Prints an uncaught exception, and ends all ranks.
  private void uncaught(Throwable error) {
    try {
      if (ThrownElsewhere.marks(error)) {
        // That rank says it.
        pause(ABORT_NANOS);
      }
      // In one piece, as other ranks may print, too.
      System.err.print(SentFailure.trace(rank, error));
      System.err.flush();
    } finally {
      abort(1);
    }
  }

  /// Ends all ranks; does not return.
  void abort(int code) {
    begun = true;
    try {
      Thread last = new Thread(() -> haltLater(code), "mpi-abort");
      last.setDaemon(true);
      last.start();
      pause(READING_NANOS);
      // The library takes one call at a time; but a call that does not return ends as well.
      var _ = isFree();
      library.abort(code);
    } catch (MpiCallException e) {
      System.err.println("ndmap: " + e.getMessage());
    } finally {
      // MPI_Abort need not end the process at once, and shutdown hooks would finalise.
      Runtime.getRuntime().halt(code);
    }
  }

  private static void haltLater(int code) {
    pause(ABORT_NANOS);
    Runtime.getRuntime().halt(code);
  }

  /// Waits, no less, unless this process ends.
  private static void pause(long nanos) {
    long start = System.nanoTime();
    for (long waited = 0; waited < nanos; waited = System.nanoTime() - start) {
      // An interrupt would have it return at once.
      var _ = Thread.interrupted();
      LockSupport.parkNanos(nanos - waited);
    }
  }

  /// Whether no other thread is in a call; none will be from then on.
  private boolean isFree() {
    try {
      return calls.tryLock(CALL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return calls.tryLock();
    }
  }

  /// Is called again and again by a thread that waits in a collective call, and has the lock.
  private void requireOthers(String call) throws MpiCallException {
    if (begun) {
      left = call;
      calls.unlock();
      while (true) {
        LockSupport.park();
      }
    }
    Optional<Notice> least = hear();
    if (least.isPresent() && least.get().made < library.begun()) {
      Notice of = least.get();
      say(of.text + ", but rank " + rank + " waits for it in " + call + ": ending all ranks");
      abort(of.code == 0 ? 1 : of.code);
    }
  }

  /// Receives what ranks before this one have told.
  ///
  /// @return the least of it, if there is something
  private Optional<Notice> hear() throws MpiCallException {
    Optional<byte[]> message =
        messages == null ? Optional.empty() : messages.poll((rank + size - 1) % size);
    if (message.isPresent()) {
      Notice heard = Notice.decode(message.get());
      notice = notice == null || heard.made < notice.made ? heard : notice;
    }
    return Optional.ofNullable(notice);
  }

  private static void say(String text) {
    System.err.println("ndmap: " + text);
    System.err.flush();
  }

  /// The shutdown hook.
  private void end() {
    begun = true;
    boolean free = isFree();
    if (free && isFinalized()) {
      calls.unlock();
      return;
    }
    ExitCause cause = ExitCause.find();
    if (cause.signalled() && launcherEndsAll) {
      // Which may have sent the signal, and then expects nothing.
      return;
    } else if (cause.signalled() && size > 1) {
      alone(cause, "");
    } else if (!free) {
      alone(cause, " within a call of MPI");
    } else if (left != null) {
      alone(cause, " within " + left);
    } else if (together.get() > 0) {
      alone(cause, " within a collective access");
    }
    try {
      if (messages != null) {
        await(messages, new Notice(library.begun(), cause.code(), text(cause, "")));
      }
      library.finish();
    } catch (MpiCallException e) {
      System.err.println("ndmap: " + e.getMessage());
    } finally {
      calls.unlock();
    }
  }

  /// Whether other code of this process has finalised MPI.
  private boolean isFinalized() {
    try {
      return library.isFinalized();
    } catch (MpiCallException e) {
      return false;
    }
  }

  private void alone(ExitCause cause, String where) {
    say(text(cause, where) + ": ending all ranks");
    abort(cause.code() == 0 ? 1 : cause.code());
  }

  private String text(ExitCause cause, String where) {
    byte[] text = "rank %s: %s%s ended it".formatted(rank, cause.text(), where).getBytes(UTF_8);
    return new String(Arrays.copyOf(text, Math.min(text.length, MOST_TEXT)), UTF_8);
  }

  /// Follows a signal while the JVM ends, which does not follow it.
  private void endAtLast(ExitCause signal) {
    if (launcherEndsAll) {
      Runtime.getRuntime().halt(signal.code());
    }
    alone(signal, "");
  }

  /// Waits until all ranks have come to their end.
  private void await(MpiMessages messages, Notice own) throws MpiCallException {
    int next = (rank + 1) % size;
    long latest = own.made;
    // For the rest of this process.
    Arena arena = Arena.global();
    MpiMessages.Pending sent = messages.send(arena, own.encode(), next);
    MpiMessages.Pending all = messages.barrier(arena);
    Pause pause = new Pause();
    while (!all.isDone() || !sent.isDone() || hear().isEmpty()) {
      Optional<Notice> least = hear();
      if (least.isPresent() && least.get().made < latest) {
        latest = least.get().made;
        sent = messages.send(arena, least.get().encode(), next);
      }
      ExitCause.signal().ifPresent(this::endAtLast);
      var _ = pause.take();
    }
  }
}
