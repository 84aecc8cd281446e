package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Special;
import io.ndmap.loop.Sums;
import io.ndmap.loop.vector.VectorLoops;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Binary;
import io.ndmap.value.ScalarBits;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Warms vector loops up on memory of its own, in one thread of the background, and gives those
/// that are faster than the plain ones and equal to them: on some processors some are not.
///
/// A trial is a number of short rounds. Between two of them other trials have theirs, or the thread
/// waits, as the loop is compiled by another thread meanwhile. Rounds are counted, and not their
/// time: on a busy machine it says little about work. So a loop has its rounds whatever others had.
final class WarmUp {

  /// Takes what came of warming up.
  interface Taker {

    /// Takes it, see [WarmUp#later].
    ///
    /// @param loop null if it was not faster in all its rounds
    /// @param gain how many times as fast as the plain one it is, 0 if it has not won
    void take(@Nullable Loop loop, double gain);
  }

  /// The most rounds of a trial: a tenth of a second of work, and ten seconds of waiting.
  private static final int ROUNDS = 100;

  /// How long a trial waits after the first round; twice as long after [#LONGER] more, nine times
  /// after twice as many, and so on, as then nothing is left to do but to wait for the compiler.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private static final int LONGER = 16;

  private static final long PAUSE_OF_A_WINNER = 4 * PAUSE;

  /// How often a loop runs in a round at most, and how long: its first calls take a hundred times
  /// as long as later ones.
  private static final int CALLS = 16;

  private static final long NANOS_OF_A_ROUND = TimeUnit.MICROSECONDS.toNanos(500);

  /// How many rounds a loop must win, one after the other.
  private static final int WINS = 3;

  /// How many follow, in which it is compiled once more: the first wins tell little of its speed.
  private static final int MORE = 12;

  /// Bytes of an operand.
  private static final int BYTES = 1 << 13;

  private static final int OPERANDS = 3;

  /// From one operand to the next: equal places in pages would be in one another's way.
  private static final int DISTANCE = BYTES + 704;

  private static final ScheduledThreadPoolExecutor THREAD = thread();

  private final Object operation;
  private final ScalarKind lane;
  private final Loop plain;
  private final Loop vector;
  private final boolean isFunction;
  private final Run[] operands;
  private final Run expected;
  private final Run found;
  private final int count;

  // Of the trial so far; the times are those of a call in the fastest round.
  private int round;
  private int won;
  private double plainNanos = Double.POSITIVE_INFINITY;
  private double vectorNanos = Double.POSITIVE_INFINITY;

  private WarmUp(Object operation, ScalarKind lane, Loop plain, Loop vector, MemorySegment room) {
    this.operation = operation;
    this.lane = lane;
    this.plain = plain;
    this.vector = vector;
    this.isFunction = VectorLoops.isFunction(operation, lane);
    int widest = Math.max(lane.itemsize(), resultSize(operation));
    // Not a whole number of vectors, nor of blocks; but of what plain loops take at once, as what
    // these have never met would have them compiled again, while others use them.
    this.count = BYTES / widest - Long.BYTES;
    ArrayRoom arrays = new ArrayRoom(count);
    SplittableRandom random = new SplittableRandom(BYTES);
    this.operands = new Run[operation instanceof FourRows ? FourRows.OPERANDS : OPERANDS];
    for (int k = 0; k < operands.length; k++) {
      operands[k] = new Run(room, (long) k * DISTANCE, arrays);
      fill(operands[k], random);
    }
    if (operation instanceof Sums) {
      operands[1] = operands[1].number(lane, ScalarBits.ofDouble(ScalarKind.FLOAT64, 1));
    }
    if (operation == Special.CLIP || operation == Special.WITHIN || operation == Special.BEYOND) {
      operands[1] = operands[1].number(lane, lane.isFloat() ? ScalarBits.ofDouble(lane, 20) : 20);
      operands[2] = operands[2].number(lane, lane.isFloat() ? ScalarBits.ofDouble(lane, 90) : 90);
    }
    this.expected = new Run(room, (long) operands.length * DISTANCE, arrays);
    this.found = new Run(room, (operands.length + 1L) * DISTANCE, arrays);
  }

  /// Bytes of a result, if it can have more than an operand.
  private static int resultSize(Object operation) {
    return switch (operation) {
      case Conversion conversion -> conversion.to().itemsize();
      case FourRows rows -> rows.results().itemsize();
      default -> 0;
    };
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

  /// Warms a loop up before long.
  ///
  /// @param taker gets the vector loop, or null if it is not faster by now; nothing if there is no
  ///   vector loop, or if it is not equal
  static void later(Object operation, ScalarKind lane, Loop plain, Taker taker) {
    later(operation, lane, plain, () -> VectorLoops.loop(operation, lane), taker);
  }

  /// The same for a vector loop that the tables have not.
  static void later(
      Object operation, ScalarKind lane, Loop plain, Supplier<@Nullable Loop> vector, Taker taker) {
    THREAD.execute(
        () ->
            guarded(
                operation,
                lane,
                () -> {
                  Loop made = vector.get();
                  if (made != null) {
                    begin(operation, lane, plain, made, taker);
                  }
                }));
  }

  /// Runs a part of a trial. If it fails, the loop stays plain.
  private static void guarded(Object operation, ScalarKind lane, Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      System.getLogger("io.ndmap")
          .log(Level.WARNING, operation + " of " + lane + " has no vector loop", e);
    }
  }

