package io.ndmap.cli.csv;

import io.ndmap.cli.run.UsageException;
import io.ndmap.format.csv.CsvFormat;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for CSV that is read or written.
public final class CsvInputOptions extends CsvOptions {

  @Option(
      names = "--charset",
      paramLabel = "NAME",
      description = "CSV input: the encoding, such as latin1 (default: utf-8).")
  private @Nullable String charset;

  @Option(
      names = "--comment",
      paramLabel = "C",
      description = "CSV input: skip lines that begin with this character.")
  private @Nullable String comment;

  @Option(
      names = "--missing",
      paramLabel = "WORD",
      description = {
        "CSV input: a cell that stands for a missing value (NaN, NaT or empty text), as an empty"
            + " cell does; may be repeated."
      })
  private List<String> missing = List.of();

  @Override
  public boolean isGiven() {
    return super.isGiven() || charset != null || comment != null || !missing.isEmpty();
  }

  @Override
  public CsvFormat format() {
    CsvFormat both = super.format();
    Optional<Character> skipped = character("--comment", comment);
    if (skipped.filter(c -> c == both.delimiter()).isPresent()) {
      throw new UsageException("--comment and --delimiter are the same character");
    }
    return new CsvFormat(
        both.delimiter(), both.header(), both.encoding(), charset(), skipped, missing);
  }

  /// Whether an option that concerns only reading is given.
  public boolean isGivenForReading() {
    return charset != null || comment != null || !missing.isEmpty();
  }

  private Charset charset() {
    try {
      return charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--charset: there is no encoding '" + charset + "'");
    }
  }
}
