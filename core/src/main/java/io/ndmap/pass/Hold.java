package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.util.function.Supplier;

/// A hold of the memory that one thread works on: it is not unmapped before its end. See [Backing]
/// for the rules.
///
/// All accesses of an operation to its operands' memory happen under a hold, but for those of
/// single items; code of others runs outside.
public final class Hold {

  private final Backing[] backings;
  private int begun;

  Hold(Backing... backings) {
    this.backings = backings;
  }

  /// Accesses the memory of some backings; returns only when all accesses are known to have worked.
  ///
  /// @throws MappingFaultException if one did not
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

  /// The same, of what is found there.
  public static <T> T get(Supplier<T> accesses, Backing... backings) {
    Hold hold = new Hold(backings);
    try {
      try {
        hold.begin();
        return accesses.get();
      } finally {
        hold.end();
      }
    } catch (InternalError | IllegalStateException e) {
      throw Faults.failure(e, backings);
    }
  }

  /// Accesses the memory within a part that does not hold it.
  public void around(Runnable accesses) {
    try {
      begin();
      accesses.run();
    } finally {
      end();
    }
  }

  /// @throws FileClosedException if one of them is not for use any more; those that are held by
  ///   then stay so until [#end]
  void begin() {
    StackRoom.require();
    while (begun < backings.length) {
      backings[begun].beginHold();
      begun++;
    }
  }

  /// Ends it, if it was begun, when all accesses have taken effect or failed.
  ///
  /// @throws InternalError if one failed; the hold has ended nevertheless
  void end() {
    try {
      for (Backing backing : backings) {
        backing.barrier();
      }
    } finally {
      while (begun > 0) {
        begun--;
        backings[begun].endHold();
      }
    }
  }
}
