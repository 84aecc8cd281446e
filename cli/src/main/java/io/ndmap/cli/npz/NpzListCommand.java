package io.ndmap.cli.npz;

import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.array.ArchiveInfo;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists the members of an archive.
@Command(
    name = "list",
    description = "Lists the members of an archive: dtype, shape, method and size.")
final class NpzListCommand extends FileCommand {

  @Option(names = "--json", description = "One JSON object on one line, that of info --json.")
  private boolean json;

  @Mixin private LimitOptions limits = new LimitOptions();

  NpzListCommand(Session session) {
    super(session);
  }

  @Override
  protected boolean json() {
    return json;
  }

  @Override
  protected void run(Path file) throws IOException {
    ArchiveInfo.show(session().out(), file, json, limits.options());
  }
}
