package io.ndmap.cli.npz;

import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes members into files of their own.
@Command(
    name = "extract",
    description = {
      "Writes members of an archive into files of their names, byte for byte; all members if none"
          + " is named. Each file appears whole or not at all.",
      "A member whose name is no plain file name is refused: names are labels, never paths."
    })
final class NpzExtractCommand extends FileCommand {

  @Parameters(
      index = "1..*",
      paramLabel = "MEMBER",
      arity = "0..*",
      description = "Names, with or without .npy.")
  private List<String> names = List.of();

  @Option(names = "--into", paramLabel = "DIR", description = "The directory (default: here).")
  private Path directory = Path.of("");

  @Option(names = "--force", description = "Replace existing files.")
  private boolean force;

  @Mixin private LimitOptions limits = new LimitOptions();

  NpzExtractCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path file) throws IOException {
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits.options())) {
      // All are looked for before one is written.
      for (NpzMember member : wanted(archive)) {
        extract(member, target(member));
      }
    }
  }

  private List<NpzMember> wanted(NpzFile archive) throws IOException {
    if (names.isEmpty()) {
      return archive.members();
    }
    List<NpzMember> wanted = new ArrayList<>();
    for (String name : names) {
      try {
        wanted.add(archive.member(name));
      } catch (NoSuchElementException e) {
        throw new IOException(String.valueOf(e.getMessage()), e);
      }
    }
    return wanted;
  }

  private Path target(NpzMember member) throws IOException {
    String name = member.name();
    boolean isPlain =
        !name.isEmpty()
            && !name.equals(".")
            && !name.equals("..")
            && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
    if (!isPlain) {
      throw new IOException(
          "the name of member '" + name + "' is no plain file name; ndmap convert writes it");
    }
    return directory.resolve(name);
  }

  private void extract(NpzMember member, Path target) throws IOException {
    try {
      member.extract(target, force);
    } catch (FileSystemException e) {
      throw new OtherFileException(target, e);
    }
  }
}
