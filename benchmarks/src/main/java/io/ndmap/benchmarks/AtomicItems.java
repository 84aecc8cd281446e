package io.ndmap.benchmarks;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.sync.AtomicLongs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of an uncontended atomic access to an element of a mapped file, compared with a
/// `VarHandle` over the segment and with an `AtomicLongArray`. To measure contention, add `-t 2`.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2)
@State(Scope.Benchmark)
public class AtomicItems {

  private static final int N = 1024;
  private static final int AT = 517;
  private static final VarHandle LITTLE =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
  private static final VarHandle BIG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).varHandle();

  /// The byte order of the elements. In the non-native byte order, `getAndAdd` is a compare-and-set
  /// loop.
  @Param({"LITTLE_ENDIAN", "BIG_ENDIAN"})
  String order;

  private Path path;
  private Arena arena;
  private MemorySegment segment;
  private boolean big;
  private AtomicLongs items;
  private AtomicLongArray array;

  @Setup
  public void setUp() throws IOException {
    path = Files.createTempFile("ndmap-benchmark", ".bin");
    arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8L * N, arena);
    }
    big = order.equals("BIG_ENDIAN");
    DType dtype = DType.parse(big ? ">i8" : "<i8");
    LongView view =
        NdView.of(segment, dtype, Shape.of(N), Order.C, Backing.MEMORY).as(LongView.class);
    items = AtomicLongs.of(view);
    array = new AtomicLongArray(N);
    gate(view);
  }

  /// Checks before the timing that ndmap and the `VarHandle` count the same element.
  private void gate(LongView view) {
    long before = getAndAddItem();
    long after = getAndAddHandle();
    if (before != 0 || after != 1 || view.get(AT) != 2) {
      throw new IllegalStateException("counted " + before + ", " + after + ", " + view.get(AT));
    }
  }

  @TearDown
  public void tearDown() throws IOException {
    arena.close();
    Files.delete(path);
  }

  @Benchmark
  public long getAndAddItem() {
    return items.getAndAdd(AT, 1);
  }

  @Benchmark
  public long getAndAddHandle() {
    return big
        ? (long) BIG.getAndAdd(segment, 8L * AT, 1L)
        : (long) LITTLE.getAndAdd(segment, 8L * AT, 1L);
  }

  @Benchmark
  public long getAndAddArray() {
    return array.getAndAdd(AT, 1);
  }

  @Benchmark
  public boolean compareAndSetItem() {
    long seen = items.get(AT);
    return items.compareAndSet(AT, seen, seen + 1);
  }

  @Benchmark
  public boolean compareAndSetHandle() {
    long seen = big ? (long) BIG.get(segment, 8L * AT) : (long) LITTLE.get(segment, 8L * AT);
    return big
        ? BIG.compareAndSet(segment, 8L * AT, seen, seen + 1)
        : LITTLE.compareAndSet(segment, 8L * AT, seen, seen + 1);
  }

  @Benchmark
  public long getAcquireItem() {
    return items.getAcquire(AT);
  }

  @Benchmark
  public long getAcquireHandle() {
    return big
        ? (long) BIG.getAcquire(segment, 8L * AT)
        : (long) LITTLE.getAcquire(segment, 8L * AT);
  }

  @Benchmark
  public void setReleaseItem() {
    items.setRelease(AT, 3);
  }

  @Benchmark
  public void setReleaseHandle() {
    if (big) {
      BIG.setRelease(segment, 8L * AT, 3L);
    } else {
      LITTLE.setRelease(segment, 8L * AT, 3L);
    }
  }
}
