package io.ndmap.cli.fill;

import io.ndmap.cli.run.Session;
import io.ndmap.fill.FillControl;
import java.io.IOException;
import picocli.CommandLine.Command;

/// The end of a fill that is not wanted any more.
@Command(
    name = "abort",
    description = {
      "Gives a fill up and deletes all of it, but not an array that was visible from the"
          + " beginning.",
      "Refused while workers live."
    })
final class FillAbortCommand extends FillControlCommand {

  FillAbortCommand(Session session) {
    super(session);
  }

  @Override
  String change(FillControl fill) throws IOException, InterruptedException {
    fill.abort(FillCommand.PATIENCE);
    return "the fill is given up";
  }
}
