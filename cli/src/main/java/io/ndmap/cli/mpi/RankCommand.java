package io.ndmap.cli.mpi;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.run.Failure;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.layout.Box;
import io.ndmap.mpi.AccessPlan;
import io.ndmap.mpi.ByteRuns;
import io.ndmap.mpi.Communicator;
import io.ndmap.mpi.MpiException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// A command that all ranks run, for one file. Rank 0 speaks for them.
abstract class RankCommand extends FileCommand {

  private static final int MOST_RANKS = 1 << 20;

  @Option(
      names = "--axis",
      paramLabel = "K",
      defaultValue = "0",
      description =
          "The axis along which the array is cut, negative from the end (default:"
              + " ${DEFAULT-VALUE}). The first ranks have one position more where it does not"
              + " divide.")
  private Long axis = 0L;

  @Option(
      names = "--dry-run",
      description = "Print which rank would access which bytes, and touch no data.")
  private boolean dryRun;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "With --dry-run: plan for N ranks, without MPI.")
  private Optional<Long> ranks = Optional.empty();

  @Option(names = "--json", description = "One JSON object per rank, on a line each.")
  private boolean json;

  private boolean failed;

  RankCommand(Session session) {
    super(session);
  }

  @Override
  protected final boolean json() {
    return json;
  }

  /// The axis, as it was given.
  final int axis() {
    return axis.intValue();
  }

  @Override
  protected void check() {
    UsageException.requireRange("--axis", axis, Integer.MIN_VALUE, Integer.MAX_VALUE);
    ranks.ifPresent(count -> UsageException.requireRange("--ranks", count, 1, MOST_RANKS));
    if (ranks.isPresent() && !dryRun) {
      throw new UsageException("--ranks is for --dry-run; mpirun -n N starts N ranks");
    }
  }

  /// What the ranks would do.
  abstract AccessPlan plan(Path file, int count) throws IOException;

  /// Does it. All ranks fail by one exception, or none.
  abstract void run(Path file, Communicator comm) throws IOException;

  @Override
  protected final void run(Path file) throws IOException {
    if (ranks.isPresent()) {
      show(file, plan(file, ranks.get().intValue()));
      return;
    }
    try (Communicator comm = Communicator.world()) {
      try {
        if (!dryRun) {
          run(file, comm);
        } else if (comm.rank() == 0) {
          show(file, plan(file, comm.size()));
        }
      } catch (MpiException | Error e) {
        endAll(comm, file, e);
        throw e;
      } catch (IOException | RuntimeException e) {
        if (comm.rank() == 0) {
          throw e;
        }
        // The same on all ranks, and one of them says it.
        failed = true;
      }
    }
  }

  /// Of a failure that may be this rank's alone: the others would wait for it. Does not return.
  private void endAll(Communicator comm, Path file, Throwable error) {
    try {
      PrintWriter err = session().streams().err();
      String why = Failure.of(error, file).message();
      err.println("ndmap: " + Printable.line("rank %s: %s: %s".formatted(comm.rank(), file, why)));
      err.flush();
    } finally {
      comm.abort(Session.FAILED);
    }
  }

  @Override
  public final Integer call() throws IOException {
    int exit = super.call();
    return failed ? Session.FAILED : exit;
  }

  private void show(Path file, AccessPlan plan) throws IOException {
    if (!json) {
      session().say(file, plan.toString().lines().findFirst().orElse(""));
    }
    for (int rank = 0; rank < plan.boxes().size(); rank++) {
      Box box = plan.boxes().get(rank);
      ByteRuns runs = plan.runs(rank);
      if (json) {
        int number = rank;
        JsonLine.write(
            session().out(),
            line ->
                box(line.text("file", file.toString()).number("rank", number), box)
                    .number("first_byte", runs.first())
                    .number("end_byte", runs.end())
                    .number("runs", runs.count())
                    .number("run_bytes", runs.length()));
      } else {
        session().out().write("rank " + rank + ": " + box + ", " + runs + "\n");
      }
    }
  }

  /// Where a part begins and ends.
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
