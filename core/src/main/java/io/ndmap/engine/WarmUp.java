package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArraySort;
import io.ndmap.loop.Loop;
import io.ndmap.memory.Scratch;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Warms up vector loops on its own memory in a background thread, and reports those that have
/// equal results and are faster: on some processors some are slower.
///
/// A trial is a number of short rounds. Between two rounds other trials run, or the thread waits
/// while the loop is compiled by another thread. The limit is on rounds rather than time, which
/// says little about work on a busy machine, so every loop gets its rounds whatever other trials
/// took.
final class WarmUp {

  /// Receives the result of a trial.
  interface Receiver {

    /// Receives the result, see [WarmUp#later]: when the loop may be used, and at the end, with its
    /// final speed.
    ///
    /// @param loop the vector loop; null, only at the end, if it is not faster
    /// @param copies the number of operands that can be copied in the time that it saves
    void receive(@Nullable Loop loop, double copies);
  }

  /// The maximum number of rounds until a loop wins: a tenth of a second of work, a second for
  /// sorts, and ten seconds of waiting.
  private static final int ROUNDS = 100;

  /// The wait after the first round; it doubles after [#LONGER] further rounds, is ninefold after
  /// twice as many, and so on, since later rounds only wait for the compiler.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private static final int LONGER = 16;

  private static final long PAUSE_OF_A_WINNER = 4 * PAUSE;

  private static final long LAST_PAUSE = 20 * PAUSE;

  /// The maximum number of calls of a loop in a round, and the time after which a round ends: the
  /// first calls take a hundred times as long as later ones. With 16 calls, a trial could end
  /// before HotSpot had counted enough of them to compile the loop.
  private static final int CALLS = 64;

  private static final long NANOS_OF_A_ROUND = TimeUnit.MICROSECONDS.toNanos(500);

  /// Like [#NANOS_OF_A_ROUND], for sorts, of which HotSpot compiles more code. With rounds as short
  /// as those of other loops, one of three trials ended before the sort was compiled.
  private static final long NANOS_OF_A_SORTING_ROUND = 10 * NANOS_OF_A_ROUND;

  /// The number of consecutive rounds that a loop must win.
  private static final int WINS = 3;

  /// The number of rounds after that, in which it is recompiled: the first wins say little about
  /// its speed.
  private static final int MORE = 12;

  /// The number of rounds after those, 1.6 s of waiting, for the final speed: until HotSpot has
  /// compiled all of the loop, it takes four times as long.
  private static final int LAST = 40;

  private static final ScheduledThreadPoolExecutor THREAD = thread();

  /// The number of trials that are pending or running.
  private static final AtomicInteger TRIALS = new AtomicInteger();

  private final Object operation;
  private final ScalarKind type;
  private final Loop plain;
  private final Loop vector;
  private final TrialOperands operands;

  // State of the trial; the times are those of a call in the fastest round.
  private int round;
  private int won;
  private double plainNanos = Double.POSITIVE_INFINITY;
  private double vectorNanos = Double.POSITIVE_INFINITY;
  private double copyNanos = Double.POSITIVE_INFINITY;

  private WarmUp(Object operation, ScalarKind type, Loop plain, Loop vector, MemorySegment memory) {
    this.operation = operation;
    this.type = type;
    this.plain = plain;
    this.vector = vector;
    this.operands = new TrialOperands(operation, type, memory);
  }

