package io.ndmap.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Operations release pages behind themselves, and report their progress.
class PageReleaseTest {

  private static final long MEBI = 1L << 20;
  private static final Strided DOUBLES = Strided.of(0, Shape.of(64, MEBI), 8 * MEBI, 8);

  /// Remembers what was given back.
  private static final class Pages extends Backing {
    private final List<long[]> released = new ArrayList<>();

    @Override
    public String name() {
      return "pages";
    }

    @Override
    public void barrier() {
      // Nothing is accessed.
    }

    @Override
    public synchronized void release(long start, long end) {
      released.add(new long[] {start, end});
    }

    /// Whether all from the first byte on up to this one was given back.
    synchronized boolean isReleasedTo(long end) {
      long to = 0;
      released.sort(Comparator.comparingLong(range -> range[0]));
      for (long[] range : released) {
        if (range[0] > to) {
          return false;
        }
        to = Math.max(to, range[1]);
      }
      return to >= end;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void allOfBothOperandsIsGivenBackInFewCalls(int parallelism) {
    Pages source = new Pages();
    Pages target = new Pages();
    Pass pass = Pass.of(DOUBLES, Strided.of(0, DOUBLES.shape(), 4 * MEBI, 4));
    new Parts(Execution.parallel(parallelism).droppingBehind(), source, target)
        .of(pass, source, target)
        .run(pass.parts(), _ -> {});
    assertThat(source.isReleasedTo(512 * MEBI)).isTrue();
    assertThat(target.isReleasedTo(256 * MEBI)).isTrue();
    assertThat(source.released).hasSizeBetween(32, 64);
  }

  @Test
  void whatLiesAheadIsGivenBackOnlyIfAPartIsLongInComing() {
    Pages pages = new Pages();
    Pass pass = Pass.of(DOUBLES);
    PageRelease wake = new PageRelease(pass.parts(), pass::part, pages);
    // A part has half a MiB here.
    for (long part = 1; part <= 64; part++) {
      wake.finish(part);
    }
    assertThat(pages.released).isEmpty();
    for (long part = 65; part < pass.parts(); part++) {
      wake.finish(part);
    }
    assertThat(pages.released).hasSize((int) (pass.parts() - 65) / 16);
    assertThat(pages.released).allMatch(range -> range[0] > 30 * MEBI);
    wake.finish(0);
    assertThat(pages.isReleasedTo(512 * MEBI)).isTrue();
  }

  @Test
  void nothingIsGivenBackUnlessItIsAskedFor() {
    Pages pages = new Pages();
    Pass pass = Pass.of(DOUBLES);
    new Parts(Execution.SEQUENTIAL, pages).of(pass, pages).run(pass.parts(), _ -> {});
    assertThat(pages.released).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void everyItemIsToldOnce(int parallelism) {
    List<Long> told = new ArrayList<>();
    Execution watched = Execution.parallel(parallelism).withProgress(told::add);
    Pass pass = Pass.of(DOUBLES);
    new Parts(watched, Backing.MEMORY).of(pass, Backing.MEMORY).run(pass.parts(), _ -> {});
    assertThat(told).hasSize((int) pass.parts());
    assertThat(told.stream().mapToLong(Long::longValue).sum()).isEqualTo(64 * MEBI);
    told.clear();
    new Parts(watched, Backing.MEMORY).of(10).run(3, _ -> {});
    assertThat(told).containsExactly(3L, 3L, 4L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whoIsToldMayEndIt(int parallelism) {
    Execution impatient =
        Execution.parallel(parallelism)
            .withProgress(
                _ -> {
                  throw new IllegalStateException("enough");
                });
    assertThatThrownBy(() -> new Parts(impatient, Backing.MEMORY).of(10).run(10, _ -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("enough");
  }
}
