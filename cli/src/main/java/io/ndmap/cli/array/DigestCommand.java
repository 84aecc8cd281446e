package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayText;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Failure;
import io.ndmap.cli.run.Session;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Prints checksums of arrays.
@Command(
    name = "digest",
    description = {
      "Computes SHA-256 of the data bytes in the file (raw_sha256), and of the values in canonical"
          + " form (values_sha256): C order, little-endian, fields in order, no padding.",
      "Prints one JSON object per line and file."
    })
public final class DigestCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The .npy and .npz files, or - for the standard input.")
  private List<ArrayText> files = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  public DigestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return session.runArrays(member.of(files), true, this::show);
  }

  private void show(ArrayName file) throws IOException {
    if (file.member().isEmpty() && NpzFile.isArchive(file.file())) {
      showAll(file.file());
      return;
    }
    try (NamedArray array = NamedArray.open(file, session.streams(), limits.options());
        Progress progress = Progress.of(session.streams(), "digest", file)) {
      Digests digests = Digests.of(array.view(), array.header(), progress);
      JsonLine.write(
          session.out(),
          line ->
              line.text("file", file.toString())
                  .text("raw_sha256", digests.raw())
                  .text("values_sha256", digests.values()));
    }
  }

  private void showAll(Path file) throws IOException {
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits.options());
        Progress progress = Progress.of(session.streams(), "digest", file)) {
      JsonLine.write(
          session.out(),
          line ->
              line.text("file", file.toString())
                  .objects(
                      "members",
                      archive.members(),
                      (member, each) -> digest(member, each, progress)));
    }
  }

  /// One member that cannot be read does not spoil the others.
  private static void digest(JsonLine line, NpzMember member, Progress progress)
      throws IOException {
    line.text("name", member.name());
    try {
      if (member.isArray()) {
        Digests digests = Digests.of(member.view(), member.header(), progress);
        line.text("raw_sha256", digests.raw()).text("values_sha256", digests.values());
      } else {
        line.text("raw_sha256", Digests.sha256(member.bytes()));
      }
    } catch (NpyFormatException e) {
      line.text("error", e.getClass().getSimpleName())
          .text("message", Failure.inOptions(String.valueOf(e.getMessage())));
    }
  }
}
