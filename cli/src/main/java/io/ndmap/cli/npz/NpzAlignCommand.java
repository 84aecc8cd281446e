package io.ndmap.cli.npz;

import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.npz.NpzRepair;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Makes an archive mappable.
@Command(
    name = "align",
    description = {
      "Rewrites an archive so that all its arrays can be mapped.",
      "They are stored, and aligned to 64 bytes; the CRC of each member is checked on the way. Of"
          + " several with one name the last is kept, the one that is read.",
      "The new archive takes the place of the old one in one step."
    })
final class NpzAlignCommand extends FileCommand {

  @Mixin private LimitOptions limits = new LimitOptions();

  NpzAlignCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path file) throws IOException {
    for (String name : NpzRepair.align(file, limits.options())) {
      session().say(file, "left out '" + name + "': a later member has the same name");
    }
  }
}
