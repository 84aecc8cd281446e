package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of every view class, for every dtype of one number, either byte order and every
/// kind of layout.
class ViewContractTest {

  private static final List<String> CODES =
      List.of("b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "f16");

  /// A view over a few bytes more than it needs, at an odd offset, so that nothing is aligned.
  record Case(String dtype, String layout, UnaryOperator<NdView<?>> view, Shape shape) {

    Case(String dtype, String layout, UnaryOperator<NdView<?>> view, long... sizes) {
      this(dtype, layout, view, Shape.of(sizes));
    }

    NdView<?> make(Arena arena) {
      return make(arena, false);
    }

    NdView<?> make(Arena arena, boolean readOnly) {
      DType type = DType.parse(dtype);
      MemorySegment segment = arena.allocate(shape.byteSize(type.itemsize()) + 7, 8);
      Order order = layout.startsWith("F") ? Order.F : Order.C;
      Strided strided = Strided.contiguous(shape, type.itemsize(), order).shift(3);
      MemorySegment memory = readOnly ? segment.asReadOnly() : segment;
      return view.apply(NdView.of(memory, type, strided, new Named("numbers.npy")));
    }

    @Override
    public String toString() {
      return dtype + " " + layout + " " + shape;
    }
  }

  private static final class Named extends Backing {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void barrier() {}
  }

  private static Stream<Case> cases() {
    return CODES.stream()
        .flatMap(code -> Stream.of("<" + code, ">" + code))
        .flatMap(
            dtype ->
                Stream.of(
                    new Case(dtype, "C", v -> v),
                    new Case(dtype, "C", v -> v, 0),
                    new Case(dtype, "F", v -> v, 2, 0, 3),
                    new Case(dtype, "C", v -> v, 5),
                    new Case(dtype, "C", v -> v, 3, 4),
                    new Case(dtype, "F", v -> v, 3, 4),
                    new Case(dtype, "C", v -> v, 2, 3, 4),
                    new Case(dtype, "F", v -> v, 2, 3, 4),
                    new Case(dtype, "C", v -> v, 2, 2, 2, 3),
                    new Case(dtype, "F", v -> v, 2, 3, 2, 2),
                    new Case(dtype, "C", v -> v, 2, 1, 2, 1, 3),
                    new Case(dtype, "C transposed", NdView::transpose, 3, 4),
                    new Case(dtype, "C axes moved", v -> v.transpose(2, 0, 1, 3), 2, 3, 2, 2),
                    new Case(dtype, "C reversed", v -> v.slice("::-1, ::-1"), 3, 4),
                    new Case(dtype, "F strided", v -> v.slice("::2, 1::3, ::-2"), 4, 5, 3),
                    new Case(dtype, "C with a new axis", v -> v.slice("1, None, ::-1"), 3, 4)));
  }

  private static Stream<Arguments> withItems() {
    return cases().filter(c -> c.shape.itemCount() > 0).map(Arguments::of);
  }

  /// Every index of a shape, in C order.
  private static Stream<long[]> indices(Shape shape) {
    return Stream.iterate(0L, i -> i < shape.itemCount(), i -> i + 1)
        .map(
            flat -> {
              long[] index = new long[shape.rank()];
              long rest = flat;
              for (int axis = shape.rank() - 1; axis >= 0; axis--) {
                index[axis] = rest % shape.size(axis);
                rest /= shape.size(axis);
              }
              return index;
            });
  }

  /// A value that every dtype holds and that differs from element to element as far as it can.
  private static long value(NdView<?> view, long[] index) {
    long value = 1;
    for (long i : index) {
      value = value * 3 + i;
    }
    return view.dtype().equals(DType.BOOL) ? value % 2 : value % 100;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void readsWhatWasStored(Case c) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = c.make(arena);
      indices(view.shape()).forEach(index -> view.setLong(index, value(view, index)));
      indices(view.shape())
          .forEach(
              index -> {
                long value = value(view, index);
                assertThat(view.getLong(index)).isEqualTo(value);
                assertThat(view.getDouble(index)).isEqualTo((double) value);
                assertThat(view.getBigInteger(index)).isEqualTo(BigInteger.valueOf(value));
                assertThat(view.getBoolean(index)).isEqualTo(value != 0);
                assertThat(bytesOf(view, value)).isEqualTo(view.getBytes(index));
              });
    }
  }

