package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.Side;
import io.ndmap.testing.Numpy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Indices, coordinates, masks and searches pick from random views what NumPy picks, bit by bit.
class LiveSelectionTest {
  private static final int FEW_CASES = 300;

  private static final int CASES = 1500;
  private static final int MORE_CASES = 4000;
  private static final int TOGETHER = 250;
  private static final long SEED = 20261120;

  private static final List<String> DTYPES =
      List.of(
          "|b1",
          "|i1",
          "|u1",
          "<i2",
          ">i2",
          "<u2",
          ">u2",
          "<f2",
          ">f2",
          "<i4",
          ">i4",
          "<u4",
          ">u4",
          "<f4",
          ">f4",
          "<i8",
          ">i8",
          "<u8",
          ">u8",
          "<f8",
          ">f8",
          "<c8",
          ">c8",
          "<c16",
          ">c16",
          "<f16",
          "|S5",
          "<U3",
          ">U2",
          "|V3",
          "|V16",
          "<M8[s]",
          ">M8[D]",
          "<m8[ns]",
          "<i4,>f8,S3");

  private static final List<String> NUMBERS =
      List.of(
          "|b1", "|i1", "|u1", "<i2", ">i2", ">u2", "<f2", ">f2", "<i4", ">i4", "<u4", "<f4", ">f4",
          "<i8", ">i8", "<u8", ">u8", "<f8", ">f8");

  /// A case in Python, and what to compare its answers with.
  private record Case(String python, List<Ours> ours) {}

  private interface Ours {
    String hex();
  }

  /// A base array on both sides, and a view of it.
  private record Array(int bytes, MemorySegment memory, NdView<?> view, String python) {}

  private final Random random = new Random(SEED);

  @Test
  void picksWhatNumpyPicks() {
    picksWhatNumpyPicks(FEW_CASES);
  }

  @Tag("slow")
  @Test
  void picksWhatNumpyPicksInManyCases() {
    picksWhatNumpyPicks(CASES);
  }

  @Tag("heavy")
  @Test
  void picksWhatNumpyPicksInMoreCases() {
    picksWhatNumpyPicks(MORE_CASES);
  }

  private void picksWhatNumpyPicks(int many) {
    int compared = 0;
    try (Numpy numpy = Numpy.start();
        Arena arena = Arena.ofConfined()) {
      for (int done = 0; done < many; done += TOGETHER) {
        List<Case> cases = new ArrayList<>();
        for (int k = 0; k < TOGETHER; k++) {
          cases.add(next(arena));
        }
        List<String> answers =
            numpy.run(cases.stream().map(Case::python).collect(Collectors.joining("\n")));
        int at = 0;
        for (Case one : cases) {
          for (Ours ours : one.ours) {
            assertThat(ours.hex()).as(one.python).isEqualTo(answers.get(at++));
            compared++;
          }
        }
        assertThat(at).isEqualTo(answers.size());
      }
      searches(numpy);
    }
    assertThat(compared).isGreaterThanOrEqualTo(many);
  }

  private Case next(Arena arena) {
    return switch (random.nextInt(9)) {
      case 0, 1 -> take(arena);
      case 2 -> gather(arena);
      case 3 -> gatherAt(arena);
      case 4 -> scatter(arena);
      case 5 -> scatterAt(arena);
      case 6 -> select(arena);
      case 7 -> nonZero(arena);
      default -> compare(arena);
    };
  }

  // ---- arrays

  private Array array(Arena arena, String dtype, int minRank) {
    DType type = DType.parse(dtype);
    Shape shape = shape(minRank);
    Order order = random.nextBoolean() ? Order.C : Order.F;
    byte[] data = items(type, shape);
    String python =
        "base = bytearray(%s)\na = np.frombuffer(base, np.dtype('%s')).reshape(%s, order='%s')"
            .formatted(Numpy.bytes(data), dtype, shape, order);
    if (data.length == 0) {
      python = "a = np.zeros(%s, np.dtype('%s'), order='%s')".formatted(shape, dtype, order);
    }
    MemorySegment memory = memory(arena, data);
    NdView<?> view = NdView.of(memory, type, shape, order, Backing.MEMORY);
    return viewed(new Array(data.length, memory, view, python));
  }

