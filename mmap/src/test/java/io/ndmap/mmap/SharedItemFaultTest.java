package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.ChildJvm;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Another process truncates a file whose words are shared: the JVM lives on, interpreted too,
/// where a bare compare-and-set would end it.
class SharedItemFaultTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"-XX:+UseSerialGC, <i8, 20000", "-Xint, <i8, 1"})
  void everyOperationThrowsAndTheJvmLives(String flag, String dtype, int warmUp) throws Exception {
    check(flag, dtype, warmUp);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"-XX:+UseG1GC, >i8, 20000", "-XX:TieredStopAtLevel=1, <i8, 3000"})
  void everyOperationThrowsOfOtherCode(String flag, String dtype, int warmUp) throws Exception {
    everyOperationThrowsAndTheJvmLives(flag, dtype, warmUp);
  }

  @Tag("heavy")
  @Test
  void interpretedOperationsOnSwappedBytesDoToo() throws Exception {
    check("-Xint", ">i8", 1);
  }

  private void check(String flag, String dtype, int warmUp) throws Exception {
    Path path = directory.resolve("words.npy");
    NpyFile.create(path, DType.parse(dtype), Shape.of(512), Order.C).close();
    List<String> flags =
        List.of(ChildJvm.OPTIMISED, flag, "-XX:-CreateCoredumpOnCrash", ChildJvm.NATIVE);
    try (ChildJvm child = ChildJvm.start(flags, SharedItemFaultChild.class, path, warmUp)) {
      assertThat(child.line()).isEqualTo("ready");
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
      child.send("truncated");
      assertThat(child.finish())
          .containsExactly(
              "getAcquire InternalError",
              "setRelease InternalError",
              "getAndAdd InternalError",
              "compareAndSet InternalError",
              "compareAndExchange InternalError",
              "getAndUpdate InternalError",
              "read MappingFaultException",
              "publish MappingFaultException",
              "update MappingFaultException",
              "version MappingFaultException",
              "alive");
    }
  }
}
