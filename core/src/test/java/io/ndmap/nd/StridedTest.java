package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.axes.Layouts;
import io.ndmap.layout.Index;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.testing.Numpy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The view algebra, against a model that lists every element, and against NumPy.
class StridedTest {

  private static final int ITEMSIZE = 8;

  /// An array that knows for every index, in C order, where its element is.
  private static final class Model {

    private final long[] sizes;
    private final long[] offsets;

    Model(long[] sizes, long[] offsets) {
      this.sizes = sizes;
      this.offsets = offsets;
    }

    static Model of(Shape shape) {
      long[] offsets = new long[(int) shape.itemCount()];
      Arrays.setAll(offsets, i -> (long) i * ITEMSIZE);
      return new Model(shape.toArray(), offsets);
    }

    /// Replaces an axis by the given positions of it.
    Model take(int axis, List<Long> positions) {
      long[] newSizes = sizes.clone();
      newSizes[axis] = positions.size();
      List<Long> taken = new ArrayList<>();
      for (long[] index : indices(newSizes)) {
        index[axis] = positions.get((int) index[axis]);
        taken.add(at(index));
      }
      return new Model(newSizes, longs(taken));
    }

    Model reshaped(long... newSizes) {
      return new Model(newSizes, offsets);
    }

    Model permuted(int... axes) {
      long[] newSizes = new long[axes.length];
      Arrays.setAll(newSizes, k -> sizes[axes[k]]);
      List<Long> moved = new ArrayList<>();
      for (long[] index : indices(newSizes)) {
        long[] source = new long[axes.length];
        for (int k = 0; k < axes.length; k++) {
          source[axes[k]] = index[k];
        }
        moved.add(at(source));
      }
      return new Model(newSizes, longs(moved));
    }

    private long at(long[] index) {
      long flat = 0;
      for (int axis = 0; axis < sizes.length; axis++) {
        flat = flat * sizes[axis] + index[axis];
      }
      return offsets[(int) flat];
    }

    private static long[] longs(List<Long> values) {
      return values.stream().mapToLong(Long::longValue).toArray();
    }
  }

  private static List<long[]> indices(long[] sizes) {
    List<long[]> indices = new ArrayList<>();
    if (Arrays.stream(sizes).anyMatch(s -> s == 0)) {
      return indices;
    }
    long[] index = new long[sizes.length];
    while (true) {
      indices.add(index.clone());
      int axis = sizes.length - 1;
      while (axis >= 0 && ++index[axis] == sizes[axis]) {
        index[axis--] = 0;
      }
      if (axis < 0) {
        return indices;
      }
    }
  }

  private static void assertSame(Strided strided, Model model) {
    assertThat(strided.shape().toArray()).isEqualTo(model.sizes);
    long first = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    int flat = 0;
    for (long[] index : indices(model.sizes)) {
      long offset = strided.offsetOf(index);
      assertThat(offset).isEqualTo(model.offsets[flat++]);
      first = Math.min(first, offset);
      end = Math.max(end, offset + ITEMSIZE);
    }
    assertThat(flat).isEqualTo(model.offsets.length);
    if (flat > 0) {
      assertThat(strided.firstByte()).isEqualTo(first);
      assertThat(strided.endByte(ITEMSIZE)).isEqualTo(end);
      boolean inOrder = true;
      for (int i = 1; i < model.offsets.length; i++) {
        inOrder &= model.offsets[i] == model.offsets[i - 1] + ITEMSIZE;
      }
      assertThat(strided.isContiguous(Order.C, ITEMSIZE)).isEqualTo(inOrder);
    } else {
      assertThat(strided.firstByte()).isEqualTo(strided.endByte(ITEMSIZE));
      assertThat(strided.isContiguous(Order.C, ITEMSIZE)).isTrue();
      assertThat(strided.isContiguous(Order.F, ITEMSIZE)).isTrue();
    }
  }

