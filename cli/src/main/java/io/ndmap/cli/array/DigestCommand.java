package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayText;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Failure;
import io.ndmap.cli.run.Session;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.safetensors.SafetensorsFile;
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
      "Computes SHA-256 of the data as stored, and of the values.",
      "raw_sha256 is of the bytes in the file, values_sha256 of the values in canonical form: C"
          + " order, little-endian, fields in order, no padding.",
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
    if (file.member().isEmpty() && SafetensorsFile.isSafetensors(file.file())) {
      showTensors(file.file());
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

  private void showTensors(Path file) throws IOException {
    OpenOptions options = limits.options().members();
    try (SafetensorsFile tensors = SafetensorsFile.open(file, OpenMode.READ_ONLY, options);
        Progress progress = Progress.of(session.streams(), "digest", file)) {
      JsonLine.write(
          session.out(),
          line ->
              line.text("file", file.toString())
                  .objects(
                      "members",
                      tensors.names(),
                      (member, name) -> {
                        member.text("name", name);
                        try {
                          Digests digests =
                              Digests.of(tensors.view(name), tensors.header(name), progress);
                          member
                              .text("raw_sha256", digests.raw())
                              .text("values_sha256", digests.values());
                        } catch (NpyFormatException e) {
                          error(member, e);
                        }
                      }));
    }
  }

  private static void error(JsonLine line, NpyFormatException e) throws IOException {
    var _ =
        line.text("error", e.getClass().getSimpleName())
            .text("message", Failure.inOptions(String.valueOf(e.getMessage())));
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
      error(line, e);
    }
  }
}
