package io.ndmap.picture.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The size of a terminal in characters.
///
/// @param columns the number of characters in a line
/// @param lines the number of lines
record TerminalSize(int columns, int lines) {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,6}) (\\d{1,6})\\s*");
  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,5}");
  private static final int TIMEOUT_SECONDS = 2;

  /// The size according to `COLUMNS` and `LINES`; empty unless both are numbers from 1 to 999,999.
  static Optional<TerminalSize> of(Map<String, String> environment) {
    String columns = environment.getOrDefault("COLUMNS", "");
    String lines = environment.getOrDefault("LINES", "");
    return NUMBER.matcher(columns).matches() && NUMBER.matcher(lines).matches()
        ? Optional.of(new TerminalSize(Integer.parseInt(columns), Integer.parseInt(lines)))
        : Optional.empty();
  }

  /// The size according to `stty size` on the terminal of the process.
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
      // There is no `stty`, or no terminal.
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Parses lines and columns. A terminal that does not know its size reports 0 for both.
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
