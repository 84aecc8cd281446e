package io.ndmap.testing;

import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;

/// Ends a test that hangs. No test passes or fails by the clock: the machine may be busy with other
/// things. So the only limits are for what would otherwise wait for ever, and they are in minutes.
///
/// The build gives each test the same limit, `ndmap.test.limit` in `pom.xml`, after which JUnit
/// prints what all threads do and interrupts the test. An interrupt does not end a wait for the
/// output of a process, but the end of the process does.
public final class TimeLimit implements PreInterruptCallback {

  /// The time limit of a wait in tests for an event that happens.
  public static final Duration TIMEOUT = Duration.ofMinutes(10);

  /// Kills all processes that this one has started.
  @Override
  public void beforeThreadInterrupt(PreInterruptContext interrupt, ExtensionContext test) {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