  private static ScheduledThreadPoolExecutor thread() {
    ScheduledThreadPoolExecutor one =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(null, task, "ndmap warms up loops", 0, false);
              thread.setContextClassLoader(null);
              thread.setDaemon(true);
              return thread;
            });
    one.setKeepAliveTime(1, TimeUnit.SECONDS);
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  /// Returns whether trials are pending or running.
  static boolean isBusy() {
    return TRIALS.get() > 0;
  }

  /// Schedules the warm-up of a loop.
  ///
  /// @param vector creates the vector loop; returns null if there is none
  /// @param receiver receives the vector loop, once or twice, or null if it is not faster; not
  ///   called if there is no vector loop, or if its results differ
  static void later(
      Object operation,
      ScalarKind type,
      Loop plain,
      Supplier<@Nullable Loop> vector,
      Receiver receiver) {
    TRIALS.incrementAndGet();
    BooleanSupplier first =
        () -> {
          Loop made = vector.get();
          return made != null && begin(operation, type, plain, made, receiver);
        };
    guarded(
        operation,
        type,
        () -> {
          // Before the task is queued: it would stay there if the system then refused a thread.
          var _ = THREAD.prestartCoreThread();
          THREAD.execute(() -> guarded(operation, type, first));
          return true;
        });
  }

  /// Runs a step of a trial. If it fails, the loop stays plain.
  ///
  /// @param part returns whether the trial goes on
  private static void guarded(Object operation, ScalarKind type, BooleanSupplier part) {
    boolean goesOn = false;
    try {
      goesOn = part.getAsBoolean();
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      System.getLogger("io.ndmap")
          .log(Level.WARNING, operation + " of " + type + " has no vector loop", e);
    } finally {
      if (!goesOn) {
        TRIALS.decrementAndGet();
      }
    }
  }

  /// Begins a trial.
  ///
  /// @return whether it goes on
  private static boolean begin(
      Object operation, ScalarKind type, Loop plain, Loop vector, Receiver receiver) {
    Scratch scratch = Scratch.take();
    WarmUp trial;
    boolean isEqual = false;
    try {
      trial = new WarmUp(operation, type, plain, vector, scratch.memory());
      isEqual = trial.isEqual();
    } finally {
      if (!isEqual) {
        scratch.close();
      }
    }
    return isEqual && trial.next(scratch, receiver);
  }

  /// Runs the next round and schedules the one after it.
  ///
  /// @return whether there is one
  private boolean next(Scratch scratch, Receiver receiver) {
    boolean goesOn = false;
    try {
      run();
      goesOn = won < WINS ? round < ROUNDS : won < WINS + MORE + LAST;
      double saved = won < WINS ? 0 : plainNanos - vectorNanos;
      if (!goesOn || (saved > 0 && won == WINS + MORE)) {
        receiver.receive(saved > 0 ? vector : null, saved / copyNanos);
      }
      if (goesOn) {
        Runnable later = () -> guarded(operation, type, () -> next(scratch, receiver));
        var _ = THREAD.schedule(later, pause(), TimeUnit.NANOSECONDS);
      }
      return goesOn;
    } finally {
      if (!goesOn) {
        scratch.close();
      }
    }
  }

  /// Returns whether a vector loop has the results of the plain loop.
  static boolean isEqual(Object operation, ScalarKind type, Loop plain, Loop vector) {
    try (Scratch scratch = Scratch.take()) {
      return new WarmUp(operation, type, plain, vector, scratch.memory()).isEqual();
    }
  }

  private boolean isEqual() {
    return operands.isEqual(plain, vector);
  }

  private void run() {
    double slow = nanos(() -> operands.run(plain));
    double fast = nanos(() -> operands.run(vector));
    plainNanos = Math.min(plainNanos, slow);
    vectorNanos = Math.min(vectorNanos, fast);
    won = slow > fast || won >= WINS ? won + 1 : 0;
    if (won >= WINS) {
      copyNanos = Math.min(copyNanos, nanos(operands::copy) / operands.copies());
    }
    round++;
  }

  private long pause() {
    if (won > 0) {
      return won < WINS + MORE ? PAUSE_OF_A_WINNER : LAST_PAUSE;
    }
    double longer = (double) round / LONGER;
    return (long) (PAUSE * (1 + longer * longer * longer));
  }

  /// Returns the average time of a call.
  private double nanos(Runnable call) {
    long start = System.nanoTime();
    long nanos = 0;
    long most = operation instanceof ArraySort<?> ? NANOS_OF_A_SORTING_ROUND : NANOS_OF_A_ROUND;
    int calls = 0;
    for (; calls < CALLS && nanos < most; calls++) {
      call.run();
      nanos = System.nanoTime() - start;
    }
    return (double) nanos / calls;
  }
}
