package io.ndmap.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Pages that are not in memory are requested before they are touched, and no others.
class PagesAheadTest {

  private static final int PAGE = 4096;

  /// Bytes between places of which ten do not lie together.
  private static final int FAR = 2 * PAGE;

  private final Arena arena = Arena.ofConfined();

  /// Memory that is on a disk until it is asked for, and records what is.
  private static final class Cold extends Backing {
    private final List<long[]> asked = new ArrayList<>();
    private boolean resident;
    private LongPredicate missing = _ -> true;
    private int questions;
    private boolean truncated;

    @Override
    public String name() {
      return "cold.npy";
    }

    @Override
    public void barrier() {
      if (truncated) {
        throw new InternalError("a fault occurred in an unsafe memory access operation");
      }
    }

    @Override
    public boolean isResident(long start, long end) {
      questions++;
      return resident || LongStream.range(start, end).noneMatch(missing) || isAsked(start, end);
    }

    @Override
    public void prefetch(long start, long end) {
      asked.add(new long[] {start, end});
    }

    boolean isAsked(long start, long end) {
      return asked.stream().anyMatch(range -> range[0] <= start && end <= range[1]);
    }
  }

  private final Cold cold = new Cold();

  /// The clock, in nanoseconds: memory takes no time.
  private long now;

  @AfterEach
  void free() {
    arena.close();
  }

  private DoubleView view(long... sizes) {
    Shape shape = Shape.of(sizes);
    MemorySegment memory = arena.allocate(shape.byteSize(8), PAGE);
    return NdView.of(memory, DType.FLOAT64, shape, Order.C, cold).as(DoubleView.class);
  }

  @Test
  void asksForEachPlaceOnceInAscendingOrder() {
    DoubleView a = view(4096, 64);
    long[] rows = {4000, 7, -1, 100, 7};
    a.take(rows, 0);
    assertThat(cold.asked)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(
            new long[] {7 * 512, 8 * 512},
            new long[] {100 * 512, 101 * 512},
            new long[] {4000 * 512, 4001 * 512},
            new long[] {4095 * 512, 4096 * 512});
  }

  @Test
  void joinsNeighbours() {
    DoubleView a = view(4096, 64);
    a.take(new long[] {9, 8, 10, 17}, 0);
    assertThat(cold.asked)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(new long[] {8 * 512, 18 * 512});
  }

  @Test
  void asksForAWholeWindowBeforeItIsTouched() {
    PagesAhead pages = new PagesAhead(cold, 64, () -> now);
    long[] window = {64 * 999, 64, 64 * 500};
    pages.before(window, window.length);
    for (long place : window) {
      assertThat(cold.isAsked(place, place + 64)).isTrue();
    }
    pages.after(window.length);
  }

  @Test
  void isBounded() {
    DoubleView a = view(1 << 19);
    long[] indices = new Random(1).longs(20_000, 0, 1 << 19).toArray();
    a.gather(indices);
    assertThat(cold.asked.size()).isBetween(5, 20_000);
    long end = 0;
    int windows = 1;
    for (long[] range : cold.asked) {
      assertThat(range[1] - range[0]).isBetween(8L, PagesAhead.WINDOW_BYTES + PAGE + 8);
      if (range[0] < end) {
        windows++;
      }
      end = range[1];
    }
    assertThat(windows).isEqualTo(Math.ceilDiv(20_000, PagesAhead.WINDOW));
    assertThat(PagesAhead.window(64 << 10)).isEqualTo(128);
    assertThat(PagesAhead.window(1L << 40)).isEqualTo(1);
  }

  @Test
  void asksForAllInAscendingOrderWhereAccessesAreSorted() {
    DoubleView a = view(1 << 19).on(Execution.SEQUENTIAL.sortingAccesses());
    long[] indices = new Random(1).longs(20_000, 0, 1 << 19).toArray();
    a.gather(indices);
    assertThat(cold.asked.size()).isBetween(5, 20_000);
    assertThat(cold.asked.stream().map(range -> range[0])).isSorted();
    for (long index : indices) {
      assertThat(cold.isAsked(index * 8, index * 8 + 8)).isTrue();
    }
    cold.asked.clear();
    a.reshape(1 << 10, 1 << 9).take(new long[] {1000, 3, 500}, 0, view(3, 1 << 10).slice(":, ::2"));
    assertThat(cold.asked)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(
            new long[] {3 * PAGE, 4 * PAGE},
            new long[] {500 * PAGE, 501 * PAGE},
            new long[] {1000 * PAGE, 1001 * PAGE});
  }

  @Test
  void asksNothingOfWhatIsThere() {
    cold.resident = true;
    PagesAhead pages = new PagesAhead(cold, 8, () -> now);
    for (int k = 0; k < 5; k++) {
      long[] window = new Random(k).longs(4000, 0, 1 << 16).map(i -> i * 8).toArray();
      pages.over(window, window.length, (_, _) -> {});
    }
    assertThat(cold.asked).isEmpty();
    // A few for the first window, one for each of the others.
    assertThat(cold.questions).isEqualTo(4 + 4);
    // Of a clock that nobody can foresee the first alone is certain.
    view(1 << 16).gather(new Random(1).longs(20_000, 0, 1 << 16).toArray());
    assertThat(cold.asked).isEmpty();
  }

