package io.ndmap.cli.fill;

import io.ndmap.cli.NdmapCommand;
import io.ndmap.cli.output.DTypeText;
import io.ndmap.cli.output.Printable;
import io.ndmap.fill.SharedFill;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Another chance for chunks that failed too often.
@Command(
    name = "retry",
    description =
        "Frees all poisoned chunks, their failures and deaths forgotten, for workers to try them"
            + " again.")
final class FillRetryCommand implements Callable<Integer> {

  private final NdmapCommand ndmap;

  @Parameters(paramLabel = "FILE", description = "The .npy file.")
  private Path file = Path.of("");

  FillRetryCommand(NdmapCommand ndmap) {
    this.ndmap = ndmap;
  }

  @Override
  public Integer call() throws IOException {
    return ndmap.tasks(false).run(List.of(file), this::retry);
  }

  private void retry(Path path) throws IOException, InterruptedException {
    try (SharedFill fill = FillControls.join(path)) {
      ndmap
          .streams()
          .out()
          .write(
              Printable.line(path + ": ")
                  + DTypeText.count(fill.retryPoisoned(), "chunk")
                  + " freed\n");
    }
  }
}
