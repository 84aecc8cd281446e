package io.ndmap.cli.fill;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.model.FillFinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Diagnoses why a fill makes no progress.
@Command(
    name = "doctor",
    description = {
      "Checks the prerequisites of a fill, and suggests remedies.",
      "Checks file system, hard links, locks, /proc, native access and free space, and shows which"
          + " processes hold its files, including children of dead workers. Also works before a"
          + " fill starts; changes nothing.",
      "Exits with 1 if there is a problem."
    },
    footer = {"%nExample:", "  ndmap fill doctor x.npy"})
final class FillDoctorCommand extends FileCommand {

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean json;

  private boolean ill;

  FillDoctorCommand(Session session) {
    super(session);
  }

  @Override
  public Integer call() throws IOException {
    int exit = super.call();
    return ill ? Session.FAILED : exit;
  }

  @Override
  protected boolean json() {
    return json;
  }

  @Override
  protected void run(Path path) throws IOException {
    List<FillFinding> findings = FillControl.of(path).diagnose();
    ill = findings.stream().anyMatch(finding -> finding.severity() == FillFinding.Severity.PROBLEM);
    if (json) {
      JsonLine.write(session().out(), line -> write(line, path, findings));
    } else {
      for (FillFinding finding : findings) {
        session().out().write(text(finding));
      }
    }
  }

  private static String text(FillFinding finding) {
    String line =
        "%-8s %s: %s"
            .formatted(
                finding.severity().name().toLowerCase(Locale.ROOT),
                finding.subject(),
                finding.text());
    return Printable.line(line)
        + "\n"
        + finding.remedy().map(remedy -> "         -> " + Printable.line(remedy) + "\n").orElse("");
  }

  private static void write(JsonLine line, Path path, List<FillFinding> findings)
      throws IOException {
    JsonWriter json = line.text("file", path.toString()).value("findings").beginArray();
    for (FillFinding finding : findings) {
      json.beginObject();
      json.name("severity").value(finding.severity().name().toLowerCase(Locale.ROOT));
      json.name("subject").value(finding.subject());
      json.name("text").value(finding.text());
      json.name("remedy").value(finding.remedy().orElse(null));
      json.endObject();
    }
    json.endArray();
  }
}
