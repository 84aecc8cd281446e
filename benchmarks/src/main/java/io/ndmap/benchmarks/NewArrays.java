package io.ndmap.benchmarks;

import io.ndmap.dtype.DType;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Execution;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/// The cost of a new array. Doubles are multiplied by two, and copied, into an existing array, a
/// new array or reused memory; they are also multiplied into an arena that is closed each time.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2)
@State(Scope.Benchmark)
public class NewArrays {

  @Param({"64", "1024", "16384", "65536"})
  int kibibytes;

  private NdView<?> items;
  private NdView<?> target;
  private MemorySegment buffer;

  @Setup
  public void setUp() {
    long count = kibibytes * 1024L / Double.BYTES;
    items = NdView.zeros(DType.FLOAT64, count);
    items.fill(1.5);
    target = NdView.zeros(DType.FLOAT64, count);
    buffer = Arena.ofAuto().allocate(kibibytes * 1024L, 64);
    gate(timesTarget());
    gate(timesNew());
    gate(timesAgain());
    try (Arena arena = Arena.ofConfined()) {
      gate(times(Execution.SEQUENTIAL.allocating(arena)));
    }
  }

  /// Checks before the timing that all multiplications have the same result.
  private void gate(NdView<?> doubled) {
    if (doubled.min() != 3 || doubled.max() != 3 || doubled.itemCount() != items.itemCount()) {
      throw new IllegalStateException("found " + doubled);
    }
  }

  private NdView<?> times(Execution how) {
    return items.on(how).combine(Binary.TIMES, 2);
  }

  private Execution again() {
    return Execution.SEQUENTIAL.allocating(SegmentAllocator.slicingAllocator(buffer));
  }

  @Benchmark
  public NdView<?> timesTarget() {
    items.combine(Binary.TIMES, 2, target);
    return target;
  }

  @Benchmark
  public NdView<?> timesNew() {
    return times(Execution.SEQUENTIAL);
  }

  @Benchmark
  public NdView<?> timesAgain() {
    return times(again());
  }

  @Benchmark
  public NdView<?> timesArena() {
    try (Arena arena = Arena.ofConfined()) {
      return times(Execution.SEQUENTIAL.allocating(arena));
    }
  }

  @Benchmark
  public NdView<?> copyTarget() {
    items.copyTo(target);
    return target;
  }

  @Benchmark
  public NdView<?> copyNew() {
    return items.copy();
  }

  @Benchmark
  public NdView<?> copyAgain() {
    return items.on(again()).copy();
  }
}
