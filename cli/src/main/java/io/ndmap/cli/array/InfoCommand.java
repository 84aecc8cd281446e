package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayText;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Quantity;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the headers of files.
@Command(
    name = "info",
    description = {
      "Shows the headers of files: dtype, shape, order, offset of the data. Of an archive (.npz) it"
          + " shows all members, of archive.npz::member that one."
    })
public final class InfoCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The .npy and .npz files, or - for the standard input.")
  private List<ArrayText> files = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(names = "--json", description = "Print one JSON object per line and file.")
  private boolean json;

  public InfoCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return session.runArrays(member.of(files), json, this::show);
  }

  private void show(ArrayName file) throws IOException {
    if (file.member().isEmpty() && NpzFile.isArchive(file.file())) {
      ArchiveInfo.show(session.out(), file.file(), json, limits.options());
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
      if (file.member().isEmpty() && !StandardInput.is(file)) {
        session.out().write(trailing(file.file(), header));
      }
    }
  }

  private NpyHeader header(ArrayName file) throws IOException {
    if (StandardInput.is(file)) {
      return StandardInput.reader(session.streams(), limits.headers()).header();
    }
    try (NamedArray array = NamedArray.open(file, limits.options())) {
      return array.header();
    }
  }

  private static String trailing(Path file, NpyHeader header) throws IOException {
    long trailing = Files.size(file) - header.dataOffset() - header.dataBytes();
    return HeaderInfo.row(
        "trailing",
        trailing == 0
            ? "nothing after the data"
            : Quantity.count(trailing, "byte") + " after the data, ignored");
  }
}
