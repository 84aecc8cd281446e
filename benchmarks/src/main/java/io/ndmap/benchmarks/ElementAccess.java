package io.ndmap.benchmarks;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.IntView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of accessing one element through a view, compared with the same loop over the mapped
/// segment and over a Java array, in one, two and three dimensions.
///
/// The elements fit into the second-level cache, so the times are those of the accesses and not of
/// the memory. Depending on [History], the measured methods have run before on other dtypes, byte
/// orders, layouts, ranks and kinds of memory, as in a service that reads many files.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2)
@State(Scope.Thread)
public class ElementAccess {

  private static final int N = 1 << 16;
  private static final int ROWS = 256;
  private static final int COLUMNS = N / ROWS;
  private static final int PLANES = 16;
  private static final int LINES = 64;
  private static final int GAP = 4;
  private static final ValueLayout.OfDouble LITTLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble BIG =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// The layout of the elements in the file.
  public enum Layout {
    /// C order, little endian.
    CONTIGUOUS,
    /// C order, big endian.
    BIG_ENDIAN,
    /// Every fourth element.
    STRIDED,
    /// Fortran order: the last axis has the large stride.
    TRANSPOSED
  }

  /// The arrays that the measured methods have run on before.
  public enum History {
    /// None.
    NONE,
    /// Writable and read-only mappings, in both byte orders and both memory orders, strided and
    /// reversed.
    FILES,
    /// The arrays of [#FILES], and views over Java arrays of several types.
    ARRAYS
  }

  @Param Layout layout;

  @Param History history;

  private Path path;
  private Arena arena;
  private MemorySegment segment;
  private DoubleView view1;
  private DoubleView view2;
  private DoubleView view3;
  private double[] array;

