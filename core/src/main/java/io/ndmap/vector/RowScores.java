package io.ndmap.vector;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.engine.Loops;
import io.ndmap.fold.DoubleSum;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Score;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.op.RankedRow;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.value.Promotion;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.LongStream;

/// Computes the scores (dot products or squared distances) of the rows of an array against a
/// vector. Rows run along the last axis.
///
/// A part, the unit of scheduling, has one or more whole rows. A row of more than [Pass#PART]
/// elements is divided into segments, one for each part. The scores of a row's segments are added
/// in order, so that results do not depend on the number of threads.
public final class RowScores {

  /// Consumes scores.
  private interface Taker {

    /// @param vector the index of the vector
    /// @param first the index of the first row
    /// @param scores as returned by [#scored]
    void take(int vector, long first, long[] scores);
  }

  private final Items rows;
  private final Items vector;
  private final Score score;

  /// The scalar type of the results.
  private final ScalarKind kind;

  /// The compute type.
  private final ScalarKind inner;

  private final COrder starts;
  private final long count;
  private final long length;

  private RowScores(Items rows, Items vector, Score score) {
    this.rows = rows;
    this.vector = vector;
    this.score = score;
    this.kind = widened(Promotion.of(number(rows), number(vector)));
    if (vector.rank() > 1) {
      throw new IllegalArgumentException(
          "rows of shape %s need one vector, found an array of shape %s%s"
              .formatted(rows.shape(), vector.shape(), several(score)));
    }
    if (vector.rank() != 1
        || rows.rank() == 0
        || rows.size(rows.rank() - 1) != vector.itemCount()) {
      throw new IllegalArgumentException(
          "rows of shape %s need a vector as long as their last axis, found shape %s"
              .formatted(rows.shape(), vector.shape()));
    }
    this.inner = kind.isFloat() ? kind : ScalarKind.INT64;
    Strided leading = Layouts.leading(rows.strided(), rows.rank() - 1);
    this.starts = new COrder(leading);
    this.count = leading.shape().itemCount();
    this.length = vector.itemCount();
  }

  /// The end of the error message for an array of several vectors: what to call instead.
  private static String several(Score score) {
    return switch (score) {
      case PRODUCT -> "; use matmul or largestProductsWithEach for several";
      case SQUARED_DISTANCE ->
          "; use nearestToEach, or squaredDistances with each of them, such as b.index(0, k)";
    };
  }

  /// The scalar type of the scores. It is wide because small types would overflow.
  private static ScalarKind widened(ScalarKind common) {
    if (common.isFloat()) {
      return common.computeType();
    }
    return common.isUnsigned() ? ScalarKind.UINT64 : ScalarKind.INT64;
  }

  private static ScalarKind number(Items items) {
    ScalarKind kind = items.realKind("a number of a vector");
    if (kind.isExtended()) {
      throw new DTypeException(
          "%s: there are no vectors of %s; use astype(DType.FLOAT64) first"
              .formatted(items.backing().name(), items.dtype()));
    }
    return kind;
  }

  /// Returns the score of each row.
  ///
  /// @param rows an array of rank 1 or more
  /// @param vector an array of rank 1
  /// @return a new array, of the shape of the rows without the last axis
  /// @throws DTypeException if the rows or the vector do not hold real numbers of at most eight
  ///   bytes
  /// @throws IllegalArgumentException if the vector's rank is not 1, or its length is not that of a
  ///   row
  public static Items of(Items rows, Items vector, Score score) {
    RowScores all = new RowScores(rows, vector, score);
    DType dtype = new ScalarType(all.kind, ByteOrder.LITTLE_ENDIAN);
    Items target =
        rows.result(
            dtype, Layouts.leading(rows.strided(), rows.rank() - 1).shape(), Order.C, vector);
    int size = target.itemsize();
    run(
        List.of(all),
        (_, first, scores) -> {
          for (int i = 0; i < scores.length; i++) {
            target.setBitsAt((first + i) * size, all.bits(scores[i]));
          }
        });
    return target;
  }

  /// Returns the rows with the best scores: the largest products or the smallest distances.
  ///
  /// @param most the maximum number of rows to return
  /// @throws IllegalArgumentException if `most < 0`, the vector's rank is not 1, or its length is
  ///   not that of a row
  /// @throws DTypeException as for [#of]
  public static List<RankedRow> best(Items rows, Items vector, Score score, int most) {
    return best(List.of(new RowScores(rows, vector, score)), most).getFirst();
  }

