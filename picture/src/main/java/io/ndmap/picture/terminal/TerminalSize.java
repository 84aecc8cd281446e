package io.ndmap.picture.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many characters a terminal has.
///
/// @param columns side by side
/// @param lines one above the other
record TerminalSize(int columns, int lines) {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,6}) (\\d{1,6})\\s*");
  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,5}");
  private static final int TIMEOUT_SECONDS = 2;

  /// As `COLUMNS` and `LINES` say: both, or none.
  static Optional<TerminalSize> of(Map<String, String> environment) {
    String columns = environment.getOrDefault("COLUMNS", "");
    String lines = environment.getOrDefault("LINES", "");
    return NUMBER.matcher(columns).matches() && NUMBER.matcher(lines).matches()
        ? Optional.of(new TerminalSize(Integer.parseInt(columns), Integer.parseInt(lines)))
        : Optional.empty();
  }

  /// As `stty size` says of the terminal of the process.
  static Optional<TerminalSize> ofDevice() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        if (!stty.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          return Optional.empty();
        }
        return parse(new String(stty.getInputStream().readAllBytes(), US_ASCII));
      } finally {
        stty.destroyForcibly();
      }
    } catch (IOException e) {
      // There is no stty, or no terminal.
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Lines and columns; a terminal that does not know them has 0 of each.
  static Optional<TerminalSize> parse(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return Optional.empty();
    }
    int lines = Integer.parseInt(size.group(1));
    int columns = Integer.parseInt(size.group(2));
    return lines > 0 && columns > 0
        ? Optional.of(new TerminalSize(columns, lines))
        : Optional.empty();
  }
}
