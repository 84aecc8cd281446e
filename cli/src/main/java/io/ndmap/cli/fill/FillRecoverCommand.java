package io.ndmap.cli.fill;

import io.ndmap.cli.run.Session;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.model.Recovery;
import java.io.IOException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Recovers a fast fill after a reboot.
@Command(
    name = "recover",
    description = {
      "Resumes a fast fill after a reboot, trusting its chunks or not.",
      "Its done chunks may not have reached the disk, so workers cannot join it before this"
          + " decision.",
      "Durable fills need no recovery; ndmap fill abort deletes a fill."
    },
    footer = {"%nExample:", "  ndmap fill recover x.npy --refill"})
final class FillRecoverCommand extends FillControlCommand {

  /// The decision. Exactly one of its options is required.
  static final class Decision {
    private Recovery recovery = Recovery.REFILL;

    @Option(
        names = "--refill",
        required = true,
        description = "Free all chunks, so that they are filled again.")
    void refill(boolean chosen) {
      recovery = chosen ? Recovery.REFILL : recovery;
    }

    @Option(
        names = "--trust",
        required = true,
        description =
            "Keep the done chunks, which is safe after an orderly shutdown; lost data would go"
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
    if (!fill.recover(decision.recovery, FillJoin.TIMEOUT)) {
      return "there is nothing to recover; the fill continues";
    }
    return decision.recovery == Recovery.REFILL
        ? "all chunks are free again"
        : "continues with the chunks that are done";
  }
}