  /// Returns the rows with the best scores for each of several vectors, in one pass through the
  /// rows (one pass for each vector if a row has more than [Pass#PART] elements).
  ///
  /// @param vectors an array of rank 2 with one vector per row
  /// @throws IllegalArgumentException if `most < 0`, the rank of `vectors` is not 2, or the
  ///   vectors' length is not that of a row
  /// @throws DTypeException as for [#of]
  public static List<List<RankedRow>> bestForEach(
      Items rows, Items vectors, Score score, int most) {
    if (vectors.rank() != 2) {
      throw new IllegalArgumentException(
          "a matrix of vectors is needed, one a row, found an array of shape " + vectors.shape());
    }
    return best(
        LongStream.range(0, vectors.size(0))
            .mapToObj(k -> vectors.at(vectors.strided().index(0, k)))
            .map(vector -> new RowScores(rows, vector, score))
            .toList(),
        most);
  }

  private static List<List<RankedRow>> best(List<RowScores> all, int most) {
    if (most < 0) {
      throw new IllegalArgumentException("expected at least 0 rows, found " + most);
    }
    List<Ranking> rankings = all.stream().map(scores -> scores.ranking(most)).toList();
    if (most > 0 && !all.isEmpty()) {
      run(
          all,
          (vector, first, scores) -> {
            all.get(vector).round(scores);
            rankings.get(vector).add(first, scores);
          });
    }
    return rankings.stream().map(Ranking::best).toList();
  }

  private Ranking ranking(int most) {
    return new Ranking(
        (int) Math.min(most, count),
        score == Score.PRODUCT,
        kind.isFloat(),
        kind == ScalarKind.UINT64);
  }

  /// Rounds scores to the scalar type of the results, so that equal results are ties.
  private void round(long[] scores) {
    if (kind == ScalarKind.FLOAT32) {
      for (int i = 0; i < scores.length; i++) {
        scores[i] = Double.doubleToRawLongBits((float) Double.longBitsToDouble(scores[i]));
      }
    }
  }

  /// Converts a score, as returned by [#scored], to the bits of a result.
  private long bits(long scored) {
    double value = Double.longBitsToDouble(scored);
    return switch (kind) {
      case FLOAT32 -> Float.floatToIntBits((float) value);
      case FLOAT64 -> Double.doubleToLongBits(value);
      default -> scored;
    };
  }

  // ---- parts

  /// Scores rows against several vectors. Each part is read once for all vectors, unless a row is
  /// longer than a part.
  ///
  /// @param all for each vector, the computation of its scores; the rows are the same, and the
  ///   vectors are those of one array
  private static void run(List<RowScores> all, Taker taker) {
    RowScores one = all.getFirst();
    if (one.count == 0) {
      return;
    }
    if (one.length == 0) {
      for (long row = 0; row < one.count; row++) {
        for (int vector = 0; vector < all.size(); vector++) {
          taker.take(vector, row, new long[1]);
        }
      }
    } else if (one.length > Pass.PART) {
      for (int vector = 0; vector < all.size(); vector++) {
        all.get(vector).bySegments(vector, taker);
      }
    } else {
      one.byGroups(all, taker);
    }
  }

  private void byGroups(List<RowScores> all, Taker taker) {
    long group = Pass.PART / length;
    Strided row = Layouts.trailing(rows.strided(), rows.rank() - 1);
    long parts = Math.ceilDiv(count, group);
    new Parts(rows.execution(), rows, vector)
        .of(
            parts,
            rows.itemCount(),
            k -> new Strided[] {starts.span(k * group, Math.min(group, count - k * group), 0, row)},
            rows.backing())
        .run(
            parts,
            k -> {
              long first = k * group;
              int some = (int) Math.min(group, count - first);
              for (int vector = 0; vector < all.size(); vector++) {
                taker.take(vector, first, all.get(vector).scored(first, some, 0, (int) length));
              }
            });
  }

