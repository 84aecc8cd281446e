package io.ndmap.mpi;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reason why this JVM exits.
///
/// @param text the reason, for messages
/// @param code the exit code; 0 if `main` has returned, or if the code is unknown
/// @param signalled whether the reason is a signal
record ExitCause(String text, int code, boolean signalled) {

  /// The exit code of a JVM that a signal ends is this plus the signal's number, as in a shell.
  private static final int SIGNALLED = 128;

  private static final Map<String, Integer> SIGNALS =
      Map.of("SIGHUP handler", 1, "SIGINT handler", 2, "SIGTERM handler", 15);

  private static final Pattern EXIT =
      Pattern.compile("Runtime\\.exit\\(\\) called with status: (-?\\d+)");

  /// The logger of [Runtime#exit], which is the only source of the status for a shutdown hook.
  private static final Logger LOGGER = Logger.getLogger("java.lang.Runtime");

  /// The class of the JVM's own signal handler, which exits the JVM. A handler of the program runs
  /// in a thread of the same name, and may exit with another code, or not at all.
  private static final String JVM_HANDLER = "java.lang.Terminator";

  private static volatile @Nullable ExitCause exit;

  /// Begins to record the status of [System#exit] calls, from the log records of [#LOGGER]. The
  /// output of the logger does not change.
  static void watch() {
    var filter = LOGGER.getFilter();
    boolean logged = LOGGER.isLoggable(Level.FINE);
    LOGGER.setFilter(
        entry -> {
          note(entry);
          return logged && (filter == null || filter.isLoggable(entry));
        });
    if (!logged) {
      LOGGER.setLevel(Level.FINE);
    }
  }

  private static void note(LogRecord entry) {
    Matcher status = EXIT.matcher(String.valueOf(entry.getMessage()));
    if (status.matches()) {
      String by =
          Optional.ofNullable(entry.getThrown()).stream()
              .flatMap(each -> Stream.of(each.getStackTrace()))
              .filter(frame -> !frame.getClassName().startsWith("java.lang."))
              .map(frame -> " at " + frame)
              .findFirst()
              .orElse("");
      int code = Integer.parseInt(status.group(1));
      exit = new ExitCause("System.exit(%s)%s".formatted(code, by), code, false);
    }
  }

  /// Returns the reason why this JVM exits; called by a shutdown hook.
  static ExitCause find() {
    return signal()
        .or(() -> Optional.ofNullable(exit))
        .orElse(new ExitCause("the end of main", 0, false));
  }

  /// Returns the signal that makes the JVM exit, if a signal is the reason.
  static Optional<ExitCause> signal() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    while (all.getParent() != null) {
      all = all.getParent();
    }
    Thread[] threads = new Thread[all.activeCount() + 64];
    int count = all.enumerate(threads);
    return Stream.of(threads)
        .limit(count)
        .filter(thread -> SIGNALS.containsKey(thread.getName()) && isOfTheJvm(thread))
        .map(Thread::getName)
        .findFirst()
        .map(
            name ->
                new ExitCause(
                    name.substring(0, name.indexOf(' ')),
                    SIGNALLED + Objects.requireNonNull(SIGNALS.get(name)),
                    true));
  }

  private static boolean isOfTheJvm(Thread handler) {
    return Stream.of(handler.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith(JVM_HANDLER));
  }
}
