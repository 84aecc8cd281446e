package io.ndmap.mmap;

import io.ndmap.npy.MappingLimitException;
import io.ndmap.posix.Proc;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Counts the mappings of files in this process, and limits them to three quarters of the system's
/// limit: at the system's limit, the JVM could neither start threads nor collect garbage.
///
/// Mappings in a caller's arena are counted only with native access: without it, ndmap cannot
/// detect when the arena is closed.
final class MappingCount {

  /// The count of this process. The system's limit (`vm.max_map_count`) includes a few thousand
  /// mappings of the JVM, which this class does not count.
  static final MappingCount OF_PROCESS = new MappingCount(Proc.maxMappings(), System::gc);

  /// The maximum number of pauses after a garbage collection, in which cleaners unmap files.
  private static final int GC_PAUSES = 50;

  /// The length of a pause.
  private static final long GC_PAUSE_NANOS = 2_000_000;

  private final long system;
  private final long most;
  private final Runnable collector;
  private final AtomicLong mappings = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /// @param system the system's limit on the number of mappings of a process
  /// @param collector runs the garbage collector, after which cleaners unmap unreachable files
  MappingCount(long system, Runnable collector) {
    this.system = system;
    this.collector = collector;
    this.most = system - system / 4;
  }

  /// Counts a mapping before it is created.
  ///
  /// @param file the file's path, for the message
  /// @throws MappingLimitException if the process has too many mappings; the mapping is then not
  ///   counted
  void add(String file) throws MappingLimitException {
    if (mappings.incrementAndGet() <= most) {
      return;
    }
    // Files that were not closed may be unreachable: collect garbage to unmap them, as the JDK does
    // when mapping fails.
    collector.run();
    for (int k = 0; k < GC_PAUSES && mappings.get() > most; k++) {
      LockSupport.parkNanos(GC_PAUSE_NANOS);
    }
    if (mappings.get() > most) {
      mappings.decrementAndGet();
      throw new MappingLimitException(file, most, system);
    }
  }

  /// The number of mappings.
  long now() {
    return mappings.get();
  }

  /// Adds the bytes of a mapping; a negative size removes them.
  void addBytes(long size) {
    var _ = bytes.addAndGet(size);
  }

  /// The bytes of all mappings.
  long bytes() {
    return bytes.get();
  }

  /// Removes mappings from the count.
  void remove(int count) {
    var _ = mappings.addAndGet(-count);
  }
}
