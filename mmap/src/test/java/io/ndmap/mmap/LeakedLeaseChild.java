package io.ndmap.mmap;

import java.nio.file.Path;
import java.time.Duration;

/// Loses a lease with a name.
final class LeakedLeaseChild {

  private LeakedLeaseChild() {}

  /// Closes the file once the garbage collector has released the lease.
  ///
  /// @param arguments the file
  public static void main(String[] arguments) throws Exception {
    NpyFile file = NpyFile.open(Path.of(arguments[0]));
    long address = file.acquire("session 3").segment().address();
    while (!HeldLease.all().isEmpty()) {
      System.gc();
      Thread.onSpinWait();
    }
    file.close(Duration.ofHours(1));
    System.out.println(address == 0 ? "nowhere" : "closed");
  }
}