  private void bySegments(int number, Taker taker) {
    int segments = Math.toIntExact(Math.ceilDiv(length, Pass.PART));
    long[] sums = new long[Math.toIntExact(count * segments)];
    new Parts(rows.execution(), rows, vector)
        .of(
            sums.length,
            rows.itemCount(),
            k -> {
              long from = k % segments * Pass.PART;
              Strided segment = segment(from, Math.min(Pass.PART, length - from));
              return new Strided[] {starts.span(k / segments, 1, 0, segment)};
            },
            rows.backing())
        .run(
            sums.length,
            k -> {
              long from = k % segments * Pass.PART;
              int some = (int) Math.min(Pass.PART, length - from);
              sums[(int) k] = scored(k / segments, 1, from, some)[0];
            });
    for (int row = 0; row < count; row++) {
      taker.take(number, row, new long[] {sum(sums, row * segments, segments)});
    }
  }

  private Strided segment(long from, long items) {
    return Layouts.trailing(rows.strided(), rows.rank() - 1).slice(0, from, from + items, 1);
  }

  private long sum(long[] segments, int from, int many) {
    if (!kind.isFloat()) {
      long sum = 0;
      for (int k = from; k < from + many; k++) {
        sum += segments[k];
      }
      return sum;
    }
    DoubleSum sum = new DoubleSum();
    for (int k = from; k < from + many; k++) {
      sum.add(Double.longBitsToDouble(segments[k]));
    }
    return Double.doubleToRawLongBits(sum.total());
  }

  /// Returns the scores of some elements of some rows: 64-bit integers, or the bits of doubles.
  ///
  /// @param first the index of the first row
  /// @param many the number of rows
  /// @param column the index of the first element in each row
  /// @param items the number of elements to read of each row
  private long[] scored(long first, int many, long column, int items) {
    long[] scores = new long[many];
    try (Scratch scratch = Scratch.take()) {
      int copies = (canFault(rows) ? 1 : 0) + (canFault(vector) ? 1 : 0);
      Loop loop = Loops.of(score, inner).chosen((long) many * items, copies);
      MemorySegment memory = scratch.memory();
      StagedRows left = new StagedRows(rows, inner, loop.isPlain(), memory, Scratch.at(0));
      StagedRows right = new StagedRows(vector, inner, loop.isPlain(), memory, Scratch.at(4));
      Span result = new Span(memory, Scratch.at(5), ArrayBuffers.NONE);
      for (int done = 0; done < items; done += StagedRows.CHUNK) {
        int some = Math.min(StagedRows.CHUNK, items - done);
        long skipped = column + done;
        long to =
            right.stage(
                vector.strided().offset() + skipped * Layouts.lastStride(vector.strided()),
                0,
                1,
                some);
        long offset = skipped * Layouts.lastStride(rows.strided());
        int[] next = {0};
        starts.forEachRun(
            first,
            many,
            many,
            (at, run) -> {
              Span other = new Span(right.memory(), to, ArrayBuffers.NONE);
              add(loop, left, at[0] + offset, other, some, result, scores, next[0], run);
              next[0] += run;
            });
      }
    }
    return scores;
  }

  private static boolean canFault(Items items) {
    return !items.isStable() && items.direct() != null;
  }

  /// Adds the scores of equally spaced rows to `scores`.
  ///
  /// @param at byte offset of the first element of the first row
  /// @param some the number of elements of each row
  /// @param result scratch memory for one score
  /// @param from the index in `scores` of the first row
  /// @param run the number of rows
  private void add(
      Loop loop,
      StagedRows left,
      long at,
      Span other,
      int some,
      Span result,
      long[] scores,
      int from,
      int run) {
    long distance = starts.stride(0);
    int together = left.rowsAtOnce(some);
    long step = left.distance(distance, some);
    Span[] operands = {other, other};
    for (int done = 0; done < run; done += together) {
      int many = Math.min(together, run - done);
      long start = left.stage(at + done * distance, distance, many, some);
      for (int k = 0; k < many; k++) {
        operands[0] = new Span(left.memory(), start + k * step, ArrayBuffers.NONE);
        loop.run(operands, result, some);
        int row = from + done + k;
        scores[row] =
            kind.isFloat()
                ? Double.doubleToRawLongBits(
                    Double.longBitsToDouble(scores[row]) + result.getDouble(0))
                : scores[row] + result.getLong(0);
      }
    }
  }
}
