package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.array.AlongAxis;
import io.ndmap.array.Average;
import io.ndmap.array.Calculus;
import io.ndmap.array.Counting;
import io.ndmap.array.Creation;
import io.ndmap.array.Cumulative;
import io.ndmap.array.Manipulation;
import io.ndmap.array.Padding;
import io.ndmap.array.Products;
import io.ndmap.array.Rounding;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.Reduction;
import io.ndmap.op.Side;
import io.ndmap.op.Tolerance;
import io.ndmap.op.Unary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Interrupts end bulk operations as their Javadoc says; memory may be for one thread only.
class InterruptTest {

  /// So many that all operations have several parts.
  private static final int MANY = 1 << 21;

  private static final long[] PLACES = LongStream.range(0, MANY).toArray();

  private static final DoubleView OTHER = heap(DType.FLOAT64).as(DoubleView.class);
  private static final ByteView MASK = heap(DType.BOOL).as(ByteView.class);

  private static final NdView<?> POSITIONS = heap(DType.INT64);

  private static NdView<?> positive(Expression e, int axis) {
    return e.abs().reduce(Reduction.SUM, Axes.of(axis), e.compare(Comparison.GREATER, 0));
  }

  private static final List<Consumer<DoubleView>> OPERATIONS =
      List.of(
          v -> v.fill(1.0),
          v -> v.fill(1L),
          v -> v.fill(true),
          v -> v.fill(new byte[8]),
          v -> v.copyFrom(OTHER.broadcastTo(v.shape())),
          v -> OTHER.broadcastTo(v.shape()).copyTo(v, Casting.SAFE),
          v -> v.plus(1, v),
          v -> v.clip(0.0, 1.0),
          v -> v.map(Unary.NEGATIVE, v),
          v -> Expression.of(v).plus(Expression.of(OTHER)).abs().into(v),
          v -> Expression.of(v).plus(Expression.of(OTHER)).abs().sum(),
          v -> Expression.of(v).abs().select(Expression.of(v).compare(Comparison.LESS, 9)),
          v -> Expression.of(v.reshape(-1, 64)).abs().reduce(Reduction.SUM, 0),
          v -> Expression.of(v.reshape(64, -1)).abs().reduce(Reduction.VAR, 1),
          v -> positive(Expression.of(v), 0),
          v -> positive(Expression.of(v.reshape(64, -1)), 0),
          v -> Expression.of(v).abs().histogram(9),
          v -> v.combine(Binary.MAXIMUM, OTHER),
          v -> v.combine(Binary.LOGICAL_AND, OTHER),
          v -> v.map(Unary.SIN, v),
          v -> v.isClose(OTHER),
          v -> v.allClose(OTHER),
          v -> v.where(MASK, OTHER),
          v -> v.where(MASK, 1.0, v),
          v -> v.forEachRun((_, _, _, _) -> {}),
          v -> v.copyTo(OTHER),
          v -> v.copyFrom(OTHER),
          NdView::copy,
          DoubleView::toArray,
          v -> v.copyTo(new double[MANY]),
          v -> v.copyFrom(new double[MANY]),
          v -> v.astype(DType.FLOAT32),
          v -> v.contentEquals(OTHER),
          v -> v.differences(OTHER, Tolerance.EXACT),
          NdView::statistics,
          v -> v.reshape(64, -1).cellStatistics(ComplexPart.REAL, 5, 7),
          NdView::sum,
          NdView::prod,
          v -> v.dot(OTHER),
          v -> v.matmul(OTHER),
          v -> v.newAxis(1).nearestToEach(OTHER.slice(":2").newAxis(1), 1),
          v -> v.sum(0),
          NdView::moments,
          v -> v.reduce(Reduction.SUM, Axes.all().where(MASK)),
          v -> v.histogram(3),
          v -> v.quantile(0.5),
          NdView::cumSum,
          Cumulative::prod,
          v -> Cumulative.nanSum(v, 0),
          v -> Average.of(v, OTHER),
          v -> Counting.bincount(v.viewAs(DType.INT64), 0),
          v -> Counting.bincount(v.viewAs(DType.INT64), OTHER, 0),
          v -> Counting.digitize(v, NdView.of(new double[] {1}), false),
          v -> AlongAxis.take(v, POSITIONS, 0),
          v -> AlongAxis.put(v, POSITIONS, OTHER, 0),
          v -> AlongAxis.unique(v, 0),
          v -> AlongAxis.lexSort(List.of(v, OTHER), 0),
          v -> Calculus.gradient(v, 1, 0, 1),
          v -> Calculus.trapezoid(v, 1, 0),
          v -> Calculus.interp(v, NdView.of(new double[] {1}), NdView.of(new double[] {1})),
          v -> Calculus.unwrap(v, 1, 0),
          v -> Products.kron(v, NdView.of(new double[] {1, 2})),
          v -> Rounding.round(v, 2),
          v -> Manipulation.pad(v, new long[][] {{1}}, Padding.MEAN),
          Creation::onesLike,
          v -> Creation.tril(v.reshape(1 << 10, -1), 0),
          v -> NdView.concatenate(0, List.of(v), OTHER),
          v -> Manipulation.stack(0, List.of(v, v)),
          v -> Manipulation.tile(v, 2),
          v -> Manipulation.repeat(v, 2, 0),
          v -> Manipulation.repeat(v, new long[] {2}, 0),
          v -> Manipulation.roll(v, 7, 0, OTHER),
          v -> Manipulation.roll(v, 7),
          v -> Manipulation.pad(v, new long[][] {{1}}, Padding.EDGE),
          v -> Manipulation.trimZeros(v),
          v -> Manipulation.insert(v, 7, OTHER, 0),
          v -> Manipulation.delete(v, new long[] {7}, 0),
          v -> Manipulation.resize(v, MANY),
          v -> v.take(PLACES, 0),
          v -> v.take(PLACES, 0, OTHER),
          v -> v.gather(PLACES),
          v -> v.gather(PLACES, OTHER),
          v -> v.gatherAt(PLACES),
          v -> v.gatherAt(new long[][] {PLACES}, OTHER),
          v -> v.scatter(PLACES, OTHER),
          v -> v.scatterAt(new long[][] {PLACES}, OTHER),
          v -> v.select(MASK),
          v -> v.select(MASK, OTHER),
          NdView::nonZero,
          v -> v.compare(Comparison.LESS, 1.0),
          v -> v.compare(Comparison.LESS, 1L),
          v -> v.compare(Comparison.LESS, 1.0, MASK),
          v -> v.compare(Comparison.LESS, OTHER),
          v -> v.compare(Comparison.LESS, OTHER, MASK),
          v -> structures(v).compare(Comparison.EQUAL, structures(OTHER)),
          v -> v.sort(0),
          v -> v.sorted(0, OTHER),
          NdView::sorted,
          NdView::argSort,
          v -> v.partition(0, 5),
          v -> v.argPartition(0, 5),
          NdView::unique,
          NdView::uniqueCounts,
          NdView::uniqueInverse,
          v -> v.smallest(5),
          v -> v.largest(5, 0),
          v -> v.searchSorted(OTHER, Side.LEFT),
          v -> v.searchSorted(NdView.of(new double[MANY]), Side.LEFT));