  /// The elements of Python's `range(size)[slice]`, found by walking.
  private static List<Long> positions(long size, Index.Slice slice) {
    long step = slice.step() == null ? 1 : slice.step();
    List<Long> all = new ArrayList<>();
    if (step > 0) {
      long start = slice.start() == null ? 0 : wrap(slice.start(), size);
      long stop = slice.stop() == null ? size : wrap(slice.stop(), size);
      long next = Math.max(0, start);
      while (next < Math.min(stop, size)) {
        all.add(next);
        next = step > size ? size : next + step;
      }
    } else {
      long start = slice.start() == null ? size - 1 : wrap(slice.start(), size);
      long stop = slice.stop() == null ? -1 : Math.max(-1, wrap(slice.stop(), size));
      long next = Math.min(size - 1, start);
      while (next > stop && next >= 0) {
        all.add(next);
        next = step < -size ? -1 : next + step;
      }
    }
    return all;
  }

  private static long wrap(long bound, long size) {
    return bound < 0 ? bound + size : bound;
  }

  private static @Nullable Long bound(Random random, long size) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> null;
      case 2 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
      case 3 -> random.nextLong();
      default -> random.nextLong(-size - 3, size + 4);
    };
  }

  private static Index.Slice slice(Random random, long size) {
    Long step = bound(random, 4);
    return new Index.Slice(
        bound(random, size), bound(random, size), step == null || step == 0 ? null : step);
  }

  private static Shape shape(Random random, int mostAxes) {
    long[] sizes = new long[random.nextInt(mostAxes + 1)];
    Arrays.setAll(sizes, k -> random.nextInt(15) == 0 ? 0 : random.nextInt(1, 6));
    return Shape.of(sizes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void followsTheModel(int seed) {
    Random random = new Random(seed);
    for (int run = 0; run < 100; run++) {
      Shape shape = shape(random, 5);
      Strided strided = Strided.contiguous(shape, ITEMSIZE, Order.C);
      Model model = Model.of(shape);
      for (int step = 0; step < 8; step++) {
        int rank = strided.rank();
        int axis = rank == 0 ? 0 : random.nextInt(rank);
        long size = rank == 0 ? 0 : strided.shape().size(axis);
        switch (random.nextInt(5)) {
          case 0 -> {
            if (rank < 7) {
              int where = random.nextInt(rank + 1);
              strided = strided.newAxis(where);
              List<Long> sizes = new ArrayList<>(Arrays.stream(model.sizes).boxed().toList());
              sizes.add(where, 1L);
              model = model.reshaped(Model.longs(sizes));
            }
          }
          case 1 -> {
            List<Integer> axes = new ArrayList<>();
            for (int k = 0; k < rank; k++) {
              axes.add(random.nextInt(k + 1), k);
            }
            int[] permutation = axes.stream().mapToInt(Integer::intValue).toArray();
            strided = strided.transpose(permutation);
            model = model.permuted(permutation);
          }
          case 2 -> {
            if (rank > 0) {
              strided = strided.flip(axis);
              List<Long> reversed =
                  new ArrayList<>(positions(size, new Index.Slice(null, null, -1L)));
              model = model.take(axis, reversed);
            }
          }
          case 3 -> {
            if (rank > 0) {
              Index.Slice slice = slice(random, size);
              strided = strided.slice(axis, slice);
              model = model.take(axis, positions(size, slice));
            }
          }
          default -> {
            if (rank > 0 && size > 0 && random.nextInt(3) == 0) {
              long position = random.nextLong(-size, size);
              strided = strided.index(axis, position);
              model = model.take(axis, List.of(wrap(position, size)));
              List<Long> sizes = new ArrayList<>(Arrays.stream(model.sizes).boxed().toList());
              sizes.remove(axis);
              model = model.reshaped(Model.longs(sizes));
            }
          }
        }
        assertSame(strided, model);
        assertThat(strided.firstByte()).isGreaterThanOrEqualTo(0);
        assertThat(strided.endByte(ITEMSIZE))
            .isLessThanOrEqualTo(Math.max(ITEMSIZE, shape.itemCount() * ITEMSIZE));
      }
    }
  }

  @Test
  void indexesAsNumpyDoes() {
    Random random = new Random(11);
    StringBuilder python = new StringBuilder();
    List<String> found = new ArrayList<>();
    for (int run = 0; run < 1500; run++) {
      Shape shape = shape(random, 6);
      boolean fortran = random.nextBoolean();
      String text = indexText(random, shape);
      Strided whole = Strided.contiguous(shape, ITEMSIZE, fortran ? Order.F : Order.C);
      found.add(describe(whole, text));
      python
          .append("a = np.zeros(")
          .append(shape)
          .append(fortran ? ", order='F')\n" : ")\n")
          .append("try:\n  i = np.s_[")
          .append(text.isEmpty() ? "()" : text)
          .append("]\n")
          .append("  i = i if isinstance(i, tuple) else (i,)\n")
          .append("  b = a[i]\n")
          .append("  b = b if isinstance(b, np.ndarray) else a[i + (...,)]\n")
          .append("  off = b.__array_interface__['data'][0] - a.__array_interface__['data'][0]\n")
          .append("  r = str(b.shape)\n")
          .append("  if b.size: r += f' {off} '\n")
          .append(
              "  if b.size: r += ' '.join(str(s) for s, n in zip(b.strides, b.shape) if n > 1)\n")
          .append("except IndexError as e: r = 'IndexError'\n")
          .append("result.append(r)\n");
    }
    try (Numpy numpy = Numpy.start()) {
      List<String> expected = numpy.run(python.toString());
      assertThat(found).hasSameSizeAs(expected);
      for (int i = 0; i < found.size(); i++) {
        assertThat(found.get(i)).as("index %d", i).isEqualTo(expected.get(i));
      }
      assertThat(expected).contains("IndexError");
    }
  }

  private static String describe(Strided whole, String text) {
    Strided part;
    try {
      part = whole.apply(Index.parse(text));
    } catch (IndexOutOfBoundsException e) {
      return "IndexError";
    }
    if (part.shape().itemCount() == 0) {
      return part.shape().toString();
    }
    List<String> strides = new ArrayList<>();
    for (int axis = 0; axis < part.rank(); axis++) {
      if (part.shape().size(axis) > 1) {
        strides.add(Long.toString(part.stride(axis)));
      }
    }
    return part.shape() + " " + part.offset() + " " + String.join(" ", strides);
  }

  private static String indexText(Random random, Shape shape) {
    int count = random.nextInt(shape.rank() + 2);
    boolean ellipsis = false;
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long size = i < shape.rank() ? shape.size(i) : 2;
      switch (random.nextInt(6)) {
        case 0 -> parts.add(random.nextBoolean() ? "None" : "np.newaxis");
        case 1 -> {
          parts.add(ellipsis ? ":" : "...");
          ellipsis = true;
        }
        case 2 -> parts.add(Long.toString(random.nextLong(-size - 1, size + 1)));
        default -> {
          Index.Slice slice = slice(random, size);
          parts.add(random.nextBoolean() ? slice.toString() : spaced(slice));
        }
      }
    }
    return parts.stream().collect(Collectors.joining(random.nextBoolean() ? "," : " , "));
  }

  private static String spaced(Index.Slice slice) {
    return (slice.start() + " : " + slice.stop() + " : " + slice.step()).replace("null", "None");
  }

  @Test
  void holdsStepsOfAnySize() {
    Strided row = Strided.contiguous(Shape.of(10), ITEMSIZE, Order.C);
    for (long step : new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 8, 10}) {
      assertThat(row.slice(0, new Index.Slice(3L, null, step)))
          .isEqualTo(Strided.of(24, Shape.of(1), ITEMSIZE));
    }
    for (long step : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -10}) {
      assertThat(row.slice(0, new Index.Slice(null, null, step)))
          .isEqualTo(Strided.of(72, Shape.of(1), ITEMSIZE));
    }
    assertThat(row.slice(0, new Index.Slice(Long.MIN_VALUE, Long.MAX_VALUE, null))).isEqualTo(row);
    assertThat(row.slice(0, new Index.Slice(Long.MAX_VALUE, Long.MIN_VALUE, -1L)))
        .isEqualTo(row.flip(0));
  }

  @Test
  void countsBeyondInt() {
    Strided huge = Strided.contiguous(Shape.of(1L << 20, 1L << 20), 1, Order.C);
    assertThat(huge.offsetOf((1L << 20) - 1, (1L << 20) - 1)).isEqualTo((1L << 40) - 1);
    assertThat(huge.slice(1, new Index.Slice(-1L, null, -(1L << 19))).shape())
        .isEqualTo(Shape.of(1L << 20, 2));
    assertThat(huge.endByte(1)).isEqualTo(1L << 40);
  }

  @Test
  void appendsInnerAxes() {
    Strided outer = Strided.of(5, Shape.of(3), 24);
    Strided inner = Strided.of(1, Shape.of(2, 2), 8, 4);
    assertThat(outer.append(inner)).isEqualTo(Strided.of(6, Shape.of(3, 2, 2), 24, 8, 4));
    assertThat(outer.shift(7)).isEqualTo(Strided.of(12, Shape.of(3), 24));
    assertThat(outer)
        .hasToString("offset 5, shape (3,), strides [24]")
        .hasSameHashCodeAs(outer.shift(0));
  }

  @Test
  void saysWhatIsWrong() {
    Strided strided = Strided.contiguous(Shape.of(3, 4), ITEMSIZE, Order.C);
    long[] ones = new long[Shape.MAX_RANK];
    Arrays.fill(ones, 1);
    Strided most = Strided.contiguous(Shape.of(ones), 1, Order.C);
    refused(
        () -> strided.index(1, 4),
        IndexOutOfBoundsException.class,
        "index 4 is out of bounds for axis 1 with size 4");
    refused(
        () -> strided.index(0, -4),
        IndexOutOfBoundsException.class,
        "index -4 is out of bounds for axis 0 with size 3");
    refused(
        () -> strided.index(0, Long.MIN_VALUE),
        IndexOutOfBoundsException.class,
        "index -9223372036854775808 is out of bounds for axis 0 with size 3");
    refused(
        () -> strided.index(2, 0),
        IndexOutOfBoundsException.class,
        "axis 2 is out of bounds for an array of rank 2");
    refused(
        () -> strided.flip(-3),
        IndexOutOfBoundsException.class,
        "axis -3 is out of bounds for an array of rank 2");
    refused(
        () -> strided.stride(2),
        IndexOutOfBoundsException.class,
        "axis 2 is out of bounds for an array of rank 2");
    refused(
        () -> strided.stride(-1),
        IndexOutOfBoundsException.class,
        "axis -1 is out of bounds for an array of rank 2");
    refused(
        () -> strided.slice(2, new Index.Slice(null, null, null)),
        IndexOutOfBoundsException.class,
        "axis 2 is out of bounds for an array of rank 2");
    refused(
        () -> strided.newAxis(3),
        IndexOutOfBoundsException.class,
        "axis 3 is out of bounds for a new axis of an array of rank 2");
    refused(
        () -> most.newAxis(0),
        IllegalArgumentException.class,
        "an array has at most 64 axes, found 65");
    refused(
        () -> most.apply(Index.parse("None, 0, None")),
        IllegalArgumentException.class,
        "an array has at most 64 axes, found 65");
    assertThat(most.apply(Index.parse("None, 0")).shape()).isEqualTo(most.shape());
    refused(
        () -> strided.transpose(0),
        IllegalArgumentException.class,
        "axes [0] do not match an array of rank 2");
    refused(
        () -> strided.transpose(0, 0),
        IllegalArgumentException.class,
        "axes [0, 0] are not a permutation of 0 to 1, negative ones counted from the end");
    refused(
        () -> strided.transpose(0, 2),
        IllegalArgumentException.class,
        "axes [0, 2] are not a permutation of 0 to 1, negative ones counted from the end");
    refused(
        () -> strided.apply(Index.parse("0, 0, 0")),
        IndexOutOfBoundsException.class,
        "too many indices: the array has rank 2, but 3 were given");
    refused(
        () -> strided.apply(List.of(Index.ellipsis(), Index.ellipsis())),
        IllegalArgumentException.class,
        "an index has at most one ellipsis ('...'), found 2");
    refused(
        () -> strided.apply(Index.parse("None, 0, 7")),
        IndexOutOfBoundsException.class,
        "index 7 is out of bounds for axis 1 with size 4");
    refused(
        () -> strided.apply(Index.parse("..., 9")),
        IndexOutOfBoundsException.class,
        "index 9 is out of bounds for axis 1 with size 4");
    refused(
        () -> strided.offsetOf(0, 4),
        IndexOutOfBoundsException.class,
        "index 4 is out of bounds for axis 1 with size 4");
    refused(
        () -> strided.offsetOf(0),
        IllegalArgumentException.class,
        "an array of rank 2 takes 2 indices, found 1");
    refused(
        () -> Strided.of(0, Shape.of(2), 1, 2),
        IllegalArgumentException.class,
        "the shape (2,) needs 1 strides, found 2");
    refused(
        () -> Strided.contiguous(Shape.of(0, 1L << 61), 4, Order.C),
        IllegalArgumentException.class,
        "the shape (0, 2305843009213693952) of 4 bytes an element exceeds 2^63-1 bytes");
  }

  private static void refused(
      Supplier<?> action, Class<? extends RuntimeException> type, String text) {
    assertThatThrownBy(action::get).isExactlyInstanceOf(type).hasMessage(text);
  }

  @Test
  void dropsAxesOfOneItem() {
    Strided layout = Strided.of(7, Shape.of(1, 3, 1, 0, 2, 1), 5, -4, 0, 9, 8, Long.MAX_VALUE);
    assertThat(Layouts.withoutUnitAxes(layout))
        .isEqualTo(Strided.of(7, Shape.of(3, 0, 2), -4, 9, 8));
    assertThat(Layouts.withoutUnitAxes(Strided.of(3, Shape.of(1, 1), 6, 6)))
        .isEqualTo(Strided.of(3, Shape.SCALAR));
    assertThat(Layouts.withoutUnitAxes(Strided.of(3, Shape.SCALAR)))
        .isEqualTo(Strided.of(3, Shape.SCALAR));
    Strided plain = Strided.contiguous(Shape.of(4, 5), 8, Order.F);
    assertThat(Layouts.withoutUnitAxes(plain)).isEqualTo(plain);
  }

  /// Otherwise offsets would wrap round, and an array that no segment holds would seem to fit.
  @Test
  void refusesOffsetsBeyondALong() {
    String end = " has elements before byte -2^63 or after byte 2^63-2^31";
    assertThatThrownBy(() -> Strided.of(0, Shape.of(1L << 62), 4))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("a layout of shape (4611686018427387904,) and strides [4] at byte 0" + end);
    assertThatThrownBy(() -> Strided.of(Long.MIN_VALUE, Shape.of(2), -1))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(end);
    assertThatThrownBy(() -> Strided.of(Long.MAX_VALUE, Shape.SCALAR))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(end);
    Strided far = Strided.of(1L << 62, Shape.of(2), 1);
    assertThatThrownBy(() -> far.shift(1L << 62))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a layout of shape (2,) and strides [1] at byte 4611686018427387904 +"
                + " 4611686018427387904"
                + end);
    assertThatThrownBy(() -> far.append(Strided.of(1L << 61, Shape.of(3), 1L << 60)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(end);
    assertThat(Strided.of(5, Shape.of(0, 1L << 62), 1, 4).endByte(8)).isEqualTo(5);
  }
}
