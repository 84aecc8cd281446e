package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a long pass through a file will need is brought in ahead of it, unless it is there.
class ReadAheadTest {

  private static final long SIZE = 96 << 20;

  /// Memory that stands for a file's, of which nothing from a byte on is in memory.
  private static class File extends Backing {
    private final long residentTo;
    final List<Long> loaded = Collections.synchronizedList(new ArrayList<>());
    private volatile Thread reader = Thread.currentThread();

    File(long residentTo) {
      this.residentTo = residentTo;
    }

    @Override
    public String name() {
      return "a.npy";
    }

    @Override
    public void barrier() {
      // Nothing can be pending here.
    }

    @Override
    public boolean isResident(long start, long end) {
      return end <= residentTo;
    }

    @Override
    public void load(long start, long end) {
      reader = Thread.currentThread();
      assertThat(end - start).isEqualTo(ReadAhead.STEP);
      loaded.add(start);
    }
  }

  private static NdView<?> bytes(MemorySegment memory, Backing backing) {
    return NdView.of(memory, DType.UINT8, Shape.of(memory.byteSize()), Order.C, backing);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void bringsInWhatIsNotThere(int threads) {
    File file = new File(SIZE / 2 + 5);
    try (Arena arena = Arena.ofShared()) {
      NdView<?> target = bytes(arena.allocate(SIZE), Backing.MEMORY);
      bytes(arena.allocate(SIZE), file).parallel(threads).copyTo(target);
    }
    List<Long> loaded = List.copyOf(file.loaded);
    assertThat(loaded).isSorted();
    assertThat(loaded).allSatisfy(at -> assertThat(at).isGreaterThanOrEqualTo(SIZE / 2));
    assertThat(file.reader.isAlive() && !file.reader.equals(Thread.currentThread())).isFalse();
  }

  @Test
  void readsAheadByNoMoreThanAWindow() throws InterruptedException {
    CountDownLatch windowRead = new CountDownLatch((int) (ReadAhead.WINDOW / ReadAhead.STEP) + 1);
    AtomicBoolean first = new AtomicBoolean(true);
    List<Long> before = new ArrayList<>();
    File file =
        new File(0) {
          @Override
          public void load(long start, long end) {
            super.load(start, end);
            windowRead.countDown();
          }

          @Override
          public void barrier() {
            // The end of the first part: the reader has been let go as far as it may.
            if (first.getAndSet(false)) {
              try {
                windowRead.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              before.addAll(loaded);
            }
          }
        };
    try (Arena arena = Arena.ofShared()) {
      bytes(arena.allocate(SIZE), file).copyTo(bytes(arena.allocate(SIZE), Backing.MEMORY));
    }
    assertThat(before).hasSize((int) (ReadAhead.WINDOW / ReadAhead.STEP) + 1);
    for (int k = 0; k < before.size(); k++) {
      assertThat(before.get(k)).isEqualTo(k * ReadAhead.STEP);
    }
  }

  @Test
  void leavesAloneWhatIsThereOrShort() {
    File warm = new File(SIZE);
    File cold = new File(0);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(SIZE);
      NdView<?> target = bytes(arena.allocate(SIZE), Backing.MEMORY);
      bytes(memory, warm).copyTo(target);
      bytes(memory, cold).slice("::-1").copyTo(target);
      bytes(memory, cold).slice(":20000000").copyTo(target.slice(":20000000"));
    }
    assertThat(warm.loaded).isEmpty();
    assertThat(cold.loaded).isEmpty();
  }

  @Test
  void endsWithTheOperation() {
    File file =
        new File(0) {
          @Override
          public void barrier() {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
          }
        };
    try (Arena arena = Arena.ofShared()) {
      NdView<?> source = bytes(arena.allocate(SIZE), file);
      NdView<?> target = bytes(arena.allocate(SIZE), Backing.MEMORY);
      assertThatThrownBy(() -> source.copyTo(target))
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith("a.npy: ");
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("ndmap-read-ahead"));
  }

  @Test
  void followsTheParts() {
    Backing file = new File(0);
    long[] sizes = {3, 10, 4};
    Trail trail =
        Objects.requireNonNull(
            Trail.of(file, 7, sizes, new long[] {1, 4, 4}, new long[] {400, 40, 8}, 8));
    long[][] parts = {
      {0, 152}, {160, 312}, {320, 392}, {400, 552}, {560, 712}, {720, 792}, {800, 952}
    };
    for (int part = 0; part < parts.length; part++) {
      assertThat(trail.start(part)).isEqualTo(7 + parts[part][0]);
      assertThat(trail.end(part)).isEqualTo(7 + parts[part][1]);
    }
    assertThat(trail.isDense()).isTrue();
    long[] whole = {3, 10, 4};
    long[] cut = {1, 4, 4};
    assertThat(Trail.of(Backing.MEMORY, 7, sizes, cut, new long[] {400, 40, 8}, 8)).isNull();
    assertThat(Trail.of(file, 7, sizes, cut, new long[] {400, -40, 8}, 8)).isNull();
    assertThat(Trail.of(file, 7, sizes, cut, new long[] {40, 400, 8}, 8)).isNull();
    assertThat(Trail.of(file, 7, sizes, new long[] {2, 4, 4}, new long[] {400, 40, 8}, 8)).isNull();
    assertThat(Trail.of(file, 7, sizes, whole, new long[] {8, 40, 400}, 8)).isNotNull();
    Trail sparse =
        Objects.requireNonNull(Trail.of(file, 7, sizes, cut, new long[] {90_000, 9_000, 8}, 8));
    assertThat(sparse.isDense()).isFalse();
  }
}
