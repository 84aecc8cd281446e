package io.ndmap.cli.fill;

import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.npy.FillException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Publishes a complete fill.
@Command(
    name = "finish",
    description = {
      "Publishes the array if all chunks are done, and fails otherwise.",
      "Workers publish the array themselves; this command verifies it, and can wait for them."
    })
final class FillFinishCommand extends FileCommand {

  @Option(
      names = "--patience",
      paramLabel = "S",
      defaultValue = "0",
      description = "Wait up to S seconds for the workers (default: ${DEFAULT-VALUE}).")
  private Long patience = 0L;

  FillFinishCommand(Session session) {
    super(session);
  }

  @Override
  protected void check() {
    UsageException.requireRange("--patience", patience, 0, Long.MAX_VALUE);
  }

  @Override
  protected void run(Path path) throws IOException, InterruptedException {
    try (SharedFill fill = FillJoin.join(path)) {
      Duration wait = FillJoin.seconds(patience);
      if (wait.isPositive()) {
        fill.awaitCompletion(wait, _ -> {});
      } else if (!fill.finish()) {
        FillProgress progress = fill.progress();
        throw new FillException(
            progress.chunks()
                - progress.done()
                + " of "
                + progress.chunks()
                + " chunks are not done");
      }
      session().say(path, "the array is complete");
    } catch (FileAlreadyExistsException e) {
      throw FillJoin.nameTaken(e);
    }
  }
}
