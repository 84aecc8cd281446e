package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.ShortRunning;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the headers of files.
@ShortRunning
@Command(
    name = "info",
    description = {
      "Shows the headers of files: dtype, shape, order, data offset.",
      "Shows all members of an archive (.npz) or .safetensors file, or one with"
          + " archive.npz::member. Reads only headers and maps nothing."
    },
    footer = {
      "%nExamples:",
      "  ndmap info x.npy all.npz::x",
      "  ndmap info --short data/*.npy",
      "  ndmap info --recursive --json data"
    })
public final class InfoCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The .npy, .npz and .safetensors files, or - for the standard input.")
  private List<ArrayArgument> files = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(names = "--json", description = "Print one JSON object per line and file.")
  private boolean json;

  @Option(
      names = "--short",
      description =
          "Print one line per file: name, dtype, shape, order and size; for an archive, its number"
              + " of members. The default for several files on a terminal.")
  private boolean isShort;

  @Option(
      names = {"-r", "--recursive"},
      description =
          "Show the .npy, .npz and .safetensors files in a directory and below, sorted; skip hidden"
              + " ones.")
  private boolean recursive;

  public InfoCommand(Session session) {
    this.session = session;
  }

  /// Parses arguments that consist of `info` and names of files, without options, because loading
  /// picocli takes longer than showing a header. The method uses a loop because loading the classes
  /// of streams and lambdas takes time as well.
  ///
  /// @param args the arguments of the process
  /// @return the command; empty if picocli must parse the arguments or report what is wrong
  public static Optional<InfoCommand> ofNames(Session session, String... args) {
    if (args.length < 2 || !args[0].equals("info")) {
      return Optional.empty();
    }
    List<ArrayArgument> files = new ArrayList<>();
    for (String name : List.of(args).subList(1, args.length)) {
      if (name.startsWith("-")) {
        return Optional.empty();
      }
      try {
        files.add(ArrayArgument.parse(name));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
    InfoCommand command = new InfoCommand(session);
    command.files = files;
    return Optional.of(command);
  }

  @Override
  public Integer call() throws IOException {
    if (isShort && json) {
      throw new UsageException("--short and --json exclude each other");
    }
    List<ArrayName> all = new ArrayList<>();
    for (ArrayArgument file : files) {
      ArrayName name = member.of(file);
      List<Path> found = recursive && isDirectory(name) ? ArrayFiles.in(name.file()) : List.of();
      // Keep a directory without arrays: it is an error, like a pattern that matches no file.
      all.addAll(found.isEmpty() ? List.of(name) : found.stream().map(ArrayName::of).toList());
    }
    if (!isShort && (json || all.size() == 1 || !session.streams().outIsTerminal())) {
      return session.runArrays(all, json, this::show);
    }
    InfoTable table = new InfoTable(session.out());
    int exit =
        session.runArrays(
            all,
            name -> showShort(name, table),
            (name, failure) -> table.addFailed(name, failure.message()));
    table.write();
    return exit;
  }

  private static boolean isDirectory(ArrayName name) {
    return name.member().isEmpty() && Files.isDirectory(name.file());
  }

  private void showShort(ArrayName name, InfoTable table) throws IOException {
    if (isArchive(name)) {
      table.addArchive(name.file(), limits.options());
    } else if (name.member().isEmpty() && hasTensors(name)) {
      table.addTensors(name.file(), limits.options());
    } else {
      table.add(name, header(name));
    }
  }

  private static boolean isArchive(ArrayName name) throws IOException {
    return name.member().isEmpty() && NpzFile.isArchive(name.file());
  }

  /// Whether the file is a `.safetensors` file, which is handled separately because its tensors
  /// have no headers of their own.
  private static boolean hasTensors(ArrayName name) throws IOException {
    return SafetensorsFile.isSafetensors(name.file());
  }

  private void show(ArrayName file) throws IOException {
    if (isArchive(file)) {
      ArchiveInfo.show(session.out(), file.file(), json, limits.options());
      return;
    }
    if (hasTensors(file)) {
      SafetensorsInfo.show(session.out(), file, json, limits.options());
      return;
    }
    NpyHeader header = header(file);
    if (json) {
      JsonLine.write(
          session.out(),
          line ->
              HeaderInfo.write(line.text("file", file.toString()).text("format", "npy"), header));
    } else {
      session.out().write(Printable.line(file) + "\n" + HeaderInfo.text(header));
      boolean isFile = file.member().isEmpty() && !StandardInput.is(file);
      if (isFile && !header.dtype().hasObject()) {
        session.out().write(trailing(file.file(), header));
      }
    }
  }

  private NpyHeader header(ArrayName name) throws IOException {
    if (isDirectory(name)) {
      if (!Files.isReadable(name.file())) {
        throw new AccessDeniedException(name.toString());
      }
      throw new IOException(
          name
              + (recursive
                  ? ": a directory without .npy, .npz and .safetensors files"
                  : ": a directory; --recursive (-r) shows the files in it"));
    }
    return NamedArray.header(name, session.streams(), limits.options());
  }

  private static String trailing(Path file, NpyHeader header) throws IOException {
    long trailing = Files.size(file) - header.dataOffset() - header.dataBytes();
    return HeaderInfo.row(
        "trailing",
        trailing == 0
            ? "nothing after the data"
            : QuantityText.count(trailing, "byte") + " after the data, ignored");
  }
}
