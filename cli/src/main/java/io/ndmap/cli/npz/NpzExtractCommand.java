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
      "Writes members of an archive into files of their names.",
      "Copies them byte for byte; all members if none is named. Each file appears whole or not at"
          + " all.",
      "Names are labels, never paths: a member whose name is no plain file name is refused, and all"
          + " others are extracted. Entries of folders, and what macOS stores beside files"
          + " (__MACOSX), are skipped unless they are named."
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
      List<NpzMember> refused = new ArrayList<>();
      long beside = 0;
      // All are looked for before one is written.
      for (NpzMember member : wanted(archive)) {
        if (names.isEmpty() && isBeside(member)) {
          beside++;
        } else if (isPlain(member.name())) {
          extract(member, directory.resolve(member.name()));
        } else if (!isFolder(member)) {
          refused.add(member);
        }
      }
      if (beside > 0) {
        session().say(file, "skipped what macOS stored beside the files: " + beside);
      }
      if (!refused.isEmpty()) {
        // What was said stays, although the file fails.
        session().out().flush();
        session().out().begin();
        throw refusal(file, refused);
      }
    }
  }

  private static IOException refusal(Path file, List<NpzMember> refused) throws IOException {
    NpzMember first = refused.getFirst();
    return new IOException(
        "the name of member '"
            + first.name()
            + "' is no plain file name; "
            + (first.isArray()
                ? "ndmap convert " + file + "::" + first.name() + " NEW.npy"
                : "unzip -p " + file + " " + first.name() + " > NEW")
            + " writes it"
            + (refused.size() == 1 ? "" : "; the same holds for others: " + (refused.size() - 1)));
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

  private static boolean isFolder(NpzMember member) {
    return member.name().endsWith("/") && member.size() == 0;
  }

  /// Whether it is none of the files that were put into the archive.
  private static boolean isBeside(NpzMember member) {
    return member.name().startsWith("__MACOSX/") || member.name().endsWith(".DS_Store");
  }

  private static boolean isPlain(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
  }

  private void extract(NpzMember member, Path target) throws IOException {
    try {
      member.extract(target, force);
    } catch (FileSystemException e) {
      throw new OtherFileException(target, e);
    }
  }
}
