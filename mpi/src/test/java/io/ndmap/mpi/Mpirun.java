package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// An `mpirun` that starts JVMs, of one of the two implementations.
enum Mpirun {
  OPEN_MPI("mpirun.openmpi", "libmpi.so.40"),
  MPICH("mpirun.mpich", "libmpich.so.12");

  /// Root may, in a test; memory of other processes is not to be had in containers.
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "OMPI_ALLOW_RUN_AS_ROOT", "1",
          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
          "OMPI_MCA_btl_vader_single_copy_mechanism", "none",
          "OMPI_MCA_btl_base_warn_component_unused", "0",
          // The ranks of a job that has failed get no second to end by themselves.
          "OMPI_MCA_odls_base_sigkill_timeout", "0");

  private static final List<String> FLAGS =
      List.of(ChildJvm.NATIVE, "-XX:+UseSerialGC", "-Xmx256m", "-Xshare:auto");

  /// Several times what the longest run takes.
  private static final long MOST_MINUTES = 30;

  private final String command;
  private final String library;
  private final boolean isInstalled;

  Mpirun(String command, String library) {
    this.command = command;
    this.library = library;
    try {
      this.isInstalled = Commands.succeeds(command, "--version");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// The name of the library that belongs to it.
  String library() {
    return library;
  }

  private List<String> options() {
    return this == OPEN_MPI
        ? List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", "1")
        : List.of();
  }

  /// The outcome of a run.
  ///
  /// @param status of `mpirun`
  /// @param output of all ranks
  record Outcome(int status, String output) {}

  /// Skips the test where this one is not installed.
  void require() {
    Assumptions.assumeTrue(isInstalled, command + " is not installed");
  }

  /// The command of a run.
  List<String> command(int ranks, List<String> flags, Class<?> program, Object... arguments) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(options());
    all.addAll(List.of("-n", Integer.toString(ranks)));
    all.addAll(program(flags, program, arguments));
    return all;
  }

  /// The command of one rank.
  static List<String> program(List<String> flags, Class<?> program, Object... arguments) {
    List<String> jvm = new ArrayList<>(FLAGS);
    jvm.addAll(flags);
    return ChildJvm.command(jvm, program, arguments);
  }

  /// Starts a run; its errors go where its output goes.
  static Process start(List<String> command) {
    return start(command, Map.of());
  }

  /// The same with more variables in its environment.
  static Process start(List<String> command, Map<String, String> environment) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(ENVIRONMENT);
      if (command.getFirst().equals(MPICH.command)) {
        Yielding.LIBRARY.ifPresent(
            library -> builder.environment().put("LD_PRELOAD", library.toString()));
      }
      builder.environment().putAll(environment);
      // Variables of the build's own launcher are not for these.
      builder.environment().keySet().removeIf(name -> name.startsWith("PMI"));
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a program to its end.
  Outcome run(int ranks, Class<?> program, Object... arguments) {
    return finish(start(command(ranks, List.of(), program, arguments)));
  }

  /// Waits for the end, but not for ever: ranks that wait for each other are killed.
  static Outcome finish(Process process) {
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> {
              process.descendants().forEach(ProcessHandle::destroyForcibly);
              process.destroyForcibly();
            },
            CompletableFuture.delayedExecutor(MOST_MINUTES, TimeUnit.MINUTES));
    try {
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      int status = process.waitFor();
      if (!end.cancel(false)) {
        throw new AssertionError("killed after " + MOST_MINUTES + " minutes: " + output);
      }
      return new Outcome(status, output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