  private byte[] items(DType type, Shape shape) {
    byte[] data = new byte[(int) shape.byteSize(type.itemsize())];
    RandomItems.fill(random, type, data);
    if (type.equals(DType.BOOL)) {
      int density = random.nextInt(1, 5);
      for (int i = 0; i < data.length; i++) {
        data[i] = (byte) (random.nextInt(density) == 0 ? 1 : 0);
      }
    } else if (random.nextInt(3) == 0 && type.itemsize() > 0) {
      for (int i = 0; i < data.length; i += type.itemsize()) {
        if (random.nextBoolean()) {
          Arrays.fill(data, i, i + type.itemsize(), (byte) 0);
        }
      }
    }
    return data;
  }

  /// On the heap, or outside of it at any alignment.
  private MemorySegment memory(Arena arena, byte[] data) {
    if (random.nextInt(3) == 0) {
      return MemorySegment.ofArray(data.clone());
    }
    int shift = random.nextInt(8);
    MemorySegment memory = arena.allocate(data.length + shift).asSlice(shift);
    memory.copyFrom(MemorySegment.ofArray(data));
    return memory;
  }

  private Shape shape(int minRank) {
    int rank = random.nextInt(minRank, 5);
    long[] sizes = new long[rank];
    for (int axis = 0; axis < rank; axis++) {
      sizes[axis] = random.nextInt(20) == 0 ? 0 : random.nextInt(1, rank > 2 ? 6 : 40);
    }
    return Shape.of(sizes);
  }

  /// With steps of either sign and its axes in another order.
  private Array viewed(Array array) {
    NdView<?> view = array.view;
    String python = array.python;
    int threads = random.nextInt(1, 5);
    Execution execution = Execution.parallel(threads);
    view = view.on(threads % 2 == 0 ? execution.sortingAccesses() : execution);
    if (view.rank() > 0 && random.nextInt(3) > 0) {
      String index =
          IntStream.range(0, view.rank())
              .mapToObj(
                  axis -> List.of(":", "::-1", "1:", "::2", ":-1", "::-3").get(random.nextInt(6)))
              .collect(Collectors.joining(", "));
      view = view.slice(index);
      python += "\na = a[" + index + "]";
    }
    if (view.rank() > 1 && random.nextInt(3) == 0) {
      List<Integer> axes = new ArrayList<>(IntStream.range(0, view.rank()).boxed().toList());
      java.util.Collections.shuffle(axes, random);
      view = view.transpose(axes.stream().mapToInt(axis -> axis).toArray());
      python += "\na = a.transpose(" + axes + ")";
    }
    return new Array(array.bytes, array.memory, view, python);
  }

  private String dtype() {
    return DTYPES.get(random.nextInt(DTYPES.size()));
  }

  private long[] indices(long size, int count) {
    return size == 0 ? new long[0] : random.longs(count, -size, size).toArray();
  }

  private int count() {
    return random.nextInt(12) == 0 ? 0 : random.nextInt(1, 30);
  }

  private static String ints(long[] indices) {
    return "np.array(" + Arrays.toString(indices) + ", 'i8')";
  }

  private static String hex(NdView<?> view) {
    assertThat(view.isContiguous(Order.C)).isTrue();
    long bytes = view.shape().byteSize(view.dtype().itemsize());
    byte[] data = new byte[(int) bytes];
    MemorySegment.ofArray(data).copyFrom(view.segment().asSlice(view.strided().offset(), bytes));
    return view.shape() + " " + HexFormat.of().formatHex(data);
  }

  private static String hex(MemorySegment memory) {
    byte[] data = new byte[(int) memory.byteSize()];
    MemorySegment.ofArray(data).copyFrom(memory);
    return HexFormat.of().formatHex(data);
  }

  private static String answer(String expression) {
    return "\nx = " + expression + "\nresult.append(str(x.shape) + ' ' + x.tobytes().hex())";
  }

  // ---- cases

