package io.ndmap.cli.fill;

import io.ndmap.cli.run.Session;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.model.Recovery;
import java.io.IOException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What becomes of a fast fill after the system was started anew.
@Command(
    name = "recover",
    description = {
      "Decides what a fast fill is worth after the system was started anew. What was done may never"
          + " have reached the disk, so nobody joins such a fill before this.",
      "Durable fills go on by themselves; ndmap fill abort gives a fill up."
    },
    footer = {"%nExample:", "  ndmap fill recover x.npy --refill"})
final class FillRecoverCommand extends FillControlCommand {

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

  @ArgGroup(multiplicity = "1")
  private Decision decision = new Decision();

  FillRecoverCommand(Session session) {
    super(session);
  }

  @Override
  String change(FillControl fill) throws IOException, InterruptedException {
    if (!fill.recover(decision.recovery, FillCommand.PATIENCE)) {
      return "there is nothing to decide; the fill goes on";
    }
    return decision.recovery == Recovery.REFILL
        ? "all chunks are free again"
        : "goes on with what was done";
  }
}
