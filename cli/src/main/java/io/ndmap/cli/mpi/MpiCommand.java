package io.ndmap.cli.mpi;

import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The group of the commands for MPI.
@Command(
    name = "mpi",
    description = {
      "Writes and reads one array from all ranks of an MPI program.",
      "Each rank processes its own part. mpirun starts the ranks; without it there is one.",
      "Uses Open MPI or MPICH, whichever matches mpirun; NDMAP_MPI_LIBRARY names another library."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  mpirun -n 4 ndmap mpi write x.npy --dtype i4 --shape 3,4 --axis 1",
      "  mpirun -n 2 ndmap mpi read x.npy --axis 0",
      "  ndmap mpi read x.npy --axis 0 --dry-run --ranks 16"
    })
public final class MpiCommand implements Runnable {

  public static CommandLine commandLine(Session session) {
    return new CommandLine(new MpiCommand())
        .addSubcommand(new MpiWriteCommand(session))
        .addSubcommand(new MpiReadCommand(session));
  }

  @Override
  public void run() {
    throw new UsageException("Missing command");
  }
}
