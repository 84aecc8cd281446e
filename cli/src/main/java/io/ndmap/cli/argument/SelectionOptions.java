package io.ndmap.cli.argument;

import io.ndmap.cli.run.UsageException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say which part of an array a command is about.
public final class SelectionOptions {

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

  /// The part that the options select.
  ///
  /// @param positional the index that stands without `--index`, if one does
  public Selection selection(Optional<Selection.IndexText> positional) {
    return positional.map(text -> new Selection(fields, text)).orElseGet(this::selection);
  }

  /// Checks that the index is given once.
  ///
  /// @throws UsageException if there are two
  public void check(Optional<Selection.IndexText> positional) {
    if (positional.isPresent() && index.isPresent()) {
      throw new UsageException("the INDEX is given twice, with --index and without");
    }
  }
}
