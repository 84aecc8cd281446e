package io.ndmap.benchmarks;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.sync.PublicationCell;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
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

/// The cost of reading a row of 4 KiB through a publication cell, without a writer and while a
/// thread publishes. It is compared with a plain copy of the row, which may be torn.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@State(Scope.Benchmark)
public class PublicationCellRead {

  private static final int ITEMS = 512;
  private static final int SPINS = 50;

  /// The concurrent writer.
  public enum Writer {
    /// No writer.
    NONE,
    /// A thread that sleeps about 60 µs after each update.
    SOMETIMES,
    /// A thread that waits a few microseconds after each update.
    BUSY
  }

  @Param Writer writer;

  private Path folder;
  private NpyFile table;
  private NpyFile words;
  private LongView row;
  private LongView mine;
  private PublicationCell<LongView> cell;
  private @Nullable Thread publisher;
  private volatile boolean stopped;

  @Setup
  public void setUp() throws IOException {
    folder = Files.createTempDirectory("ndmap-benchmark");
    table = NpyFile.create(folder.resolve("table.npy"), DType.INT64, Shape.of(4, ITEMS), Order.C);
    words = NpyFile.create(folder.resolve("words.npy"), DType.UINT64, Shape.of(4), Order.C);
    row = table.view(LongView.class).index(0, 1);
    mine = privateRow();
    cell = PublicationCell.of(row, words.view(LongView.class), 1);
    if (writer != Writer.NONE) {
      Thread thread = new Thread(this::publish, "publisher");
      thread.start();
      publisher = thread;
    }
    for (int i = 0; i < 100_000; i++) {
      gate();
    }
  }

  private static LongView privateRow() {
    return NdView.of(
            Arena.ofAuto().allocate(8L * ITEMS, 8),
            DType.INT64,
            Shape.of(ITEMS),
            Order.C,
            Backing.MEMORY)
        .as(LongView.class);
  }

  /// Checks before the timing that a read sees no torn update.
  private void gate() {
    long version = cell.read(mine);
    for (int i = 0; i < ITEMS; i++) {
      if (mine.get(i) != version) {
        throw new IllegalStateException("version " + version + " is torn: " + mine);
      }
    }
  }

  private void publish() {
    LongView next = privateRow();
    for (long version = 1; !stopped; version++) {
      next.fill(version);
      var _ = cell.publish(next);
      if (writer == Writer.SOMETIMES) {
        LockSupport.parkNanos(1);
      } else {
        for (int spin = 0; spin < SPINS; spin++) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @TearDown
  public void tearDown() throws IOException, InterruptedException {
    stopped = true;
    if (publisher != null) {
      publisher.join();
    }
    table.close();
    words.close();
    Files.delete(folder.resolve("table.npy"));
    Files.delete(folder.resolve("words.npy"));
    Files.delete(folder);
  }

  @Benchmark
  public long plainCopy() {
    row.copyTo(mine);
    return mine.get(7);
  }

  @Benchmark
  public long read() {
    return cell.read(mine) + mine.get(7);
  }

  @Benchmark
  public long readIfNewerWhenOld() {
    return cell.readIfNewer(cell.version(), mine);
  }

  @Benchmark
  public long version() {
    return cell.version();
  }
}
