package io.ndmap.cli.demo;

import io.ndmap.cli.argument.ByteSize;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Demonstrates ndmap on the user's machine.
@Command(
    name = "demo",
    description = {
      "Demonstrates ndmap on a large array, and checks every result.",
      "Creates an array many times larger than the heap, fills it from several processes while"
          + " killing one, opens it in microseconds, reads it in every order, computes statistics,"
          + " writes to a corner of it, writes rows of it to an archive and a growing file, and"
          + " verifies the files with NumPy.",
      "Creates its files in the temporary directory and deletes them at the end, even on Ctrl-C."
    })
public final class DemoCommand implements Callable<Integer> {

  private final Session session;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "4GiB",
      description = "The size of the array (default: ${DEFAULT-VALUE}).")
  private String size = "";

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "256m",
      description =
          "The maximum heap (default: ${DEFAULT-VALUE}); the launcher ./ndmap passes it to the"
              + " JVM.")
  private String heap = "";

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Create the files in DIR and keep them.")
  private Optional<Path> keep = Optional.empty();

  public DemoCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long requested = ByteSize.ofOption("--size", size);
    long requestedHeap = ByteSize.ofOption("--heap", heap);
    if (requested < DemoSize.LEAST) {
      throw new UsageException(
          "--size: the demo takes at least "
              + QuantityText.bytes(DemoSize.LEAST)
              + ", found '"
              + size
              + "'");
    }
    if (keep.isEmpty()) {
      Path directory = Files.createTempDirectory("ndmap-demo-");
      try (TemporaryFiles temporary = TemporaryFiles.of(directory)) {
        return run(directory, requested, requestedHeap, temporary);
      }
    }
    Path directory = keep.get();
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new UsageException("--keep: " + directory + " is not a directory");
    }
    Path[] made =
        Files.exists(directory) ? made(directory) : new Path[] {Files.createDirectories(directory)};
    for (Path file : DemoFiles.in(directory).all()) {
      if (Files.exists(file)) {
        throw new UsageException("--keep: " + file + " exists already");
      }
    }
    try (TemporaryFiles temporary = TemporaryFiles.of(made)) {
      int exit = run(directory, requested, requestedHeap, temporary);
      temporary.keep();
      session.out().write("The files are in " + Printable.line(directory) + ".\n");
      return exit;
    }
  }

  private int run(Path directory, long requested, long requestedHeap, TemporaryFiles temporary)
      throws IOException, InterruptedException {
    DemoReport report = new DemoReport(session.out());
    FileStore disk = Files.getFileStore(directory);
    DemoSize possible = DemoSize.of(requested, disk.getUsableSpace());
    if (!possible.isEnough()) {
      throw new IOException(
          directory
              + ": "
              + QuantityText.bytes(disk.getUsableSpace())
              + " free on this disk, the demo takes at least "
              + QuantityText.bytes(DemoSize.LEAST)
              + "; --keep DIR chooses another");
    }
    report.say(
        "ndmap demo in "
            + Printable.line(directory)
            + " ("
            + disk.type()
            + ", "
            + QuantityText.bytes(disk.getUsableSpace())
            + " free)");
    if (possible.reduced()) {
      report.say(
          "There is not enough disk space for "
              + QuantityText.bytes(requested)
              + ": the array has "
              + QuantityText.bytes(possible.bytes())
              + " instead.");
    }
    report.say(heapLine(possible.bytes(), requestedHeap, Runtime.getRuntime().maxMemory()));
    new Demo(
            DemoArray.ofBytes(possible.bytes()),
            DemoFiles.in(directory),
            session.streams(),
            report,
            temporary)
        .run();
    report.say(report.verdict());
    return report.allRight() ? 0 : Session.FAILED;
  }

  static String heapLine(long array, long requestedHeap, long heap) {
    StringBuilder line =
        new StringBuilder(
            "The array has "
                + QuantityText.bytes(array)
                + ", the heap at most "
                + QuantityText.bytes(heap));
    if (heap > requestedHeap + requestedHeap / 8) {
      line.append(" (")
          .append(QuantityText.bytes(requestedHeap))
          .append(" were asked for: java -Xmx, or ./ndmap, sets it)");
    }
    return line.append(
            array > heap
                ? String.format(Locale.ROOT, ": %.1f times as much.", (double) array / heap)
                : ". NOTE: the array is not larger than the heap; --size and --heap change that.")
        .toString();
  }

  /// The files that the demo may create.
  private static Path[] made(Path directory) {
    DemoFiles files = DemoFiles.in(directory);
    Path array = files.array();
    return Stream.concat(
            files.all().stream(),
            Stream.of(".filling", ".claims", ".lock", ".filling.tmp", ".claims.tmp")
                .map(suffix -> array.resolveSibling(array.getFileName() + suffix)))
        .toArray(Path[]::new);
  }
}
