package io.ndmap.cli.npz;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.array.NamedArray;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.stream.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes arrays into an archive.
@Command(
    name = "create",
    description = {
      "Writes .npy files into a new archive.",
      "Names each member by its file without .npy. Stores the members aligned, so that they can be"
          + " mapped, or deflates them with --level.",
      "Creates the archive atomically: complete, or not at all. Adds members to an existing archive"
          + " with --append."
    })
final class NpzCreateCommand implements Callable<Integer> {

  private static final String SUFFIX = ".npy";

  private final Session session;

  @Parameters(index = "0", paramLabel = "ARCHIVE", description = "The .npz file.")
  private Path archive = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      arity = "1..*",
      description = "The .npy files, or archive.npz::member.")
  private List<ArrayArgument> files = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--level",
      paramLabel = "0-9",
      description = "Deflate members; numpy.savez_compressed uses 6.")
  private Optional<Long> level = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "The number of threads that deflate (default: one per processor).")
  private Optional<Long> threads = Optional.empty();

  @Option(names = "--append", description = "Add members to an existing archive.")
  private boolean append;

  @Option(names = "--force", description = "Replace an existing file.")
  private boolean force;

  NpzCreateCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    UsageException.requireRange("--level", level.orElse(0L), 0, NpzWriteOptions.MAX_LEVEL);
    UsageException.requireRange("--threads", threads.orElse(1L), 1, Short.MAX_VALUE);
    if (append && force) {
      throw new UsageException("--append and --force exclude each other");
    }
    TargetFormat.requireNpz("ARCHIVE", archive);
    List<ArrayName> sources = member.of(files);
    Set<String> names = new HashSet<>();
    for (ArrayName source : sources) {
      if (!names.add(key(source))) {
        throw new UsageException("two members would have the name '" + key(source) + "'");
      }
    }
    return session.run(List.of(archive), false, path -> create(path, sources));
  }

  /// Returns the name for a new member: the name of the source member or of the source file,
  /// without `.npy`.
  private static String key(ArrayName source) {
    String name = source.member().orElseGet(() -> String.valueOf(source.file().getFileName()));
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  private void create(Path path, List<ArrayName> sources) throws IOException {
    NpzWriteOptions options =
        NpzWriteOptions.DEFAULT.withThreads(
            Math.toIntExact(threads.orElse((long) Runtime.getRuntime().availableProcessors())));
    if (level.isPresent()) {
      options = options.withDeflated(Math.toIntExact(level.get()));
    }
    if (force) {
      options = options.withReplacing();
    }
    try (NpzWriter writer =
        append
            ? NpzWriter.append(path, options, limits.options())
            : NpzWriter.create(path, options)) {
      for (ArrayName source : sources) {
        try (NamedArray npy = open(source)) {
          writer.add(key(source), npy.view(), WriteOptions.DEFAULT.withOrder(npy.header().order()));
        }
      }
      writer.publish();
    }
  }

  private NamedArray open(ArrayName source) throws OtherFileException {
    try {
      return NamedArray.open(source, limits.options());
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, e);
    }
  }
}
