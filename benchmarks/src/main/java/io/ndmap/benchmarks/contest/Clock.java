package io.ndmap.benchmarks.contest;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/// The time that is counted.
public enum Clock {
  /// The time that passes, which is what a user waits for.
  WALL {
    @Override
    public long nanos() {
      return System.nanoTime();
    }
  },
  /// The time that the processor spends on the thread: on a busy machine it says more.
  CPU {
    @Override
    public long nanos() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  };

  /// The current time.
  ///
  /// @return nanoseconds since some moment
  public abstract long nanos();

  /// Its name in requests to child processes.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
