package io.ndmap.cli.argument;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options that say which part of an array a command is about.
public final class SelectionOptions {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--field",
      paramLabel = "NAME",
      description =
          "A field of a structure (real and imag of complex numbers); again for one inside it.")
  private List<String> fields = List.of();

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description =
          "Which part, by NumPy's index text, such as '::2, -1'; the whole array without it.")
  private Optional<Selection.IndexText> index = Optional.empty();

  public Selection selection() {
    return new Selection(fields, index.orElse(Selection.IndexText.ALL));
  }

  /// @param positional the index that stands without `--index`, if one does
  /// @throws ParameterException if there are two
  public Selection selection(Optional<Selection.IndexText> positional) {
    if (positional.isPresent() && index.isPresent()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "the INDEX is given twice, with --index and without");
    }
    return positional.map(text -> new Selection(fields, text)).orElseGet(this::selection);
  }
}
