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
import io.ndmap.loop.function.Formulas;
import io.ndmap.loop.vector.VectorLoops;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Binary;
import io.ndmap.value.ScalarBits;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Warms vector loops up on memory of its own, in one thread of the background, and gives those
/// that are faster than the plain ones and equal to them: on some processors some are not.
///
/// Between rounds it waits, as the loop is compiled by another thread meanwhile.
final class WarmUp {

  /// Takes what came of warming up.
  interface Taker {

    /// Takes it, see [WarmUp#later].
    ///
    /// @param loop null if it is not faster, or there was no time to find that out
    /// @param gain how many times as fast as the plain one it is
    void take(@Nullable Loop loop, double gain);
  }

  /// What all rounds may cost in a JVM.
  private static final AtomicLong NANOS_LEFT = new AtomicLong(TimeUnit.SECONDS.toNanos(2));

  /// The most rounds of a loop.
  private static final int ROUNDS = 200;

  /// How long it waits after the first round; after [#LONGER] more, twice as long, and so on, as
  /// then nothing is left to do but to wait for the compiler.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private static final int LONGER = 16;

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

  private static final ThreadPoolExecutor THREAD = thread();

  private final Object operation;
  private final ScalarKind lane;
  private final Loop plain;
  private final Loop vector;
  private final boolean isFunction;
  private final Run[] operands;
  private final Run expected;
  private final Run found;
  private final int count;

  private WarmUp(Object operation, ScalarKind lane, Loop plain, Loop vector, MemorySegment room) {
    this.operation = operation;
    this.lane = lane;
    this.plain = plain;
    this.vector = vector;
    this.isFunction = lane.isFloat() && Formulas.of(operation, lane == ScalarKind.FLOAT32) != null;
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

  private static ThreadPoolExecutor thread() {
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(null, task, "ndmap warms up loops", 0, false);
              thread.setContextClassLoader(null);
              thread.setDaemon(true);
              return thread;
            });
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  /// Warms a loop up before long, if there is time for it.
  ///
  /// @param taker gets the vector loop, or null if time ran out meanwhile; nothing if there was
  ///   none at the start, if there is no vector loop, or if it is not equal
  static void later(Object operation, ScalarKind lane, Loop plain, Taker taker) {
    later(operation, lane, plain, () -> VectorLoops.loop(operation, lane), taker);
  }

  /// The same for a vector loop that the tables have not.
  static void later(
      Object operation, ScalarKind lane, Loop plain, Supplier<@Nullable Loop> vector, Taker taker) {
    THREAD.execute(
        () -> {
          try {
            warm(operation, lane, plain, vector, taker);
          } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            // The loop stays plain.
            System.getLogger("io.ndmap")
                .log(Level.WARNING, operation + " of " + lane + " has no vector loop", e);
          }
        });
  }

  private static void warm(
      Object operation, ScalarKind lane, Loop plain, Supplier<@Nullable Loop> made, Taker taker) {
    Loop vector = NANOS_LEFT.get() <= 0 ? null : made.get();
    if (vector == null) {
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      WarmUp trial = new WarmUp(operation, lane, plain, vector, scratch.memory());
      if (trial.isEqual()) {
        double gain = trial.gain();
        taker.take(gain > 1 ? vector : null, gain);
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
    long start = System.nanoTime();
    plain.run(operands, expected, count);
    vector.run(operands, found, count);
    NANOS_LEFT.addAndGet(start - System.nanoTime());
    return one.mismatch(other) < 0;
  }

  /// How many times as fast as the plain loop the vector loop is, once it has won several rounds.
  ///
  /// @return 0 if it does not
  private double gain() {
    int won = 0;
    double best = 0;
    for (int round = 0; round < ROUNDS && NANOS_LEFT.get() > 0; round++) {
      double gain = nanos(plain, expected) / nanos(vector, found);
      won = gain > 1 || won >= WINS ? won + 1 : 0;
      best = Math.max(best, gain);
      if (won == WINS + MORE) {
        break;
      }
      LockSupport.parkNanos(PAUSE * (LONGER + round) / LONGER);
    }
    return won < WINS ? 0 : best;
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
    NANOS_LEFT.addAndGet(-nanos);
    return (double) nanos / calls;
  }
}
