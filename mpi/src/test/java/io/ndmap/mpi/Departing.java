package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// Rank 1 ends in one way or another, while the others wait for it, or it for them.
final class Departing {

  private Departing() {}

  /// @param args how, and a file for `write`
  public static void main(String[] args) throws IOException {
    try (Communicator comm = Communicator.world()) {
      boolean last = comm.rank() == 1;
      switch (args[0]) {
        // Wherever the signal meets it.
        case "write" -> write(comm, Path.of(args[1]), last);
        // The others do not come, and it has the lock.
        case "waiting" -> {
          if (last) {
            kill("TERM");
            comm.barrier();
          }
          park();
        }
        // It has ended by itself, and the others need not come yet.
        case "ended" -> {
          if (last) {
            Thread.ofPlatform().daemon().start(Departing::killOnceMainHasEnded);
          } else {
            park();
          }
        }
        // All throw what rank 0 has met.
        case "throw" -> ParallelNpy.read(comm, Path.of(args[1]), 0);
        default -> {
          if (last) {
            end(args[0]);
          } else {
            comm.barrier();
            System.out.println("came through");
          }
        }
      }
    }
  }

  private static void write(Communicator comm, Path path, boolean killed) throws IOException {
    NdView<?> part = NdView.zeros(DType.UINT8, 1 << 10, 1 << 10);
    WriteOptions options = WriteOptions.DEFAULT.withReplacing();
    ParallelNpy.write(comm, path, part, 0, options);
    if (killed) {
      kill("TERM");
    }
    while (true) {
      ParallelNpy.write(comm, path, part, 0, options);
    }
  }

  private static void end(String how) throws IOException {
    switch (how) {
      case "exit" -> System.exit(3);
      case "exit well" -> System.exit(0);
      case "heap" -> fillHeap();
      case "return" -> {
        // As it is.
      }
      default -> {
        kill(how);
        park();
      }
    }
  }

  private static void fillHeap() {
    Object all = "";
    while (true) {
      all = new Object[] {all, new long[1 << 10]};
    }
  }

  private static void killOnceMainHasEnded() {
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().equals("mpi-finalize"))) {
      Thread.onSpinWait();
    }
    try {
      kill("TERM");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void kill(String signal) throws IOException {
    String self = Long.toString(ProcessHandle.current().pid());
    var _ = new ProcessBuilder("kill", "-" + signal, self).start();
  }

  private static void park() {
    while (true) {
      LockSupport.park();
    }
  }
}
