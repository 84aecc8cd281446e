package io.ndmap.cli.npz;

import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.npz.NpzRepair;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Makes the arrays of an archive mappable.
@Command(
    name = "align",
    description = {
      "Rewrites an archive so that all its arrays can be mapped.",
      "Stores the members uncompressed, aligned to 64 bytes, and checks their CRCs. Of several"
          + " members with one name, keeps the last, which is the one that is read.",
      "Replaces the old archive atomically."
    })
final class NpzAlignCommand extends FileCommand {

  @Mixin private LimitOptions limits = new LimitOptions();

  NpzAlignCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path file) throws IOException {
    RequiredArchive.check(file, "its tensors can be mapped as they are");
    for (String name : NpzRepair.align(file, limits.options())) {
      session().say(file, "left out '" + name + "': a later member has the same name");
    }
  }
}
