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

/// Mends what a process left that died while it updated an archive.
@Command(
    name = "repair",
    description = {
      "Mends an archive whose writer died: sets the CRCs of members that were being updated, and"
          + " rebuilds a lost central directory. A wrong CRC without the mark of an update is left"
          + " alone, as it says that bytes are damaged.",
      "No process may have the archive open for writing."
    })
final class NpzRepairCommand extends FileCommand {

  @Option(names = "--dry-run", description = "Say what would be done, and change nothing.")
  private boolean dryRun;

  @Mixin private LimitOptions limits = new LimitOptions();

  NpzRepairCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path file) throws IOException {
    ArchiveRepair.run(session(), file, dryRun, limits.options());
  }
}
