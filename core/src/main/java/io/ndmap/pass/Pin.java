package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/// A pin on the memory that one thread accesses: it is not unmapped before the pin ends. See
/// [Backing] for the rules.
///
/// All accesses of an operation to its operands' memory happen while it is pinned, except those to
/// single elements; user callbacks run unpinned.
public final class Pin {

  private final Backing[] backings;
  private int begun;

  Pin(Backing... backings) {
    this.backings = backings;
  }

  /// Runs accesses to the memory of some backings; returns once all of them are known to have
  /// succeeded.
  ///
  /// @throws MappingFaultException if one failed
  /// @throws FileClosedException if the memory is not for use any more
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

  /// Runs accesses within a part that has not pinned the memory.
  public void around(Runnable accesses) {
    try {
      begin();
      accesses.run();
    } finally {
      end();
    }
  }

  /// @throws FileClosedException if one of them is not for use any more; those pinned before it
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

  /// Returns whether memory can be closed: that of this process stays while it is reachable.
  private static boolean hasPins(Backing backing) {
    return !backing.equals(Backing.MEMORY) && !(backing instanceof ProcessMemory);
  }

  /// Ends the pin, if begun, once all accesses have taken effect or failed.
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
