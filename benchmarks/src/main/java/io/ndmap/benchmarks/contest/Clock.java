package io.ndmap.benchmarks.contest;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/// The kind of time that is measured.
public enum Clock {
  /// Elapsed time, for which a user waits.
  WALL {
    @Override
    public long nanos() {
      return System.nanoTime();
    }
  },
  /// The CPU time of the thread, which is more reliable on a busy machine.
  CPU {
    @Override
    public long nanos() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  };

  /// Returns the current time.
  ///
  /// @return nanoseconds since an arbitrary moment
  public abstract long nanos();

  /// Returns the name of the clock in requests to child processes.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
