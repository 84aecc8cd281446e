package io.ndmap.cli.npz;

import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.array.ArchiveInfo;
import io.ndmap.cli.array.SafetensorsInfo;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.npz.ArrayName;
import io.ndmap.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists the members of an archive, or the tensors of a `.safetensors` file.
@Command(
    name = "list",
    description = {
      "Lists the members of an archive: dtype, shape, method and size.",
      "Also lists the tensors of a .safetensors file."
    })
final class NpzListCommand extends FileCommand {

  @Option(names = "--json", description = "Print one JSON object on one line, as info --json does.")
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
    if (SafetensorsFile.isSafetensors(file)) {
      SafetensorsInfo.show(session().out(), ArrayName.of(file), json, limits.options());
    } else {
      ArchiveInfo.show(session().out(), file, json, limits.options());
    }
  }
}
