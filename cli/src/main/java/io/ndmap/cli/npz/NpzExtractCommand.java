package io.ndmap.cli.npz;

import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.format.container.ArrayContainer;
import io.ndmap.format.container.ArrayContainer.Member;
import io.ndmap.format.container.ArrayContainer.Member.Kind;
import io.ndmap.format.container.ContainerFile;
import io.ndmap.format.container.TensorContainer;
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
      "Writes members of an archive, or tensors, to files named after them.",
      "Copies the named members, or all members, byte for byte. Of a .safetensors file, writes each"
          + " tensor NAME to NAME.npy; bf16 and float8 become void elements. Creates each file"
          + " atomically: complete, or not at all.",
      "Treats names as labels, never as paths: refuses a member whose name is not a plain file"
          + " name, and extracts the others. In archives, skips directory entries (names that end"
          + " in /), and skips macOS metadata (__MACOSX/..., .DS_Store) unless it is named."
    })
final class NpzExtractCommand extends FileCommand {

  private static final String SUFFIX = ".npy";

  @Parameters(
      index = "1..*",
      paramLabel = "MEMBER",
      arity = "0..*",
      description = "The names of members, with or without .npy, or of tensors.")
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
    try (ArrayContainer container = ContainerFile.open(file, limits.options())) {
      boolean isTensors = container instanceof TensorContainer;
      List<String> refused = new ArrayList<>();
      long skipped = 0;
      // Resolve all names before the first file is written.
      for (Member member : selected(container)) {
        if (isTensors && member.kind() == Kind.UNSUPPORTED) {
          refused.add(
              "tensor '" + member.name() + "' has a type without a dtype: " + member.type());
        } else if (!isTensors && names.isEmpty() && isMacMetadata(member)) {
          skipped++;
        } else if (isPlain(member.name())) {
          extract(member, directory.resolve(member.name() + (isTensors ? SUFFIX : "")));
        } else if (isTensors || !isFolder(member)) {
          refused.add(refusal(file, isTensors, member));
        }
      }
      if (skipped > 0) {
        session().say(file, "skipped metadata files of macOS: " + skipped);
      }
      if (!refused.isEmpty()) {
        // Flush the line about skipped files: when a command fails, Session discards the output
        // that has not been flushed.
        session().out().flush();
        session().out().begin();
        throw new IOException(
            refused.getFirst()
                + (refused.size() == 1
                    ? ""
                    : "; further members that were not extracted: " + (refused.size() - 1)));
      }
    }
  }

  private static String refusal(Path file, boolean isTensor, Member member) throws IOException {
    return "the name of "
        + (isTensor ? "tensor '" : "member '")
        + member.name()
        + "' is not a plain file name; "
        + (isTensor || member.kind() == Kind.ARRAY
            ? "ndmap convert " + file + "::" + member.name() + " NEW.npy"
            : "unzip -p " + file + " " + member.name() + " > NEW")
        + " writes it";
  }

  private List<? extends Member> selected(ArrayContainer container) throws IOException {
    if (names.isEmpty()) {
      return container.members();
    }
    List<Member> selected = new ArrayList<>();
    for (String name : names) {
      try {
        selected.add(container.member(name));
      } catch (NoSuchElementException e) {
        throw new IOException(String.valueOf(e.getMessage()), e);
      }
    }
    return selected;
  }

  private static boolean isFolder(Member member) {
    return member.name().endsWith("/") && member.size() == 0;
  }

  /// Whether the member is metadata that macOS has added, not a file of the user.
  private static boolean isMacMetadata(Member member) {
    return member.name().startsWith("__MACOSX/") || member.name().endsWith(".DS_Store");
  }

  private static boolean isPlain(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
  }

  private void extract(Member member, Path target) throws IOException {
    try {
      member.extract(target, force);
    } catch (FileSystemException e) {
      throw new OtherFileException(target, e);
    }
  }
}
