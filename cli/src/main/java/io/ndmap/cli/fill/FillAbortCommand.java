package io.ndmap.cli.fill;

import io.ndmap.cli.run.Session;
import io.ndmap.fill.FillControl;
import java.io.IOException;
import picocli.CommandLine.Command;

/// Aborts a fill and deletes its files.
@Command(
    name = "abort",
    description = {
      "Aborts a fill and deletes its files.",
      "Keeps an array created with --visible. Fails while workers are alive."
    })
final class FillAbortCommand extends FillControlCommand {

  FillAbortCommand(Session session) {
    super(session);
  }

  @Override
  String change(FillControl fill) throws IOException, InterruptedException {
    fill.abort(FillJoin.TIMEOUT);
    return "the fill is aborted";
  }
}
