package io.ndmap.mpi;

import io.ndmap.testing.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A library that is loaded before MPICH, so that a rank that waits in it leaves its processor to
/// others. Debian's MPICH is built without `sched_yield`, and its variable
/// `MPIR_CVAR_POLLS_BEFORE_YIELD` does nothing: with more ranks than processors, each collective
/// call takes the scheduler's time slices.
final class Yielding {

  /// UCX, over which it communicates, is asked in every turn of a wait.
  private static final String SOURCE =
      """
      #include <dlfcn.h>
      #include <sched.h>

      unsigned ucp_worker_progress(void *worker) {
        static unsigned (*progress)(void *);
        static unsigned idle;
        if (!progress) {
          void *ucx = dlopen("libucp.so.0", RTLD_LAZY);
          progress = (unsigned (*)(void *)) dlsym(ucx, "ucp_worker_progress");
        }
        unsigned events = progress(worker);
        idle = events ? 0 : idle + 1;
        if (idle == 100) {
          idle = 0;
          sched_yield();
        }
        return events;
      }
      """;

  /// The library, where there is a C compiler; without, runs take several times as long.
  static final Optional<Path> LIBRARY = compile();

  private Yielding() {}

  private static Optional<Path> compile() {
    try {
      Path source = Files.createTempFile("ndmap-yielding", ".c");
      Path library = Files.createTempFile("ndmap-yielding", ".so");
      library.toFile().deleteOnExit();
      Files.writeString(source, SOURCE);
      boolean compiled =
          Commands.succeeds(
              "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl");
      Files.delete(source);
      return compiled ? Optional.of(library) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
