package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files and claims are closed, again and again, while all kernels run on their memory: nothing is
/// unmapped under one, or the JVM would end.
class KernelCloseTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "READ_WRITE, 30",
    "READ_ONLY, 12",
    "COPY_ON_WRITE, 12",
    "ARENA, 12",
    "CLAIM, 12",
  })
  void nothingIsUnmappedUnderAKernel(String what, int closes) throws Exception {
    Path path = directory.resolve("x.npy");
    Path other = directory.resolve("other.npy");
    for (Path each : List.of(path, other)) {
      NpyFile.create(each, DType.FLOAT64, Shape.of(400, 400), Order.C).close();
    }
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.OPTIMISED, "-XX:-CreateCoredumpOnCrash", ChildJvm.NATIVE),
            KernelCloseChild.class,
            what,
            path,
            other,
            closes)) {
      assertThat(child.finish()).containsExactly("alive after " + closes);
    }
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({
    "READ_WRITE, 5000",
    "READ_ONLY, 2000",
    "COPY_ON_WRITE, 2000",
    "ARENA, 2000",
    "CLAIM, 2000",
  })
  void notEvenInThousandsOfTries(String what, int closes) throws Exception {
    nothingIsUnmappedUnderAKernel(what, closes);
  }
}
