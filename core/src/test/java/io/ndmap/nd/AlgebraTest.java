package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Index;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Errors of views of views that cannot exist, and which of them are writable; their values are
/// NumPy's business (`LiveAlgebraTest`).
class AlgebraTest {

  private static NdView<?> view(String descr, long... sizes) {
    DType dtype = DType.parse(descr);
    Shape shape = Shape.of(sizes);
    byte[] bytes = new byte[(int) shape.byteSize(dtype.itemsize())];
    return NdView.of(MemorySegment.ofArray(bytes), dtype, shape, Order.C, Backing.MEMORY);
  }

  private static void refuses(
      NdView<?> view, Function<NdView<?>, Object> operation, Class<?> error, String message) {
    assertThatThrownBy(() -> operation.apply(view)).isExactlyInstanceOf(error).hasMessage(message);
  }

  private static void refuses(
      NdView<?> view, Function<NdView<?>, Object> operation, String message) {
    refuses(view, operation, IllegalArgumentException.class, message);
  }

  /// All methods that take one axis, in each parameter.
  private static final List<BiFunction<NdView<?>, Integer, Object>> OF_AN_AXIS =
      List.of(
          (v, k) -> v.index(k, 0).strided(),
          (v, k) -> v.slice(k, 0, 1, 1).strided(),
          (v, k) -> v.flip(k).strided(),
          (v, k) -> v.swapAxes(0, k).strided(),
          (v, k) -> v.swapAxes(k, 0).strided(),
          (v, k) -> v.moveAxis(k, 0).strided(),
          (v, k) -> v.moveAxis(0, k).strided(),
          (v, k) -> v.squeeze(k).strided(),
          (v, k) -> v.split(1, k).getFirst().strided(),
          (v, k) -> v.split(new long[] {1}, k).getFirst().strided(),
          (v, k) -> v.diagonal(0, 0, k).strided(),
          (v, k) -> v.diagonal(0, k, 0).strided(),
          (v, k) -> v.slidingWindow(Shape.of(1), k).strided(),
          (v, k) -> v.slidingWindow(Shape.of(2, 1), 0, k).strided(),
          (v, k) -> v.strided().slice(k, new Index.Slice(null, null, -1L)),
          (v, k) -> v.take(new long[] {0, 0}, k).strided(),
          (v, k) -> v.sum(k).strided(),
          (v, k) -> v.cumSum(k).strided());

  @Test
  void countsAxesFromTheEnd() {
    NdView<?> view = view("<f8", 2, 3, 1, 4, 5, 6).index(-2, 0).index(-1, 0);
    assertThat(view.strided()).isEqualTo(Strided.of(0, Shape.of(2, 3, 1, 4), 2880, 960, 960, 240));
    for (BiFunction<NdView<?>, Integer, Object> operation : OF_AN_AXIS) {
      assertThat(operation.apply(view, -2)).isEqualTo(operation.apply(view, 2));
    }
    assertThat(view.index(-4, 1).strided()).isEqualTo(view.index(0, 1).strided());
    assertThat(view.newAxis(-1).shape()).isEqualTo(Shape.of(2, 3, 1, 4, 1));
    assertThat(view.newAxis(-5).shape()).isEqualTo(Shape.of(1, 2, 3, 1, 4));
    assertThat(view.newAxis(-2).shape()).isEqualTo(Shape.of(2, 3, 1, 1, 4));
    assertThat(view.transpose(-1, 0, -2, 1).strided())
        .isEqualTo(view.transpose(3, 0, 2, 1).strided());
  }

