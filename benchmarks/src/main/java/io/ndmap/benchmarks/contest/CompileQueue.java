package io.ndmap.benchmarks.contest;

import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;

/// The pending compilations of the JIT, as `jcmd Compiler.queue` prints them. On a busy machine
/// compilations wait for seconds, and until then the loops are interpreted.
public final class CompileQueue {

  private static final String DIAGNOSTICS = "com.sun.management:type=DiagnosticCommand";
  private static final Set<String> NOTHING =
      Set.of("Current compiles:", "C1 compile queue:", "C2 compile queue:", "Empty", "");
  private static final int PAUSE_MILLIS = 2;

  private CompileQueue() {}

  /// Waits until nothing is left to compile.
  ///
  /// @param last the value of [System#nanoTime()] at which to give up
  /// @return whether nothing was left to compile when this method was called
  public static boolean await(long last) {
    boolean empty = isEmpty();
    for (boolean now = empty; !now && System.nanoTime() < last; now = isEmpty()) {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return empty;
  }

  private static boolean isEmpty() {
    try {
      Object text =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(new ObjectName(DIAGNOSTICS), "compilerQueue", null, null);
      return text.toString().lines().map(String::strip).allMatch(NOTHING::contains);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
