package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Scratch;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Warms vector loops up on memory of its own, in one thread of the background, and puts those into
/// use that are faster than the plain ones and equal to them: on some processors some are not.
final class WarmUp {

  /// What all of it may cost in a JVM.
  private static final AtomicLong NANOS_LEFT = new AtomicLong(TimeUnit.SECONDS.toNanos(2));

  /// What one loop may cost.
  private static final long NANOS_OF_A_LOOP = TimeUnit.MILLISECONDS.toNanos(200);

  /// How often a loop runs before it is timed again.
  private static final int CALLS = 100;

  /// Bytes of an operand.
  private static final int BYTES = 1 << 13;

  private static final int OPERANDS = 3;

  private static final ThreadPoolExecutor THREAD = thread();

  private WarmUp() {}

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
  static void later(WarmedLoop loop) {
    THREAD.execute(() -> warm(loop));
  }

  private static void warm(WarmedLoop loop) {
    long start = System.nanoTime();
    if (NANOS_LEFT.get() <= 0) {
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      Loop vector = VectorLoops.loop(loop.operation(), loop.lane());
      if (vector == null) {
        return;
      }
      Trial trial = new Trial(scratch, loop);
      if (!trial.isEqual(vector)) {
        return;
      }
      if (trial.isWon(vector, start)) {
        loop.use(vector);
      } else {
        loop.tryAgain();
      }
    } finally {
      NANOS_LEFT.addAndGet(start - System.nanoTime());
    }
  }

  /// Both loops on the same operands.
  private static final class Trial {

    private final WarmedLoop loop;
    private final Loop plain;
    private final Run[] operands = new Run[OPERANDS];
    private final Run expected;
    private final Run found;
    private final int count;

    Trial(Scratch scratch, WarmedLoop loop) {
      this.loop = loop;
      this.plain = loop.plain();
      ScalarKind lane = loop.lane();
      // Not a whole number of vectors, nor of blocks.
      int size =
          loop.operation() instanceof Conversion conversion
              ? Math.max(lane.itemsize(), conversion.to().itemsize())
              : lane.itemsize();
      this.count = BYTES / size - 1;
      ArrayRoom room = new ArrayRoom(count);
      SplittableRandom random = new SplittableRandom(BYTES);
      for (int k = 0; k < OPERANDS; k++) {
        operands[k] = new Run(scratch.memory(), Scratch.at(k), room);
        boolean special = !(loop.operation() instanceof Sums);
        fill(operands[k], lane, special, random);
      }
      if (loop.operation() instanceof Sums) {
        operands[1] = operands[1].number(lane, ScalarBits.ofDouble(ScalarKind.FLOAT64, 1));
      }
      this.expected = new Run(scratch.memory(), Scratch.at(OPERANDS), room);
      this.found = new Run(scratch.memory(), Scratch.at(OPERANDS + 1), room);
    }

    /// No denormal numbers: they take their time.
    private static void fill(Run items, ScalarKind lane, boolean special, SplittableRandom random) {
      int size = lane.itemsize();
      for (int i = 0; i < BYTES / size; i++) {
        long bits = random.nextLong();
        if (lane.isFloat()) {
          double number = special && i % 16 == 0 ? special(random.nextInt(5)) : random.nextInt(-99, 99);
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

    boolean isEqual(Loop vector) {
      expected.memory().asSlice(expected.at(), BYTES).fill((byte) 0);
      found.memory().asSlice(found.at(), BYTES).fill((byte) 0);
      plain.run(operands, expected, count);
      vector.run(operands, found, count);
      long told = loop.operation() == Special.EXTREMES ? 2 * Long.BYTES : BYTES;
      MemorySegment one = expected.memory().asSlice(expected.at(), told);
      return one.mismatch(found.memory().asSlice(found.at(), told)) < 0;
    }

    boolean isWon(Loop vector, long start) {
      int won = 0;
      while (System.nanoTime() - start < NANOS_OF_A_LOOP && won < 2) {
        won = nanos(vector, found) < nanos(plain, expected) ? won + 1 : 0;
      }
      return won == 2;
    }

    private long nanos(Loop loop, Run result) {
      long best = Long.MAX_VALUE;
      for (int k = 0; k < 4; k++) {
        long start = System.nanoTime();
        for (int call = 0; call < CALLS / 4; call++) {
          loop.run(operands, result, count);
        }
        best = Math.min(best, System.nanoTime() - start);
      }
      return best;
    }
  }
}
