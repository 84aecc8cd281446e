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

/// The options of commands that print an array or write it to a file.
final class PrintOptions {

  @Option(
      names = "--json",
      description = "Print one line: {\"shape\", \"descr\", \"dtype\", \"values\"}.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Refuse to print more than N elements (default: 1000000).")
  private Optional<Long> limit = Optional.empty();

  /// Checks the options.
  ///
  /// @param target the name of the parameter for the file
  /// @param isGiven whether a file is given
  /// @throws UsageException if an option is out of range, or is given together with a file
  void check(String target, boolean isGiven) {
    UsageException.requireRange("--limit", limit.orElse(1L), 1, Long.MAX_VALUE);
    if (isGiven && (json || limit.isPresent())) {
      throw new UsageException(
          "--json and --limit are for what is printed; " + target + " is a file");
    }
  }

  /// Whether to print one line of JSON.
  boolean json() {
    return json;
  }

  /// Rejects printing an array of too many elements.
  ///
  /// @param advice what the user can do instead
  /// @throws TooManyItemsException if the array has more elements than the limit
  void requireFew(Shape shape, DType dtype, String advice) {
    TooManyItemsException.check(shape, dtype, limit.orElse(JsonValues.LIMIT), advice);
  }

  /// Prints an array, as JSON or in NumPy's format.
  void print(Output out, NdView<?> view) throws IOException {
    if (json) {
      JsonLine.ofArray(out, view, JsonValues.LIMIT);
    } else {
      out.write(view + "\n");
    }
  }
}
