package io.ndmap.mpi;

import io.ndmap.mpi.library.Launcher;
import io.ndmap.mpi.library.MpiCallException;
import io.ndmap.mpi.library.MpiLibrary;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// MPI in this process: the library, initialised once, and finalised when the JVM exits.
///
/// @param library the calls of the library
/// @param rank the rank of this process
/// @param size the number of ranks
/// @param serialized whether any thread may call the library, one at a time; if not, only `owner`
///   may
/// @param owner the thread of the first [#get]
/// @param calls the lock that a thread holds while it calls the library
/// @param ending the object that ends this rank
record World(
    MpiLibrary library,
    int rank,
    int size,
    boolean serialized,
    Thread owner,
    ReentrantLock calls,
    Ending ending) {

  private static @Nullable World world;

  /// Makes a call.
  interface Call<T> {
    T make() throws MpiCallException;
  }

  /// Returns MPI in this process. The first call initialises MPI.
  ///
  /// @throws MpiException if there is no library, or it does not match the launcher
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
      // If other code has initialised MPI, the thread level is unknown: assume that only this
      // thread may call.
      int level = foreign ? 0 : library.initialize(MpiLibrary.THREAD_SERIALIZED);
      int rank = library.rank();
      int size = library.size();
      ReentrantLock calls = new ReentrantLock();
      World started =
          new World(
              library,
              rank,
              size,
              level >= MpiLibrary.THREAD_SERIALIZED,
              Thread.currentThread(),
              calls,
              new Ending(
                  library, rank, size, calls, launcher.stream().anyMatch(Launcher::endsAll)));
      launcher
          .flatMap(Launcher::size)
          .filter(launched -> launched > 1 && size == 1)
          .ifPresent(
              launched -> {
                throw mismatch(library, launcher.get(), "sees 1 of its " + launched + " ranks");
              });
      if (!foreign) {
        started.ending.prepare(started.serialized);
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

  /// Ends all ranks; does not return.
  void abort(int code) {
    ending.abort(code);
  }

  /// Makes a call while no other thread is in one.
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
