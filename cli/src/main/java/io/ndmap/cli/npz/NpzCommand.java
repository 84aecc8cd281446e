package io.ndmap.cli.npz;

import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The group of the commands for archives.
@Command(
    name = "npz",
    description = {
      "Lists, extracts, creates and repairs archives (.npz).",
      "Other commands name a member as archive.npz::member."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  ndmap npz create all.npz a.npy b.npy",
      "  ndmap npz list all.npz",
      "  ndmap stats all.npz::a",
      "  ndmap npz align old.npz"
    })
public final class NpzCommand implements Runnable {

  public static CommandLine commandLine(Session session) {
    return new CommandLine(new NpzCommand())
        .addSubcommand(new NpzListCommand(session))
        .addSubcommand(new NpzExtractCommand(session))
        .addSubcommand(new NpzCreateCommand(session))
        .addSubcommand(new NpzRepairCommand(session))
        .addSubcommand(new NpzAlignCommand(session));
  }

  @Override
  public void run() {
    throw new UsageException("Missing command");
  }
}
