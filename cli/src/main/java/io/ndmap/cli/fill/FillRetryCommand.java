package io.ndmap.cli.fill;

import io.ndmap.cli.output.Quantity;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.fill.SharedFill;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/// Resets poisoned chunks.
@Command(
    name = "retry",
    description = {
      "Frees all poisoned chunks, so that workers try them again.",
      "Resets their failures and deaths."
    })
final class FillRetryCommand extends FileCommand {

  FillRetryCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path path) throws IOException, InterruptedException {
    try (SharedFill fill = FillJoin.join(path)) {
      session().say(path, Quantity.count(fill.retryPoisoned(), "chunk") + " freed");
    }
  }
}