  private Case take(Arena arena) {
    Array a = array(arena, dtype(), 1);
    int rank = a.view.rank();
    int axis = random.nextInt(-rank, rank);
    long[] indices = indices(a.view.size(Math.floorMod(axis, rank)), count());
    String python = a.python + answer("a.take(" + ints(indices) + ", axis=" + axis + ")");
    Target target = target(arena, a.view.take(indices, axis));
    return new Case(
        python + target.python,
        List.of(
            () -> hex(a.view.take(indices, axis)),
            () -> {
              a.view.take(indices, axis, target.view);
              return hex(target.memory);
            }));
  }

  /// A target of another layout and maybe another byte order.
  private record Target(NdView<?> view, MemorySegment memory, String python) {}

  private Target target(Arena arena, NdView<?> result) {
    DType type = result.dtype();
    boolean swap = !(type instanceof io.ndmap.dtype.StructType) && random.nextBoolean();
    if (swap) {
      type = type.withByteOrder(ByteOrder.BIG_ENDIAN);
    }
    Order order = random.nextBoolean() ? Order.C : Order.F;
    long[] sizes = result.shape().toArray();
    int step = random.nextInt(1, 3);
    sizes[sizes.length - 1] *= step;
    Shape shape = Shape.of(sizes);
    byte[] zeros = new byte[(int) shape.byteSize(type.itemsize())];
    MemorySegment memory = memory(arena, zeros);
    NdView<?> view = NdView.of(memory, type, shape, order, Backing.MEMORY);
    String python =
        "\nt = np.zeros(%s, x.dtype%s, order='%s')\nt[..., ::%s] = x\nresult.append(t.tobytes('A').hex())"
            .formatted(shape, swap ? ".newbyteorder('>')" : "", order, step);
    return new Target(view.slice("..., ::" + step), memory, python);
  }

  private Case gather(Arena arena) {
    Array a = array(arena, dtype(), 0);
    long[] indices = indices(a.view.itemCount(), count());
    Target target = target(arena, a.view.gather(indices));
    return new Case(
        a.python + answer("a.ravel()[" + ints(indices) + "]") + target.python,
        List.of(
            () -> hex(a.view.gather(indices)),
            () -> {
              a.view.gather(indices, target.view);
              return hex(target.memory);
            }));
  }

  private long[][] coordinates(NdView<?> view) {
    int axes = random.nextInt(1, view.rank() + 1);
    boolean empty = LongStream.of(view.shape().toArray()).limit(axes).anyMatch(size -> size == 0);
    int count = empty ? 0 : count();
    long[][] coordinates = new long[axes][];
    for (int axis = 0; axis < axes; axis++) {
      coordinates[axis] = indices(view.size(axis), count);
    }
    return coordinates;
  }

  private static String tuple(long[][] coordinates) {
    return Arrays.stream(coordinates)
        .map(LiveSelectionTest::ints)
        .collect(Collectors.joining(", ", "(", ",)"));
  }

  private Case gatherAt(Arena arena) {
    Array a = array(arena, dtype(), 1);
    long[][] coordinates = coordinates(a.view);
    Target target = target(arena, a.view.gatherAt(coordinates));
    return new Case(
        a.python + answer("a[" + tuple(coordinates) + "]") + target.python,
        List.of(
            () -> hex(a.view.gatherAt(coordinates)),
            () -> {
              a.view.gatherAt(coordinates, target.view);
              return hex(target.memory);
            }));
  }

  /// Values for places of a shape, in the dtype of the target or its other byte order.
  private Array values(Arena arena, NdView<?> target, Shape shape) {
    boolean one = random.nextInt(5) == 0;
    boolean swap = target.dtype() instanceof ScalarType && random.nextBoolean();
    DType type = swap ? target.dtype().withByteOrder(ByteOrder.BIG_ENDIAN) : target.dtype();
    Shape own = one ? Shape.SCALAR : shape;
    Order order = random.nextBoolean() ? Order.C : Order.F;
    byte[] data = items(type, own);
    NdView<?> view = NdView.of(memory(arena, data), type, own, order, Backing.MEMORY);
    String python =
        "\nd = a.dtype%s\nv = np.frombuffer(%s, d).reshape(%s, order='%s')"
            .formatted(swap ? ".newbyteorder('>')" : "", Numpy.bytes(data), own, order);
    if (data.length == 0) {
      python = "\nv = np.zeros(%s, a.dtype)".formatted(own);
    }
    return new Array(data.length, view.segment(), view, python);
  }

