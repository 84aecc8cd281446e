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

/// Ends this rank: together with all others by `MPI_Finalize`, or alone by `MPI_Abort`, which ends
/// the other ranks too.
///
/// A rank ends alone if a signal ends it, if it exits during an MPI call or while all ranks have a
/// file open together, or if other ranks wait for it in a collective call that it does not make.
/// The waiting ranks detect the last case. A rank that ends sends the number of collective calls it
/// has made to the next rank, and waits until all ranks have ended. A rank that waits in a later
/// call than that number knows that it waits in vain.
///
/// The ranks form a ring in which ended ranks forward numbers lower than their own. If some ranks
/// have ended and all others wait, at least one waiting rank follows an ended one, and receives the
/// lowest number of the ended ranks before it. So no timeout is needed, and a rank may compute for
/// any time after others have ended.
final class Ending {

  /// The maximum time in seconds to wait until another thread leaves an MPI call.
  private static final long CALL_SECONDS = 2;

  /// The maximum time to wait for `MPI_Abort`, and for the rank that failed first to print its
  /// exception.
  private static final long ABORT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// The pause before an abort in which the launcher can read this rank's output: MPICH's launcher
  /// loses output that it has not read when it learns of the abort.
  private static final long READING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /// The maximum number of bytes of a notice's text. Two bytes less than the capacity: if the text
  /// is cut off within a character, the rest of this character is decoded to a replacement
  /// character, which has three bytes.
  private static final int MOST_TEXT = MpiMessages.MOST_BYTES - Notice.HEAD - 2;

  private final MpiLibrary library;
  private final int rank;
  private final int size;
  private final ReentrantLock calls;
  private final boolean launcherEndsAll;

  /// The number of files that all ranks have open for collective access; other ranks may be waiting
  /// in such an access.
  private final AtomicInteger together = new AtomicInteger();

  /// The messages between ranks; null if there is only one rank, or a shutdown hook may not call
  /// the library.
  private @Nullable MpiMessages messages;

  /// The received notice with the lowest number of calls.
  private @Nullable Notice notice;

  /// Whether this rank has begun to end.
  private volatile boolean begun;

  /// The collective call that a thread of this rank has left because the rank ends; null if none.
  private volatile @Nullable String left;

  /// @param calls the lock that a thread holds while it calls the library
  /// @param launcherEndsAll see [Launcher#endsAll]
  Ending(MpiLibrary library, int rank, int size, ReentrantLock calls, boolean launcherEndsAll) {
    this.library = library;
    this.rank = rank;
    this.size = size;
    this.calls = calls;
    this.launcherEndsAll = launcherEndsAll;
  }

  /// The message that a rank sends to the next rank when it ends.
  ///
  /// @param made the number of collective calls that the ended rank has made
  /// @param code the exit code of the ended rank
  /// @param text the number of the ended rank and the reason of its end, for messages
  private record Notice(long made, int code, String text) {

    /// The number of bytes before the text in the encoded notice.
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

  /// Installs the exception handler and the shutdown hook. Called on all ranks, by the thread that
  /// has initialised MPI.
  ///
  /// The hook finalises MPI, and [Communicator#close] does not: there, a rank that leaves its `try`
  /// block by an exception would wait in `MPI_Finalize` for ranks that wait for it, and the
  /// exception would never be printed.
  ///
  /// @param anyThread whether a shutdown hook may call the library; if not, MPI is not finalised
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

  /// Changes the number of files that all ranks have open for collective access.
  void countTogether(int change) {
    together.addAndGet(change);
  }

  /// Prints an uncaught exception, and ends all ranks.
  private void uncaught(Throwable error) {
    try {
      if (ThrownElsewhere.marks(error)) {
        // The rank that first threw the exception prints it.
        pause(ABORT_NANOS);
      }
      // Print in one call, because other ranks may print at the same time.
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
      // The library takes one call at a time. If another thread's call does not return, abort
      // nevertheless.
      var _ = isFree();
      library.abort(code);
    } catch (MpiCallException e) {
      System.err.println("ndmap: " + e.getMessage());
    } finally {
      // MPI_Abort may not end the process at once. Halt instead of exit, because the shutdown hook
      // would finalise MPI.
      Runtime.getRuntime().halt(code);
    }
  }

  private static void haltLater(int code) {
    pause(ABORT_NANOS);
    Runtime.getRuntime().halt(code);
  }

  /// Waits for the whole time, even if the thread is interrupted.
  private static void pause(long nanos) {
    long start = System.nanoTime();
    for (long waited = 0; waited < nanos; waited = System.nanoTime() - start) {
      // A pending interrupt would make parkNanos return at once.
      var _ = Thread.interrupted();
      LockSupport.parkNanos(nanos - waited);
    }
  }

  /// Acquires the lock of the library, so that no other thread can begin a call. Returns false if
  /// another thread is in a call that does not return in time.
  private boolean isFree() {
    try {
      return calls.tryLock(CALL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return calls.tryLock();
    }
  }

  /// Called repeatedly by a thread that waits in a collective call and holds the lock of the
  /// library. If this rank is ending, releases the lock and stops the thread for ever. If another
  /// rank has ended without making the call, ends all ranks.
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

  /// Receives a notice of the previous rank, if there is one.
  ///
  /// @return the notice with the lowest number of calls among all notices received so far; empty if
  ///   none was received
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
      // The launcher may have sent the signal itself, and then expects nothing of this rank.
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

  /// Returns whether other code of this process has finalised MPI.
  private boolean isFinalized() {
    try {
      return library.isFinalized();
    } catch (MpiCallException e) {
      return false;
    }
  }

  /// Ends all ranks because this rank ends alone.
  ///
  /// @param where the call in which it ends, for the message, or an empty string
  private void alone(ExitCause cause, String where) {
    say(text(cause, where) + ": ending all ranks");
    abort(cause.code() == 0 ? 1 : cause.code());
  }

  private String text(ExitCause cause, String where) {
    byte[] text = "rank %s: %s%s ended it".formatted(rank, cause.text(), where).getBytes(UTF_8);
    return new String(Arrays.copyOf(text, Math.min(text.length, MOST_TEXT)), UTF_8);
  }

  /// Ends this process because of a signal that arrived while the JVM exits; the JVM itself does
  /// not react to it.
  private void endAtLast(ExitCause signal) {
    if (launcherEndsAll) {
      Runtime.getRuntime().halt(signal.code());
    }
    alone(signal, "");
  }

  /// Waits until all ranks have ended.
  private void await(MpiMessages messages, Notice own) throws MpiCallException {
    int next = (rank + 1) % size;
    long latest = own.made;
    // The messages are in use until the process ends.
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