  @Setup
  public void setUp() throws IOException {
    path = Files.createTempFile("ndmap-benchmark", ".bin");
    arena = Arena.ofShared();
    int elements = layout == Layout.STRIDED ? GAP * N : N;
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8L * elements, arena);
    }
    DType dtype =
        layout == Layout.BIG_ENDIAN
            ? DType.FLOAT64.withByteOrder(ByteOrder.BIG_ENDIAN)
            : DType.FLOAT64;
    view1 = measured(dtype, N);
    view2 = measured(dtype, ROWS, COLUMNS);
    view3 = measured(dtype, PLANES, LINES, LINES);
    array = new double[N];
    double expected = 0;
    for (int i = 0; i < N; i++) {
      array[i] = i % 1000 * 0.5;
      expected += array[i];
    }
    view1.copyFrom(array);
    if (history != History.NONE) {
      pollute();
    }
    gate("view1", sum(view1), expected);
    gate("view2", sum2(view2), expected);
    gate("view3", sum3(view3), expected);
    gate("raw1", raw1(), expected);
    gate("raw2", raw2(), expected);
    gate("raw3", raw3(), expected);
    gate("array", array1(), expected);
  }

  /// Checks before the timing that the contenders agree. Sums of these numbers are exact in any
  /// order.
  private static void gate(String name, double found, double expected) {
    if (found != expected) {
      throw new IllegalStateException(name + " adds up to " + found + ", not to " + expected);
    }
  }

  @TearDown
  public void tearDown() throws IOException {
    arena.close();
    Files.delete(path);
  }

  private static DoubleView view(MemorySegment memory, DType dtype, Order order, long... sizes) {
    return NdView.of(memory, dtype, Shape.of(sizes), order, Backing.MEMORY).as(DoubleView.class);
  }

  private DoubleView measured(DType dtype, long... sizes) {
    if (layout == Layout.STRIDED) {
      long[] apart = Arrays.copyOf(sizes, sizes.length + 1);
      apart[sizes.length] = GAP;
      return view(segment, dtype, Order.C, apart).slice("..., 0");
    }
    return view(segment, dtype, layout == Layout.TRANSPOSED ? Order.F : Order.C, sizes);
  }

  /// Runs the measured methods on other arrays, so that HotSpot's profiles of the methods are those
  /// of a service that reads many files.
  private void pollute() throws IOException {
    try (Arena other = Arena.ofShared();
        FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      List<MemorySegment> memories = new ArrayList<>();
      // A private mapping, so that stores do not change the measured elements; at an odd offset.
      memories.add(channel.map(FileChannel.MapMode.PRIVATE, 1, 8L * N - 1, other));
      memories.add(channel.map(FileChannel.MapMode.READ_ONLY, 0, 8L * N - 1, other));
      if (history == History.ARRAYS) {
        memories.add(MemorySegment.ofArray(new double[N]));
        memories.add(MemorySegment.ofArray(new byte[8 * N]));
        memories.add(MemorySegment.ofArray(new long[N]));
      }
      double all = 0;
      for (int round = 0; round < 100; round++) {
        for (MemorySegment memory : memories) {
          for (Order order : Order.values()) {
            for (ByteOrder bytes : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
              DType dtype = DType.FLOAT64.withByteOrder(bytes);
              DoubleView matrix = view(memory, dtype, order, ROWS - 1, COLUMNS);
              all += sum(matrix.index(round & 1, 3));
              all += sum2(matrix.slice("::2, ::-3")) + sum2(matrix.transpose());
              all += sum3(view(memory, dtype, order, 8, ROWS - 1, 32).flip(1));
              all += sumOthers(memory, bytes, order);
              if (!matrix.isReadOnly()) {
                fill2(matrix.slice("::3, ::-1"));
                fill2(matrix);
              }
            }
          }
        }
      }
      if (all == 0.1) {
        throw new IllegalStateException("the sums are used, so that they are computed");
      }
    }
  }

  private static double sumOthers(MemorySegment memory, ByteOrder bytes, Order order) {
    Shape shape = Shape.of(64, 64);
    FloatView floats =
        NdView.of(memory, DType.FLOAT32.withByteOrder(bytes), shape, order, Backing.MEMORY)
            .as(FloatView.class);
    IntView ints =
        NdView.of(memory, DType.UINT32.withByteOrder(bytes), shape, order, Backing.MEMORY)
            .as(IntView.class);
    LongView longs =
        NdView.of(memory, DType.INT64.withByteOrder(bytes), shape, order, Backing.MEMORY)
            .as(LongView.class);
    double sum = 0;
    for (int i = 0; i < 64; i++) {
      for (int j = 0; j < 64; j++) {
        sum += floats.get(i, j) + ints.get(i, j) + longs.get(i, j);
      }
    }
    return sum;
  }

  // The loop variables are ints: with long bounds, HotSpot unrolls neither these loops nor the
  // loops over the segment below.

  private static double sum(DoubleView view) {
    int n = (int) view.size(0);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += view.get(i);
    }
    return sum;
  }

  private static double sum2(DoubleView view) {
    int rows = (int) view.size(0);
    int columns = (int) view.size(1);
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        sum += view.get(i, j);
      }
    }
    return sum;
  }

  private static double sum3(DoubleView view) {
    int planes = (int) view.size(0);
    int rows = (int) view.size(1);
    int columns = (int) view.size(2);
    double sum = 0;
    for (int i = 0; i < planes; i++) {
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < columns; k++) {
          sum += view.get(i, j, k);
        }
      }
    }
    return sum;
  }

  private static void fill2(DoubleView view) {
    int rows = (int) view.size(0);
    int columns = (int) view.size(1);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        view.set(i, j, i + j);
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public double get1() {
    return sum(view1);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public double get2() {
    return sum2(view2);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public double get3() {
    return sum3(view3);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public DoubleView set2() {
    fill2(view2);
    return view2;
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public double array1() {
    double sum = 0;
    for (int i = 0; i < array.length; i++) {
      sum += array[i];
    }
    return sum;
  }

  // ---- the same loops over the segment, with the byte strides of the layout

  private long stride(int axis, int rank) {
    DoubleView view = rank == 1 ? view1 : rank == 2 ? view2 : view3;
    return view.strided().stride(axis);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public double raw1() {
    return switch (layout) {
      case CONTIGUOUS, TRANSPOSED -> little(segment, N);
      case BIG_ENDIAN -> big(segment, N);
      case STRIDED -> little(segment, N, stride(0, 1));
    };
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public double raw2() {
    return switch (layout) {
      case CONTIGUOUS -> little(segment, ROWS, COLUMNS);
      case BIG_ENDIAN -> big(segment, ROWS, COLUMNS);
      case STRIDED, TRANSPOSED -> little(segment, ROWS, COLUMNS, stride(0, 2), stride(1, 2));
    };
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public double raw3() {
    return switch (layout) {
      case CONTIGUOUS -> littleCube(segment, PLANES, LINES, LINES);
      case BIG_ENDIAN -> bigCube(segment, PLANES, LINES, LINES);
      case STRIDED, TRANSPOSED ->
          littleCube(segment, PLANES, LINES, LINES, stride(0, 3), stride(1, 3), stride(2, 3));
    };
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public MemorySegment rawSet2() {
    switch (layout) {
      case CONTIGUOUS -> fillLittle(segment, ROWS, COLUMNS);
      case BIG_ENDIAN -> fillBig(segment, ROWS, COLUMNS);
      case STRIDED, TRANSPOSED -> fillLittle(segment, ROWS, COLUMNS, stride(0, 2), stride(1, 2));
    }
    return segment;
  }

  private static double little(MemorySegment segment, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += segment.get(LITTLE, 8L * i);
    }
    return sum;
  }

  private static double big(MemorySegment segment, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += segment.get(BIG, 8L * i);
    }
    return sum;
  }

  private static double little(MemorySegment segment, int n, long stride) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += segment.get(LITTLE, stride * i);
    }
    return sum;
  }

  private static double little(MemorySegment segment, int rows, int columns) {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        sum += segment.get(LITTLE, 8L * columns * i + 8L * j);
      }
    }
    return sum;
  }

  private static double big(MemorySegment segment, int rows, int columns) {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        sum += segment.get(BIG, 8L * columns * i + 8L * j);
      }
    }
    return sum;
  }

  private static double little(MemorySegment segment, int rows, int columns, long s0, long s1) {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        sum += segment.get(LITTLE, s0 * i + s1 * j);
      }
    }
    return sum;
  }

  private static double littleCube(MemorySegment segment, int planes, int rows, int columns) {
    double sum = 0;
    for (int i = 0; i < planes; i++) {
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < columns; k++) {
          sum += segment.get(LITTLE, 8L * rows * columns * i + 8L * columns * j + 8L * k);
        }
      }
    }
    return sum;
  }

  private static double bigCube(MemorySegment segment, int planes, int rows, int columns) {
    double sum = 0;
    for (int i = 0; i < planes; i++) {
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < columns; k++) {
          sum += segment.get(BIG, 8L * rows * columns * i + 8L * columns * j + 8L * k);
        }
      }
    }
    return sum;
  }

  private static double littleCube(
      MemorySegment segment, int planes, int rows, int columns, long s0, long s1, long s2) {
    double sum = 0;
    for (int i = 0; i < planes; i++) {
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < columns; k++) {
          sum += segment.get(LITTLE, s0 * i + s1 * j + s2 * k);
        }
      }
    }
    return sum;
  }

  private static void fillLittle(MemorySegment segment, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        segment.set(LITTLE, 8L * columns * i + 8L * j, i + j);
      }
    }
  }

  private static void fillBig(MemorySegment segment, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        segment.set(BIG, 8L * columns * i + 8L * j, i + j);
      }
    }
  }

  private static void fillLittle(MemorySegment segment, int rows, int columns, long s0, long s1) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        segment.set(LITTLE, s0 * i + s1 * j, i + j);
      }
    }
  }
}
