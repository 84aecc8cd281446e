package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Pass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every element once, operands side by side, whatever the layouts.
class PassTest {

  private static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  private static Strided layout(Random random, Shape shape) {
    Strided contiguous =
        Strided.contiguous(shape, 8, random.nextBoolean() ? Order.C : Order.F).shift(1 << 20);
    for (int axis = 0; axis < shape.rank(); axis++) {
      if (random.nextInt(3) == 0) {
        contiguous = contiguous.flip(axis);
      }
    }
    return contiguous;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void visitsEveryItemOnceAndOperandsSideBySide(long seed) {
    Random random = new Random(seed);
    long[] sizes = new long[random.nextInt(5)];
    for (int k = 0; k < sizes.length; k++) {
      sizes[k] = 1L + random.nextInt(random.nextInt(4) == 0 ? 600 : 9);
    }
    Shape shape = Shape.of(sizes);
    if (shape.itemCount() > 400_000) {
      return;
    }
    Strided leader = layout(random, shape);
    Strided other = layout(random, shape);
    Map<Long, Long> expected = new HashMap<>();
    long[] index = new long[sizes.length];
    for (long item = 0; item < shape.itemCount(); item++) {
      expected.put(leader.offsetOf(index), other.offsetOf(index));
      for (int k = sizes.length - 1; k >= 0 && ++index[k] == sizes[k]; k--) {
        index[k] = 0;
      }
    }
    Pass pass = Pass.of(leader, other);
    assertThat(visited(pass, expected)).isSorted();
    assertThat(visited(pass.inBoxes(), expected)).hasSize((int) shape.itemCount());
  }

  /// The offsets of the leader's elements, in the order of the pass.
  private static List<Long> visited(Pass pass, Map<Long, Long> expected) {
    Map<Long, Long> found = new HashMap<>();
    List<Long> order = new ArrayList<>();
    for (long k = 0; k < pass.parts(); k++) {
      Strided[] part = pass.part(k);
      assertThat(part[0].shape().itemCount()).isBetween(1L, (long) Pass.PART);
      long first = part[0].stride(part[0].rank() - 1);
      long second = part[1].stride(part[1].rank() - 1);
      Pass.forEachRun(
          part,
          (offsets, count) -> {
            for (int i = 0; i < count; i++) {
              assertThat(found.put(offsets[0] + i * first, offsets[1] + i * second)).isNull();
              order.add(offsets[0] + i * first);
            }
          });
    }
    assertThat(found).isEqualTo(expected);
    return order;
  }

  /// Pages of an operand that a part touches, if it is as the loop brings them in.
  private static long around(Strided layout) {
    long[] strides = new long[layout.rank()];
    for (int k = 0; k < strides.length; k++) {
      strides[k] = Math.abs(layout.stride(k));
    }
    List<Integer> axes =
        IntStream.range(0, strides.length)
            .boxed()
            .sorted(Comparator.comparingLong(k -> strides[k]))
            .toList();
    long pieces = 1;
    long reach = 8;
    for (int axis : axes) {
      long size = layout.shape().size(axis);
      if (strides[axis] <= 1 << 16) {
        reach += (size - 1) * strides[axis];
      } else {
        pieces *= size;
      }
    }
    return pieces * ((reach >> 16) + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "65536, 8192, 1",
    "8192, 65536, 2",
    "8, 20000, 60000",
    "60000, 20000, 8",
    "3000, 3, 90000",
    "20000, 7, 7000",
    "900, 900, 900"
  })
  void boxesReachLittleMemoryOfEither(long first, long second, long third) {
    Shape shape = Shape.of(first, second, third);
    Strided leader = Strided.contiguous(shape, 2, Order.F);
    for (Strided other :
        List.of(
            Strided.contiguous(shape, 8, Order.C),
            Strided.contiguous(Shape.of(second, first, third), 8, Order.C).transpose(1, 0, 2),
            Strided.contiguous(Shape.of(first, third, second), 8, Order.C).transpose(0, 2, 1))) {
      Pass pass = Pass.of(leader, other).inBoxes();
      Strided[] part = pass.part(pass.parts() / 2);
      assertThat(around(part[0])).as("%s", part[0]).isLessThanOrEqualTo(1024);
      assertThat(around(part[1])).as("%s", part[1]).isLessThanOrEqualTo(1024);
      assertThat(part[0].shape().itemCount()).isGreaterThan(10_000);
    }
  }

  @Test
  void makesNoBoxesWhereBothLieAlike() {
    Shape shape = Shape.of(500, 300);
    Strided leader = Strided.contiguous(shape, 2, Order.F);
    Pass same = Pass.of(leader, Strided.contiguous(shape, 8, Order.F));
    assertThat(same.inBoxes()).isSameAs(same);
    Pass repeated = Pass.of(leader, Strided.of(0, shape, 0, 8));
    assertThat(repeated.inBoxes()).isSameAs(repeated);
    Pass across = Pass.of(leader, Strided.contiguous(shape, 8, Order.C)).inBoxes();
    assertThat(across.isAcross()).isTrue();
    assertThat(across.part(0)[0].shape()).isEqualTo(Shape.of(256, 256));
  }

  @Test
  void mergesWhatLiesWithoutGaps() {
    Strided layout = Strided.contiguous(Shape.of(64, 32, 16), 8, Order.F);
    Pass pass = Pass.of(layout, layout);
    assertThat(pass.parts()).isEqualTo(1);
    assertThat(pass.part(0)[0].shape()).isEqualTo(Shape.of(64 * 32 * 16));
  }

  @Test
  void cutsLargeArraysIntoPartsOfEqualSize() {
    Pass pass = Pass.of(Strided.contiguous(Shape.of(10L * Pass.PART + 3), 8, Order.C));
    assertThat(pass.parts()).isEqualTo(11);
    assertThat(pass.part(9)[0].shape()).isEqualTo(Shape.of(Pass.PART));
    assertThat(pass.part(10)[0].shape()).isEqualTo(Shape.of(3));
    assertThat(pass.part(10)[0].offset()).isEqualTo(80L * Pass.PART);
  }
}
