package io.ndmap.mpi;

import io.ndmap.mpi.library.Launcher;
import io.ndmap.mpi.library.MpiCallException;
import io.ndmap.mpi.library.MpiLibrary;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// MPI in this process: the library, initialised once, and finalised when the JVM ends.
///
/// @param library its calls
/// @param rank of this process
/// @param size how many there are
/// @param serialized whether any thread may call, one at a time; else only the one that initialised
/// @param owner the thread that did
/// @param calls held by the thread that calls
record World(
    MpiLibrary library, int rank, int size, boolean serialized, Thread owner, ReentrantLock calls) {

  private static @Nullable World world;

  /// Makes a call.
  interface Call<T> {
    T make() throws MpiCallException;
  }

  /// Initialises MPI, unless this was done.
  ///
  /// @throws MpiException if there is no library, or it does not fit the launcher
  static synchronized World get() {
    World there = world;
    if (there == null) {
      there = start();
      world = there;
    }
    return there;
  }

  private static World start() {
    Optional<Launcher> launcher = MpiLibrary.launcher();
    MpiLibrary library;
    try {
      library = MpiLibrary.load(launcher);
    } catch (IllegalStateException e) {
      throw new MpiException(String.valueOf(e.getMessage()), e);
    }
    launcher
        .filter(each -> !each.serves(library.title()))
        .ifPresent(
            each -> {
              throw mismatch(library, each, "belongs to " + library.title());
            });
    try {
      if (library.isFinalized()) {
        throw new MpiException("MPI was finalised in this process, and cannot be used again");
      }
      boolean foreign = library.isInitialized();
      // Who initialised MPI before says which threads may call it: at least this one.
      int level = foreign ? 0 : library.initialize(MpiLibrary.THREAD_SERIALIZED);
      World started =
          new World(
              library,
              library.rank(),
              library.size(),
              level >= MpiLibrary.THREAD_SERIALIZED,
              Thread.currentThread(),
              new ReentrantLock());
      launcher
          .flatMap(Launcher::size)
          .filter(size -> size > 1 && started.size == 1)
          .ifPresent(
              size -> {
                throw mismatch(
                    library, launcher.get(), "sees " + started.size + " of its " + size + " ranks");
              });
      if (!foreign) {
        started.endWithJvm();
      }
      return started;
    } catch (MpiCallException e) {
      throw new MpiException(String.valueOf(e.getMessage()), e);
    }
  }

  private static MpiException mismatch(MpiLibrary library, Launcher launcher, String how) {
    String advice =
        launcher
            .title()
            .map(
                title ->
                    "Start it by the mpirun of %s (Debian: mpirun.%s), or name a library of %s by %s"
                        .formatted(
                            library.title(),
                            library.title().equals("MPICH") ? "mpich" : "openmpi",
                            title,
                            MpiLibrary.VARIABLE))
            .orElse("Have srun speak to it: srun --mpi=pmix or --mpi=pmi2 (srun --mpi=list)");
    return new MpiException(
        "this process was started by %s, but the library %s %s: every process would be rank 0 of 1. %s"
            .formatted(launcher.name(), library.name(), how, advice));
  }

  /// Not when a communicator is closed: a rank that leaves its `try` by an exception would wait in
  /// `MPI_Finalize` for ranks that wait for it, and never show the exception.
  private void endWithJvm() {
    owner.setUncaughtExceptionHandler((_, error) -> abort(error));
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "mpi-finalize"));
  }

  /// What the JVM does about an uncaught exception, and the end of all ranks.
  private void abort(Throwable error) {
    // In one piece, as other ranks may print, too.
    System.err.print(Failure.trace(rank, error));
    System.err.flush();
    abort(1);
  }

  /// Ends all ranks; does not return.
  void abort(int code) {
    try {
      library.abort(code);
    } catch (MpiCallException e) {
      System.err.println("ndmap: " + e.getMessage());
    }
    // MPI_Abort need not end the process at once, and shutdown hooks would finalise.
    Runtime.getRuntime().halt(code);
  }

  private void end() {
    // A signal ends the JVM too, in the middle of a call: the library must not be called twice
    // then.
    if (!serialized || !calls.tryLock()) {
      return;
    }
    try {
      if (!library.isFinalized()) {
        library.finish();
      }
    } catch (MpiCallException e) {
      System.err.println("ndmap: " + e.getMessage());
    } finally {
      calls.unlock();
    }
  }

  /// Makes a call when no other thread does.
  ///
  /// @throws WrongThreadException if this thread may not call the library
  <T> T locked(Call<T> call) throws MpiCallException {
    if (!serialized && !owner.equals(Thread.currentThread())) {
      throw new WrongThreadException(
          "this MPI library may be called by one thread only, " + owner.getName());
    }
    calls.lock();
    try {
      return call.make();
    } finally {
      calls.unlock();
    }
  }
}