  private Case scatter(Arena arena) {
    Array a = array(arena, dtype(), 0);
    long[] indices = indices(a.view.itemCount(), count());
    Array v = values(arena, a.view, Shape.of(indices.length));
    boolean none = indices.length == 0 || a.bytes == 0;
    return new Case(
        a.python
            + v.python
            + (none ? "" : "\na.flat[" + ints(indices) + "] = v")
            + (a.bytes == 0 ? "\nresult.append('')" : "\nresult.append(base.hex())"),
        List.of(
            () -> {
              a.view.scatter(indices, v.view);
              return hex(a.memory);
            }));
  }

  private Case scatterAt(Arena arena) {
    Array a = array(arena, dtype(), 1);
    long[][] coordinates = coordinates(a.view);
    Array v = values(arena, a.view, a.view.gatherAt(coordinates).shape());
    return new Case(
        a.python
            + v.python
            + "\na["
            + tuple(coordinates)
            + "] = v"
            + (a.bytes == 0 ? "\nresult.append('')" : "\nresult.append(base.hex())"),
        List.of(
            () -> {
              a.view.scatterAt(coordinates, v.view);
              return hex(a.memory);
            }));
  }

  private Case select(Arena arena) {
    Array a = array(arena, dtype(), 0);
    int axes = random.nextInt(a.view.rank() + 1);
    axes = random.nextBoolean() ? a.view.rank() : axes;
    Shape shape = Shape.of(Arrays.copyOf(a.view.shape().toArray(), axes));
    Order order = random.nextBoolean() ? Order.C : Order.F;
    byte[] data = items(DType.BOOL, shape);
    ByteView mask =
        NdView.of(memory(arena, data), DType.BOOL, shape, order, Backing.MEMORY).as(ByteView.class);
    String python =
        "\nm = np.frombuffer(%s, '?').reshape(%s, order='%s')"
            .formatted(Numpy.bytes(data), shape, order);
    if (data.length == 0) {
      python = "\nm = np.zeros(%s, '?')".formatted(shape);
    }
    return new Case(a.python + python + answer("a[m]"), List.of(() -> hex(a.view.select(mask))));
  }

  private Case nonZero(Arena arena) {
    Array a = array(arena, dtype(), 1);
    return new Case(
        a.python + "\nresult.append(str([x.tolist() for x in np.nonzero(a)]))",
        List.of(() -> Arrays.deepToString(a.view.nonZero())));
  }

  private Case compare(Arena arena) {
    Array a = array(arena, NUMBERS.get(random.nextInt(NUMBERS.size())), 0);
    Comparison how = List.of(Comparison.values()).get(random.nextInt(6));
    String sign =
        switch (how) {
          case LESS -> "<";
          case LESS_EQUAL -> "<=";
          case EQUAL -> "==";
          case NOT_EQUAL -> "!=";
          case GREATER_EQUAL -> ">=";
          case GREATER -> ">";
        };
    ScalarKind kind = ((ScalarType) a.view.dtype()).kind();
    long[] some = a.view.itemCount() == 0 ? new long[0] : new long[a.view.rank()];
    boolean near = a.view.itemCount() > 0 && random.nextBoolean();
    if (random.nextBoolean()) {
      long value = random.nextLong() >> random.nextInt(64);
      if (near && !kind.isFloat() && kind != ScalarKind.UINT64) {
        value = a.view.getLong(some) + random.nextInt(-1, 2);
      }
      long number = value;
      return new Case(
          a.python + comparison(sign + " " + value),
          List.of(
              () -> inC(a.view.compare(how, number)),
              () -> hex(a.view.select(how, number)),
              () -> front(a.view, buffer -> a.view.select(how, number, buffer))));
    }
    double[] odd = {0.0, -0.0, 1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    double value =
        switch (random.nextInt(4)) {
          case 0 -> odd[random.nextInt(odd.length)];
          case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(-9, 20));
          case 2 -> near ? Math.nextUp(a.view.getDouble(some)) : random.nextInt(-300, 300);
          default -> near ? a.view.getDouble(some) : random.nextInt(-300, 300) / 2.0;
        };
    String text = "float('" + value + "')";
    return new Case(
        a.python + comparison(sign + " " + text),
        List.of(
            () -> inC(a.view.compare(how, value)),
            () -> hex(a.view.select(how, value)),
            () -> front(a.view, buffer -> a.view.select(how, value, buffer))));
  }

