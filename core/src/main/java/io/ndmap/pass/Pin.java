package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/// A pin on the memory that one thread accesses. The memory is not unmapped before the pin ends.
/// See [Backing] for the rules.
///
/// All accesses of an operation to the memory of its operands happen while the memory is pinned,
/// except accesses to single elements. User callbacks run unpinned.
public final class Pin {

  private final Backing[] backings;
  private int begun;

  Pin(Backing... backings) {
    this.backings = backings;
  }

  /// Pins the memory of some backings while accesses run. Returns once all accesses are known to
  /// have succeeded.
  ///
  /// @throws MappingFaultException if an access failed
  /// @throws FileClosedException if a backing can no longer be used
  public static void run(Runnable accesses, Backing... backings) {
    var _ =
        get(
            () -> {
              accesses.run();
              return true;
            },
            backings);
  }

  /// Like [#run], with a result.
  public static <T> T get(Supplier<T> accesses, Backing... backings) {
    Pin pin = new Pin(backings);
    try {
      try {
        pin.begin();
        return accesses.get();
      } finally {
        pin.end();
      }
    } catch (InternalError | IllegalStateException e) {
      throw Faults.failure(e, backings);
    }
  }

  /// Pins the memory while accesses run, for callers whose pin has not begun.
  public void around(Runnable accesses) {
    try {
      begin();
      accesses.run();
    } finally {
      end();
    }
  }

  /// @throws FileClosedException if a backing can no longer be used; the backings pinned before it
  ///   stay pinned until [#end]
  void begin() {
    boolean isPin = false;
    for (Backing backing : backings) {
      isPin |= hasPins(backing);
    }
    if (isPin) {
      StackHeadroom.require();
    }
    while (begun < backings.length) {
      if (hasPins(backings[begun])) {
        backings[begun].pin();
      }
      begun++;
    }
  }

  /// Returns whether the memory can be closed; memory of this process lives as long as it is
  /// reachable.
  private static boolean hasPins(Backing backing) {
    return !backing.equals(Backing.MEMORY) && !(backing instanceof ProcessMemory);
  }

  /// Waits until all accesses have taken effect or failed, then ends the pin, if it has begun.
  ///
  /// @throws InternalError if an access failed; the pin has ended nevertheless
  void end() {
    try {
      for (Backing backing : backings) {
        backing.barrier();
      }
    } finally {
      while (begun > 0) {
        begun--;
        if (hasPins(backings[begun])) {
          backings[begun].unpin();
        }
      }
      // Unreachable memory may be freed, but not before this point.
      Reference.reachabilityFence(backings);
    }
  }
}
