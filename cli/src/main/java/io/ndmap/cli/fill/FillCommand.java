package io.ndmap.cli.fill;

import io.ndmap.cli.argument.ArgumentConverters;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The group of the commands for fills.
@Command(
    name = "fill",
    description = {
      "Fills one array from many processes, chunk by chunk.",
      "Processes may join, leave and be killed at any time; the others redo the chunks of dead"
          + " processes.",
      "Keeps the array in FILE.filling until it is complete, then renames it atomically. Java"
          + " (io.ndmap.fill) and Python (ndmap_fill) programs can join the same fill."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  ndmap fill init x.npy --dtype f8 --shape 16384,8192",
      "  ndmap fill work x.npy --with index &",
      "  ndmap fill work x.npy --with index --workers 2 &",
      "  ndmap fill status x.npy --watch"
    })
public final class FillCommand implements Runnable {

  public static CommandLine commandLine(Session session) {
    return new CommandLine(new FillCommand())
        .addSubcommand(new FillInitCommand(session))
        .addSubcommand(new FillWorkCommand(session))
        .addSubcommand(new FillStatusCommand(session))
        .addSubcommand(new FillDoctorCommand(session))
        .addSubcommand(new FillEvictCommand(session))
        .addSubcommand(new FillRetryCommand(session))
        .addSubcommand(new FillFinishCommand(session))
        .addSubcommand(new FillRecoverCommand(session))
        .addSubcommand(new FillAbortCommand(session))
        .registerConverter(ChunkPlan.class, ArgumentConverters.of(ChunkPlan::parse));
  }

  @Override
  public void run() {
    throw new UsageException("Missing command");
  }
}
