package io.ndmap.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// The resources that a thread has used. Unlike elapsed time, they hardly depend on other
/// processes.
///
/// @param cpu the CPU time. It grows on a busy machine, where threads share caches and cores, so
///   tests must leave a wide margin
/// @param allocated the number of bytes that the thread has allocated on the heap
public record Work(Duration cpu, long allocated) {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// A task that may throw.
  public interface Task<E extends Exception> {
    /// Runs the task.
    void run() throws E;
  }

  /// Runs a task, and returns the resources that this thread used for it.
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
