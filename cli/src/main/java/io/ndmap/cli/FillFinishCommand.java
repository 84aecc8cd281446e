package io.ndmap.cli;

import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillException;
import io.ndmap.fill.model.FillProgress;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The end of a fill that is complete.
@Command(
    name = "finish",
    description = {
      "Gives the array its name if all its chunks are done; an error if they are not.",
      "Workers do so themselves; this makes sure of it, and waits for them if asked to."
    })
final class FillFinishCommand implements Callable<Integer> {

  private final NdmapCommand ndmap;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The .npy file.")
  private Path file = Path.of("");

  @Option(
      names = "--patience",
      paramLabel = "S",
      defaultValue = "0",
      description = "How many seconds to wait for the workers (${DEFAULT-VALUE}).")
  private Long patience = 0L;

  FillFinishCommand(NdmapCommand ndmap) {
    this.ndmap = ndmap;
  }

  @Override
  public Integer call() throws IOException {
    FillCommand.requireRange(
        Objects.requireNonNull(spec), "--patience", patience, 0, Long.MAX_VALUE);
    return ndmap.tasks(false).run(List.of(file), this::finish);
  }

  private void finish(Path path) throws IOException, InterruptedException {
    try (SharedFill fill = FillControls.join(path)) {
      Duration wait = FillCommand.seconds(patience);
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
      ndmap.streams().out().write(Printable.line(path + ": ") + "the array is complete\n");
    } catch (FileAlreadyExistsException e) {
      throw FillControls.nameTaken(e);
    }
  }
}
