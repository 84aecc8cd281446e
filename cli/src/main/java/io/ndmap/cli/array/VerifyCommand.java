package io.ndmap.cli.array;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Quantity;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npz.NpzRepair;
import io.ndmap.npz.NpzReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Checks files.
@Command(
    name = "verify",
    description = {
      "Checks files: header, size and trailing bytes; of an archive the directory, and of each"
          + " member header, size and CRC. Changes nothing.",
      "Exits with 1 if a file is not sound; bytes after the data are told, and no fault."
    })
public final class VerifyCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The .npy and .npz files.")
  private List<Path> files = List.of();

  @Option(names = "--json", description = "Print one JSON object per line and file.")
  private boolean json;

  @Option(names = "--repair", description = "Mend archives first, as ndmap npz repair does.")
  private boolean repair;

  @Option(names = "--dry-run", description = "Say what --repair would do, and change nothing.")
  private boolean dryRun;

  private boolean isDamaged;

  public VerifyCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (dryRun && !repair) {
      throw new UsageException("--dry-run is for --repair");
    }
    if (repair && json) {
      throw new UsageException("--repair and --json exclude each other");
    }
    int exit = session.run(files, json, this::verify);
    return isDamaged ? Session.FAILED : exit;
  }

  private void verify(Path file) throws IOException {
    if (NamedArray.isArchive(file)) {
      if (repair) {
        ArchiveRepair.run(session, file, dryRun);
      }
      show(NpzRepair.verify(file));
      return;
    }
    try (NpyFile npy = NpyFile.open(file)) {
      show(
          new NpzReport(
              file,
              Optional.empty(),
              List.of(),
              Files.size(file) - npy.header().dataOffset() - npy.header().dataBytes()));
    }
  }

  private void show(NpzReport report) throws IOException {
    if (report.damage().isPresent()) {
      throw report.damage().get();
    }
    isDamaged |= !report.isSound();
    if (json) {
      JsonLine.write(session.out(), line -> write(line, report));
      return;
    }
    session.say(report.path(), text(report));
    for (NpzReport.Member member : report.members()) {
      if (member.state() != NpzReport.State.SOUND) {
        session.say(
            report.path(),
            "member '" + member.name() + "': " + state(member) + ": " + member.message());
      }
    }
  }

  private static void write(JsonLine line, NpzReport report) throws IOException {
    line.text("file", report.path().toString())
        .bool("sound", report.isSound())
        .number("trailing_bytes", report.trailingBytes());
    line.objects(
        "members",
        report.members(),
        (each, member) ->
            each.text("name", member.name())
                .text("state", state(member))
                .text("message", member.message()));
  }

  private static String text(NpzReport report) {
    String members =
        report.members().isEmpty() ? "" : Quantity.count(report.members().size(), "member") + ", ";
    String trailing =
        report.trailingBytes() == 0
            ? ""
            : ", and " + Quantity.count(report.trailingBytes(), "byte") + " after the end";
    return members + (report.isSound() ? "sound" : "not sound") + trailing;
  }

  private static String state(NpzReport.Member member) {
    return member.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