  /// The mask, and what it selects, twice.
  private static String comparison(String condition) {
    return "\nm = np.asarray(a "
        + condition
        + ")"
        + answer("np.ascontiguousarray(m).reshape(a.shape)")
        + answer("a[m]")
        + answer("a[m]");
  }

  /// The results at the front of a larger array, whose rest stays as it was.
  private static String front(NdView<?> view, ToLongFunction<NdView<?>> selection) {
    long items = view.itemCount();
    NdView<?> all = NdView.zeros(view.dtype(), Shape.of(items + 3), Order.C);
    all.segment().fill((byte) 0x5a);
    NdView<?> buffer = all.slice("1:");
    long found = selection.applyAsLong(buffer);
    assertThat(hex(all.slice(":1").copy())).matches("\\(1,\\) (5a)+");
    assertThat(hex(buffer.slice(0, found, items + 2, 1).copy())).matches("\\(\\d+,\\) (5a)+");
    return hex(buffer.slice(0, 0, found, 1).copy());
  }

  private static String inC(NdView<?> view) {
    NdView<?> packed = NdView.zeros(view.dtype(), view.shape(), Order.C);
    view.copyTo(packed);
    return hex(packed);
  }

  // ---- searching

  private void searches(Numpy numpy) {
    for (int k = 0; k < 60; k++) {
      boolean time = k % 10 == 0;
      DType type = DType.parse(time ? "<M8[s]" : NUMBERS.get(random.nextInt(NUMBERS.size())));
      DType other =
          time ? DType.parse(">M8[s]") : DType.parse(NUMBERS.get(random.nextInt(NUMBERS.size())));
      byte[] data = items(type, Shape.of(random.nextInt(10) == 0 ? 0 : random.nextInt(1, 3000)));
      byte[] expected = items(other, Shape.of(random.nextInt(1, 1500)));
      boolean same = !time && random.nextBoolean();
      List<String> answer =
          numpy.run(
              """
              s = np.sort(np.frombuffer(%s, '%s'))
              v = s[::-2] if %s else np.frombuffer(%s, '%s')
              result += [s.tobytes().hex(), v.tobytes().hex()]
              result += [str(np.searchsorted(s, v, side).tolist()) for side in ('left', 'right')]
              """
                  .formatted(
                      Numpy.bytes(data),
                      text(type),
                      same ? "True" : "False",
                      Numpy.bytes(expected),
                      text(other)));
      NdView<?> sorted = vector(type, answer.get(0)).parallel(random.nextInt(1, 5));
      NdView<?> values = vector(same ? type : other, answer.get(1));
      String name = type + " for " + values.dtype();
      assertThat(Arrays.toString(sorted.searchSorted(values, Side.LEFT)))
          .as(name)
          .isEqualTo(answer.get(2));
      assertThat(Arrays.toString(sorted.searchSorted(values, Side.RIGHT)))
          .as(name)
          .isEqualTo(answer.get(3));
    }
  }

  private static String text(DType type) {
    return type instanceof TimeType || type instanceof ScalarType ? type.toString() : "";
  }

  private static NdView<?> vector(DType type, String hex) {
    byte[] data = HexFormat.of().parseHex(hex);
    return NdView.of(
        MemorySegment.ofArray(data),
        type,
        Shape.of(data.length / type.itemsize()),
        Order.C,
        Backing.MEMORY);
  }
}
