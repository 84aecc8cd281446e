package io.ndmap.cli.argument;

import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.npz.ArrayName;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option that gives the name of a member apart from that of its archive.
public final class MemberOptions {

  @Option(
      names = "--member",
      paramLabel = "NAME",
      description =
          "The member of the archive that is named, instead of archive.npz::NAME: needed only for"
              + " names with an archive's ending before '::'.")
  private Optional<String> member = Optional.empty();

  /// The array that an argument names, with the option or without.
  ///
  /// @throws UsageException if the option is given for a stream
  public ArrayName of(ArrayText text) {
    if (member.isEmpty()) {
      return text.name();
    }
    ArrayName name = ArrayName.of(Path.of(text.text()), member.get());
    if (StandardInput.is(name.file())) {
      throw new UsageException("--member: the standard input is one array");
    }
    return name;
  }

  /// The arrays that arguments name.
  ///
  /// @throws UsageException if the option is given for a stream
  public List<ArrayName> of(List<ArrayText> texts) {
    return texts.stream().map(this::of).toList();
  }
}
