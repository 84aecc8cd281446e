package io.ndmap.cli.npz;

import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.npz.NpzRepair;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/// Makes an archive mappable.
@Command(
    name = "align",
    description = {
      "Rewrites an archive so that all its arrays can be mapped.",
      "They are stored, and aligned to 64 bytes; the CRC of each member is checked on the way.",
      "The new archive takes the place of the old one in one step."
    })
final class NpzAlignCommand extends FileCommand {

  NpzAlignCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path file) throws IOException {
    NpzRepair.align(file);
  }
}
