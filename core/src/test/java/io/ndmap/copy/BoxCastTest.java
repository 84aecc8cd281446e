package io.ndmap.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Conversions into another order of the axes give what a conversion and then a copy give.
class BoxCastTest {

  private static final List<String> TARGETS =
      List.of(
          "|b1",
          "<i1",
          "<f2",
          ">i2",
          "<f4",
          ">f8",
          "<g",
          "<c8",
          "|S3",
          "<U12",
          "[('a', '<f4'), ('b', '|V3'), ('c', '>i8', (3,))]");

  /// Elements of several parts.
  private static final long MOST = 140_000;

  private static final MemorySegment NUMBERS =
      MemorySegment.ofArray(
          new Random(4)
              .doubles(MOST + 100, -3, 3)
              .map(number -> Math.rint(number * number * number * 9))
              .toArray());

  private static final MemorySegment FREE = Arena.global().allocate(40L << 20);

  private static Stream<Arguments> cases() {
    return cases(0, 1);
  }

  private static Stream<Arguments> moreCases() {
    return cases(1, 3);
  }

  private static Stream<Arguments> cases(long first, long end) {
    return LongStream.range(first, end)
        .boxed()
        .flatMap(seed -> TARGETS.stream().map(target -> Arguments.of(seed, target)));
  }

  private static int[] permutation(Random random, int rank) {
    List<Integer> axes = new ArrayList<>();
    for (int k = 0; k < rank; k++) {
      axes.add(k);
    }
    Collections.shuffle(axes, random);
    return axes.stream().mapToInt(Integer::intValue).toArray();
  }

  /// A view of a shape whose axes lie in memory in any order.
  private static NdView<?> anyOrder(
      SegmentAllocator arena, Random random, DType dtype, Shape shape) {
    int[] axes = permutation(random, shape.rank());
    long[] sizes = new long[axes.length];
    for (int k = 0; k < axes.length; k++) {
      sizes[axes[k]] = shape.size(k);
    }
    Shape permuted = Shape.of(sizes);
    NdView<?> view =
        NdView.of(
                arena.allocate(permuted.byteSize(dtype.itemsize())),
                dtype,
                permuted,
                Order.C,
                Backing.MEMORY)
            .transpose(axes);
    return random.nextBoolean() ? view.flip(random.nextInt(axes.length)) : view;
  }

  private static Shape shape(Random random) {
    List<Long> sizes = new ArrayList<>();
    long items = 1;
    while (sizes.size() < 2 || (sizes.size() < 4 && items < 20_000)) {
      long size = random.nextInt(3) == 0 ? 1 + random.nextInt(9) : 15 + random.nextInt(400);
      size = Math.min(size, Math.max(1, MOST / items));
      sizes.add(size);
      items *= size;
    }
    Collections.shuffle(sizes, random);
    return Shape.of(sizes.stream().mapToLong(Long::longValue).toArray());
  }

  private static NdView<?> inOrder(NdView<?> view) {
    NdView<?> target = NdView.zeros(view.dtype(), view.shape(), Order.C);
    view.copyTo(target);
    return target;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void convertsAsItCopies(long seed, String dtype) {
    Random random = new Random(seed + dtype.hashCode());
    try (Arena shared = Arena.ofShared()) {
      // Each other time of no arena, as loops see it.
      SegmentAllocator arena = seed % 2 == 0 ? shared : SegmentAllocator.slicingAllocator(FREE);
      Shape shape = shape(random);
      NdView<?> source = anyOrder(arena, random, DType.FLOAT64, shape);
      long first = random.nextInt(100) * (long) Double.BYTES;
      source.segment().copyFrom(NUMBERS.asSlice(first, source.segment().byteSize()));
      DType to = DType.parse(dtype);
      NdView<?> target = anyOrder(arena, random, to, shape);
      source.parallel(1 + (int) seed).copyTo(target, Casting.UNSAFE);
      NdView<?> expected = inOrder(source.astype(to));
      assertThat(inOrder(target).segment().mismatch(expected.segment()))
          .as("%s of strides %s into %s", shape, source.strided(), target.strided())
          .isEqualTo(-1);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("moreCases")
  void convertsMoreAsItCopies(long seed, String dtype) {
    convertsAsItCopies(seed, dtype);
  }

  @Test
  void convertsComplexNumbers() {
    try (Arena arena = Arena.ofShared()) {
      Shape shape = Shape.of(300, 700);
      NdView<?> source =
          NdView.of(
              arena.allocate(shape.byteSize(16)),
              DType.parse("<c16"),
              shape,
              Order.C,
              Backing.MEMORY);
      Random random = new Random(5);
      for (long at = 0; at < source.segment().byteSize(); at += Double.BYTES) {
        source.segment().set(ValueLayout.JAVA_DOUBLE, at, random.nextGaussian());
      }
      NdView<?> target = NdView.zeros(DType.parse(">c8"), shape, Order.F);
      source.copyTo(target, Casting.SAME_KIND);
      NdView<?> expected = inOrder(source.astype(DType.parse(">c8")));
      assertThat(inOrder(target).segment().mismatch(expected.segment())).isEqualTo(-1);
    }
  }
}
