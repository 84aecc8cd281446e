package io.ndmap.benchmarks;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.DoubleView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of opening a small file and reading its first element, with and without closing the
/// file. It is compared with NumPy's `np.load(mmap_mode='r')` in another process, and with direct
/// JDK calls.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@State(Scope.Thread)
public class OpenLatency {

  private static final int BATCH = 1000;
  private static final long HEADER = 128;
  private static final double FIRST = 42.5;

  private Path path;
  private ByteBuffer header;

  @Setup
  public void setUp() throws IOException {
    Path folder = Files.createTempDirectory("ndmap-benchmark");
    path = folder.resolve("x.npy");
    header = ByteBuffer.allocateDirect((int) HEADER);
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(100, 10), Order.C)) {
      file.view(DoubleView.class).set(0, 0, FIRST);
    }
    gate("ndmap", openReadClose());
    gate("raw", raw());
  }

  private static void gate(String name, double found) {
    if (found != FIRST) {
      throw new IllegalStateException(name + " reads " + found + ", not " + FIRST);
    }
  }

  @TearDown
  public void tearDown() throws IOException {
    Files.delete(path);
    Files.delete(path.getParent());
  }

  @Benchmark
  public double openReadClose() throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      return file.view(DoubleView.class).get(0, 0);
    }
  }

  /// Maps the file into a confined arena, which is closed without a handshake with other threads.
  @Benchmark
  public double openReadCloseConfined() throws IOException {
    try (Arena arena = Arena.ofConfined();
        NpyFile file =
            NpyFile.open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT.withArena(arena))) {
      return file.view(DoubleView.class).get(0, 0);
    }
  }

  /// The file that a measured call has opened. It is closed after the call, in unmeasured time.
  @State(Scope.Thread)
  public static class Opened {

    private @Nullable NpyFile file;

    @TearDown(Level.Invocation)
    public void close() {
      if (file != null) {
        file.close();
      }
    }
  }

  @Benchmark
  public double openRead(Opened opened) throws IOException {
    NpyFile file = NpyFile.open(path);
    opened.file = file;
    return file.view(DoubleView.class).get(0, 0);
  }

  /// The JDK calls that any implementation needs. The length of the header is known in advance, and
  /// nothing is checked.
  @Benchmark
  public double raw() throws IOException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data;
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        header.clear();
        channel.read(header, 0);
        data = channel.map(FileChannel.MapMode.READ_ONLY, HEADER, channel.size() - HEADER, arena);
      }
      return data.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0);
    }
  }

  /// A Python process. Each line of its input is the number of times to open the file.
  @State(Scope.Thread)
  public static class NumPy {

    private static final String PROGRAM =
        """
        import sys, numpy as np
        path = sys.argv[1]
        for line in sys.stdin:
            for _ in range(int(line)):
                a = np.load(path, mmap_mode='r')
                x = a[0, 0]
                del a
            print(float(x), flush=True)
        """;

    private Process process;
    private Writer requests;
    private BufferedReader answers;

    @Setup
    public void start(OpenLatency benchmark) throws IOException {
      process =
          new ProcessBuilder("python3", "-c", PROGRAM, benchmark.path.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      requests = process.outputWriter(StandardCharsets.US_ASCII);
      answers = process.inputReader(StandardCharsets.US_ASCII);
      gate("numpy", load(1));
    }

    private double load(int times) throws IOException {
      requests.write(times + "\n");
      requests.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("python3 with numpy is needed for this contender");
      }
      return Double.parseDouble(answer);
    }

    @TearDown
    public void stop() throws IOException {
      requests.close();
      process.destroy();
    }
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double numpy(NumPy python) throws IOException {
    return python.load(BATCH);
  }
}
