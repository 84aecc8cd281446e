package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.array.Cumulative;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.Reduction;
import io.ndmap.op.Tolerance;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Memory that is taken away while operations work on it: they pin it, and run code of others
/// unpinned. Where they did not, closing would wait for ever.
// These waits ignore interrupts.
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClosingTest {

  private static final Shape SHAPE = Shape.of(1200, 1100);
  private static final MemorySegment NUMBERS =
      MemorySegment.ofArray(
          IntStream.range(0, (int) SHAPE.itemCount()).mapToDouble(i -> i % 1000).toArray());

  /// Memory that waits for the pins before it goes.
  private static final class File extends Backing implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private boolean closed;

    DoubleView view() {
      DoubleView view =
          NdView.of(
                  arena.allocate(SHAPE.byteSize(8), 8),
                  DType.FLOAT64,
                  Strided.contiguous(SHAPE, 8, Order.C),
                  this)
              .as(DoubleView.class);
      view.segment().copyFrom(NUMBERS);
      return view;
    }

    @Override
    public String name() {
      return "a file";
    }

    @Override
    public void barrier() {
      // No other process can take this memory away.
    }

    @Override
    public void close() {
      end();
    }

    synchronized void end() {
      if (!closed) {
        closed = true;
        retire();
        drain();
        arena.close();
      }
    }
  }

  record Operation(String name, Body body) {
    interface Body {
      void run(DoubleView view);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Operation op(String name, Operation.Body body) {
    return new Operation(name, body);
  }

  private static NdView<?> maskedSum(NdView<?> view) {
    Expression e = Expression.of(view);
    return e.abs().reduce(Reduction.SUM, Axes.all(), e.compare(Comparison.LESS, 3));
  }

  /// Each tells its listener of progress before it has read the last element.
  static Stream<Operation> reported() {
    return Stream.of(
        op("sum", NdView::sum),
        op("sum of a transposed view", view -> view.slice("::2, ::3").transpose().sum()),
        op("argMax", NdView::argMax),
        op("argMax of a transposed view", view -> view.transpose().argMax()),
        op("statistics", NdView::statistics),
        op("sum along rows", view -> view.sum(1)),
        op("sum along columns", view -> view.sum(0)),
        op("std along columns", view -> view.std(0)),
        op("argMin along columns", view -> view.reduce(Reduction.ARG_MIN, 0)),
        op("median along rows", view -> view.median(1)),
        op("median along columns", view -> view.median(0)),
        op("quantile", view -> view.quantile(0.3)),
        op("histogram", view -> view.histogram(7)),
        op("cumSum", NdView::cumSum),
        op("cumSum along rows", view -> view.cumSum(1)),
        op("cumSum along columns", view -> view.cumSum(0)),
        op("cumulative products along rows", view -> Cumulative.prod(view, 1)),
        op("copy", NdView::copy),
        op("copy of a transposed view", view -> view.transpose().copy()),
        op("astype", view -> view.astype(DType.FLOAT32)),
        op("toArray", DoubleView::toArray),
        op("fill", view -> view.fill(1)),
        op("plus", view -> view.plus(1, view)),
        op("clip", view -> view.clip(0.0, 5.0)),
        op("compare", view -> view.compare(Comparison.LESS, 5.0)),
        op("select", view -> view.select(Comparison.LESS, 5.0)),
        op("contentEquals", view -> view.contentEquals(view.slice("..."))),
        op("differences", view -> view.differences(view.slice("..."), Tolerance.EXACT)),
        op("an expression", view -> Expression.of(view).plus(1).abs().into(view)),
        op("a sum of an expression", view -> Expression.of(view).plus(1).abs().sum()),
        op("a masked sum of an expression", ClosingTest::maskedSum),
        op("a histogram of an expression", view -> Expression.of(view).abs().histogram(3)),
        op("apply", view -> view.apply(x -> x + 1)),
        op("zip", view -> view.zip(view, Double::sum, view)),
        op("forEachRun", view -> view.forEachRun((_, _, _, _) -> {})),
        op("gather", view -> view.flatten(Order.C).gather(indices(view))),
        op("scatter", view -> view.reshape(-1).scatter(indices(view), values(view))));
  }

  /// Those that more than one thread can work on.
  static Stream<Operation> shared() {
    return reported().filter(each -> !Set.of("cumSum", "scatter").contains(each.name));
  }

  private static long[] indices(DoubleView view) {
    long[] indices = new long[(int) view.itemCount()];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = i * 7919L % indices.length;
    }
    return indices;
  }

  private static NdView<?> values(DoubleView view) {
    return NdView.zeros(DType.FLOAT64, view.itemCount());
  }

  @ParameterizedTest
  @MethodSource("reported")
  void aListenerOfProgressMayClose(Operation operation) {
    try (File file = new File()) {
      DoubleView view = file.view().on(Execution.SEQUENTIAL.withProgress(_ -> file.end()));
      assertThatThrownBy(() -> operation.body.run(view))
          .isInstanceOf(FileClosedException.class)
          .hasMessage("a file: the file is closed");
    }
  }

  @ParameterizedTest
  @MethodSource("shared")
  void anExecutorMayClose(Operation operation) {
    try (File file = new File()) {
      Execution execution = Execution.parallel(2).withExecutor(_ -> file.end());
      DoubleView view = file.view().on(execution);
      assertThatThrownBy(() -> operation.body.run(view))
          .isInstanceOf(FileClosedException.class)
          .hasMessage("a file: the file is closed");
    }
  }

  /// Those that call code of others.
  static Stream<Operation> calling() {
    return Stream.of(
        op("apply", view -> view.apply(x -> close(view, x))),
        op("zip", view -> view.zip(view, (x, _) -> close(view, x), view)),
        op("forEachRun", view -> view.forEachRun((_, _, _, _) -> close(view, 0))),
        op("forEachBlock", view -> view.forEachBlock(1000, block -> block.fill(close(view, 0)))),
        op("forEachCanonicalBlock", view -> view.forEachCanonicalBlock(_ -> close(view, 0))),
        op("forEach", view -> view.stream().forEach(x -> close(view, x))),
        op("stream", view -> view.stream().forEach(x -> close(view, x))));
  }

  private static double close(DoubleView view, double x) {
    ((File) view.backing()).end();
    return x;
  }

  @ParameterizedTest
  @MethodSource("calling")
  void codeOfOthersMayClose(Operation operation) {
    try (File file = new File()) {
      DoubleView view = file.view();
      assertThatThrownBy(() -> operation.body.run(view))
          .isInstanceOf(FileClosedException.class)
          .hasMessage("a file: the file is closed");
    }
  }

  /// The memory goes while another thread works on it, again and again.
  @ParameterizedTest
  @MethodSource("reported")
  void anotherThreadMayClose(Operation operation) throws Exception {
    try (ExecutorService threads = Executors.newSingleThreadExecutor();
        File file = new File()) {
      DoubleView view = file.view();
      CountDownLatch working = new CountDownLatch(1);
      Future<?> result =
          threads.submit(
              () -> {
                working.countDown();
                while (true) {
                  operation.body.run(view);
                }
              });
      working.await();
      file.end();
      assertThatThrownBy(result::get).hasCauseInstanceOf(FileClosedException.class);
    }
  }

  private static Stream<Operation> eachFourth() {
    List<Operation> all = reported().toList();
    return IntStream.range(0, all.size()).filter(k -> k % 4 == 1).mapToObj(all::get);
  }

  private static Stream<Operation> theOthers() {
    List<Operation> all = reported().toList();
    return IntStream.range(0, all.size()).filter(k -> k % 4 != 1).mapToObj(all::get);
  }

  /// Wherever in an operation the stack ends, no pin is left, for which closing would wait.
  @ParameterizedTest
  @MethodSource("eachFourth")
  void aStackThatOverflowsLeavesNoPin(Operation operation) {
    try (File file = new File()) {
      DoubleView view = file.view().slice(":4");
      operation.body.run(view);
      assertThatCode(() -> deep(operation, view, Integer.MAX_VALUE)).doesNotThrowAnyException();
      file.end();
      assertThatThrownBy(view::sum).isInstanceOf(FileClosedException.class);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("theOthers")
  void norInAnyOtherOperation(Operation operation) {
    aStackThatOverflowsLeavesNoPin(operation);
  }

  /// Runs the operation with less and more of the stack left, until it is enough.
  private static void deep(Operation operation, DoubleView view, int most) {
    try {
      if (most > 0) {
        deep(operation, view, most - 1);
      }
    } catch (StackOverflowError e) {
      operation.body.run(view);
    }
  }

  @Test
  void whatIsClosedIsNotHeld() {
    File file = new File();
    DoubleView view = file.view();
    file.end();
    assertThatThrownBy(view::sum).isInstanceOf(FileClosedException.class);
    assertThat(view.shape()).isEqualTo(SHAPE);
  }
}
