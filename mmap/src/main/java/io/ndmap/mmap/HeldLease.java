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

/// What a lease keeps, apart from the lease itself: so that it can be released when nobody reaches
/// the lease any more. Those with a name are listed until they end.
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

  /// @param leases those of the file
  /// @param path the file, for messages
  /// @param holder who has the lease; empty for one without a name
  /// @param release ends it in the count
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

  /// Ends the lease; again, without effect.
  ///
  /// @return whether it had not ended
  boolean end() {
    if (ended.getAndSet(true)) {
      return false;
    }
    finish();
    return true;
  }

  private void finish() {
    NAMED.remove(this);
    COUNT.decrement();
    release.run();
  }

  /// Ends the lease because nobody can do it any more.
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

  /// How many leases there are, of all files.
  static long count() {
    return COUNT.sum();
  }

  /// The named leases of all files, those of one file together, the oldest first.
  static List<String> all() {
    return NAMED.stream()
        .sorted(
            Comparator.comparing((HeldLease each) -> each.path)
                .thenComparingLong(each -> each.began))
        .map(each -> each.path + ": '" + each.holder + "' for " + each.seconds())
        .toList();
  }

  /// The named leases of one file, the oldest first.
  static List<String> of(LeaseCount leases) {
    return NAMED.stream()
        .filter(each -> each.leases.equals(leases))
        .sorted(Comparator.comparingLong(each -> each.began))
        .map(each -> "'" + each.holder + "' for " + each.seconds())
        .toList();
  }
}
