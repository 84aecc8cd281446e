package io.ndmap.cli.array;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DType;
import io.ndmap.format.json.JsonValues;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options of commands that print an array, unless they write it into a file.
final class PrintOptions {

  @Option(
      names = "--json",
      description = "One line: {\"shape\", \"descr\", \"dtype\", \"values\"}.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Print at most N items (default: 1000000).")
  private Optional<Long> limit = Optional.empty();

  /// Refuses what cannot be meant.
  ///
  /// @param target what the file is called, if one is given
  /// @throws UsageException if it is wrong usage
  void check(String target, boolean isGiven) {
    UsageException.requireRange("--limit", limit.orElse(1L), 1, Long.MAX_VALUE);
    if (isGiven && (json || limit.isPresent())) {
      throw new UsageException(
          "--json and --limit are for what is printed; " + target + " is a file");
    }
  }

  /// Whether a line of JSON is printed.
  boolean json() {
    return json;
  }

  /// Refuses to print an array of too many items.
  ///
  /// @param advice what the user can do instead
  /// @throws TooManyItemsException if it has more than the limit
  void requireFew(Shape shape, DType dtype, String advice) {
    TooManyItemsException.check(shape, dtype, limit.orElse(JsonValues.LIMIT), advice);
  }

  /// Prints an array, as JSON or as NumPy does.
  void print(Output out, NdView<?> view) throws IOException {
    if (json) {
      JsonLine.ofArray(out, view, JsonValues.LIMIT);
    } else {
      out.write(view + "\n");
    }
  }
}
