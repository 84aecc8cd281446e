package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Spliterator;
import java.util.function.DoubleConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Elements one after the other come in C order, however the way is split.
class StreamTest {

  private static NdView<?> counting(String descr, long... sizes) {
    DType dtype = DType.parse(descr);
    Shape shape = Shape.of(sizes);
    byte[] bytes = new byte[(int) shape.byteSize(dtype.itemsize())];
    NdView<?> view = NdView.of(MemorySegment.ofArray(bytes), dtype, shape, Order.C, Backing.MEMORY);
    NdView<?> flat = view.flatten(Order.C);
    for (int i = 0; i < flat.itemCount(); i++) {
      flat.setLong(new long[] {i}, i);
    }
    return view;
  }

  private static List<DoubleView> layouts() {
    DoubleView view = counting(">f8", 6, 1, 5, 4).as(DoubleView.class);
    return List.of(
        view,
        view.transpose(),
        view.flip(2),
        view.slice("::2, :, 1:, ::-3"),
        view.slice("3"),
        view.slice("0:0"),
        view.slice("2, 0, 3, 1"),
        view.broadcastTo(Shape.of(2, 6, 3, 5, 4)),
        view.slice("..., 1"),
        view.slidingWindow(Shape.of(3), 2));
  }

  @Test
  void streamsInCOrder() {
    for (DoubleView view : layouts()) {
      double[] expected = view.toArray();
      assertThat(view.stream().toArray()).isEqualTo(expected);
      assertThat(view.stream().parallel().toArray()).isEqualTo(expected);
      assertThat(view.doubles().toArray()).isEqualTo(expected);
      assertThat(view.longs().parallel().asDoubleStream().toArray()).isEqualTo(expected);
      assertThat(view.values().toList())
          .isEqualTo(Arrays.stream(expected).boxed().map(Object.class::cast).toList());
      List<Double> found = new ArrayList<>();
      view.stream().forEach(found::add);
      assertThat(found).isEqualTo(Arrays.stream(expected).boxed().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void splitsAnywhere(long seed) {
    Random random = new Random(seed);
    for (DoubleView view : layouts()) {
      for (int run = 0; run < 20; run++) {
        List<Double> found = new ArrayList<>();
        pass(view.stream().spliterator(), random, found);
        assertThat(found).isEqualTo(Arrays.stream(view.toArray()).boxed().toList());
      }
    }
  }

  /// Takes single elements, whole rests and halves by lot.
  private static void pass(Spliterator.OfDouble items, Random random, List<Double> found) {
    assertThat(items.getExactSizeIfKnown()).isEqualTo(items.estimateSize());
    while (true) {
      long before = items.estimateSize();
      switch (random.nextInt(4)) {
        case 0 -> {
          Spliterator.OfDouble half = items.trySplit();
          assertThat(half == null).isEqualTo(before < 2);
          if (half != null) {
            assertThat(half.estimateSize()).isEqualTo(before / 2);
            assertThat(items.estimateSize()).isEqualTo(before - before / 2);
            pass(half, random, found);
          }
        }
        case 1 -> {
          if (random.nextInt(3) == 0) {
            items.forEachRemaining((DoubleConsumer) found::add);
            assertThat(items.tryAdvance((DoubleConsumer) found::add)).isFalse();
            assertThat(items.estimateSize()).isZero();
            return;
          }
        }
        default -> {
          if (!items.tryAdvance((DoubleConsumer) found::add)) {
            return;
          }
        }
      }
    }
  }

  @Test
  void movesCarriersAndMeanings() {
    NdView<?> bytes = counting("|u1", 256);
    assertThat(bytes.as(ByteView.class).stream().skip(200).findFirst()).hasValue(-56);
    assertThat(bytes.longs().sum()).isEqualTo(255 * 128);
    assertThat(bytes.doubles().max()).hasValue(255);
    assertThat(counting("<i2", 3).as(ShortView.class).stream().sum()).isEqualTo(3);
    assertThat(counting("<f4", 3).as(FloatView.class).stream().sum()).isEqualTo(3.0);
    assertThat(counting(">i4", 2, 2).as(IntView.class).stream().sum()).isEqualTo(6);
    assertThat(counting("<M8[s]", 4).as(LongView.class).stream().sum()).isEqualTo(6);
    assertThat(counting("<f2", 3).doubles().sum()).isEqualTo(3.0);
    assertThat(counting(">f16", 3).longs().sum()).isEqualTo(3);
    assertThat(counting("|b1", 2).values().toList()).containsExactly(false, true);
    assertThat(counting("<M8[s]", 4).longs().toArray()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void refusesWhatIsNoNumber() {
    NdView<?> text =
        NdView.of(
            MemorySegment.ofArray("abcd".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
            DType.parse("|S2"),
            Shape.of(2),
            Order.C,
            Backing.MEMORY);
    assertThatThrownBy(text::doubles)
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of |S2 is not a double");
    assertThatThrownBy(text::longs)
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of |S2 is not an integer");
    assertThat(text.as(ItemView.class).stream().count()).isEqualTo(2);
    assertThat(text.values().map(item -> ((byte[]) item).length).toList()).containsExactly(2, 2);
    NdView<?> halves = counting("<f8", 3);
    halves.setDouble(new long[] {1}, 0.5);
    assertThatThrownBy(() -> halves.longs().sum())
        .isExactlyInstanceOf(ArithmeticException.class)
        .hasMessageContaining("0.5");
  }

  @Test
  void endsWithItsMemory() {
    Arena arena = Arena.ofShared();
    DoubleView view =
        NdView.of(arena.allocate(80), DType.FLOAT64, Shape.of(10), Order.C, Backing.MEMORY)
            .as(DoubleView.class);
    Spliterator.OfDouble items = view.stream().spliterator();
    arena.close();
    assertThatThrownBy(() -> items.tryAdvance((double _) -> {}))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("Already closed");
  }
}
