package io.ndmap.cli;

import io.ndmap.fill.FillControl;
import io.ndmap.fill.model.Recovery;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What becomes of a fast fill after the system was started anew.
@Command(
    name = "recover",
    description = {
      "Decides what a fast fill is worth after the system was started anew. What was done may never"
          + " have reached the disk, so nobody joins such a fill before this.",
      "Durable fills go on by themselves; ndmap fill abort gives a fill up."
    },
    footer = {"%nExample:", "  ndmap fill recover x.npy --refill"})
final class FillRecoverCommand implements Callable<Integer> {

  /// One of the two has to be said.
  static final class Decision {
    private Recovery recovery = Recovery.REFILL;

    @Option(names = "--refill", required = true, description = "Fill all chunks again.")
    void refill(boolean chosen) {
      recovery = chosen ? Recovery.REFILL : recovery;
    }

    @Option(
        names = "--trust",
        required = true,
        description =
            "Go on with what was done, as after an orderly shutdown; what was lost stays"
                + " unnoticed.")
    void trust(boolean chosen) {
      recovery = chosen ? Recovery.TRUST : recovery;
    }
  }

  private final NdmapCommand ndmap;

  @Parameters(paramLabel = "FILE", description = "The .npy file.")
  private Path file = Path.of("");

  @ArgGroup(multiplicity = "1")
  private Decision decision = new Decision();

  FillRecoverCommand(NdmapCommand ndmap) {
    this.ndmap = ndmap;
  }

  @Override
  public Integer call() throws IOException {
    return ndmap.tasks(false).run(List.of(file), this::recover);
  }

  private void recover(Path path) throws IOException, InterruptedException {
    boolean recovered;
    try {
      recovered = FillControl.of(path).recover(decision.recovery, FillCommand.PATIENCE);
    } catch (NoSuchFileException e) {
      throw FillControls.noFill(path, e);
    }
    String text =
        recovered
            ? decision.recovery == Recovery.REFILL
                ? "all chunks are free again"
                : "goes on with what was done"
            : "there is nothing to decide; the fill goes on";
    ndmap.streams().out().write(Printable.line(path + ": ") + text + "\n");
  }
}
