package io.ndmap.mmap;

import io.ndmap.npy.MappingLimitException;
import io.ndmap.posix.Proc;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Counts the mappings of this process's files, and refuses more of them long before the system
/// does: then the JVM could neither start threads nor collect garbage.
///
/// Mappings in an arena of the caller's are counted only where native access tells when it is
/// closed.
final class MappingCount {

  /// The system's limit is for all mappings of the process. The JVM has a few thousand.
  static final MappingCount OF_PROCESS = new MappingCount(Proc.maxMappings(), System::gc);

  /// How often, and how long, the count waits for the garbage collector's cleaner.
  private static final int GC_PAUSES = 50;

  private static final long GC_PAUSE_NANOS = 2_000_000;

  private final long system;
  private final long most;
  private final Runnable collector;
  private final AtomicLong mappings = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /// @param system the limit of the system
  /// @param collector collects garbage, whose mappings are then removed
  MappingCount(long system, Runnable collector) {
    this.system = system;
    this.collector = collector;
    this.most = system - system / 4;
  }

  /// Counts a mapping that is about to be made.
  ///
  /// @param file for the message
  /// @throws MappingLimitException if there are too many
  void add(String file) throws MappingLimitException {
    if (mappings.incrementAndGet() <= most) {
      return;
    }
    // As the JDK does where it cannot map: files that nobody has closed may be unreachable.
    collector.run();
    for (int k = 0; k < GC_PAUSES && mappings.get() > most; k++) {
      LockSupport.parkNanos(GC_PAUSE_NANOS);
    }
    if (mappings.get() > most) {
      mappings.decrementAndGet();
      throw new MappingLimitException(file, most, system);
    }
  }

  /// How many there are.
  long now() {
    return mappings.get();
  }

  /// Counts the bytes of a mapping that was made, or, negative, of some that are gone.
  void addBytes(long size) {
    var _ = bytes.addAndGet(size);
  }

  /// How many bytes they have.
  long bytes() {
    return bytes.get();
  }

  /// Takes mappings that are gone off the count.
  void remove(int count) {
    var _ = mappings.addAndGet(-count);
  }
}
