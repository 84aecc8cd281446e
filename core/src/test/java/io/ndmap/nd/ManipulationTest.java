package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.array.AlongAxis;
import io.ndmap.array.Calculus;
import io.ndmap.array.Creation;
import io.ndmap.array.Manipulation;
import io.ndmap.array.Padding;
import io.ndmap.array.Products;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Targets that share memory with what is stored in them, objects, positions beyond what is taken
/// at once, and the texts of errors.
class ManipulationTest {

  private static LongView numbers(long... sizes) {
    return Creation.arange(Shape.of(sizes).itemCount()).reshape(sizes);
  }

  /// Stores into a target in the memory of the array what is stored into another one.
  private static void inPlace(
      LongView array, LongView target, BiConsumer<LongView, LongView> store) {
    LongView expected = target.copy();
    store.accept(array.copy(), expected);
    store.accept(array, target);
    assertThat(target.contentEquals(expected)).isTrue();
  }

  @Test
  void targetsMayShareMemoryWithTheArray() {
    Random random = new Random(3);
    for (int k = 0; k < 300; k++) {
      long shift = random.nextInt(-9, 9);
      LongView all = numbers(40, 6);
      int from = random.nextInt(5);
      int to = random.nextInt(5);
      LongView array = all.slice(0, from, from + 20, random.nextInt(1, 3));
      LongView target = all.slice(0, to, to + array.size(0));
      int axis = random.nextInt(2);
      Padding how = List.of(Padding.values()).get(random.nextInt(4));
      switch (k % 8) {
        case 0 -> inPlace(array, target, (a, t) -> Manipulation.roll(a, shift, axis, t));
        case 1 ->
            inPlace(
                array,
                target,
                (a, t) -> Manipulation.roll(a, new long[] {2, shift}, new int[] {0, 1}, t));
        case 2 -> inPlace(array, target, (a, t) -> Creation.tril(a, shift, t));
        case 3 -> inPlace(array, array, (a, t) -> Creation.triu(a, shift, t));
        case 4 ->
            inPlace(
                array.slice(0, 0, 5),
                all.slice(0, to, to + 15),
                (a, t) -> Manipulation.repeat(a, 3, 0, t));
        case 5 ->
            inPlace(
                array.slice(0, 0, 5),
                all.slice(0, to, to + 9),
                (a, t) -> Manipulation.repeat(a, new long[] {1, 0, 3, 4, 1}, 0, t));
        case 6 ->
            inPlace(
                array.slice(0, 0, 5),
                all.slice(0, to, to + 15),
                (a, t) -> Manipulation.tile(a, new long[] {3, 1}, t));
        default ->
            inPlace(
                array.slice(0, 0, 5),
                all.slice(0, to, to + 9),
                (a, t) -> Manipulation.pad(a, new long[][] {{1, 3}, {0, 0}}, how, t));
      }
    }
  }

  @Test
  void joinedArraysMayLieInTheTarget() {
    Random random = new Random(4);
    for (int k = 0; k < 100; k++) {
      LongView all = numbers(24);
      List<LongView> parts =
          List.of(
              all.slice(0, random.nextInt(18), 99).slice(0, 0, 6),
              all.slice(0, random.nextInt(18), 99).slice(0, 0, 6).flip(0),
              all.slice(0, 0, 12, 2));
      LongView target = all.slice(0, random.nextInt(6), 99).slice(0, 0, 18);
      NdView<?> expected = NdView.concatenate(0, parts);
      NdView.concatenate(0, parts, target);
      assertThat(target.contentEquals(expected)).isTrue();
    }
  }

  @Test
  void tooMuchSharedMemoryIsRefused() {
    ByteView large = NdView.zeros(DType.INT8, 65L << 20).as(ByteView.class);
    List<Consumer<ByteView>> stores =
        List.of(
            a -> Manipulation.roll(a, 1, 0, a),
            a -> Manipulation.repeat(a, new long[] {1}, 0, a),
            a -> NdView.concatenate(0, List.of(a.slice(0, 1, a.size(0)), a.slice(0, 0, 1)), a),
            a -> Creation.tril(a.reshape(65, -1).slice("::-1"), 0, a.reshape(65, -1)));
    for (Consumer<ByteView> store : stores) {
      assertThatThrownBy(() -> store.accept(large))
          .isInstanceOf(OverlapException.class)
          .hasMessageContaining("shares bytes with the target");
    }
  }

