package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Special;
import io.ndmap.loop.Sums;
import io.ndmap.loop.vector.VectorLoops;
import io.ndmap.memory.Scratch;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Warms vector loops up on memory of its own, in one thread of the background, and gives those
/// that are faster than the plain ones and equal to them: on some processors some are not.
///
/// Between rounds it waits, as the loop is compiled by another thread meanwhile.
final class WarmUp {

  /// What all rounds may cost in a JVM.
  private static final AtomicLong NANOS_LEFT = new AtomicLong(TimeUnit.SECONDS.toNanos(2));

  /// The most rounds of a loop.
  private static final int ROUNDS = 400;

  /// How long it waits between rounds.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  /// How often a loop runs in a round at most, and how long: its first calls take a thousand times
  /// as long as later ones.
  private static final int CALLS = 16;

  private static final long NANOS_OF_A_ROUND = TimeUnit.MICROSECONDS.toNanos(500);

  /// How many rounds a loop must win, one after the other.
  private static final int WINS = 3;

  /// Bytes of an operand.
  private static final int BYTES = 1 << 13;

  private static final int OPERANDS = 3;

  private static final ThreadPoolExecutor THREAD = thread();

  private final Object operation;
  private final ScalarKind lane;
  private final Loop plain;
  private final Loop vector;
  private final Run[] operands = new Run[OPERANDS];
  private final Run expected;
  private final Run found;
  private final int count;

  private WarmUp(Object operation, ScalarKind lane, Loop plain, Loop vector, MemorySegment room) {
    this.operation = operation;
    this.lane = lane;
    this.plain = plain;
    this.vector = vector;
    int widest =
        operation instanceof Conversion conversion
            ? Math.max(lane.itemsize(), conversion.to().itemsize())
            : lane.itemsize();
    // Not a whole number of vectors, nor of blocks.
    this.count = BYTES / widest - 1;
    ArrayRoom arrays = new ArrayRoom(count);
    SplittableRandom random = new SplittableRandom(BYTES);
    for (int k = 0; k < OPERANDS; k++) {
      operands[k] = new Run(room, Scratch.at(k), arrays);
      fill(operands[k], random);
    }
    if (operation instanceof Sums) {
      operands[1] = operands[1].number(lane, ScalarBits.ofDouble(ScalarKind.FLOAT64, 1));
    }
    this.expected = new Run(room, Scratch.at(OPERANDS), arrays);
    this.found = new Run(room, Scratch.at(OPERANDS + 1), arrays);
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
              Thread thread = new Thread(task, "ndmap warms up loops");
              thread.setDaemon(true);
              return thread;
            });
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  /// Warms a loop up before long, if there is time for it.
  ///
  /// @param taker gets the vector loop, or null if there was no time; nothing if there is none, or
  ///   it is not equal
  static void later(Object operation, ScalarKind lane, Loop plain, Consumer<@Nullable Loop> taker) {
    THREAD.execute(() -> warm(operation, lane, plain, taker));
  }

  private static void warm(
      Object operation, ScalarKind lane, Loop plain, Consumer<@Nullable Loop> taker) {
    Loop vector = NANOS_LEFT.get() <= 0 ? null : VectorLoops.loop(operation, lane);
    if (vector == null) {
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      WarmUp trial = new WarmUp(operation, lane, plain, vector, scratch.memory());
      if (trial.isEqual()) {
        taker.accept(trial.isWon() ? vector : null);
      }
    }
  }

  /// Of what is added up no infinities nor NaN, of which either one remains; and no denormal
  /// numbers, which take their time.
  private void fill(Run items, SplittableRandom random) {
    int size = lane.itemsize();
    for (int i = 0; i < BYTES / size; i++) {
      long bits = random.nextLong();
      if (lane.isFloat()) {
        boolean special = i % 16 == 0 && !(operation instanceof Sums);
        double number = special ? special(random.nextInt(5)) : random.nextInt(-99, 99);
        bits = ScalarBits.ofDouble(lane, number);
      }
      for (int k = 0; k < size; k++) {
        items.set(i * size + k, (byte) (bits >>> (Byte.SIZE * k)));
      }
    }
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

  private boolean isEqual() {
    long told = operation == Special.EXTREMES ? 2 * Long.BYTES : BYTES;
    MemorySegment one = expected.memory().asSlice(expected.at(), told);
    MemorySegment other = found.memory().asSlice(found.at(), told);
    one.fill((byte) 0);
    other.fill((byte) 0);
    long start = System.nanoTime();
    plain.run(operands, expected, count);
    vector.run(operands, found, count);
    NANOS_LEFT.addAndGet(start - System.nanoTime());
    return one.mismatch(other) < 0;
  }

  private boolean isWon() {
    int won = 0;
    for (int round = 0; round < ROUNDS && NANOS_LEFT.get() > 0; round++) {
      won = nanos(vector, found) < nanos(plain, expected) ? won + 1 : 0;
      if (won == WINS) {
        return true;
      }
      LockSupport.parkNanos(PAUSE);
    }
    return false;
  }

  /// How long a call takes.
  private long nanos(Loop loop, Run result) {
    long start = System.nanoTime();
    long nanos = 0;
    int calls = 0;
    for (; calls < CALLS && nanos < NANOS_OF_A_ROUND; calls++) {
      loop.run(operands, result, count);
      nanos = System.nanoTime() - start;
    }
    NANOS_LEFT.addAndGet(-nanos);
    return nanos / calls;
  }
}
