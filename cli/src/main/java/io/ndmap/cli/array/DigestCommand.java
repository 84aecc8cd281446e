package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.argument.ViewAsOption;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.FileFailure;
import io.ndmap.cli.run.Session;
import io.ndmap.format.container.ArrayContainer;
import io.ndmap.format.container.ArrayContainer.Member.Kind;
import io.ndmap.format.container.ContainerFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npz.ArrayName;
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
      "raw_sha256 is the digest of the array's data as stored, without the header; for a member"
          + " that is not an array, of all its bytes. values_sha256 is that of the values in"
          + " canonical form: C order, little-endian, fields in order, no padding.",
      "Prints one line with a JSON object for each file."
    })
public final class DigestCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The .npy, .npz and .safetensors files, or - for the standard input.")
  private List<ArrayArgument> files = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private ViewAsOption viewing = new ViewAsOption();

  @Mixin private LimitOptions limits = new LimitOptions();

  public DigestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return session.runArrays(member.of(files), true, this::show);
  }

  private void show(ArrayName file) throws IOException {
    if (ContainerFile.is(file)) {
      showMembers(file.file());
      return;
    }
    try (NamedArray array = NamedArray.open(file, session.streams(), limits.options());
        Progress progress = Progress.of(session.streams(), "digest", file)) {
      Digests digests = Digests.of(viewing.of(array.view()), array.header(), progress);
      JsonLine.write(
          session.out(),
          line ->
              line.text("file", file.toString())
                  .text("raw_sha256", digests.raw())
                  .text("values_sha256", digests.values()));
    }
  }

  private void showMembers(Path file) throws IOException {
    try (ArrayContainer container = ContainerFile.open(file, limits.options());
        Progress progress = Progress.of(session.streams(), "digest", file)) {
      JsonLine.write(
          session.out(),
          line ->
              line.text("file", file.toString())
                  .objects(
                      "members",
                      container.members(),
                      (each, member) -> digest(each, member, progress)));
    }
  }

  /// Prints the digests of a member. If the member is malformed or ndmap does not support its type,
  /// prints the reason, and the command continues with the other members.
  private void digest(JsonLine line, ArrayContainer.Member member, Progress progress)
      throws IOException {
    line.text("name", member.name());
    try {
      if (member.kind() == Kind.FILE) {
        line.text("raw_sha256", Digests.sha256(member.bytes()));
      } else {
        NdView<?> view = viewing.ofVoid(member.view());
        Digests digests = Digests.of(view, member.header(), progress);
        line.text("raw_sha256", digests.raw()).text("values_sha256", digests.values());
      }
    } catch (NpyFormatException e) {
      line.text("error", e.getClass().getSimpleName())
          .text("message", FileFailure.inOptions(String.valueOf(e.getMessage())));
    }
  }
}
