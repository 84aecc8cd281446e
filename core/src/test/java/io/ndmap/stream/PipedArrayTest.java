package io.ndmap.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.testing.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Streams need memory for a block, whatever the size of the array: JVMs of 48 MiB.
class PipedArrayTest {

  private static final List<String> FLAGS =
      List.of(ChildJvm.OPTIMISED, "-Xmx48m", "-XX:MaxDirectMemorySize=48m");

  @TempDir Path directory;

  @Test
  void anArrayOf256MiB() throws Exception {
    isPiped(1 << 15);
  }

  @Tag("slow")
  @Test
  void anArrayOf2GiB() throws Exception {
    isPiped(1 << 18);
  }

  private static void isPiped(long rows) throws Exception {
    // Each block of 128 rows is filled with the number of its first row.
    long blocks = rows / 128;
    long sum = 1024L * 128 * 128L * (blocks * (blocks - 1) / 2);
    try (ChildJvm child = ChildJvm.start(FLAGS, PipedArrayChild.class, rows)) {
      assertThat(child.finish()).containsExactly("(%s, 1024) %s".formatted(rows, (double) sum));
    }
  }

  @Test
  void aClaimOf4GiB() throws Exception {
    Path file = directory.resolve("x.npy");
    Files.write(file, NpyHeaderCodec.encode(DType.FLOAT64, Order.C, Shape.of(1L << 29)));
    try (ChildJvm child = ChildJvm.start(FLAGS, ClaimChild.class, file)) {
      assertThat(child.finish())
          .containsExactly(
              "x.npy: byte 128: the data of shape (536870912,) ends early: expected 4294967296"
                  + " bytes, found 0");
    }
  }
}
