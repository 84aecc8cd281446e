package io.ndmap.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.array.Creation;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.operations.BulkOperation.Reach;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Interrupts end bulk operations as their Javadoc says; memory may be for one thread only.
class InterruptTest {

  /// A side so long that all operations have several parts.
  private static final int SIDE = 1448;

  private static final long[] FEW = LongStream.range(0, SIDE).toArray();

  /// Operations that read nothing, or call the user for each run.
  private static final List<Consumer<DoubleView>> OTHERS =
      List.of(Creation::onesLike, v -> v.forEachRun((_, _, _, _) -> {}));

  private static DoubleView items(Arena arena) {
    MemorySegment memory = arena.allocate((long) SIDE * SIDE * Double.BYTES);
    return NdView.of(memory, DType.FLOAT64, Shape.of(SIDE, SIDE), Order.C, Backing.MEMORY)
        .as(DoubleView.class);
  }

  @AfterEach
  void clearStatus() {
    var _ = Thread.interrupted();
  }

  @Test
  void endsOperationsAndStaysSet() {
    DoubleView other = NdView.zeros(DType.FLOAT64, SIDE, SIDE).as(DoubleView.class);
    try (Arena arena = Arena.ofShared()) {
      DoubleView view = items(arena);
      for (int threads : new int[] {1, 2}) {
        for (BulkOperation operation : BulkOperations.ALL) {
          if (operation.reach() == Reach.ALL) {
            requireEnd(operation.name(), view.parallel(threads), v -> operation.run(v, other));
          }
        }
        OTHERS.forEach(operation -> requireEnd("other", view.parallel(threads), operation));
      }
    }
  }

  private static void requireEnd(String name, DoubleView view, Consumer<DoubleView> operation) {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> operation.accept(view))
        .as(name)
        .isExactlyInstanceOf(OperationInterruptedException.class)
        .hasMessage("interrupted during an operation on an array; it ended early");
    assertThat(Thread.interrupted()).as(name).isTrue();
  }

  /// Nor do the arrays have to be different ones.
  @Test
  void operationsHaveNamesOfTheirOwnAndRunOnAnyElements() {
    assertThat(BulkOperations.ALL).extracting(BulkOperation::name).doesNotHaveDuplicates();
    for (double first : new double[] {1, Double.NaN}) {
      DoubleView x = NdView.zeros(DType.FLOAT64, 40, 40).as(DoubleView.class);
      DoubleView y = x.copy();
      x.fill(first);
      for (BulkOperation operation : BulkOperations.ALL) {
        assertThatCode(() -> operation.run(x, y)).as(operation.name()).doesNotThrowAnyException();
        assertThatCode(() -> operation.run(x, x)).as(operation.name()).doesNotThrowAnyException();
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
              v -> v.take(FEW, 0),
              v -> v.compare(Comparison.LESS, 1.0));
      for (Consumer<DoubleView> operation : operations) {
        assertThatThrownBy(() -> operation.accept(view))
            .isExactlyInstanceOf(WrongThreadException.class);
        operation.accept(view.on(Execution.SEQUENTIAL));
      }
      assertThat(view.index(0, 0).slice(0, 0, 10, 1).sum())
          .as("few elements: one part")
          .isEqualTo(20);
    }
  }
}
