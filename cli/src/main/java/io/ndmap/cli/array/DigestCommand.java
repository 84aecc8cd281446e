package io.ndmap.cli.array;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.mmap.NpyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Checksums of arrays.
@Command(
    name = "digest",
    description = {
      "SHA-256 of the data bytes as they stand in the file (raw_sha256), and of the values apart"
          + " from how they are stored (values_sha256): items in C order, fields in their order,"
          + " little-endian, without padding.",
      "One JSON object on one line for each file."
    })
public final class DigestCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The .npy files.")
  private List<Path> files = List.of();

  public DigestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return session.run(files, true, this::show);
  }

  private void show(Path file) throws IOException {
    try (NpyFile npy = NpyFile.open(file);
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