  @Test
  void objectsMoveToo() {
    ObjectView objects = ObjectView.of(Arrays.asList("a", null, 3));
    assertThat(Manipulation.roll(objects, 1, 0).toList()).isEqualTo(Arrays.asList(3, "a", null));
    NdView<?> numbers = NdView.of(new long[] {3, 1, 2});
    assertThat(Manipulation.roll(numbers, Long.MIN_VALUE)).hasToString("[2 3 1]");
    assertThat(Manipulation.roll(objects, 1).toList()).isEqualTo(Arrays.asList(3, "a", null));
    assertThat(Manipulation.tile(objects, 2).toList())
        .isEqualTo(Arrays.asList("a", null, 3, "a", null, 3));
    assertThat(Manipulation.repeat(objects, new long[] {0, 1, 2}, 0).toList())
        .isEqualTo(Arrays.asList(null, 3, 3));
    assertThat(Manipulation.pad(objects, new long[][] {{1}}, Padding.WRAP).toList())
        .isEqualTo(Arrays.asList(3, "a", null, 3, "a"));
    assertThat(Manipulation.delete(objects, new long[] {1}, 0).toList()).isEqualTo(List.of("a", 3));
    assertThat(Creation.zerosLike(objects).toList()).isEqualTo(Arrays.asList(null, null, null));
    ObjectView other = ObjectView.of(Arrays.asList("x", "y", "z"));
    Manipulation.roll(objects, -1, 0, other);
    assertThat(other.toList()).isEqualTo(Arrays.asList(null, 3, "a"));
    assertThatThrownBy(() -> Manipulation.stack(0, List.of(objects, objects)))
        .isInstanceOf(DTypeException.class);
    assertThatThrownBy(() -> Manipulation.resize(objects, 7)).isInstanceOf(DTypeException.class);
  }

  @Test
  void manyPositionsAreTakenInBatches() {
    LongView array = numbers(3);
    LongView padded =
        Manipulation.pad(array, new long[][] {{1 << 20, (1 << 20) + 7}}, Padding.WRAP);
    assertThat(padded.size(0)).isEqualTo((1 << 21) + 10);
    for (long at : new long[] {0, 1, (1 << 20) - 1, 1 << 20, padded.size(0) - 1}) {
      assertThat(padded.get(at)).as("%s", at).isEqualTo(Math.floorMod(at - (1 << 20), 3));
    }
    LongView repeated = Manipulation.repeat(array, new long[] {1, 3_000_000, 2}, 0);
    assertThat(repeated.slice(0, 1, 3_000_001).sum()).isEqualTo(3_000_000);
    assertThat(repeated.slice(0, 3_000_001, 3_000_003).toArray()).containsExactly(2, 2);
    LongView zeros = NdView.zeros(DType.INT64, 5_000_000).as(LongView.class);
    zeros.set(3_333_333, 1);
    zeros.set(3_333_335, 1);
    assertThat(Manipulation.trimZeros(zeros).toArray()).containsExactly(1, 0, 1);
    assertThat(Manipulation.trimZeros(zeros).strided().offset()).isEqualTo(8 * 3_333_333L);
  }

  @Test
  void viewsAreOfTheSameMemory() {
    LongView array = numbers(4, 6);
    Manipulation.rot90(array, 1, 0, 1).set(0, 0, -1);
    assertThat(array.get(0, 5)).isEqualTo(-1);
    Manipulation.unstack(array, 0).get(2).set(3, -2);
    assertThat(array.get(2, 3)).isEqualTo(-2);
    Manipulation.arraySplit(array, 4, 1).get(1).set(0, 0, -3);
    assertThat(array.get(0, 2)).isEqualTo(-3);
    assertThat(Manipulation.broadcast(List.of(array, numbers(6)))).allMatch(v -> v.size(0) == 4);
    assertThatThrownBy(
            () -> Creation.meshgrid(List.of(array.index(0, 0), numbers(2))).get(0).fill(1L))
        .isInstanceOf(ReadOnlyViewException.class);
    LongView empty = array.emptyLike(Shape.of(2, 3), Order.F);
    assertThat(empty.isContiguous(Order.F)).isTrue();
    assertThat(array.transpose().emptyLike().isContiguous(Order.F)).isTrue();
  }

  @Test
  void asManyAxesAsThereMayBe() {
    long[] sizes = new long[Shape.MAX_RANK];
    Arrays.fill(sizes, 1);
    sizes[3] = 2;
    sizes[Shape.MAX_RANK - 1] = 3;
    LongView array = NdView.of(new long[] {3, 1, 2, 6, 5, 4}, sizes);
    int last = Shape.MAX_RANK - 1;
    assertThat(items(array.sorted())).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(array.argSort().toArray()).containsExactly(1, 2, 0, 5, 4, 3);
    assertThat(items(array.uniqueInverse())).containsExactly(2, 0, 1, 5, 4, 3);
    assertThat(items(Manipulation.repeat(array, 2, last)))
        .containsExactly(3, 3, 1, 1, 2, 2, 6, 6, 5, 5, 4, 4);
    long[] counts = new long[Shape.MAX_RANK];
    Arrays.fill(counts, 1);
    counts[0] = 2;
    assertThat(items(Manipulation.tile(array, counts)))
        .containsExactly(3, 1, 2, 6, 5, 4, 3, 1, 2, 6, 5, 4);
    counts[0] = 1;
    counts[last] = 2;
    assertThat(items(Manipulation.tile(array, counts)))
        .containsExactly(3, 1, 2, 3, 1, 2, 6, 5, 4, 6, 5, 4);
    LongView two = NdView.of(new long[] {1, 10}, 2);
    NdView<?> product = Products.kron(array, two);
    assertThat(items(product.as(LongView.class)))
        .containsExactly(3, 30, 1, 10, 2, 20, 6, 60, 5, 50, 4, 40);
    sizes[last] = 0;
    LongView none = NdView.of(new long[0], sizes);
    assertThat(Manipulation.repeat(none, 2, 3).size(3)).isEqualTo(4);
    assertThat(Manipulation.tile(none, counts).itemCount()).isZero();
  }