  private static NdView<?> structures(NdView<?> doubles) {
    return doubles.viewAs(DType.parse("[('a', '<i4'), ('b', '<f4')]"));
  }

  private static NdView<?> heap(DType dtype) {
    byte[] items = new byte[MANY * dtype.itemsize()];
    return NdView.of(MemorySegment.ofArray(items), dtype, Shape.of(MANY), Order.C, Backing.MEMORY);
  }

  private static DoubleView items(Arena arena) {
    MemorySegment memory = arena.allocate((long) MANY * Double.BYTES);
    return NdView.of(memory, DType.FLOAT64, Shape.of(MANY), Order.C, Backing.MEMORY)
        .as(DoubleView.class);
  }

  @AfterEach
  void clearStatus() {
    var _ = Thread.interrupted();
  }

  @Test
  void endsOperationsAndStaysSet() {
    try (Arena arena = Arena.ofShared()) {
      DoubleView view = items(arena);
      for (int threads : new int[] {1, 2}) {
        for (int k = 0; k < OPERATIONS.size(); k++) {
          Consumer<DoubleView> operation = OPERATIONS.get(k);
          Thread.currentThread().interrupt();
          assertThatThrownBy(() -> operation.accept(view.parallel(threads)))
              .as("operation %d", k)
              .isExactlyInstanceOf(OperationInterruptedException.class)
              .hasMessage("interrupted during an operation on an array; it ended early");
          assertThat(Thread.interrupted()).as("operation %d", k).isTrue();
        }
      }
    }
  }

  @Test
  void memoryOfAConfinedArenaIsForOneThread() {
    // The other thread comes first, and for all parts.
    Execution other =
        Execution.parallel(2)
            .withExecutor(
                work -> {
                  try {
                    Thread.ofPlatform().start(work).join();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    try (Arena arena = Arena.ofConfined()) {
      DoubleView view = items(arena).on(other);
      List<Consumer<DoubleView>> operations =
          List.of(
              v -> v.fill(1.0),
              NdView::sum,
              NdView::copy,
              v -> v.plus(1, v),
              v -> v.take(PLACES, 0),
              v -> v.compare(Comparison.LESS, 1.0));
      for (Consumer<DoubleView> operation : operations) {
        assertThatThrownBy(() -> operation.accept(view))
            .isExactlyInstanceOf(WrongThreadException.class);
        operation.accept(view.on(Execution.SEQUENTIAL));
      }
      assertThat(view.slice(0, 0, 10, 1).sum()).as("few items: one part").isEqualTo(20);
    }
  }
}