  /// Whatever was read before: of a file that is mostly there, the samples find it all there. Then
  /// it is the first places that are waited for that tell, and not each of the others is.
  @Test
  void asksForTheRestWhenReadingIsSlow() {
    cold.missing = place -> place / 64 % 10 == 3;
    PagesAhead pages = new PagesAhead(cold, 64, () -> now);
    long[] window = LongStream.range(0, 4000).map(i -> i * 64).toArray();
    List<Long> waited = new ArrayList<>();
    pages.over(
        window,
        window.length,
        (first, count) ->
            Arrays.stream(window, first, first + count)
                .filter(place -> !cold.isResident(place, place + 64))
                .forEach(
                    place -> {
                      waited.add(place);
                      disk();
                    }));
    assertThat(waited).isNotEmpty().hasSizeLessThan(400 / 10);
    assertThat(cold.isAsked(3993 * 64, 3994 * 64)).isTrue();
  }

  /// Long rows make windows of a few places, which are read between two looks at the clock.
  @Test
  void looksAtMoreSamplesAfterAWindowThatWasSlowToTheEnd() {
    cold.missing = place -> place == 9 * FAR;
    PagesAhead pages = new PagesAhead(cold, 64, () -> now);
    long[] window = LongStream.range(0, 10).map(i -> i * FAR).toArray();
    pages.over(window, window.length, (_, _) -> disk());
    cold.missing = place -> place == 19 * FAR;
    long[] next = LongStream.range(10, 20).map(i -> i * FAR).toArray();
    pages.over(next, next.length, (_, _) -> {});
    assertThat(cold.isAsked(19 * FAR, 19 * FAR + 64)).isTrue();
  }

  @Test
  void asksOnceAboutFewPlacesThatLieTogether() {
    long[] window = LongStream.range(0, 100).map(i -> (i * 37 % 100) * 64).toArray();
    cold.missing = place -> place == 55 * 64 + 63;
    PagesAhead pages = new PagesAhead(cold, 64, () -> now);
    pages.before(window, window.length);
    assertThat(cold.questions).isEqualTo(1);
    assertThat(cold.isAsked(0, 100 * 64)).isTrue();
    cold.asked.clear();
    cold.missing = place -> place == 100 * 64;
    pages.before(window, window.length);
    assertThat(cold.questions).isEqualTo(2);
    assertThat(cold.asked).isEmpty();
  }

  /// Takes as long as a slow one.
  private void disk() {
    now += 2_000_000;
  }

  @Test
  void asksForWhatIsStoredAndSelectedAndSearched() {
    DoubleView a = view(1 << 16);
    DoubleView one = view(1).on(Execution.SEQUENTIAL);
    a.scatter(
        new long[] {5, 60_000},
        NdView.of(one.segment(), DType.FLOAT64, Shape.of(), Order.C, Backing.MEMORY));
    assertThat(cold.isAsked(5 * 8, 6 * 8)).isTrue();
    assertThat(cold.isAsked(60_000 * 8, 60_001 * 8)).isTrue();
    cold.asked.clear();
    ByteView mask = NdView.zeros(DType.BOOL, a.shape(), Order.C).as(ByteView.class);
    mask.set(40_000, (byte) 1);
    a.select(mask);
    assertThat(cold.asked)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(new long[] {40_000 * 8, 40_001 * 8});
    cold.asked.clear();
    a.searchSorted(NdView.of(new double[] {1}), Side.LEFT);
    assertThat(cold.isAsked(32_767 * 8, 32_768 * 8)).isTrue();
  }

  @Test
  void namesMemoryThatFails() {
    DoubleView a = view(100);
    a.segment().set(ValueLayout.JAVA_DOUBLE, 0, 1);
    ByteView mask = a.compare(Comparison.LESS, 0.5);
    NdView<?> one = NdView.zeros(DType.FLOAT64, Shape.of(1), Order.C);
    cold.truncated = true;
    List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> operations =
        List.of(
            () -> a.take(new long[1], 0),
            () -> a.parallel(2).gather(new long[1]),
            () -> a.gatherAt(new long[1]),
            () -> a.on(Execution.parallel(2).sortingAccesses()).gather(new long[100]),
            () -> a.scatter(new long[1], one),
            () -> a.select(mask),
            () -> a.compare(Comparison.LESS, 1),
            () -> a.nonZero(),
            () -> a.searchSorted(one, Side.RIGHT),
            () -> one.gather(new long[100], a));
    for (var operation : operations) {
      assertThatThrownBy(operation)
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith("cold.npy: ")
          .hasCauseExactlyInstanceOf(InternalError.class);
    }
  }
}
