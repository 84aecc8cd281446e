package io.ndmap.mmap;

import io.ndmap.posix.Posix;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// The state of a [Lease], in an object of its own: when a [Lease] has become unreachable, the
/// cleaner can still end the lease through this object. Leases with a name are listed until they
/// end.
final class HeldLease {

  private static final Set<HeldLease> NAMED = ConcurrentHashMap.newKeySet();
  private static final LongAdder COUNT = new LongAdder();
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LeaseCount leases;
  private final String path;
  private final String holder;
  private final Runnable release;
  private final long began = System.nanoTime();
  private final AtomicBoolean ended = new AtomicBoolean();

  /// @param leases the lease count of the file
  /// @param path the file's path, for messages
  /// @param holder the holder's name; empty for a lease without a name
  /// @param release called once, when the lease ends: removes the lease from the count, and unmaps
  ///   the file if it is closed and this was its last lease
  HeldLease(LeaseCount leases, String path, String holder, Runnable release) {
    this.leases = leases;
    this.path = path;
    this.holder = holder;
    this.release = release;
    COUNT.increment();
    if (!holder.isEmpty()) {
      NAMED.add(this);
    }
  }

  String holder() {
    return holder;
  }

  /// Ends the lease. Ending again has no effect.
  void end() {
    if (!ended.getAndSet(true)) {
      finish();
    }
  }

  private void finish() {
    NAMED.remove(this);
    COUNT.decrement();
    release.run();
  }

  /// Ends a lease that has become unreachable, and logs a warning.
  void endLeaked() {
    if (!ended.getAndSet(true)) {
      System.getLogger(Posix.LOGGER)
          .log(
              Level.WARNING,
              path
                  + ": the lease of '"
                  + holder
                  + "' was never closed; the garbage collector released it after "
                  + seconds());
      finish();
    }
  }

  private String seconds() {
    return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - began) / NANOS);
  }

  /// The number of open leases of all files.
  static long count() {
    return COUNT.sum();
  }

  /// Descriptions of the named leases of all files, grouped by file; the oldest lease of a file
  /// comes first.
  static List<String> all() {
    return NAMED.stream()
        .sorted(
            Comparator.comparing((HeldLease each) -> each.path)
                .thenComparingLong(each -> each.began))
        .map(each -> each.path + ": '" + each.holder + "' for " + each.seconds())
        .toList();
  }

  /// Descriptions of the named leases of one file, the oldest first.
  static List<String> of(LeaseCount leases) {
    return NAMED.stream()
        .filter(each -> each.leases.equals(leases))
        .sorted(Comparator.comparingLong(each -> each.began))
        .map(each -> "'" + each.holder + "' for " + each.seconds())
        .toList();
  }
}
