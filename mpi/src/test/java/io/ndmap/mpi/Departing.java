package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.mpi.library.MpiCallException;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Rank 1 ends in one way or another, while the others wait for it, or it for them.
final class Departing {

  private Departing() {}

  /// @param args how, and a file for `write`
  public static void main(String[] args) throws IOException, MpiCallException {
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
        // Rank 1 is interrupted while it leaves it to rank 0 to say what that was.
        case "interrupted" -> {
          Path done = Path.of(args[1] + ".done");
          if (last) {
            Thread main = Thread.currentThread();
            Thread.ofPlatform().daemon().start(() -> interruptItsWait(main, done));
          }
          try {
            ParallelNpy.read(comm, Path.of(args[1]), 0);
          } finally {
            await(() -> comm.rank() != 0 || Files.exists(done));
          }
        }
        // All end as their own handler of the signal has it.
        case "handled well" -> {
          handle("TERM", Departing::exitElsewhere);
          kill("TERM");
          park();
        }
        // Other code of the program finalises MPI, too.
        case "finalised" -> World.get().locked(Departing::finalise);
        // There is one rank, which waits for nobody.
        case "alone" -> {
          kill("TERM");
          park();
        }
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
    ParallelWriteOptions options = ParallelWriteOptions.DEFAULT.withReplacing();
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
      case "handled" -> {
        handle("TERM", () -> System.exit(4));
        kill("TERM");
        park();
      }
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

  /// Exits in another thread, and waits for that, which waits for the handler of the signal.
  private static void exitElsewhere() {
    Thread exiting = new Thread(() -> System.exit(0));
    exiting.start();
    try {
      exiting.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean finalise() throws MpiCallException {
    World.get().library().finish();
    return World.get().library().isFinalized();
  }

  /// Handles a signal by `sun.misc.Signal`, which javac warns of wherever it is named.
  private static void handle(String name, Runnable then) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (_, _, _) -> {
                then.run();
                return null;
              });
      var _ =
          signal
              .getMethod("handle", signal, type)
              .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  private static void await(BooleanSupplier event) {
    while (!event.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static void interruptItsWait(Thread main, Path done) {
    await(() -> isWaiting(main));
    main.interrupt();
    await(() -> !main.isInterrupted() && isWaiting(main));
    try {
      Files.createFile(done);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING
        && Stream.of(thread.getStackTrace())
            .anyMatch(frame -> frame.getClassName().equals(Ending.class.getName()));
  }

  private static void killOnceMainHasEnded() {
    await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("mpi-finalize")));
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
