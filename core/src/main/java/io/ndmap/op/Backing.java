package io.ndmap.op;

import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// The owner of a view's memory: its name in messages, the barrier that reveals late faults, and
/// whether it may still be used.
///
/// Views do not know files; the mapping (`io.ndmap.mmap`) passes this, so that a view can name the
/// memory that failed. Implementations are safe for use by many threads.
///
/// **Holds.** A bulk operation holds the memory while it works on it, part by part, from
/// [#beginHold] to [#endHold]. To unmap the memory, call [#retire], then wait with [#drain] for the
/// last hold to end. No foreign code runs during a hold, such as an operator or a listener: it
/// might close the file, and would wait for itself.
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
          // Nothing can be pending: no other process can take this memory away.
        }
      };

  // Not volatile: read at each access to an item, it would keep HotSpot from making a loop of them
  // fast.
  private boolean retired;

  private final @Nullable Backing whole;

  /// Null for memory that is never unmapped.
  private final @Nullable HoldCount holds;

  /// For implementations.
  protected Backing() {
    this(null, new HoldCount());
  }

  /// For the backing of a part of other memory: a hold of it is also a hold of the whole.
  ///
  /// @param whole the backing of all of it
  protected Backing(Backing whole) {
    this(whole, new HoldCount());
  }

  private Backing(@Nullable Backing whole, @Nullable HoldCount holds) {
    this.whole = whole;
    this.holds = holds;
  }

  /// The name for messages, such as a file's path.
  ///
  /// @return the name
  public abstract String name();

  /// Whether an access can fail, or wait for a disk.
  ///
  /// @return false for memory of this process
  public boolean mayFault() {
    return true;
  }

  /// What to do about a read-only view: the end of a message that refuses a store.
  ///
  /// @return such as `; open it otherwise`, or empty if nothing can be done
  public String writingAdvice() {
    return "";
  }

  /// Returns only when every earlier access of this thread to the memory has taken effect or
  /// failed.
  ///
  /// The JVM reports a fault in mapped memory late, at the next safepoint of compiled code; a bulk
  /// operation calls this before it claims success.
  ///
  /// @throws InternalError if an earlier access faulted, for instance because another process
  ///   truncated the file
  public abstract void barrier();

  /// Prefetches bytes of the memory; returns without waiting for them.
  ///
  /// @param start byte offset in the views' segment
  /// @param end byte offset behind the last
  public void prefetch(long start, long end) {
    // Nothing has to be brought in but from files.
  }

  /// Whether bytes can be read without waiting for a disk, as far as that is known in a
  /// microsecond. The answer decides only whether [#prefetch] pays.
  ///
  /// @param start byte offset in the views' segment
  /// @param end byte offset behind the last, beyond `start`
  /// @return false only if some of them are known not to be there
  public boolean isResident(long start, long end) {
    return true;
  }

  /// Tells the system that bytes of the memory will not be needed soon; they keep their values.
  /// What lies beyond the memory is ignored.
  ///
  /// @param start byte offset in the views' segment
  /// @param end byte offset behind the last
  public void release(long start, long end) {
    // Nothing can be brought in again but from files.
  }

  /// Begins a hold: the memory is not unmapped until [#endHold] by the same thread. Never waits; a
  /// thread may have several.
  ///
  /// @throws FileClosedException after [#retire], of this backing or the whole that it is a part
  ///   of; then there is no hold
  public final void beginHold() {
    if (whole != null) {
      whole.beginHold();
    }
    if (holds != null && !holds.begin()) {
      if (whole != null) {
        whole.endHold();
      }
      throw new FileClosedException(name(), ending(), null);
    }
  }

  /// Ends a hold that this thread has begun. Comes after [#barrier]: a fault that is found later
  /// would end this call half-way.
  public final void endHold() {
    try {
      if (holds != null) {
        holds.end();
      }
      if (whole != null) {
        whole.endHold();
      }
    } finally {
      // Memory that nobody reaches any more may be freed: not before this.
      Reference.reachabilityFence(this);
    }
  }

  /// Ends the use of the memory through all views with this backing, although the memory may stay
  /// for a while: no hold begins any more, and every access that this call happens before is a
  /// [FileClosedException]. A thread whose access is not ordered with this call may go on until the
  /// memory is unmapped.
  protected final void retire() {
    retired = true;
    if (holds != null) {
      holds.close();
    }
  }

  /// Waits for all holds to end, after [#retire]: at most as long as a part of an operation takes.
  /// For one thread at a time. An interrupt does not end the wait, but is kept.
  protected final void drain() {
    if (holds != null) {
      holds.awaitFree();
    }
  }

  /// Prevents holds until [#resume], unless there is one. Accesses to single items go on.
  ///
  /// @return false if there is a hold: then nothing was done
  protected final boolean suspend() {
    return holds == null || holds.closeIfFree();
  }

  /// Lets holds begin again, after [#suspend].
  protected final void resume() {
    if (holds != null) {
      holds.open();
    }
  }

  /// Why the memory cannot be used, after [#retire].
  ///
  /// @return the end of a message that begins with the name
  protected String ending() {
    return "the file is closed";
  }

  /// Whether [#retire] was called: which each access to an item checks.
  ///
  /// @return the flag, as the calling thread sees it
  public final boolean isRetired() {
    return retired;
  }

  /// Whether the memory may be used.
  ///
  /// @return false after [#retire], and once the memory was unmapped
  public boolean isInUse() {
    return !retired;
  }

  /// Does nothing if the memory may be used.
  ///
  /// @throws FileClosedException after [#retire]
  public final void requireInUse() {
    if (retired) {
      throw new FileClosedException(name(), ending(), null);
    }
  }

  /// Translates what an access to the memory threw: an error of the JVM about unmapped memory gets
  /// its name.
  ///
  /// @param error what was thrown
  /// @return a [MappingFaultException] for an [InternalError], a [FileClosedException] if the
  ///   memory was unmapped meanwhile, anything else as it is
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

  // An exception of the caller's own, from an operator, is passed on as it is.
  private static boolean isOfTheJdk(IllegalStateException e) {
    return e.getClass() == IllegalStateException.class && "Already closed".equals(e.getMessage());
  }
}
