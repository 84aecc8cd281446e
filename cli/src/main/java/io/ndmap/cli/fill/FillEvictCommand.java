package io.ndmap.cli.fill;

import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.fill.FillControl;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Evicts a hanging worker.
@Command(
    name = "evict",
    description = {
      "Kills a worker that hangs, and frees its chunks.",
      "Sends SIGKILL and waits until the worker is dead.",
      "A stopped worker keeps its chunks until it continues or is evicted: live workers never lose"
          + " chunks."
    },
    footer = {"%nExample:", "  ndmap fill evict x.npy 3"})
final class FillEvictCommand extends FillControlCommand {

  @Parameters(
      index = "1",
      paramLabel = "WORKER",
      description = "The worker's slot, as ndmap fill status shows it.")
  private Long worker = 0L;

  FillEvictCommand(Session session) {
    super(session);
  }

  @Override
  protected void check() {
    UsageException.requireRange("WORKER", worker, 0, Integer.MAX_VALUE);
  }

  @Override
  String change(FillControl fill) throws IOException, InterruptedException {
    long freed = fill.evict(worker.intValue(), FillJoin.TIMEOUT);
    return "worker " + worker + " is dead; " + QuantityText.count(freed, "chunk") + " freed";
  }
}
