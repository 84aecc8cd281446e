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

/// Runs vector loops on dedicated memory, in a background thread, until HotSpot has compiled them.
/// Reports each vector loop that gives the same results as the plain loop and is faster; on some
/// processors, some vector loops are slower.
///
/// A trial is a number of short rounds. Between two rounds, the thread runs other trials, or waits
/// while HotSpot compiles the loop. A trial is limited by a number of rounds, not by time: on a
/// busy machine, little work may be done in a long time, and every loop gets its rounds, however
/// long other trials take.
final class WarmUp {

  /// Receives the result of a trial.
  interface Receiver {

    /// Receives the result, see [WarmUp#later]. Called up to twice: as soon as the vector loop may
    /// be used, and at the end of the trial, with the final speed.
    ///
    /// @param loop the vector loop; null, only at the end, if the vector loop is not faster
    /// @param copies the number of operands whose copying takes exactly the time that the vector
    ///   loop saves per call; with more copies, the plain loop is faster
    void receive(@Nullable Loop loop, double copies);
  }

  /// A trial ends after this many rounds if the loop has not won [#WINS] consecutive rounds. These
  /// rounds take at most 0.1 s of work (1 s for sorts), and about 12 s of waiting.
  private static final int ROUNDS = 100;

  /// The wait after a round, in nanoseconds, is `PAUSE * (1 + (round / LONGER)³)`. It grows,
  /// because later rounds only wait for the compiler.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private static final int LONGER = 16;

  /// The wait, in nanoseconds, after a round that the vector loop has won.
  private static final long PAUSE_OF_A_WINNER = 4 * PAUSE;

  /// The wait, in nanoseconds, after each of the [#LAST] rounds.
  private static final long LAST_PAUSE = 20 * PAUSE;

  /// In a round, measuring a loop ends after this many calls, or after [#NANOS_OF_A_ROUND]: the
  /// first calls take a hundred times as long as later ones. With 16 calls, a trial could end
  /// before HotSpot had counted enough calls to compile the loop.
  private static final int CALLS = 64;

  private static final long NANOS_OF_A_ROUND = TimeUnit.MICROSECONDS.toNanos(500);

  /// Like [#NANOS_OF_A_ROUND], for sorts, which consist of more code to compile. With
  /// [#NANOS_OF_A_ROUND], one of three trials of a sort ended before HotSpot had compiled it.
  private static final long NANOS_OF_A_SORTING_ROUND = 10 * NANOS_OF_A_ROUND;

  /// The number of consecutive rounds that a loop must win.
  private static final int WINS = 3;

  /// The number of further rounds after the first [#WINS]. HotSpot recompiles the loop during these
  /// rounds, so earlier times are not its final speed.
  private static final int MORE = 12;

  /// The number of rounds after [#MORE], which measure the final speed: 1.6 s of waiting. Before
  /// HotSpot has compiled the whole loop, a call takes four times as long.
  private static final int LAST = 40;

  private static final ScheduledThreadPoolExecutor THREAD = thread();

  /// The number of trials that are pending or running.
  private static final AtomicInteger TRIALS = new AtomicInteger();

  private final Object operation;
  private final ScalarKind type;
  private final Loop plain;
  private final Loop vector;
  private final TrialOperands operands;

  // State of the trial. Each time is the minimum, over all rounds, of a round's average time per
  // call.
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
  /// @param receiver receives the vector loop, once or twice, or null if that loop is not faster;
  ///   not called if there is no vector loop, or if the results of the two loops differ; not called
  ///   again once the trial has failed with an exception
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
          // Start the thread first: if that fails after queueing, the task stays in the queue
          // forever.
          var _ = THREAD.prestartCoreThread();
          THREAD.execute(() -> guarded(operation, type, first));
          return true;
        });
  }

  /// Runs a step of a trial. If the step fails, the trial ends, and the loop stays plain unless the
  /// receiver already has the vector loop.
  ///
  /// @param part the step; returns whether the trial continues
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
  /// @return whether the trial continues
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
  /// @return whether another round is scheduled
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

  /// Returns whether a vector loop has the same results as the plain loop.
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

  /// Returns the average time of a call, in nanoseconds.
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
