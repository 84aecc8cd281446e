package io.ndmap.cli.fill;

import io.ndmap.cli.output.QuantityText;
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
      "Frees all poisoned chunks, so that workers retry them.",
      "Resets their counts of failures and deaths."
    })
final class FillRetryCommand extends FileCommand {

  FillRetryCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path path) throws IOException, InterruptedException {
    try (SharedFill fill = FillJoin.join(path)) {
      session().say(path, QuantityText.count(fill.retryPoisoned(), "chunk") + " freed");
    }
  }
}
