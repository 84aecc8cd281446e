package io.ndmap.cli.csv;

import io.ndmap.cli.run.UsageException;
import io.ndmap.format.csv.CsvFormat;
import io.ndmap.format.csv.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for CSV that is written.
public class CsvOptions {

  @Option(
      names = "--delimiter",
      paramLabel = "C",
      description = "CSV: the character between cells, or tab (default: a comma).")
  private @Nullable String delimiter;

  @Option(
      names = "--header",
      negatable = true,
      description =
          "CSV: the first row holds the names of the columns (default: for structures only).")
  private @Nullable Boolean header;

  @Option(
      names = "--undecodable",
      paramLabel = "HOW",
      description = {
        "CSV: refuse bytes (S) that are not UTF-8 (strict, default), write them as \\xff with"
            + " backslashes doubled (escape), or treat all bytes as Latin-1 (latin1)."
      })
  private @Nullable TextEncoding encoding;

  /// Whether one of the options is given.
  public boolean isGiven() {
    return delimiter != null || header != null || encoding != null;
  }

  /// Rejects the options if no CSV is involved.
  ///
  /// @throws UsageException if one of the options is given
  public final void refuse(String reason) {
    if (isGiven()) {
      throw new UsageException("options of CSV, but " + reason);
    }
  }

  /// Returns the format that the options select.
  ///
  /// @throws UsageException if a value is invalid
  public CsvFormat format() {
    return new CsvFormat(
        character("--delimiter", delimiter).orElse(','),
        Optional.ofNullable(header),
        encoding == null ? TextEncoding.STRICT : encoding,
        StandardCharsets.UTF_8,
        Optional.empty(),
        List.of());
  }

  static Optional<Character> character(String name, @Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    String value = text.equals("tab") || text.equals("\\t") ? "\t" : text;
    if (value.length() != 1 || "\"\r\n".contains(value)) {
      throw new UsageException(
          name + ": '" + text + "' is not one character that a delimiter can be");
    }
    return Optional.of(value.charAt(0));
  }
}
