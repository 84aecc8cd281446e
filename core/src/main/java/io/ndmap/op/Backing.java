package io.ndmap.op;

import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// The owner of a view's memory: its name in messages, the [#barrier] that detects faults of
/// earlier accesses, and whether the memory may still be used.
///
/// Views are independent of files. The mapping (`io.ndmap.mmap`) supplies the backing, so that a
/// view can name the memory in which an access failed. Implementations are thread-safe.
///
/// **Pins.** A bulk operation pins the memory during each of its parts, from [#pin] to [#unpin]. To
/// unmap the memory, call [#retire], then wait with [#drain] for the last pin to end. User
/// callbacks, such as operators and listeners, run unpinned: otherwise a callback that closes the
/// file would wait for its own pin.
public abstract class Backing {

  /// Memory of this process that cannot fault: heap arrays and plain off-heap segments.
  public static final Backing MEMORY =
      new Backing(null, null) {
        @Override
        public String name() {
          return "memory";
        }

        @Override
        public boolean mayFault() {
          return false;
        }

        @Override
        public void barrier() {
          // No fault can be pending: no other process can truncate this memory.
        }
      };

  // Not volatile: every access to an element reads it, and a volatile read would slow loops down.
  private boolean retired;

  private final @Nullable Backing whole;

  /// Null for memory that is never unmapped.
  private final @Nullable PinCount pins;

  /// For subclasses.
  protected Backing() {
    this(null, new PinCount());
  }

  /// Creates the backing of a part of another backing's memory. A pin on the part also pins the
  /// whole.
  ///
  /// @param whole the backing of all of the memory
  protected Backing(Backing whole) {
    this(whole, new PinCount());
  }

  private Backing(@Nullable Backing whole, @Nullable PinCount pins) {
    this.whole = whole;
    this.pins = pins;
  }

  /// Returns the name for messages, such as a file's path.
  ///
  /// @return the name
  public abstract String name();

  /// Returns whether an access can fault, or wait for a disk.
  ///
  /// @return false for memory that cannot fault, such as heap arrays and plain off-heap segments
  public boolean mayFault() {
    return true;
  }

  /// Returns the advice at the end of a message that rejects a store to a read-only view.
  ///
  /// @return the advice, such as `; open it otherwise`; empty if there is none
  public String writingAdvice() {
    return "";
  }

  /// Returns only when every earlier access of this thread to the memory has taken effect or
  /// failed.
  ///
  /// The JVM reports a fault in mapped memory late, at the next safepoint of compiled code; a bulk
  /// operation calls this method before it returns. This method only checks for faults; it is not a
  /// memory barrier.
  ///
  /// @throws InternalError if an earlier access faulted, for instance because another process
  ///   truncated the file
  public abstract void barrier();

  /// Prefetches bytes of the memory; returns without waiting for them.
  ///
  /// @param start byte offset in the views' segment
  /// @param end byte offset after the last byte
  public void prefetch(long start, long end) {
    // Only memory of files needs prefetching.
  }

  /// Returns whether bytes can be read without waiting for a disk, as far as that can be determined
  /// in a microsecond. The answer only decides whether [#prefetch] pays off.
  ///
  /// @param start byte offset in the views' segment
  /// @param end byte offset after the last byte, greater than `start`
  /// @return false if some of the bytes are probably not resident
  public boolean isResident(long start, long end) {
    return true;
  }

  /// Advises the system that bytes of the memory will not be needed soon. The bytes keep their
  /// values. Bytes outside the memory are ignored.
  ///
  /// @param start byte offset in the views' segment
  /// @param end byte offset after the last byte
  public void release(long start, long end) {
    // Only memory of files can be loaded again.
  }

  /// Pins the memory: it is not unmapped until [#unpin] by the same thread. Never waits; a thread
  /// may have several pins.
  ///
  /// @throws FileClosedException after [#retire], and from [#suspend] to [#resume], of this backing
  ///   or of the backing whose memory this backing is a part of; the memory is then not pinned
  public final void pin() {
    if (whole != null) {
      whole.pin();
    }
    if (pins != null && !pins.begin()) {
      if (whole != null) {
        whole.unpin();
      }
      throw new FileClosedException(name(), ending(), null);
    }
  }

  /// Ends a pin of this thread. Call [#barrier] first: a pending fault could otherwise be raised in
  /// the middle of this method.
  public final void unpin() {
    try {
      if (pins != null) {
        pins.end();
      }
      if (whole != null) {
        whole.unpin();
      }
    } finally {
      // Keeps the memory reachable, and therefore mapped, up to this point.
      Reference.reachabilityFence(this);
    }
  }

  /// Ends the use of the memory through all views with this backing, although the memory may stay
  /// mapped for a while: no new pin begins, and every access that happens after this call throws
  /// [FileClosedException]. A thread whose access is not ordered with this call may continue until
  /// the memory is unmapped.
  protected final void retire() {
    retired = true;
    if (pins != null) {
      pins.close();
    }
  }

  /// Waits, after [#retire], until all pins have ended: bulk operations end or renew their pins
  /// after each part, or every few MiB. Only one thread at a time may call this method. An
  /// interrupt does not end the wait, but the interrupt status is kept.
  protected final void drain() {
    if (pins != null) {
      pins.awaitFree();
    }
  }

  /// Makes [#pin] throw until [#resume], unless the memory is pinned. Accesses to single elements
  /// are still possible.
  ///
  /// @return false if the memory is pinned; pins are then still allowed, except that a pin that
  ///   begins during this call may throw
  protected final boolean suspend() {
    return pins == null || pins.closeIfFree();
  }

  /// Allows pins again, after [#suspend].
  protected final void resume() {
    if (pins != null) {
      pins.open();
    }
  }

  /// Returns why the memory cannot be used after [#retire].
  ///
  /// @return the end of a message that begins with the name
  protected String ending() {
    return "the file is closed";
  }

  /// Returns whether [#retire] was called; every access to an element checks this.
  ///
  /// @return the flag, as the calling thread sees it
  public final boolean isRetired() {
    return retired;
  }

  /// Returns whether the memory may be used.
  ///
  /// @return false after [#retire], and once the memory was unmapped
  public boolean isInUse() {
    return !retired;
  }

  /// Checks that the memory may be used.
  ///
  /// @throws FileClosedException after [#retire]
  public final void requireInUse() {
    if (retired) {
      throw new FileClosedException(name(), ending(), null);
    }
  }

  /// Translates an exception that an access to the memory has thrown, so that the JVM's errors
  /// about unmapped memory name the memory.
  ///
  /// @param error the exception
  /// @return a [MappingFaultException] for an [InternalError]; a [FileClosedException] for the
  ///   JDK's `IllegalStateException` about closed memory, if this memory cannot be used any more;
  ///   any other `RuntimeException` unchanged. All other errors are rethrown
  public final RuntimeException failure(Throwable error) {
    return switch (error) {
      case InternalError fault -> new MappingFaultException(name(), fault);
      case IllegalStateException e when isOfTheJdk(e) && !isInUse() ->
          new FileClosedException(name(), ending(), e);
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> throw new AssertionError(error);
    };
  }

  // Whether the JDK threw the exception because the memory is closed. Exceptions of user callbacks
  // are passed on unchanged.
  private static boolean isOfTheJdk(IllegalStateException e) {
    return e.getClass() == IllegalStateException.class && "Already closed".equals(e.getMessage());
  }
}
