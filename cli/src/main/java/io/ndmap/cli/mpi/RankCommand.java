package io.ndmap.cli.mpi;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.run.FileFailure;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.layout.Box;
import io.ndmap.mpi.AccessPlan;
import io.ndmap.mpi.ByteRuns;
import io.ndmap.mpi.Communicator;
import io.ndmap.mpi.MpiException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A command that all ranks run for one file. Rank 0 reports for all of them.
abstract class RankCommand implements Callable<Integer> {

  private static final int MOST_RANKS = 1 << 20;

  private final Session session;

  @Parameters(paramLabel = "FILE", description = "The file.")
  private ArrayArgument file = new ArrayArgument("");

  @Option(
      names = "--axis",
      paramLabel = "K",
      defaultValue = "0",
      description =
          "The axis along which the array is divided, negative to count from the end (default:"
              + " ${DEFAULT-VALUE}). If its size is not a multiple of the number of ranks, the"
              + " first ranks have one index more.")
  private Long axis = 0L;

  @Option(
      names = "--dry-run",
      description = "Print the bytes that each rank would access, and access no data.")
  private boolean dryRun;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "With --dry-run: plan for N ranks, without MPI.")
  private Optional<Long> ranks = Optional.empty();

  @Option(names = "--json", description = "Print one line with a JSON object for each rank.")
  private boolean json;

  private boolean failed;

  RankCommand(Session session) {
    this.session = session;
  }

  final Session session() {
    return session;
  }

  final boolean json() {
    return json;
  }

  /// The axis, as the user specified it; negative axes count from the end.
  final int axis() {
    return axis.intValue();
  }

  /// Parses the name of an array.
  abstract ArrayName name(ArrayArgument text);

  /// Checks arguments and options, before the file is opened.
  ///
  /// @throws UsageException if an argument or option is wrong
  void check(ArrayName name) {
    UsageException.requireRange("--axis", axis, Integer.MIN_VALUE, Integer.MAX_VALUE);
    ranks.ifPresent(count -> UsageException.requireRange("--ranks", count, 1, MOST_RANKS));
    if (ranks.isPresent() && !dryRun) {
      throw new UsageException("--ranks is for --dry-run; mpirun -n N starts N ranks");
    }
  }

  /// Returns the access plan of the ranks.
  ///
  /// @param count the number of ranks
  abstract AccessPlan plan(ArrayName name, int count) throws IOException;

  /// Divides an array with this header among the ranks. Every rank gets the whole of an array
  /// without axes.
  final AccessPlan plan(NpyHeader header, int count) {
    return header.shape().rank() == 0
        ? new AccessPlan(header, Collections.nCopies(count, Box.whole(header.shape())))
        : AccessPlan.alongAxis(header, axis(), count);
  }

  /// Runs the command. All ranks fail with the same `IOException` or `RuntimeException`, or none
  /// does; only an `MpiException`, an `Error`, or rank 0's `OutputException` may occur on a single
  /// rank.
  abstract void run(ArrayName name, Communicator comm) throws IOException;

  private void run(ArrayName name) throws IOException {
    if (ranks.isPresent()) {
      show(name, plan(name, ranks.get().intValue()));
      return;
    }
    try (Communicator comm = Communicator.world()) {
      try {
        if (!dryRun) {
          run(name, comm);
        } else if (comm.rank() == 0) {
          show(name, plan(name, comm.size()));
        }
      } catch (MpiException | Error e) {
        endAll(comm, name, e);
        throw e;
      } catch (IOException | RuntimeException e) {
        if (comm.rank() == 0) {
          throw e;
        }
        // All ranks have the same failure; rank 0 reports it.
        failed = true;
      }
    }
  }

  /// Aborts all ranks after a failure that may be this rank's alone, since the other ranks would
  /// then wait for this rank without end. Does not return.
  private void endAll(Communicator comm, ArrayName name, Throwable error) {
    try {
      PrintWriter err = session().streams().err();
      String why = FileFailure.of(error, name).message();
      err.println("ndmap: " + Printable.line("rank %s: %s: %s".formatted(comm.rank(), name, why)));
      err.flush();
    } finally {
      comm.abort(Session.FAILED);
    }
  }

  @Override
  public final Integer call() throws IOException {
    ArrayName name = name(file);
    StandardInput.refuse("FILE", name.file());
    check(name);
    int exit = session.runArrays(List.of(name), json, this::run);
    return failed ? Session.FAILED : exit;
  }

  private void show(ArrayName name, AccessPlan plan) throws IOException {
    if (!json) {
      session().say(name, plan.toString().lines().findFirst().orElse(""));
    }
    for (int rank = 0; rank < plan.boxes().size(); rank++) {
      Box box = plan.boxes().get(rank);
      ByteRuns runs = plan.runs(rank);
      if (json) {
        int number = rank;
        JsonLine.write(
            session().out(),
            line ->
                box(line.text("file", name.toString()).number("rank", number), box)
                    .number("first_byte", runs.first())
                    .number("end_byte", runs.end())
                    .number("runs", runs.count())
                    .number("run_bytes", runs.length()));
      } else {
        session().out().write("rank " + rank + ": " + box + ", " + runs + "\n");
      }
    }
  }

  /// Writes the start and the end of a part.
  static JsonLine box(JsonLine line, Box box) throws IOException {
    long[] start = new long[box.rank()];
    long[] end = new long[box.rank()];
    for (int k = 0; k < start.length; k++) {
      start[k] = box.start(k);
      end[k] = box.end(k);
    }
    return line.numbers("start", start).numbers("end", end);
  }
}
