package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Faults of mapped memory, which the JVM reports late, come out of bulk operations with the
/// memory's name.
class MappingFaultTest {

  /// Memory whose accesses turn out to have failed, as of a file that another process truncated.
  private static final class Truncated extends Backing {
    private final String name;

    Truncated(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void barrier() {
      throw new InternalError("a fault occurred in an unsafe memory access operation");
    }
  }

  /// Memory that counts how often it was asked.
  private static final class Counting extends Backing {
    private final String name;
    private final AtomicInteger barriers;

    Counting(String name, AtomicInteger barriers) {
      this.name = name;
      this.barriers = barriers;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void barrier() {
      barriers.incrementAndGet();
    }
  }

  private static DoubleView doubles(Backing backing) {
    return NdView.of(
            MemorySegment.ofArray(new double[4]), DType.FLOAT64, Shape.of(4), Order.C, backing)
        .as(DoubleView.class);
  }

  @Test
  void namesTheMemory() {
    DoubleView bad = doubles(new Truncated("bad.npy"));
    DoubleView good = doubles(Backing.MEMORY);
    DoubleView other = doubles(new Counting("other.npy", new AtomicInteger()));
    fails(() -> bad.copyTo(good), "bad.npy");
    fails(() -> good.copyTo(bad), "bad.npy");
    fails(() -> bad.copyTo(doubles(new Truncated("bad.npy"))), "bad.npy");
    fails(() -> bad.copyTo(other), "bad.npy or other.npy");
    fails(() -> bad.copyFrom(other), "other.npy or bad.npy");
    fails(bad::toArray, "bad.npy");
    fails(bad::toString, "bad.npy");
    fails(() -> bad.copyFrom(new double[4]), "bad.npy");
    fails(() -> bad.copyTo(new double[4]), "bad.npy");
  }

  private static void fails(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable action, String name) {
    assertThatThrownBy(action)
        .isExactlyInstanceOf(MappingFaultException.class)
        .hasMessageStartingWith(name + ": ")
        .hasCauseExactlyInstanceOf(InternalError.class);
  }

  @Test
  void waitsForBothMemories() {
    AtomicInteger first = new AtomicInteger();
    AtomicInteger second = new AtomicInteger();
    doubles(new Counting("a.npy", first)).copyTo(doubles(new Counting("b.npy", second)));
    assertThat(first).hasValue(1);
    assertThat(second).hasValue(1);
    doubles(new Counting("a.npy", first)).slice("::2").copyTo(new double[2]);
    assertThat(first).hasValue(2);
  }

  @Test
  void endsReductionsOfSmallViews() {
    DoubleView bad = doubles(new Truncated("bad.npy"));
    fails(bad::sum, "bad.npy");
    fails(() -> bad.slice("::2").std(), "bad.npy");
    fails(() -> bad.slice("::-1").argMax(), "bad.npy");
    fails(() -> bad.reshape(2, 2).max(0), "bad.npy");
    fails(() -> bad.viewAs(DType.COMPLEX128).reduce(Reduction.SUM), "bad.npy");
    AtomicInteger barriers = new AtomicInteger();
    DoubleView counted = doubles(new Counting("a.npy", barriers));
    assertThat(counted.slice("::2").countNonZero()).isZero();
    assertThat(barriers).hasValue(1);
    assertThat(counted.reshape(2, 2).sum(1).itemCount()).isEqualTo(2);
    assertThat(barriers).hasValue(2);
  }

  @Test
  void translatesWhatStreamsAndIteratorsMeet() {
    DoubleView bad = doubles(new Truncated("bad.npy"));
    fails(() -> bad.stream().sum(), "bad.npy");
    fails(() -> bad.stream().parallel().sum(), "bad.npy");
    fails(() -> bad.doubles().sum(), "bad.npy");
    fails(() -> bad.longs().parallel().sum(), "bad.npy");
    fails(() -> bad.values().toList(), "bad.npy");
    fails(() -> bad.stream().forEach(_ -> {}), "bad.npy");
    fails(
        () -> bad.stream().spliterator().trySplit().forEachRemaining((double _) -> {}), "bad.npy");
    for (NdView<?> view : leaves(bad)) {
      fails(() -> view.stream().iterator().next(), "bad.npy");
      fails(() -> view.doubles().findFirst(), "bad.npy");
      fails(() -> view.longs().findFirst(), "bad.npy");
      fails(() -> view.values().findFirst(), "bad.npy");
    }
  }

  private static java.util.List<NdView<?>> leaves(DoubleView view) {
    return java.util.stream.Stream.of("|u1", "<i2", "<i4", "<i8", "<f4", "<f8")
        .<NdView<?>>map(dtype -> view.viewAs(DType.parse(dtype)))
        .toList();
  }

  /// An iterator returns accessible elements only; each thread checks a whole remainder once.
  @Test
  void asksOnceForARestAndForEachSingleItem() {
    AtomicInteger barriers = new AtomicInteger();
    DoubleView view = doubles(new Counting("a.npy", barriers));
    assertThat(view.stream().sum()).isZero();
    assertThat(barriers).hasValue(1);
    assertThat(view.values().toList()).hasSize(4);
    assertThat(barriers).hasValue(2);
    assertThat(view.stream().limit(2).count()).isEqualTo(2);
    var items = view.stream().spliterator();
    barriers.set(0);
    for (int k = 1; k <= 4; k++) {
      int asked = k;
      assertThat(items.tryAdvance((double _) -> assertThat(barriers).hasValue(asked))).isTrue();
    }
    assertThat(items.tryAdvance((double _) -> {})).isFalse();
    assertThat(barriers).hasValue(4);
  }

  @Test
  void letsSingleAccessesThrough() {
    DoubleView bad = doubles(new Truncated("bad.npy"));
    bad.set(1, 2.5);
    assertThat(bad.get(1)).isEqualTo(2.5);
  }
}
