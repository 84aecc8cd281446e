package io.ndmap.testing;

import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;

/// Ends a test that hangs. No result of a test depends on its duration, because the machine may be
/// busy. Time limits only end waits that would otherwise last for ever, and are minutes long.
///
/// The build gives each test the same limit, `ndmap.test.limit` in `pom.xml`, after which JUnit
/// prints the stacks of all threads and interrupts the test. An interrupt does not end a wait for
/// the output of a process, but the end of the process does.
public final class TimeLimit implements PreInterruptCallback {

  /// The time limit for a test's wait for an expected event.
  public static final Duration TIMEOUT = Duration.ofMinutes(10);

  /// Kills all processes that this process has started.
  @Override
  public void beforeThreadInterrupt(PreInterruptContext interrupt, ExtensionContext test) {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
