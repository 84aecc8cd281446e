package io.ndmap.cli.argument;

import java.util.Arrays;
import java.util.regex.Pattern;

/// Prevents arguments such as `-1`, `-5:`, `-inf` and `-j` from being parsed as options. Indices
/// and values may begin like this, options never do.
public final class NegativeArguments {

  private static final Pattern NEGATIVE =
      Pattern.compile("-(j|([0-9.:]|inf|nan).*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// A mark that cannot occur in an argument of a process.
  private static final String MARK = "\0";

  private NegativeArguments() {}

  /// Marks the arguments that begin like a negative number, an index or a complex number.
  public static String[] mark(String... args) {
    return Arrays.stream(args)
        .map(arg -> NEGATIVE.matcher(arg).matches() ? MARK + arg : arg)
        .toArray(String[]::new);
  }

  /// Removes the mark from an argument.
  public static String unmark(String arg) {
    return arg.startsWith(MARK) ? arg.substring(MARK.length()) : arg;
  }
}