  @Test
  void namesTheAxisThatIsNotThere() {
    NdView<?> view = view("<f8", 2, 3);
    for (BiFunction<NdView<?>, Integer, Object> operation : OF_AN_AXIS) {
      for (int axis : new int[] {2, -3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
        refuses(
            view,
            v -> operation.apply(v, axis),
            IndexOutOfBoundsException.class,
            "axis " + axis + " is out of bounds for an array of rank 2");
      }
    }
    refuses(
        view,
        v -> v.size(-1),
        IndexOutOfBoundsException.class,
        "axis -1 is out of bounds for an array of rank 2");
    refuses(
        view,
        v -> v.index(-1, 3),
        IndexOutOfBoundsException.class,
        "index 3 is out of bounds for axis 1 with size 3");
    refuses(
        view("<f8", 5),
        v -> v.diagonal(0, 0, 1),
        IndexOutOfBoundsException.class,
        "axis 1 is out of bounds for an array of rank 1");
    refuses(
        view,
        v -> v.newAxis(3),
        IndexOutOfBoundsException.class,
        "axis 3 is out of bounds for a new axis of an array of rank 2");
    refuses(
        view,
        v -> v.newAxis(-4),
        IndexOutOfBoundsException.class,
        "axis -4 is out of bounds for a new axis of an array of rank 2");
  }

  @Test
  void saysWhatDoesNotFit() {
    NdView<?> view = view("<f8", 2, 3);
    refuses(
        view, v -> v.squeeze(1), "axis 1 of shape (2, 3) cannot be removed: its size is 3, not 1");
    refuses(view, v -> v.split(2, 1), "axis 1 of shape (2, 3) cannot be split into 2 equal parts");
    refuses(view, v -> v.split(0, 1), "axis 1 of shape (2, 3) cannot be split into 0 equal parts");
    refuses(view, v -> v.diagonal(0, 1, 1), "a diagonal needs two different axes, found 1 twice");
    refuses(
        view,
        v -> v.broadcastTo(Shape.of(4, 2, 4)),
        "cannot broadcast shape (2, 3) to shape (4, 2, 4)");
    refuses(view, v -> v.broadcastTo(Shape.of(3)), "cannot broadcast shape (2, 3) to shape (3,)");
    refuses(
        view,
        v -> v.slidingWindow(Shape.of(2)),
        "a window of shape (2,) needs 1 axes to slide along, found 2");
    refuses(
        view,
        v -> v.slidingWindow(Shape.of(2, 4)),
        "a window of shape (2, 4) along axes [0, 1] is longer than shape (2, 3)");
    refuses(
        view,
        v -> v.slidingWindow(Shape.of(-1), 0),
        "the sizes of a shape must not be negative, found (-1,)");
    refuses(view, v -> v.slice(0, 0, 1, 0), "the step of a slice must not be 0");
    refuses(view, v -> v.diagonal(0, 1, -1), "a diagonal needs two different axes, found 1 twice");
    refuses(
        view,
        v -> v.transpose(0, -2),
        "axes [0, -2] are not a permutation of 0 to 1, negative ones counted from the end");
    refuses(
        view,
        v -> v.transpose(0, -3),
        "axes [0, -3] are not a permutation of 0 to 1, negative ones counted from the end");
  }

  @Test
  void reshapesOnlyWithoutACopy() {
    NdView<?> view = view("<f8", 2, 3, 4);
    refuses(
        view.transpose(),
        v -> v.reshape(24),
        "cannot see shape (4, 3, 2) with strides [8, 32, 96] as shape (24,) in order C without a"
            + " copy; use copy() first");
    refuses(
        view,
        v -> v.flatten(Order.F),
        "cannot see shape (2, 3, 4) with strides [96, 32, 8] as shape (24,) in order F without a"
            + " copy; use copy() first");
    assertThat(view.transpose().flatten(Order.F).strided())
        .isEqualTo(Strided.of(0, Shape.of(24), 8));
    refuses(
        view,
        v -> v.reshape(5, 5),
        "cannot reshape shape (2, 3, 4) of 24 elements into shape (5, 5) of 25");
    refuses(
        view, v -> v.reshape(5, -1), "cannot reshape shape (2, 3, 4) of 24 elements into [5, -1]");
    refuses(view, v -> v.reshape(-1, -1), "only one size of a new shape can be -1, found [-1, -1]");
    refuses(
        view, v -> v.reshape(-2, 12), "the sizes of a shape must not be negative, found [-2, 12]");
    refuses(
        view,
        v -> v.reshape(-1, 1L << 40, 1L << 40),
        "cannot reshape shape (2, 3, 4) of 24 elements into [-1, 1099511627776, 1099511627776]");
    assertThat(view.reshape(Order.C, 6, 4).shape()).isEqualTo(Shape.of(6, 4));
    assertThat(view("<f8", 1, 1).reshape().rank()).isZero();
  }

  @Test
  void seesOtherItemsOnlyWhereSizesAllow() {
    NdView<?> view = view("<i4", 2, 3);
    refuses(
        view,
        v -> v.viewAs(DType.FLOAT64),
        DTypeException.class,
        "cannot see elements of <i4 as <f8: the last axis of 3 elements of 4 bytes is not a"
            + " multiple of 8");
    refuses(
        view,
        v -> v.viewAs(DType.parse("|V3")),
        DTypeException.class,
        "cannot see elements of <i4 as |V3: 4 bytes are not a multiple of 3");
    refuses(
        view,
        v -> v.viewAs(DType.parse("|V0")),
        DTypeException.class,
        "cannot see elements of <i4 as |V0: 4 bytes are not a multiple of 0");
    refuses(
        view,
        v -> v.viewAs(DType.parse("|O")),
        DTypeException.class,
        "cannot see elements of <i4 as |O: these would be Python objects");
    refuses(
        view,
        v -> v.viewAs(DType.parse("('<i2', (3,))")),
        DTypeException.class,
        "cannot see elements of <i4 as ('<i2', (3,)): a subarray needs the same itemsize");
    refuses(
        view.transpose(),
        v -> v.viewAs(DType.INT16),
        "cannot see elements of <i4 as <i2: the elements of the last axis must be adjacent where"
            + " the itemsize changes, found offset 0, shape (3, 2), strides [4, 12]");
    refuses(
        view("<i4"),
        v -> v.viewAs(DType.INT16),
        "cannot see elements of <i4 as <i2: the itemsize of an array of rank 0 cannot change");
    refuses(
        view,
        v -> v.viewAs(DType.FLOAT32).as(DoubleView.class),
        DTypeException.class,
        "memory: dtype <f4 needs a FloatView, not a DoubleView");
    IntView big = view.viewAs(DType.parse(">i4")).as(IntView.class);
    view.as(IntView.class).set(1, 2, 0x01020304);
    assertThat(big.get(1, 2)).isEqualTo(0x04030201);
    assertThat(view.viewAs(DType.INT8).as(ByteView.class).get(1, 8)).isEqualTo((byte) 4);
  }

  @Test
  void viewsThatOverlapThemselvesRefuseWrites() {
    DoubleView row = view("<f8", 1, 5).as(DoubleView.class);
    DoubleView repeated = row.broadcastTo(Shape.of(3, 5));
    assertThat(repeated.isReadOnly()).isTrue();
    assertThatThrownBy(() -> repeated.set(0, 0, 1))
        .isExactlyInstanceOf(ReadOnlyViewException.class)
        .hasMessage(
            "memory: the view is read-only, because its elements share memory with one another"
                + " (offset 0, shape (3, 5), strides [0, 8]); write to the array that it was made"
                + " of, or to a copy");
    assertThatThrownBy(() -> repeated.index(0, 0).set(0, 1))
        .isExactlyInstanceOf(ReadOnlyViewException.class)
        .hasMessage("memory: the view is read-only");
    assertThat(repeated.index(0, 0).isReadOnly()).as("views of it too").isTrue();
    assertThat(row.broadcastTo(Shape.of(1, 1, 5)).isReadOnly()).isFalse();
    assertThat(row.slidingWindow(Shape.of(2), 1).isReadOnly()).isTrue();
    assertThat(row.slidingWindow(Shape.of(5), 1).isReadOnly()).as("only one window").isFalse();
    assertThat(row.slidingWindow(Shape.of(1), 1).isReadOnly())
        .as("windows of one element")
        .isFalse();
    row.set(0, 3, 7);
    assertThat(repeated.get(2, 3)).isEqualTo(7);
    MemorySegment memory = MemorySegment.ofArray(new byte[16]);
    Strided layout = Strided.of(0, Shape.of(3), 4);
    assertThat(NdView.of(memory, DType.FLOAT64, layout, Backing.MEMORY).isReadOnly()).isTrue();
    assertThat(NdView.of(memory, DType.FLOAT32, layout, Backing.MEMORY).isReadOnly()).isFalse();
    DoubleView square = view("<f8", 3, 3).as(DoubleView.class);
    square.diagonal(0, 0, 1).set(1, 5);
    assertThat(square.get(1, 1)).isEqualTo(5);
  }

  @Test
  void splitsAnAxis() {
    DoubleView view = view("<f8", 2, 6).as(DoubleView.class);
    assertThat(view.split(3, 1)).extracting(NdView::shape).containsOnly(Shape.of(2, 2)).hasSize(3);
    assertThat(view.split(new long[] {1, 4, 4}, 1))
        .extracting(part -> part.size(1))
        .containsExactly(1L, 3L, 0L, 2L);
    view.split(3, 1).get(2).set(1, 1, 9);
    assertThat(view.get(1, 5)).isEqualTo(9);
  }

  @Test
  void keepsAllItemsOfManyAxes() {
    long[] sizes = {1, 2, 1, 3, 1, 2, 2};
    NdView<?> view = view("<i4", sizes);
    IntView flat = view.flatten(Order.C).as(IntView.class);
    for (int i = 0; i < 24; i++) {
      flat.set(i, i);
    }
    IntView many = view.as(IntView.class);
    assertThat(many.get(0, 1, 0, 2, 0, 1, 0)).isEqualTo(22);
    IntView part = many.index(3, 1).slice(4, 1, 2, 1).flip(1);
    assertThat(part.shape()).isEqualTo(Shape.of(1, 2, 1, 1, 1, 2));
    assertThat(part.toArray()).containsExactly(18, 19, 6, 7);
    assertThat(part.squeeze().shape()).isEqualTo(Shape.of(2, 2));
  }

  @Test
  void staysReadOnlyAndUsableOverMappedMemory() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64).asReadOnly();
      NdView<?> view =
          NdView.of(memory, DType.FLOAT64, Shape.of(8), Order.C, Backing.MEMORY)
              .reshape(2, 2, 2)
              .swapAxes(0, 1);
      assertThat(view.isReadOnly()).isTrue();
      assertThat(view.viewAs(DType.INT16).isReadOnly()).isTrue();
    }
  }
}
