package io.ndmap.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/// Runs the reader of an input, and fails if the thread allocates more memory than a limit that
/// grows with the length of the input.
final class Bounded {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// The memory in bytes that every input may take, in addition to the memory per byte.
  private static final long FLOOR = 16 << 20;

  private Bounded() {}

  /// Runs the reader of an input, a second time if the first run exceeds the limit.
  ///
  /// @param each the memory in bytes that each byte of the input may take
  /// @param work reads the input; its result is the same each time
  /// @return the result
  static <T> T run(byte[] input, long each, Supplier<T> work) {
    long limit = FLOOR + each * input.length;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    T result = work.get();
    if (THREADS.getCurrentThreadAllocatedBytes() - before > limit) {
      // The first run may have loaded classes, so only a second run counts.
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
