package io.ndmap.cli.fill;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.model.FillStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Prints the status of a fill.
@Command(
    name = "status",
    description = {
      "Shows the state of a fill: chunks, workers, poisoned chunks.",
      "Shows why chunks are poisoned. Takes no lock.",
      "The state is filling, complete (not yet published), published (the array has its name and"
          + " its chunks are no longer known: chunks and done are null in JSON) or aborted. Chunks"
          + " of dead workers count as claimed until another worker takes them.",
      "Reports a truncated array in the state, or in JSON as missing_bytes."
    })
final class FillStatusCommand extends FileCommand {

  private static final long INTERVAL_MILLIS = 1000;

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean json;

  @Option(
      names = "--watch",
      description =
          "Refresh once a second until the array is published: in place on a terminal, elsewhere"
              + " one line per change.")
  private boolean watch;

  FillStatusCommand(Session session) {
    super(session);
  }

  @Override
  protected boolean json() {
    return json;
  }

  @Override
  protected void run(Path path) throws IOException, InterruptedException {
    if (watch) {
      watch(path);
    } else {
      show(path);
    }
  }

  private void show(Path path) throws IOException {
    FillStatus status = FillControl.of(path).status();
    if (json) {
      writeJson(status);
    } else {
      session().out().write(FillStatusReport.table(status));
    }
  }

  private void writeJson(FillStatus status) throws IOException {
    JsonLine.write(session().out(), line -> FillStatusReport.write(line, status));
  }

  private void watch(Path path) throws IOException, InterruptedException {
    FillControl control = FillControl.of(path);
    boolean painting = session().streams().outIsTerminal() && !json;
    Output out = session().out();
    FillStatus last = null;
    while (true) {
      FillStatus status = control.status();
      if (painting) {
        if (last != null) {
          out.control("\u001b[" + FillStatusReport.table(last).lines().count() + "A\u001b[J");
        }
        out.write(FillStatusReport.table(status));
      } else if (isNews(last, status)) {
        if (json) {
          writeJson(status);
        } else {
          out.write(FillStatusReport.line(status));
        }
      }
      out.flush();
      // A later error must not retract output that was already printed.
      out.begin();
      if (status.state() == FillStatus.State.PUBLISHED) {
        return;
      }
      last = status;
      TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
    }
  }

  private static boolean isNews(@Nullable FillStatus last, FillStatus status) {
    return last == null
        || last.state() != status.state()
        || !last.progress().equals(status.progress())
        || last.dead() != status.dead()
        || last.missingBytes() != status.missingBytes()
        || !last.workers().equals(status.workers());
  }
}
