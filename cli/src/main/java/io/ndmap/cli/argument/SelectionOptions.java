package io.ndmap.cli.argument;

import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DType;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that select a part of an array.
public final class SelectionOptions {

  @Option(
      names = "--field",
      paramLabel = "NAME",
      description =
          "A field of a structure, or real or imag of complex numbers; repeat it for a nested"
              + " field.")
  private List<String> fields = List.of();

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description = "A basic NumPy index such as '::2, -1' (default: the whole array).")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Option(
      names = "--as",
      paramLabel = "D",
      description =
          "View the elements as another dtype, as ndarray.view does: bf16, f8e4m3 or f8e5m2 for"
              + " arrays that ml_dtypes saved as void.")
  private Optional<DType> as = Optional.empty();

  /// The selection made by the options, without a positional index.
  public Selection selection() {
    return new Selection(as, fields, index.orElse(Selection.IndexText.ALL));
  }

  /// The selection made by the options.
  ///
  /// @param positional the index that is given without `--index`; empty if there is none
  public Selection selection(Optional<Selection.IndexText> positional) {
    return positional.map(text -> new Selection(as, fields, text)).orElseGet(this::selection);
  }

  /// Checks that the index is given only once.
  ///
  /// @throws UsageException if the index is given twice
  public void check(Optional<Selection.IndexText> positional) {
    if (positional.isPresent() && index.isPresent()) {
      throw new UsageException("the INDEX is given twice, with --index and without");
    }
  }
}
