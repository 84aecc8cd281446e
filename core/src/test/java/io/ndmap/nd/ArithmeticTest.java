package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.pass.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Promises of arithmetic that `LiveArithmeticTest` cannot ask NumPy: refusals with their words,
/// faults, interrupts, threads, operators of the caller's own, runs.
class ArithmeticTest {

  /// More than two parts.
  private static final int MANY = 3 * Pass.PART / 2 + 77;

  private static NdView<?> array(DType dtype, long... sizes) {
    return array(Backing.MEMORY, dtype, sizes);
  }

  private static NdView<?> array(Backing backing, DType dtype, long... sizes) {
    Shape shape = Shape.of(sizes);
    MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, shape.byteSize(dtype.itemsize())));
    return NdView.of(memory, dtype, shape, Order.C, backing);
  }

  private static DoubleView doubles(long... sizes) {
    return array(DType.FLOAT64, sizes).as(DoubleView.class);
  }

  private static Backing named(String name) {
    return new Backing() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void barrier() {
        // Plain memory.
      }
    };
  }

  // ---- fill and assign

  @Test
  void fillsWithWhateverAnItemCanBe() {
    assertThat(filled("'<f4'", view -> view.fill(0.1))).isEqualTo(0.1f);
    assertThat(filled("'>f2'", view -> view.fill(-2L))).isEqualTo(-2f);
    assertThat(filled("'>u8'", view -> view.fill(BigInteger.TWO.pow(63))))
        .isEqualTo(BigInteger.TWO.pow(63));
    assertThat(filled("'|b1'", view -> view.fill(true))).isEqualTo(true);
    assertThat(filled("'<U3'", view -> view.fill("né"))).isEqualTo("né");
    assertThat(filled("'|V3'", view -> view.fill(new byte[] {1, 2, 3})))
        .isEqualTo(new byte[] {1, 2, 3});
    assertThat(filled("'<M8[s]'", view -> view.fill(Instant.ofEpochSecond(12)))).isEqualTo(12L);
    assertThat(filled("'<m8[ms]'", view -> view.fill(Duration.ofSeconds(1)))).isEqualTo(1000L);
    assertThat(filled("'<f16'", view -> view.fill(1.5))).isEqualTo(1.5);
    // Values of other types are converted as by NumPy.
    assertThat(filled("'<c8'", view -> view.fill(2))).isEqualTo(List.of(2f, 0f));
    assertThat(filled("'<i4'", view -> view.fill("-12"))).isEqualTo(-12L);
    assertThat(filled("'<U6'", view -> view.fill(2.5))).isEqualTo("2.5");
    assertThat(filled("[('a', '<i2'), ('b', '<f4')]", view -> view.fill((byte) 3)))
        .isEqualTo(List.of(3L, 3f));
  }

  /// The element in all places of a view with gaps; what is between stays.
  private static Object filled(String dtype, Consumer<NdView<?>> fill) {
    NdView<?> all = array(DType.parse(dtype), 7, 50, 11);
    NdView<?> some = all.slice("::2, ::-3, 1:");
    fill.accept(some);
    Object item = some.value(0, 0, 0);
    assertThat(
            some.contentEquals(some.index(0, 0).index(0, 0).index(0, 0).broadcastTo(some.shape())))
        .isTrue();
    assertThat(all.slice("1::2").copy().segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    assertThat(all.slice(":, :, 0").copy().segment().toArray(ValueLayout.JAVA_BYTE))
        .containsOnly(0);
    fill.accept(all);
    assertThat(all.value(6, 49, 10)).isEqualTo(item);
    return Objects.requireNonNull(item);
  }

  @Test
  void fillRefusesWhatAnItemCannotBe() {
    assertThatThrownBy(() -> array(DType.UINT8, 3).fill(300))
        .isExactlyInstanceOf(ArithmeticException.class)
        .hasMessage("UINT8 cannot hold 300");
    assertThatThrownBy(() -> array(DType.COMPLEX64, 3).fill(List.of(1.0, 2.0)))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessageStartingWith(
            "elements of <c8 cannot be made of a java.util.ImmutableCollections");
    assertThatThrownBy(() -> array(DType.INT64, 3).fill(new AtomicLong(1)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("found 1 of java.util.concurrent.atomic.AtomicLong");
    assertThatThrownBy(() -> array(DType.INT64, 3).fill(Instant.EPOCH))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of <i8 is not an Instant");
    assertThatThrownBy(() -> array(DType.INT64, 3).broadcastTo(Shape.of(2, 3)).fill(1))
        .isExactlyInstanceOf(ReadOnlyViewException.class);
    assertThatThrownBy(() -> array(DType.parse("'<U2'"), 0).fill("abc"))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void assignRepeatsAndConverts() {
    NdView<?> target = array(DType.INT16, 2, 3);
    NdView<?> row = array(DType.INT16, 3);
    row.slice("1").fill(7);
    target.copyFrom(row.broadcastTo(target.shape()));
    assertThat(target.value(1, 1)).isEqualTo(7L);
    DoubleView one = doubles();
    one.set(2.75);
    one.broadcastTo(target.shape()).copyTo(target, Casting.UNSAFE);
    assertThat(target.as(ShortView.class).toArray()).containsOnly(2);
    assertThatThrownBy(() -> one.broadcastTo(target.shape()).copyTo(target, Casting.SAME_KIND))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessageContaining("<f8")
        .hasMessageContaining("<i2");
    assertThatThrownBy(() -> target.copyFrom(doubles(2).broadcastTo(target.shape())))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot broadcast shape (2,) to shape (2, 3)");
  }

  // ---- refusals

  @Test
  void namesShapesThatDoNotFit() {
    DoubleView target = doubles(2, 3);
    for (long[] sizes : List.of(new long[] {2}, new long[] {4, 3}, new long[] {1, 2, 3})) {
      DoubleView other = doubles(sizes);
      String message = "cannot broadcast shape " + other.shape() + " to shape (2, 3)";
      List<ThrowingCallable> calls =
          List.of(
              () -> target.plus(other, target),
              () -> other.times(2.0, target),
              () -> target.addScaled(other, 2.0),
              () -> target.zip(other, Math::max, target),
              () -> target.forEachRun(other, (a, b, c, d, e, f, g) -> {}));
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call)
            .isExactlyInstanceOf(IllegalArgumentException.class)
            .hasMessage(message);
      }
    }
  }

  @Test
  void refusesReadOnlyTargets() {
    NdView<?> items =
        NdView.of(
            MemorySegment.ofArray(new double[3]).asReadOnly(),
            DType.FLOAT64,
            Shape.of(3),
            Order.C,
            named("a.npy"));
    DoubleView view = items.as(DoubleView.class);
    List<ThrowingCallable> calls =
        List.of(
            () -> view.fill(1.0),
            () -> view.copyFrom(doubles(3).broadcastTo(view.shape())),
            () -> view.plus(1.0, view),
            () -> view.minus(1L, view),
            () -> view.times(view, view),
            () -> view.dividedBy(2.0, view),
            () -> view.addScaled(view, 2.0),
            () -> view.clip(0.0, 1.0),
            () -> view.apply(x -> x),
            () -> view.zip(view, Math::max, view),
            () ->
                doubles(1).broadcastTo(Shape.of(4)).plus(1.0, doubles(1).broadcastTo(Shape.of(4))));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isExactlyInstanceOf(ReadOnlyViewException.class);
    }
    view.forEachRun((memory, _, _, _) -> assertThat(memory.isReadOnly()).isTrue());
  }

  @Test
  void saysWhyDtypesAreRefused() {
    NdView<?> ints = array(named("i.npy"), DType.INT32, 3);
    refuses(
        () -> ints.dividedBy(ints, ints),
        "the quotients are <f8, which cannot be cast to elements of <i4 of i.npy by same-kind"
            + " casting; use a target of another dtype and convert it");
    refuses(
        () -> ints.plus(0.5, ints),
        "the sums are <f8, which cannot be cast to elements of <i4 of i.npy by same-kind casting;"
            + " use a target of another dtype and convert it");
    NdView<?> flags = array(named("b.npy"), DType.BOOL, 3);
    refuses(
        () -> flags.minus(flags, flags),
        "no differences of booleans in b.npy, as in NumPy: convert one side to integers first");
    NdView<?> text = array(named("s.npy"), DType.parse("'|S3'"), 3);
    refuses(() -> text.plus(1L, text), "s.npy: cannot add elements of |S3");
    NdView<?> wide = array(named("g.npy"), DType.LONGDOUBLE, 3);
    refuses(
        () -> wide.times(2.0, wide),
        "g.npy: cannot multiply elements of <f16; convert them to f8 or c16 first");
    NdView<?> records = array(named("r.npy"), DType.parse("[('a', '<f8')]"), 3);
    refuses(
        () -> records.clip(0L, 1L),
        "r.npy: cannot clip elements of [('a', '<f8')]; use field(name) first");
    NdView<?> complex = array(named("c.npy"), DType.COMPLEX64, 3);
    refuses(
        () -> complex.clip(0.0, 1.0),
        "c.npy: complex elements have no order to clip them by; use real() or imag() first");
    NdView<?> seconds = array(named("t.npy"), DType.parse("'<m8[s]'"), 3);
    NdView<?> millis = array(named("u.npy"), DType.parse("'<m8[ms]'"), 3);
    refuses(
        () -> seconds.plus(millis, seconds),
        "t.npy: cannot add elements of <m8[s] and <m8[ms]; convert one side first");
    refuses(
        () -> seconds.times(seconds, seconds),
        "t.npy: cannot multiply elements of <m8[s] and <m8[s]");
    refuses(() -> seconds.plus(0.5, seconds), "t.npy: cannot add elements of <m8[s] and a double");
    refuses(
        () -> seconds.addScaled(seconds, 2L),
        "t.npy: cannot multiply elements of <m8[s]; view their ticks as i8 first");
    refuses(
        () -> seconds.clip(0.0, 1.0),
        "t.npy: cannot clip elements of <m8[s] and doubles; pass their ticks as integers");
    refuses(
        () -> seconds.plus(1L, millis),
        "the sums are <m8[s], not elements of <m8[ms] of u.npy; use a target of that dtype and"
            + " convert it");
    assertThatThrownBy(() -> ints.plus(1L << 31, ints))
        .isExactlyInstanceOf(ArithmeticException.class)
        .hasMessage("INT32 cannot hold 2147483648");
    assertThatThrownBy(() -> ints.clip(1L << 31, 1L << 32))
        .isExactlyInstanceOf(ArithmeticException.class)
        .hasMessage("INT32 cannot hold 2147483648");
  }

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isExactlyInstanceOf(DTypeException.class).hasMessage(message);
  }

  // ---- faults, interrupts, threads

  @Test
  void faultsCarryTheNameOfTheMemory() {
    Backing truncated =
        new Backing() {
          @Override
          public String name() {
            return "bad.npy";
          }

          @Override
          public void barrier() {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
          }
        };
    DoubleView bad = array(truncated, DType.FLOAT64, MANY).as(DoubleView.class);
    DoubleView good = doubles(MANY);
    List<ThrowingCallable> calls =
        List.of(
            () -> bad.fill(1.0),
            () -> bad.plus(1.0, bad),
            () -> good.plus(bad, good),
            () -> good.parallel(2).addScaled(bad, 2.0),
            () -> bad.clip(0.0, 1.0),
            () -> bad.apply(x -> x),
            () -> good.zip(bad, Math::max, good),
            () -> bad.forEachRun((_, _, _, _) -> {}),
            () -> good.forEachRun(bad, (_, _, _, _, _, _, _) -> {}));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith("bad.npy: ");
    }
  }

  @Test
  void endsWhenInterrupted() {
    DoubleView view = doubles(MANY);
    for (int threads : new int[] {1, 2}) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> view.parallel(threads).plus(1.0, view.parallel(threads)))
          .isExactlyInstanceOf(OperationInterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
    NdView<?> file = array(named("big.npy"), DType.FLOAT64, MANY);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> file.plus(1.0, file))
        .hasMessage("big.npy: interrupted during an operation on an array; it ended early");
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"'>f4'", "'<i4'", "'<c16'"})
  void givesTheSameBitsOnAnyThreads(String name) {
    DType dtype = DType.parse(name);
    int many = 3 * Pass.partOf(dtype.itemsize()) / 2 + 77;
    NdView<?> left = numbers(many, 1).astype(dtype);
    NdView<?> right = numbers(many, 2).astype(dtype);
    byte[] expected = null;
    for (int threads = 1; threads <= 4; threads++) {
      NdView<?> a = array(dtype, many);
      NdView<?> b = array(dtype, many);
      a.copyFrom(left.broadcastTo(a.shape()));
      b.copyFrom(right.broadcastTo(b.shape()));
      a.parallel(threads).addScaled(b, 3L);
      a.times(b.slice("::-1"), a.slice("::-1").parallel(threads));
      byte[] result = a.segment().toArray(ValueLayout.JAVA_BYTE);
      expected = expected == null ? result : expected;
      assertThat(Arrays.mismatch(result, expected)).as("%d threads", threads).isEqualTo(-1);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"'<f8'", "'<f2'", "'|u1'"})
  void givesTheSameBitsOfOtherDTypesOnAnyThreads(String name) {
    givesTheSameBitsOnAnyThreads(name);
  }

  private static DoubleView numbers(int count, long seed) {
    Random random = new Random(seed);
    DoubleView numbers = doubles(count);
    numbers.apply(_ -> 50 + 10 * random.nextGaussian());
    return numbers;
  }

  // ---- operators and loops of the caller's own

  @Test
  void appliesOperatorsToEveryCarrier() {
    for (String name :
        List.of("'|u1'", "'>i2'", "'<i4'", "'>i4'", "'<i8'", "'>f4'", "'<f8'", "'>f8'")) {
      NdView<?> all = array(DType.parse(name), 5, 70);
      NdView<?> some = all.slice("::-2, 3::2");
      some.fill(20);
      NdView<?> two = array(DType.parse(name), 1);
      two.fill(2);
      switch (some) {
        case ByteView v -> {
          v.apply(x -> (byte) (x + 1));
          v.zip(two.as(ByteView.class), (x, y) -> (byte) (x * y), v);
        }
        case ShortView v -> {
          v.apply(x -> (short) (x + 1));
          v.zip(two.as(ShortView.class), (x, y) -> (short) (x * y), v);
        }
        case IntView v -> {
          v.apply(x -> x + 1);
          v.zip(two.as(IntView.class), (x, y) -> x * y, v);
        }
        case LongView v -> {
          v.apply(x -> x + 1);
          v.zip(two.as(LongView.class), (x, y) -> x * y, v);
        }
        case FloatView v -> {
          v.apply(x -> x + 1);
          v.zip(two.as(FloatView.class), (x, y) -> x * y, v);
        }
        case DoubleView v -> {
          v.apply(x -> x + 1);
          v.zip(two.as(DoubleView.class), (x, y) -> x * y, v);
        }
        case ObjectView v -> throw new AssertionError(v.dtype());
        case ItemView v -> throw new AssertionError(v.dtype());
      }
      NdView<?> expected = array(DType.parse(name), 5, 70);
      expected.slice("::-2, 3::2").fill(42);
      assertThat(all.contentEquals(expected)).as("%s", name).isTrue();
    }
  }

  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);

  /// The example of [NdView#forEachRun(RunConsumer)].
  private static void example(MemorySegment memory, long offset, long stride, int count) {
    if (stride == Double.BYTES) {
      for (int i = 0; i < count; i++) {
        long at = offset + ((long) i << 3);
        memory.set(F8, at, 2 * memory.get(F8, at) + 1);
      }
    } else {
      for (int i = 0; i < count; i++) {
        long at = offset + i * stride;
        memory.set(F8, at, 2 * memory.get(F8, at) + 1);
      }
    }
  }

  @Test
  void handsOverEveryItemInOneRun() {
    for (String index : List.of(":", "::2", "::-3, 5:", "2", ":, 7", "3, 4", ":0")) {
      DoubleView all = doubles(9, 30_000);
      all.fill(1.0);
      DoubleView some = all.slice(index);
      AtomicLong items = new AtomicLong();
      some.transpose()
          .parallel(2)
          .forEachRun(
              (memory, offset, stride, count) -> {
                items.addAndGet(count);
                example(memory, offset, stride, count);
              });
      assertThat(items).hasValue(some.itemCount());
      DoubleView expected = doubles(9, 30_000);
      expected.fill(1.0);
      expected.slice(index).fill(3.0);
      assertThat(all.contentEquals(expected)).as("%s", index).isTrue();
    }
  }

  @Test
  void handsOverRunsOfTwoViews() {
    DoubleView a = doubles(300, 400);
    DoubleView b = doubles(400);
    b.apply(_ -> 5);
    a.slice("1::2")
        .forEachRun(
            b,
            (memory, offset, stride, others, otherOffset, otherStride, count) -> {
              for (int i = 0; i < count; i++) {
                double other = others.get(F8, otherOffset + i * otherStride);
                memory.set(F8, offset + i * stride, other + 1);
              }
            });
    assertThat(a.slice("1::2").toArray()).containsOnly(6);
    assertThat(a.slice("::2").toArray()).containsOnly(0);
  }
}
