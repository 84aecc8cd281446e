package io.ndmap.cli.fill;

import io.ndmap.cli.NdmapCommand;
import io.ndmap.cli.output.DTypeText;
import io.ndmap.cli.output.Printable;
import io.ndmap.fill.FillControl;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The end of a worker that hangs.
@Command(
    name = "evict",
    description = {
      "Kills a worker that hangs (SIGKILL), waits until it is dead, and frees what it had claimed.",
      "Nothing is taken from a worker that lives: one that is stopped keeps its chunks until it"
          + " goes on or is evicted."
    },
    footer = {"%nExample:", "  ndmap fill evict x.npy 3"})
final class FillEvictCommand implements Callable<Integer> {

  private final NdmapCommand ndmap;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "The .npy file.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "WORKER",
      description = "The worker's slot, as ndmap fill status shows it.")
  private Long worker = 0L;

  FillEvictCommand(NdmapCommand ndmap) {
    this.ndmap = ndmap;
  }

  @Override
  public Integer call() throws IOException {
    FillCommand.requireRange(Objects.requireNonNull(spec), "WORKER", worker, 0, Integer.MAX_VALUE);
    return ndmap.tasks(false).run(List.of(file), this::evict);
  }

  private void evict(Path path) throws IOException, InterruptedException {
    long freed;
    try {
      freed = FillControl.of(path).evict(worker.intValue(), FillCommand.PATIENCE);
    } catch (NoSuchFileException e) {
      throw FillControls.noFill(path, e);
    }
    ndmap
        .streams()
        .out()
        .write(
            Printable.line(path + ": ")
                + "worker "
                + worker
                + " is dead; "
                + DTypeText.count(freed, "chunk")
                + " freed\n");
  }
}