  /// The element that an array of its own would have.
  private static byte[] bytesOf(NdView<?> view, long value) {
    byte[] item = new byte[view.dtype().itemsize()];
    NdView<?> alone =
        NdView.of(MemorySegment.ofArray(item), view.dtype(), Shape.SCALAR, Order.C, Backing.MEMORY);
    alone.setDouble(new long[0], (double) value);
    return item;
  }

  @ParameterizedTest
  @MethodSource("withItems")
  void movesCarriersByRank(Case c) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = c.make(arena);
      indices(view.shape())
          .forEach(
              index -> {
                Carriers.set(view, index, (byte) value(view, index));
                assertThat(Carriers.get(view, index)).isEqualTo((double) value(view, index));
                assertThat(Carriers.getByArray(view, index)).isEqualTo((double) value(view, index));
                Carriers.setByArray(view, index, (byte) 7);
                assertThat(Carriers.get(view, index)).isEqualTo(7.0);
              });
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void storesBytesInTheirOrder(Case c) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = c.make(arena);
      int size = view.dtype().itemsize();
      ByteOrder order = c.dtype.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      indices(view.shape())
          .limit(3)
          .forEach(
              index -> {
                view.setLong(index, 1);
                ByteBuffer bytes = ByteBuffer.wrap(view.getBytes(index)).order(order);
                switch (c.dtype.substring(1)) {
                  case "f2" -> assertThat(bytes.getShort()).isEqualTo((short) 0x3c00);
                  case "f4" -> assertThat(bytes.getFloat()).isEqualTo(1f);
                  case "f8" -> assertThat(bytes.getDouble()).isEqualTo(1.0);
                  case "f16" -> {
                    assertThat(bytes.getLong(order == ByteOrder.BIG_ENDIAN ? 8 : 0))
                        .isEqualTo(Long.MIN_VALUE);
                    assertThat(bytes.getShort(order == ByteOrder.BIG_ENDIAN ? 6 : 8))
                        .isEqualTo((short) 0x3fff);
                  }
                  default ->
                      assertThat(bytes.get(order == ByteOrder.BIG_ENDIAN ? size - 1 : 0))
                          .isEqualTo((byte) 1);
                }
              });
    }
  }

  @ParameterizedTest
  @MethodSource("withItems")
  void namesAxisIndexAndSizeOfABadIndex(Case c) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = c.make(arena);
      for (int axis = 0; axis < view.rank(); axis++) {
        for (long bad : new long[] {-1, view.size(axis), Long.MAX_VALUE, Long.MIN_VALUE}) {
          long[] index = new long[view.rank()];
          index[axis] = bad;
          String text =
              "index "
                  + bad
                  + " is out of bounds for axis "
                  + axis
                  + " with size "
                  + view.size(axis);
          List<Runnable> accesses =
              List.of(
                  () -> view.getDouble(index),
                  () -> view.setLong(index, 1),
                  () -> view.getBytes(index),
                  () -> view.value(index),
                  () -> Carriers.get(view, index),
                  () -> Carriers.set(view, index, (byte) 1),
                  () -> Carriers.getByArray(view, index),
                  () -> Carriers.setByArray(view, index, (byte) 1));
          for (Runnable access : accesses) {
            assertThatThrownBy(access::run)
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage(text);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void refusesAnIndexOfAnotherRank(Case c) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = c.make(arena);
      for (int rank = 0; rank <= 6; rank++) {
        if (rank != view.rank()) {
          long[] index = new long[rank];
          String text =
              "an array of rank "
                  + view.rank()
                  + " takes "
                  + view.rank()
                  + " indices, found "
                  + rank;
          List<Runnable> accesses =
              List.of(
                  () -> view.getLong(index),
                  () -> view.setDouble(index, 0),
                  () -> Carriers.get(view, index),
                  () -> Carriers.set(view, index, (byte) 0));
          for (Runnable access : accesses) {
            assertThatThrownBy(access::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(text);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("withItems")
  void refusesWritesToReadOnlyMemory(Case c) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = c.make(arena, true);
      long[] index = new long[view.rank()];
      assertThat(view.isReadOnly()).isTrue();
      assertThat(view.getLong(index)).isZero();
      List<Runnable> writes =
          List.of(
              () -> view.setLong(index, 1),
              () -> view.setDouble(index, 1),
              () -> view.setValue(index, BigInteger.ONE),
              () -> view.setValue(index, true),
              () -> view.setValue(index, new byte[view.dtype().itemsize()]),
              () -> Carriers.set(view, index, (byte) 1),
              () -> Carriers.setByArray(view, index, (byte) 1),
              () -> view.copyFrom(c.make(arena)));
      for (Runnable write : writes) {
        assertThatThrownBy(write::run)
            .isInstanceOf(ReadOnlyViewException.class)
            .hasMessage("numbers.npy: the view is read-only");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("withItems")
  void refusesAccessAfterItsArenaIsClosed(Case c) {
    NdView<?> view;
    NdView<?> open = c.make(Arena.ofAuto());
    try (Arena arena = Arena.ofConfined()) {
      view = c.make(arena);
    }
    long[] index = new long[view.rank()];
    List<Runnable> accesses =
        List.of(
            () -> view.getDouble(index),
            () -> view.setLong(index, 1),
            () -> view.value(index),
            () -> view.getBytes(index),
            () -> Carriers.get(view, index),
            () -> Carriers.set(view, index, (byte) 1),
            () -> view.copyTo(open),
            () -> view.copyFrom(open),
            () -> assertThat(view.toString()).isEmpty());
    for (Runnable access : accesses) {
      assertThatThrownBy(access::run)
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage("Already closed");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void describesItself(Case c) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = c.make(arena);
      assertThat(view.dtype()).isEqualTo(DType.parse(c.dtype));
      assertThat(view.rank()).isEqualTo(view.shape().rank());
      assertThat(view.itemCount()).isEqualTo(view.shape().itemCount());
      assertThat(view.backing().name()).isEqualTo("numbers.npy");
      assertThat(view.isReadOnly()).isFalse();
      assertThat(view.transpose().isContiguous(Order.F)).isEqualTo(view.isContiguous(Order.C));
      String leaf = leaf(c.dtype.substring(1));
      assertThat(view.getClass().getSimpleName()).isEqualTo(leaf);
      if (leaf.equals("DoubleView")) {
        assertThat(view.as(DoubleView.class)).isSameAs(view);
      } else {
        assertThatThrownBy(() -> view.as(DoubleView.class))
            .isInstanceOf(DTypeException.class)
            .hasMessage(
                "numbers.npy: dtype "
                    + view.dtype()
                    + " needs "
                    + (leaf.startsWith("I") ? "an " : "a ")
                    + leaf
                    + ", not a DoubleView");
      }
    }
  }

  private static String leaf(String code) {
    return switch (code) {
      case "b1", "i1", "u1" -> "ByteView";
      case "i2", "u2", "f2" -> "ShortView";
      case "i4", "u4" -> "IntView";
      case "i8", "u8" -> "LongView";
      case "f4" -> "FloatView";
      case "f8" -> "DoubleView";
      default -> "ItemView";
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"|u1", "<i2", ">i4", "<u8", "<f4", ">f8", "<f16", "|S3", "<c8"})
  void refusesASegmentThatIsTooSmall(String descr) {
    DType dtype = DType.parse(descr);
    int size = dtype.itemsize();
    byte[] bytes = new byte[6 * size - 1];
    MemorySegment segment = MemorySegment.ofArray(bytes);
    assertThatThrownBy(
            () -> NdView.of(segment, dtype, Shape.of(2, 3), Order.C, new Named("short.npy")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "short.npy: an array of "
                + descr
                + " with offset 0, shape (2, 3), strides ["
                + 3 * size
                + ", "
                + size
                + "] reaches bytes 0 to "
                + 6 * size
                + " of a segment of "
                + bytes.length);
    Strided below = Strided.of(0, Shape.of(2), -size);
    assertThatThrownBy(() -> NdView.of(segment, dtype, below, Backing.MEMORY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reaches bytes -" + size + " to " + size);
    assertThat(NdView.of(segment, dtype, Shape.of(2, 0), Order.C, Backing.MEMORY).itemCount())
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"|O", "[('a', '<i4'), ('b', '|O')]"})
  void refusesObjects(String descr) {
    DType dtype = DType.parse(descr);
    MemorySegment segment = MemorySegment.ofArray(new byte[64]);
    assertThatThrownBy(
            () -> NdView.of(segment, dtype, Shape.of(1), Order.C, new Named("objects.npy")))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "objects.npy: elements of "
                + dtype
                + " are Python objects, which are not stored in a segment;"
                + " use ObjectView.empty");
  }
}
