package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.operations.BulkOperation;
import io.ndmap.testing.ChildJvm;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Another process truncates a file while operations are at work on it, on one thread or several:
/// every operation throws the error that names the file, and the JVM lives on.
class OperationFaultTest {

  @TempDir Path directory;

  /// Elements of an axis where an operation has two parts, and hot loops are compiled during the
  /// first run.
  private static final int TWO_PARTS = 260;

  /// Where it has three.
  private static final int THREE_PARTS = 400;

  /// Running and compiling all operations before takes longer than all else: here only each fifth
  /// one is run before.
  @ParameterizedTest
  @CsvSource("-XX:+UseG1GC, 1, 3")
  void everyOperationThrowsAndTheJvmLives(String flag, int warmUp, int threads) throws Exception {
    check(TWO_PARTS, List.of(ChildJvm.NATIVE), flag, warmUp, threads, 5);
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource("-XX:+UseG1GC, 1, 3")
  void whileLoopsAreCompiled(String flag, int warmUp, int threads) throws Exception {
    check(TWO_PARTS, List.of(ChildJvm.NATIVE), flag, warmUp, threads);
  }

  /// Loops of the Vector API see copies of what may be truncated: no loop need be compiled before.
  @Tag("slow")
  @ParameterizedTest
  @CsvSource("now, -XX:+UseG1GC, 0")
  void everyOperationThrowsByVectorsToo(String vectors, String flag, int warmUp) throws Exception {
    check(TWO_PARTS, vectors(vectors), flag, warmUp, 2);
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({"now, -XX:+UseG1GC, 1", "warm, -XX:+UseZGC, 2"})
  void whileLoopsByVectorsAreCompiled(String vectors, String flag, int warmUp) throws Exception {
    check(TWO_PARTS, vectors(vectors), flag, warmUp, 2);
  }

  private static List<String> vectors(String when) {
    return List.of(
        ChildJvm.NATIVE, "--add-modules=jdk.incubator.vector", "-Dndmap.vectors=" + when);
  }

  /// Cold, while loops are warmed up, and long after.
  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({
    "now, -XX:+UseSerialGC, 1",
    "now, -XX:+UseSerialGC, 8",
    "now, -XX:+UseG1GC, 1",
    "now, -XX:+UseG1GC, 8",
    "now, -XX:+UseZGC, 1",
    "now, -XX:+UseZGC, 8",
    "warm, -XX:+UseSerialGC, 15",
    "warm, -XX:+UseSerialGC, 60",
    "warm, -XX:+UseSerialGC, 200",
    "warm, -XX:+UseG1GC, 15",
    "warm, -XX:+UseG1GC, 60",
    "warm, -XX:+UseG1GC, 200",
    "warm, -XX:+UseZGC, 15",
    "warm, -XX:+UseZGC, 60",
    "warm, -XX:+UseZGC, 200",
  })
  void byVectorsUnderEveryCollector(String vectors, String flag, int warmUp) throws Exception {
    check(THREE_PARTS, vectors(vectors), flag, warmUp, 2);
  }

  private void check(int size, List<String> access, String flag, int warmUp, int threads)
      throws Exception {
    check(size, access, flag, warmUp, threads, 1);
  }

  /// @param share 1 to run all operations before the truncation, n for each nth one
  private void check(int size, List<String> access, String flag, int warmUp, int threads, int share)
      throws Exception {
    Path path = directory.resolve("x.npy");
    Path other = directory.resolve("other.npy");
    for (Path each : List.of(path, other)) {
      NpyFile.create(each, DType.FLOAT64, Shape.of(size, size), Order.C).close();
    }
    List<String> flags =
        Stream.concat(
                Stream.of(ChildJvm.OPTIMISED, flag, "-XX:-CreateCoredumpOnCrash"), access.stream())
            .toList();
    try (ChildJvm child =
        ChildJvm.start(flags, OperationFaultChild.class, path, other, warmUp, threads, share)) {
      assertThat(child.line()).isEqualTo("ready");
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
      assertThat(child.line()).startsWith("first ");
      for (BulkOperation operation : MappedOperations.ALL) {
        assertThat(child.line()).isEqualTo(operation.name() + " MappingFaultException");
      }
      assertThat(child.line()).startsWith("alive ");
      assertThat(child.finish()).isEmpty();
    }
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({
    "-XX:+UseSerialGC, 200, 1",
    "-XX:+UseSerialGC, 200, 3",
    "-XX:+UseG1GC, 200, 1",
    "-XX:+UseG1GC, 200, 3",
    "-XX:+UseZGC, 200, 1",
    "-XX:+UseZGC, 200, 3",
    "-XX:TieredStopAtLevel=1, 200, 2",
    "-Xint, 1, 2",
  })
  void underEveryCollectorCompiledAndInterpreted(String flag, int warmUp, int threads)
      throws Exception {
    check(THREE_PARTS, List.of(ChildJvm.NATIVE), flag, warmUp, threads);
  }

  /// All memory is staged through buffers, by the same few loops.
  @Tag("slow")
  @ParameterizedTest
  @CsvSource("-XX:TieredStopAtLevel=1, 0, 2")
  void withoutNativeAccess(String flag, int warmUp, int threads) throws Exception {
    check(TWO_PARTS, List.of(ChildJvm.DENIED), flag, warmUp, threads);
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({
    "-XX:TieredStopAtLevel=1, 1, 2",
    "-XX:+UseG1GC, 200, 3",
    "-XX:TieredStopAtLevel=1, 200, 2"
  })
  void withoutNativeAccessCompiled(String flag, int warmUp, int threads) throws Exception {
    check(THREE_PARTS, List.of(ChildJvm.DENIED), flag, warmUp, threads);
  }
}