  private static void begin(
      Object operation, ScalarKind lane, Loop plain, Loop vector, Taker taker) {
    Scratch scratch = Scratch.take();
    boolean goesOn = false;
    try {
      WarmUp trial = new WarmUp(operation, lane, plain, vector, scratch.memory());
      goesOn = trial.isEqual();
      if (goesOn) {
        trial.next(scratch, taker);
      }
    } finally {
      if (!goesOn) {
        scratch.close();
      }
    }
  }

  /// Runs the next round, and has the one after it run later.
  private void next(Scratch scratch, Taker taker) {
    boolean goesOn = false;
    try {
      run();
      goesOn = round < ROUNDS && won < WINS + MORE;
      if (goesOn) {
        Runnable later = () -> guarded(operation, lane, () -> next(scratch, taker));
        var _ = THREAD.schedule(later, pause(), TimeUnit.NANOSECONDS);
      } else {
        double gain = won < WINS ? 0 : plainNanos / vectorNanos;
        taker.take(gain > 1 ? vector : null, gain);
      }
    } finally {
      if (!goesOn) {
        scratch.close();
      }
    }
  }

  /// Whether a vector loop gives what the plain one gives.
  static boolean isEqual(Object operation, ScalarKind lane, Loop plain, Loop vector) {
    try (Scratch scratch = Scratch.take()) {
      return new WarmUp(operation, lane, plain, vector, scratch.memory()).isEqual();
    }
  }

  /// Sums get no infinities and no NaN, whose bits may differ, and no denormal numbers, which are
  /// slow.
  private void fill(Run items, SplittableRandom random) {
    int size = lane.itemsize();
    for (int i = 0; i < BYTES / size; i++) {
      long bits = random.nextLong();
      if (operation == Sums.BIG_ENDIAN) {
        bits = Long.reverseBytes(Double.doubleToRawLongBits(random.nextInt(-99, 99)));
      } else if (isFunction) {
        // Most functions have vectors for such numbers; of others a few are enough.
        boolean special = i % 16 == 0 && i < 8 * 16;
        double number = special ? special(random.nextInt(5)) : random.nextDouble(0.01, 1);
        bits = ScalarBits.ofDouble(lane, number);
      } else if (lane.isFloat()) {
        boolean special = i % 16 == 0 && !adds();
        double number = special ? special(random.nextInt(5)) : random.nextInt(-99, 99);
        bits = ScalarBits.ofDouble(lane, number);
      }
      for (int k = 0; k < size; k++) {
        items.set(i * size + k, (byte) (bits >>> (Byte.SIZE * k)));
      }
    }
  }

  private boolean adds() {
    return operation instanceof Sums
        || operation instanceof BlockProduct<?>
        || (operation instanceof FourRows rows && rows.operation() == Binary.PLUS);
  }

  private static double special(int which) {
    return switch (which) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Double.NEGATIVE_INFINITY;
      case 3 -> -0.0;
      default -> 0.0;
    };
  }

  /// Bytes of results that mean something.
  private long told() {
    return operation instanceof Sums sums
        ? (long) Math.ceilDiv(count, sums.block()) * Double.BYTES
        : BYTES;
  }

  private boolean isEqual() {
    MemorySegment one = expected.memory().asSlice(expected.at(), told());
    MemorySegment other = found.memory().asSlice(found.at(), told());
    one.fill((byte) 0);
    other.fill((byte) 0);
    plain.run(operands, expected, count);
    vector.run(operands, found, count);
    return one.mismatch(other) < 0;
  }

  private void run() {
    double slow = nanos(plain, expected);
    double fast = nanos(vector, found);
    plainNanos = Math.min(plainNanos, slow);
    vectorNanos = Math.min(vectorNanos, fast);
    won = slow > fast || won >= WINS ? won + 1 : 0;
    round++;
  }

  private long pause() {
    if (won > 0) {
      return PAUSE_OF_A_WINNER;
    }
    double longer = (double) round / LONGER;
    return (long) (PAUSE * (1 + longer * longer * longer));
  }

  /// How long a call takes.
  private double nanos(Loop loop, Run result) {
    long start = System.nanoTime();
    long nanos = 0;
    int calls = 0;
    for (; calls < CALLS && nanos < NANOS_OF_A_ROUND; calls++) {
      loop.run(operands, result, count);
      nanos = System.nanoTime() - start;
    }
    return (double) nanos / calls;
  }
}
