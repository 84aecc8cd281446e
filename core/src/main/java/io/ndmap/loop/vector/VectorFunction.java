package io.ndmap.loop.vector;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Templates;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;

/// The vector loop of a function with a formula. There is a hidden copy of this class for each
/// function and scalar type. Elements that do not fill a vector, and the elements of vectors that
/// contain a rare element ([io.ndmap.loop.function.Formula#isRare]), are computed one by one. So
/// are all elements outside trials until a trial shows that HotSpot has compiled the loop.
final class VectorFunction implements Loop {

  /// The class data of a hidden copy.
  ///
  /// @param part the generated loop
  /// @param lanes the number of lanes of the loop's vectors
  /// @param function the function of single numbers
  /// @param single whether elements are floats
  record Row(VectorCode.Part part, int lanes, DoubleBinaryOperator function, boolean single) {}

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);

  private static final Row ROW =
      Objects.requireNonNull(Templates.data(MethodHandles.lookup(), Row.class));
  private static final VectorCode.Part PART = ROW.part();
  private static final DoubleBinaryOperator FUNCTION = ROW.function();
  private static final boolean SINGLE = ROW.single();
  private static final int ITEMSIZE = SINGLE ? Float.BYTES : Double.BYTES;
  private static final int WIDTH = ROW.lanes() * ITEMSIZE;

  /// The maximum number of bytes per call of the loop. Calls are short, because HotSpot compiles
  /// frequently called methods early.
  private static final long PART_BYTES = 16L * WIDTH;

  /// The number of bytes of a trial. It is small, because one vector takes as long as hundreds of
  /// single numbers if the loop is not compiled.
  private static final int TRIED = 4 * WIDTH;

  /// The maximum time of a trial in a compiled loop: 20 ns per number.
  private static final int NANOS = 20 * TRIED / ITEMSIZE;

  /// A run has one further trial per this many bytes, but at most [#TRIALS].
  private static final long LONG_RUN = 1 << 15;

  private static final int TRIALS = 16;

  /// One in this many runs has a trial.
  private static final int RUNS = 5;

  /// The number of empty calls of the loop after the trials of a run, if they show that it is not
  /// compiled.
  private static final int EMPTY_CALLS = 256;

  // Data races are harmless: a thread that misses a change only runs another trial.
  private int runs;
  private boolean isFast;

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    Span first = operands[0];
    Span second = operands.length > 1 ? operands[1] : first;
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

  /// Determines, by the time of a trial, whether the loop is compiled. Long runs have several
  /// trials, because processors execute the first wide vectors after narrower ones slowly.
  ///
  /// @return the number of bytes that were computed
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

  /// Computes a range, and returns the time of the vector loop alone: rare elements may take as
  /// long as the vectors of a loop that is not compiled.
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
        ALL.set(FLOAT, z + i, (float) FUNCTION.applyAsDouble(a, ALL.get(FLOAT, y + i * ys)));
      } else {
        double a = ALL.get(DOUBLE, x + i * xs);
        ALL.set(DOUBLE, z + i, FUNCTION.applyAsDouble(a, ALL.get(DOUBLE, y + i * ys)));
      }
    }
  }
}
