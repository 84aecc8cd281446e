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

/// Writes members to separate files.
@Command(
    name = "extract",
    description = {
      "Writes members of an archive to files of the same names.",
      "Copies the named members, or all members, byte for byte. Creates each file atomically:"
          + " complete, or not at all.",
      "Treats names as labels, never as paths: refuses a member whose name is not a plain file"
          + " name, and extracts the others. Skips entries of folders and metadata of macOS"
          + " (__MACOSX) unless they are named."
    })
final class NpzExtractCommand extends FileCommand {

  @Parameters(
      index = "1..*",
      paramLabel = "MEMBER",
      arity = "0..*",
      description = "The names of members, with or without .npy.")
  private List<String> names = List.of();

  @Option(
      names = "--into",
      paramLabel = "DIR",
      description = "The target directory (default: the current one).")
  private Path directory = Path.of("");

  @Option(names = "--force", description = "Replace existing files.")
  private boolean force;

  @Mixin private LimitOptions limits = new LimitOptions();

  NpzExtractCommand(Session session) {
    super(session);
  }

  @Override
  protected void run(Path file) throws IOException {
    RequiredArchive.check(
        file, "ndmap convert " + file + "::NAME NEW.npy writes one of its tensors to a file");
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits.options())) {
      List<NpzMember> refused = new ArrayList<>();
      long skipped = 0;
      // Resolve all names before the first file is written.
      for (NpzMember member : selected(archive)) {
        if (names.isEmpty() && isMacMetadata(member)) {
          skipped++;
        } else if (isPlain(member.name())) {
          extract(member, directory.resolve(member.name()));
        } else if (!isFolder(member)) {
          refused.add(member);
        }
      }
      if (skipped > 0) {
        session().say(file, "skipped what macOS stored beside the files: " + skipped);
      }
      if (!refused.isEmpty()) {
        // Keep the report, although the file fails.
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

  private List<NpzMember> selected(NpzFile archive) throws IOException {
    if (names.isEmpty()) {
      return archive.members();
    }
    List<NpzMember> selected = new ArrayList<>();
    for (String name : names) {
      try {
        selected.add(archive.member(name));
      } catch (NoSuchElementException e) {
        throw new IOException(String.valueOf(e.getMessage()), e);
      }
    }
    return selected;
  }

  private static boolean isFolder(NpzMember member) {
    return member.name().endsWith("/") && member.size() == 0;
  }

  /// Whether it is metadata of macOS instead of a file that was put into the archive.
  private static boolean isMacMetadata(NpzMember member) {
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
