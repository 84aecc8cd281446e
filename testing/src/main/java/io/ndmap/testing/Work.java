package io.ndmap.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// The work of a thread, in measures that other processes do not change, unlike the time that it
/// took.
///
/// @param cpu how long it had a processor. A busy machine has smaller caches and slower cores, so
///   that a test leaves a wide margin.
/// @param allocated the bytes of the heap that it was given
public record Work(Duration cpu, long allocated) {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Something that may throw.
  public interface Task<E extends Exception> {
    /// Does it.
    void run() throws E;
  }

  /// Runs a task, and says what this thread did for it.
  public static <E extends Exception> Work of(Task<E> task) throws E {
    Work before = untilNow();
    task.run();
    Work after = untilNow();
    return new Work(after.cpu.minus(before.cpu), after.allocated - before.allocated);
  }

  private static Work untilNow() {
    return new Work(
        Duration.ofNanos(THREADS.getCurrentThreadCpuTime()),
        THREADS.getCurrentThreadAllocatedBytes());
  }
}
