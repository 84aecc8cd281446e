package io.ndmap.benchmarks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

/// The speed of straightforward loops of `get` and `set` over native memory of the global scope.
/// HotSpot 25 does not vectorise most of them, so ndmap's scalar loops are written differently:
/// some store their results in a Java array first (decision 51).
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 5, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@State(Scope.Benchmark)
public class PlainLoops {

  private static final ValueLayout.OfByte U1 = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt I4 = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong I8 = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfFloat F4 = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble F8 = ValueLayout.JAVA_DOUBLE_UNALIGNED;

  /// The size of each operand in bytes.
  @Param("1048576")
  int bytes;

  private MemorySegment x;
  private MemorySegment y;
  private MemorySegment z;

  @Setup
  public void setUp() {
    x = memory();
    y = memory();
    z = memory();
    for (int i = 0; i < bytes >> 3; i++) {
      x.set(F8, (long) i << 3, i * 37 % 101);
      y.set(F8, (long) i << 3, i * 53 % 97 + 1);
    }
  }

  /// Allocates unscoped memory of four times the operand size, because results may be wider than
  /// operands.
  @SuppressWarnings("restricted")
  private MemorySegment memory() {
    long size = 4L * bytes;
    return MemorySegment.ofAddress(Arena.global().allocate(size, 64).address()).reinterpret(size);
  }

  @Benchmark
  public void plusF8() {
    int count = bytes >> 3;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      z.set(F8, at, x.get(F8, at) + y.get(F8, at));
    }
  }

  @Benchmark
  public void plusF4() {
    int count = bytes >> 2;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 2;
      z.set(F4, at, x.get(F4, at) + y.get(F4, at));
    }
  }

  @Benchmark
  public void plusI4() {
    int count = bytes >> 2;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 2;
      z.set(I4, at, x.get(I4, at) + y.get(I4, at));
    }
  }

  @Benchmark
  public void plusU1() {
    int count = bytes;
    for (int i = 0; i < count; i++) {
      z.set(U1, i, (byte) (x.get(U1, i) + y.get(U1, i)));
    }
  }

  @Benchmark
  public void dividedByF8() {
    int count = bytes >> 3;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      z.set(F8, at, x.get(F8, at) / y.get(F8, at));
    }
  }

  @Benchmark
  public void maximumF8() {
    int count = bytes >> 3;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      z.set(F8, at, Math.max(x.get(F8, at), y.get(F8, at)));
    }
  }

  @Benchmark
  public void castF8ToF4() {
    int count = bytes >> 3;
    for (int i = 0; i < count; i++) {
      z.set(F4, (long) i << 2, (float) x.get(F8, (long) i << 3));
    }
  }

  @Benchmark
  public void castI4ToF8() {
    int count = bytes >> 2;
    for (int i = 0; i < count; i++) {
      z.set(F8, (long) i << 3, x.get(I4, (long) i << 2));
    }
  }

  @Benchmark
  public void castI4ToI8() {
    int count = bytes >> 2;
    for (int i = 0; i < count; i++) {
      z.set(I8, (long) i << 3, x.get(I4, (long) i << 2));
    }
  }

  @Benchmark
  public void castU1ToF4() {
    int count = bytes;
    for (int i = 0; i < count; i++) {
      z.set(F4, (long) i << 2, x.get(U1, i) & 0xff);
    }
  }

  @Benchmark
  public void lessF8() {
    int count = bytes >> 3;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      z.set(U1, i, (byte) (x.get(F8, at) < y.get(F8, at) ? 1 : 0));
    }
  }

  @Benchmark
  public double maxF8() {
    int count = bytes >> 3;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, x.get(F8, (long) i << 3));
    }
    return most;
  }

  @Benchmark
  public int maxI4() {
    int count = bytes >> 2;
    int most = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, x.get(I4, (long) i << 2));
    }
    return most;
  }

  @Benchmark
  public int maxU1() {
    int count = bytes;
    int most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, x.get(U1, i) & 0xff);
    }
    return most;
  }
}
