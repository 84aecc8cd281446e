package io.ndmap.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/// Fails if an input makes this thread allocate more than is in proportion to it.
final class Bounded {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// The maximum memory that an input may allocate.
  private static final long FLOOR = 16 << 20;

  private Bounded() {}

  /// @param each what each byte of the input may allocate
  /// @param work gives the same result each time
  static <T> T run(byte[] input, long each, Supplier<T> work) {
    long limit = FLOOR + each * input.length;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    T result = work.get();
    if (THREADS.getCurrentThreadAllocatedBytes() - before > limit) {
      // The first time classes may be loaded.
      before = THREADS.getCurrentThreadAllocatedBytes();
      result = work.get();
      long again = THREADS.getCurrentThreadAllocatedBytes() - before;
      if (again > limit) {
        throw new AssertionError(
            "an input of " + input.length + " bytes allocates " + again + " bytes");
      }
    }
    return result;
  }
}
