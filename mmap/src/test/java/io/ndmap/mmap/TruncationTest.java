package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.TruncationChild.Operation;
import io.ndmap.testing.ChildJvm;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Another process truncates a mapped file: the JVM lives on, and accesses of elements say so. Bulk
/// operations have `OperationFaultTest`.
class TruncationTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"-XX:+UseG1GC, 100", "-Xint, 1"})
  void everyAccessThrowsAndTheJvmLives(String flag, int warmUp) throws Exception {
    Path path = directory.resolve("x.npy");
    NpyFile.create(path, DType.FLOAT64, Shape.of(200, 200), Order.C).close();
    List<String> flags =
        List.of(ChildJvm.OPTIMISED, flag, "-XX:-CreateCoredumpOnCrash", ChildJvm.DENIED);
    try (ChildJvm child = ChildJvm.start(flags, TruncationChild.class, path, warmUp)) {
      assertThat(child.line()).isEqualTo("ready");
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
      child.send("truncated");
      for (Operation operation : Operation.values()) {
        String expected =
            operation == Operation.GET || operation == Operation.SET
                ? "InternalError"
                : "MappingFaultException";
        assertThat(child.line()).isEqualTo(operation + " " + expected);
      }
      assertThat(child.line()).startsWith("alive ");
      assertThat(child.finish()).isEmpty();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"-XX:TieredStopAtLevel=1, 30"})
  void everyAccessOfSimpleCodeThrows(String flag, int warmUp) throws Exception {
    everyAccessThrowsAndTheJvmLives(flag, warmUp);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(
      strings = {"-XX:+UseSerialGC", "-XX:+UseZGC", "-XX:+UseG1GC", "-XX:TieredStopAtLevel=1"})
  void underOtherCollectorsAndAfterMoreRunsToo(String flag) throws Exception {
    everyAccessThrowsAndTheJvmLives(flag, 300);
    theFaultCheckRaisesEveryFault(flag, 3000);
  }

  /// Without the check compiled code reports none of these faults before the loop has ended.
  @ParameterizedTest
  @CsvSource({"-XX:+UseG1GC, 3000"})
  void theFaultCheckRaisesEveryFault(String flag, int warmUp) throws Exception {
    Path path = directory.resolve("checked.npy");
    Path whole = directory.resolve("whole.npy");
    NpyFile.create(path, DType.FLOAT64, Shape.of(100), Order.C).close();
    NpyFile.create(whole, DType.FLOAT64, Shape.of(100), Order.C).close();
    List<String> flags =
        List.of(ChildJvm.OPTIMISED, flag, "-XX:-CreateCoredumpOnCrash", ChildJvm.DENIED);
    try (ChildJvm child = ChildJvm.start(flags, FaultCheckChild.class, path, whole, warmUp)) {
      assertThat(child.line()).isEqualTo("ready");
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
      child.send("truncated");
      assertThat(child.finish()).containsExactly("caught 10000, missed 0");
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"-Xint, 1"})
  void theFaultCheckRaisesEveryFaultOfInterpretedCode(String flag, int warmUp) throws Exception {
    theFaultCheckRaisesEveryFault(flag, warmUp);
  }
}
