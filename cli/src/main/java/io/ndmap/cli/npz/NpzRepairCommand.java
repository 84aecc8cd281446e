package io.ndmap.cli.npz;

import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.array.ArchiveRepair;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Repairs an archive whose writer died during an update.
@Command(
    name = "repair",
    description = {
      "Repairs an archive whose writer died.",
      "Sets the CRCs of members that were being updated, and rebuilds a lost central directory."
          + " Keeps a wrong CRC without the mark of an update, because it indicates damaged bytes.",
      "No process may have the archive open for writing."
    })
final class NpzRepairCommand extends FileCommand {

  @Option(names = "--dry-run", description = "Report the repairs needed, and change nothing.")
  private boolean dryRun;

  @Mixin private LimitOptions limits = new LimitOptions();

  NpzRepairCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path file) throws IOException {
    RequiredArchive.check(file, "it has no checksums to repair");
    ArchiveRepair.run(session(), file, dryRun, limits.options());
  }
}
