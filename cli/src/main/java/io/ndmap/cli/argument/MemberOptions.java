package io.ndmap.cli.argument;

import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.npz.ArrayName;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option that names a member separately from its archive.
public final class MemberOptions {

  @Option(
      names = "--member",
      paramLabel = "NAME",
      description =
          "The member of the archive, instead of archive.npz::NAME: needed only for names with an"
              + " archive's ending before '::'.")
  private Optional<String> member = Optional.empty();

  /// Returns the array that an argument names, or that the argument and the option name together.
  ///
  /// @throws UsageException if the option is given for a standard stream
  public ArrayName of(ArrayArgument text) {
    if (member.isEmpty()) {
      return text.name();
    }
    ArrayName name = ArrayName.of(Path.of(text.text()), member.get());
    if (StandardInput.is(name.file())) {
      throw new UsageException("--member: the standard input is one array");
    }
    return name;
  }

  /// Returns the arrays that arguments name.
  ///
  /// @throws UsageException if the option is given for a standard stream
  public List<ArrayName> of(List<ArrayArgument> texts) {
    return texts.stream().map(this::of).toList();
  }
}