  private static long[] items(LongView view) {
    return view.longs().toArray();
  }

  @Test
  void anAllocatorIsNotAskedForWhatIsRefused() {
    Allocations none = new Allocations();
    LongView array = numbers(2, 3).on(Execution.SEQUENTIAL.allocating(none));
    List<Runnable> refused =
        List.of(
            () -> Manipulation.pad(array, new long[][] {{1}}, "x"),
            () -> Manipulation.pad(array.slice("0:0"), new long[][] {{1}}, Padding.MEAN),
            () -> Creation.fullLike(array, BigInteger.ONE.shiftLeft(70)),
            () -> Creation.fullLike(array, numbers(4)),
            () -> AlongAxis.take(array, numbers(2), 0),
            () -> Calculus.gradient(array, 1, 0, 3));
    assertThat(refused)
        .allSatisfy(one -> assertThatThrownBy(one::run).isInstanceOf(RuntimeException.class));
    assertThat(none.count).isZero();
    var _ = Creation.fullLike(array, 1);
    assertThat(none.count).isEqualTo(1);
  }

  /// Counts what is asked for.
  private static final class Allocations implements SegmentAllocator {
    private int count;

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
      count++;
      return MemorySegment.ofArray(new long[(int) Math.ceilDiv(bytes, Long.BYTES)]);
    }
  }

  @Test
  void saysWhatIsWrong() {
    LongView array = numbers(2, 3);
    NdView<?> small = NdView.zeros(DType.INT64, 2, 2);
    assertThatThrownBy(() -> Manipulation.roll(array, 1, 0, small))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the result has shape (2, 3), the target memory has shape (2, 2)");
    assertThatThrownBy(() -> NdView.concatenate(0, List.of(array, array), small))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the joined arrays have shape (4, 3), the target memory has shape (2, 2)");
    NdView<?> bits = NdView.zeros(DType.BOOL, 2, 3);
    assertThatThrownBy(() -> NdView.concatenate(0, List.of(array), bits))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "cannot convert elements of <i8 of memory into elements of |b1 of memory under the rule"
                + " SAME_KIND");
    assertThatThrownBy(() -> Manipulation.roll(array, 1, 0, bits))
        .isInstanceOf(DTypeException.class);
    assertThatThrownBy(() -> Manipulation.roll(array, new long[2], new int[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("each axis needs a shift, found 2 for 1");
    assertThatThrownBy(() -> Manipulation.pad(array, new long[3][2], 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("margins of 3 axes do not match shape (2, 3)");
    assertThatThrownBy(() -> Manipulation.pad(array, new long[][] {{1, -1}}, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an axis has one or two margins that are not negative, found [1, -1]");
    assertThatThrownBy(() -> Manipulation.pad(numbers(2, 0), new long[][] {{1, 1}}, Padding.EDGE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("axis 1 of shape (2, 0) has no elements for margins; use a constant");
    assertThatThrownBy(() -> Manipulation.repeat(array, new long[] {1, 2, 3, 4}, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("4 counts do not match axis 1 of shape (2, 3)");
    assertThatThrownBy(() -> Manipulation.tile(array, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a number of repetitions must not be negative, found -1");
    assertThatThrownBy(() -> Manipulation.delete(array, new long[] {3}, 1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("index 3 is out of bounds for axis 1 with size 3");
    assertThatThrownBy(() -> Manipulation.insert(array, -4, array.index(1, 0), 1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("index -4 is out of bounds for axis 1 with size 3");
    assertThatThrownBy(() -> Manipulation.moveAxes(array, new int[] {0, -2}, new int[] {0, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("axes [0, -2] of shape (2, 3) contain an axis twice");
    assertThatThrownBy(() -> Manipulation.arraySplit(array, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least 1 part, found 0");
    assertThatThrownBy(() -> Manipulation.block(List.of(array, List.of(array))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "blocks must be in lists of one depth, found an array in 1 and a list in as many");
    assertThatThrownBy(() -> Manipulation.block(List.of(List.of(array), array)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blocks must be in lists of one depth, found an array in 2 and another in 1");
    assertThatThrownBy(() -> Manipulation.block(List.of(List.of(), List.of(array))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a list of blocks must not be empty");
    assertThatThrownBy(() -> Manipulation.block(List.of("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blocks are views or lists of them, found a java.lang.String");
    assertThatThrownBy(() -> Manipulation.block(List.of(array, numbers(3, 3))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blocks of shapes (2, 3) and (3, 3) cannot be joined along axis 1");
  }
}
