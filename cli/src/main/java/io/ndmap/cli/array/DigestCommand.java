package io.ndmap.cli.array;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.ArrayInput;
import io.ndmap.cli.run.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
      description = "The .npy files, or - for the standard input.")
  private List<Path> files = List.of();

  public DigestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return session.run(files, true, this::show);
  }

  private void show(Path file) throws IOException {
    try (ArrayInput npy = ArrayInput.open(file, session.streams());
        Progress progress = Progress.of(session.streams(), "digest", file)) {
      Digests digests = Digests.of(npy.view(), npy.header(), progress);
      JsonLine.write(
          session.out(),
          line ->
              line.text("file", file.toString())
                  .text("raw_sha256", digests.raw())
                  .text("values_sha256", digests.values()));
    }
  }
}
