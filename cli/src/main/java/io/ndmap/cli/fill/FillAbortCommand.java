package io.ndmap.cli.fill;

import io.ndmap.cli.NdmapCommand;
import io.ndmap.cli.output.Printable;
import io.ndmap.fill.FillControl;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// The end of a fill that is not wanted any more.
@Command(
    name = "abort",
    description = {
      "Gives a fill up and deletes all of it, but not an array that was visible from the"
          + " beginning.",
      "Refused while workers live."
    })
final class FillAbortCommand implements Callable<Integer> {

  private final NdmapCommand ndmap;

  @Parameters(paramLabel = "FILE", description = "The .npy file.")
  private Path file = Path.of("");

  FillAbortCommand(NdmapCommand ndmap) {
    this.ndmap = ndmap;
  }

  @Override
  public Integer call() throws IOException {
    return ndmap.tasks(false).run(List.of(file), this::abort);
  }

  private void abort(Path path) throws IOException, InterruptedException {
    try {
      FillControl.of(path).abort(FillCommand.PATIENCE);
    } catch (NoSuchFileException e) {
      throw FillControls.noFill(path, e);
    }
    ndmap.streams().out().write(Printable.line(path + ": ") + "the fill is given up\n");
  }
}
