package io.ndmap.loop.vector;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.function.RealFunction;
import io.ndmap.memory.Templates;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;

/// The vector loop of a function that is a formula, defined once more for each. The last items, and
/// vectors in which one is rare, are computed one by one.
final class VectorFunction implements Loop {

  /// The data of a class.
  ///
  /// @param lanes of a vector of the loop
  /// @param function of single numbers
  /// @param single whether items are floats
  record Row(VectorCode.Part part, int lanes, RealFunction function, boolean single) {}

  private static final MemorySegment ALL = Objects.requireNonNull(Unowned.ALL);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final Row ROW =
      Objects.requireNonNull(Templates.data(MethodHandles.lookup(), Row.class));
  private static final VectorCode.Part PART = ROW.part();
  private static final RealFunction FUNCTION = ROW.function();
  private static final boolean SINGLE = ROW.single();
  private static final int ITEMSIZE = SINGLE ? Float.BYTES : Double.BYTES;
  private static final int WIDTH = ROW.lanes() * ITEMSIZE;

  /// The most bytes of a call of the loop: HotSpot compiles soon what is called often.
  private static final long PART_BYTES = 16L * WIDTH;

  /// Bytes of the vectors that are tried in some runs: where the loop is not compiled, one takes as
  /// long as hundreds of single numbers.
  private static final int TRIED = 4 * WIDTH;

  /// How long they take at most in a compiled loop: 20 ns a number.
  private static final int NANOS = 20 * TRIED / ITEMSIZE;

  /// Bytes of a run for each trial after the first one, and the most of these.
  private static final long LONG_RUN = 1 << 15;

  private static final int TRIALS = 16;

  /// In one of how many runs there is a trial.
  private static final int RUNS = 5;

  /// How often the loop is called for nothing after a trial, as long as it is not compiled.
  private static final int EMPTY_CALLS = 256;

  // Races do no harm: a thread that does not see a change tries once more.
  private int runs;
  private boolean isFast;

  @Override
  public void run(Run[] operands, Run result, int count) {
    long bytes = (long) count * ITEMSIZE;
    Run first = operands[0];
    Run second = operands.length > 1 ? operands[1] : first;
    long x = first.source(bytes);
    long y = second.source(bytes);
    long xs = first.isNumber() ? 0 : 1;
    long ys = second.isNumber() ? 0 : 1;
    long z = result.target(bytes);
    long vectors = bytes - bytes % WIDTH;
    long done = runs++ % RUNS == 0 ? tried(x, xs, y, ys, z, vectors) : 0;
    if (isFast) {
      vectors(x, xs, y, ys, z, done, vectors);
      done = vectors;
    }
    items(x, xs, y, ys, z, done, bytes);
  }

  /// Finds out whether the loop is compiled. In long runs it tries several times, as processors are
  /// slow at the first wide vectors after others.
  ///
  /// @return the bytes that are done
  private long tried(long x, long xs, long y, long ys, long z, long vectors) {
    long most = Math.min(vectors, TRIED * (1 + Math.min(vectors / LONG_RUN, TRIALS)));
    for (long done = 0; done + TRIED <= most; done += TRIED) {
      if (nanos(x, xs, y, ys, z, done, done + TRIED) < NANOS) {
        isFast = true;
        return done + TRIED;
      }
    }
    isFast = false;
    for (int k = 0; k < EMPTY_CALLS; k++) {
      var _ = PART.of(x, xs, y, ys, z, 0, 0);
    }
    return most - most % TRIED;
  }

  /// Computes, and measures the loop of vectors alone: items that are rare may take as long as the
  /// vectors of a loop that is not compiled.
  private static long nanos(long x, long xs, long y, long ys, long z, long from, long to) {
    long nanos = 0;
    for (long i = from; i < to; ) {
      long start = System.nanoTime();
      i = PART.of(x, xs, y, ys, z, i, to);
      nanos += System.nanoTime() - start;
      if (i < to) {
        items(x, xs, y, ys, z, i, i + WIDTH);
        i += WIDTH;
      }
    }
    return nanos;
  }

  private static void vectors(long x, long xs, long y, long ys, long z, long from, long to) {
    for (long i = from; i < to; ) {
      long end = Math.min(i + PART_BYTES, to);
      i = PART.of(x, xs, y, ys, z, i, end);
      if (i < end) {
        items(x, xs, y, ys, z, i, i + WIDTH);
        i += WIDTH;
      }
    }
  }

  private static void items(long x, long xs, long y, long ys, long z, long from, long to) {
    for (long i = from; i < to; i += ITEMSIZE) {
      if (SINGLE) {
        float a = ALL.get(FLOAT, x + i * xs);
        ALL.set(FLOAT, z + i, (float) FUNCTION.of(a, ALL.get(FLOAT, y + i * ys)));
      } else {
        double a = ALL.get(DOUBLE, x + i * xs);
        ALL.set(DOUBLE, z + i, FUNCTION.of(a, ALL.get(DOUBLE, y + i * ys)));
      }
    }
  }
}
