package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Arrays whose elements identify their index: consecutive numbers, none of them zero.
final class Numbers {

  private Numbers() {}

  /// An array in memory.
  static LongView of(long first, long... shape) {
    long[] items = LongStream.range(first, first + Shape.of(shape).itemCount()).toArray();
    return NdView.of(
            MemorySegment.ofArray(items), DType.INT64, Shape.of(shape), Order.C, Backing.MEMORY)
        .as(LongView.class);
  }

  /// Requires such an array.
  static void require(NdView<?> found, long first, long... shape) {
    LongView expected = of(first, shape);
    assertThat(found.shape()).isEqualTo(expected.shape());
    int wrong = Arrays.mismatch(found.as(LongView.class).toArray(), expected.toArray());
    assertThat(wrong).as("index of the first wrong element").isEqualTo(-1);
  }

  /// Requires a file of such an array.
  static void require(Path file, long first, long... shape) throws IOException {
    try (NpyFile opened = NpyFile.open(file)) {
      require(opened.view(), first, shape);
    }
  }
}
