package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Reduction;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Elements of a Java array, of an arena, and in memory that loops read in place have results of
/// the same bits, in every layout, and so have small views, which have loops of their own.
class WholeReductionTest {

  private static final int[] COUNTS = {
    1, 2, 3, 4, 7, 8, 9, 12, 15, 16, 17, 31, 63, 64, 65, 99, 100, 126, 127, 128, 129, 300, 2049,
    16_384, 40_003
  };

  static final List<Reduction> OPERATIONS =
      List.of(
          Reduction.SUM,
          Reduction.PROD,
          Reduction.NAN_PROD,
          Reduction.MEAN,
          Reduction.VAR,
          Reduction.MIN,
          Reduction.MAX,
          Reduction.ARG_MIN,
          Reduction.ARG_MAX,
          Reduction.ANY,
          Reduction.ALL,
          Reduction.COUNT,
          Reduction.COUNT_NONZERO,
          Reduction.NAN_SUM,
          Reduction.NAN_MEAN,
          Reduction.NAN_STD,
          Reduction.NAN_MIN,
          Reduction.NAN_MAX,
          Reduction.NAN_ARG_MIN,
          Reduction.NAN_ARG_MAX);

  private static final Map<String, Function<NdView<?>, Object>> REDUCTIONS = new LinkedHashMap<>();

  static {
    REDUCTIONS.put("sum", NdView::sum);
    REDUCTIONS.put("prod", NdView::prod);
    REDUCTIONS.put("prodLong", NdView::prodLong);
    REDUCTIONS.put("mean", NdView::mean);
    REDUCTIONS.put("var", NdView::var);
    REDUCTIONS.put("std", view -> item(view.reduce(Reduction.STD.ddof(1))));
    REDUCTIONS.put("moments", NdView::moments);
    REDUCTIONS.put("min", NdView::min);
    REDUCTIONS.put("max", NdView::max);
    REDUCTIONS.put("reduce(MIN)", view -> item(view.reduce(Reduction.MIN)));
    REDUCTIONS.put("argMin", NdView::argMin);
    REDUCTIONS.put("argMax", NdView::argMax);
    REDUCTIONS.put("nanSum", NdView::nanSum);
    REDUCTIONS.put("nanMean", NdView::nanMean);
    REDUCTIONS.put("nanStd", NdView::nanStd);
    REDUCTIONS.put("nanMin", NdView::nanMin);
    REDUCTIONS.put("nanMax", NdView::nanMax);
    REDUCTIONS.put("nanArgMin", NdView::nanArgMin);
    REDUCTIONS.put("nanArgMax", NdView::nanArgMax);
    REDUCTIONS.put("any", NdView::any);
    REDUCTIONS.put("all", NdView::all);
    REDUCTIONS.put("count", NdView::count);
    REDUCTIONS.put("countNonZero", NdView::countNonZero);
    REDUCTIONS.put("reduce(SUM)", view -> item(view.reduce(Reduction.SUM)));
    REDUCTIONS.put("reduce(PROD)", view -> item(view.reduce(Reduction.PROD)));
    REDUCTIONS.put("reduce(MEAN)", view -> item(view.reduce(Reduction.MEAN)));
    REDUCTIONS.put("reduce(VAR)", view -> item(view.reduce(Reduction.VAR)));
    REDUCTIONS.put("reduce(MAX)", view -> item(view.reduce(Reduction.MAX)));
    REDUCTIONS.put("reduce(ARG_MAX)", view -> item(view.reduce(Reduction.ARG_MAX)));
  }

  private static final List<Map.Entry<String, Function<NdView<?>, Object>>> EACH =
      List.copyOf(REDUCTIONS.entrySet());

  private static final Map<String, Function<NdView<?>, NdView<?>>> SMALL = new LinkedHashMap<>();

  static {
    for (String slice :
        List.of(
            "5, 0, 4, 8",
            "0, :, 1",
            "::-1, :, 2, 3",
            "2, 0, ::2, ::-3",
            "1:5:3",
            "::2, 0, 1:4, ::2",
            "::-2, ::-1, ::-2, ::-2",
            ":, :, 0, :",
            ":, :, :, 4",
            "4:, :, 4:, 4")) {
      SMALL.put("[" + slice + "]", view -> view.slice(slice));
    }
    SMALL.put("T", view -> view.slice("1:3, 0").transpose(2, 1, 0));
    SMALL.put("broadcast", view -> view.slice("3, 0, 1, :").broadcastTo(Shape.of(14, 9)));
    SMALL.put("one, often", view -> view.slice("3, 0, 1, 2").broadcastTo(Shape.of(3, 41)));
    SMALL.put("windows", view -> view.slice("3, 0, 1, :").slidingWindow(Shape.of(4), 0));
    SMALL.put("diagonal", view -> view.slice("1, 0").diagonal(0, 0, 1));
    SMALL.put(
        "127", view -> view.slice("5, 0, 4, 7:").broadcastTo(Shape.of(127, 1, 2)).slice(":, :, 1"));
  }

  private static Stream<String> realDTypes() {
    return Stream.of(
        "?", "i1", "u1", "<i2", "<u2", "<f2", "<i4", "<u4", "<f4", "<i8", "<u8", "<f8", ">f8",
        ">i4", ">u2", ">f4", ">i8", "<f16", "<m8[s]", ">M8[s]");
  }

  @ParameterizedTest
  @MethodSource("realDTypes")
  void haveTheSameResultsInNativeMemoryAndInAnArray(String text) {
    // Of each count an operation meets one of the rounds, at most.
    compareMemory(text, 9);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("realDTypes")
  void haveTheSameResultsOfManyRoundsInNativeMemoryAndInAnArray(String text) {
    // Of each count an operation meets two of the rounds, at most.
    compareMemory(text, 3);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("realDTypes")
  void haveTheSameResultsOfAllRoundsInNativeMemoryAndInAnArray(String text) {
    compareMemory(text, 1);
  }

  private static void compareMemory(String text, int step) {
    DType dtype = DType.parse(text);
    Random random = new Random(dtype.itemsize());
    int first = Math.floorMod(text.hashCode(), step);
    for (int count : COUNTS) {
      // Each count begins with other operations.
      int next = first++;
      // Large counts run one round for each kind of numbers and of memory.
      for (int round = count > 300 ? 1 : 0; round < 6; round += count > 300 ? 3 : 1) {
        byte[] items = items(random, dtype, count, round);
        NdView<?> heap = view(MemorySegment.ofArray(items), dtype, count);
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment memory = arena.allocate(items.length + 1L).asSlice(1);
          memory.copyFrom(MemorySegment.ofArray(items));
          NdView<?> plain = inNativeMemory(memory, dtype, Shape.of(count), round);
          for (int k = next++ % step; k < EACH.size(); k += step) {
            var each = EACH.get(k);
            Object expected = outcome(each.getValue(), heap);
            same(outcome(each.getValue(), plain), expected, each.getKey(), count, text);
          }
        }
      }
    }
  }

  private static Stream<String> smallDTypes() {
    return Stream.of(
        "?", "i1", "u1", "<i2", "<u2", "<f2", "<i4", "<u4", "<f4", "<i8", "<u8", "<f8", "<f16",
        ">i2", ">u2", ">f2", ">i4", ">u4", ">f4", ">i8", ">u8", ">f8", ">f16", "<m8[s]", ">M8[s]",
        "<c8", "<c16", ">c16");
  }

  /// A few elements are taken in C order, whatever the layout: as those of a copy.
  @ParameterizedTest
  @MethodSource("smallDTypes")
  void haveTheSameResultsInSmallViewsAsInTheirCopies(String text) {
    compareSmall(text, 9);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("smallDTypes")
  void haveTheSameResultsOfManyRoundsInSmallViewsAsInTheirCopies(String text) {
    compareSmall(text, 3);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("smallDTypes")
  void haveTheSameResultsOfAllRoundsInSmallViewsAsInTheirCopies(String text) {
    compareSmall(text, 1);
  }

  private static void compareSmall(String text, int step) {
    DType dtype = DType.parse(text);
    Random random = new Random(dtype.itemsize());
    Shape shape = Shape.of(6, 1, 5, 9);
    for (int round = 0; round < 6; round++) {
      byte[] items = items(random, dtype, (int) shape.itemCount(), round);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(items.length + 1L).asSlice(1);
        memory.copyFrom(MemorySegment.ofArray(items));
        NdView<?> plain = NdView.of(memory, dtype, shape, Order.C, Backing.MEMORY);
        NdView<?> heap =
            NdView.of(MemorySegment.ofArray(items), dtype, shape, Order.C, Backing.MEMORY);
        int first = round;
        SMALL.forEach(
            (layout, small) -> {
              NdView<?> copy = small.apply(heap).copy();
              // Each layout begins with other operations, so that each meets all rounds.
              int next = Math.floorMod(first + layout.hashCode(), step);
              for (int k = next; k < EACH.size(); k += step) {
                String name = EACH.get(k).getKey();
                Function<NdView<?>, Object> reduction = EACH.get(k).getValue();
                Object expected = outcome(reduction, copy);
                same(
                    outcome(reduction, small.apply(plain)), expected, name, layout, "memory", text);
                same(outcome(reduction, small.apply(heap)), expected, name, layout, "array", text);
              }
            });
      }
    }
  }

  /// Small views along axes: each result equals that of its own elements alone.
  @ParameterizedTest
  @ValueSource(strings = {"?", ">u2", "<f2", "<i4", "<f8", "<m8[s]"})
  void haveAlongAxesTheResultsOfTheirItemsAlone(String text) {
    DType dtype = DType.parse(text);
    Random random = new Random(dtype.itemsize());
    Shape shape = Shape.of(4, 3, 5);
    for (int round = 0; round < 6; round++) {
      byte[] items = items(random, dtype, (int) shape.itemCount(), round);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(items.length);
        memory.copyFrom(MemorySegment.ofArray(items));
        NdView<?> whole = NdView.of(memory, dtype, shape, Order.C, Backing.MEMORY);
        for (NdView<?> view :
            List.of(whole, whole.transpose(2, 0, 1), whole.slice("::-1, 1:, ::2"))) {
          for (int axis = 0; axis < 3; axis++) {
            NdView<?> last = view.moveAxis(axis, 2);
            for (Reduction op : OPERATIONS) {
              int along = axis;
              assertThat(outcome(v -> item(v.reduce(op, along)), view))
                  .as("%s along %d of %s %s", op, axis, text, view.shape())
                  .isEqualTo(outcome(v -> eachAlone(v, op), last));
            }
          }
        }
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"i1", ">f4", "<i8", ">u8", ">f8", "<M8[s]"})
  void haveInOtherDTypesTheResultsOfTheirItemsAlone(String text) {
    haveAlongAxesTheResultsOfTheirItemsAlone(text);
  }

  private static String eachAlone(NdView<?> rows, Reduction op) {
    StringBuilder items = new StringBuilder();
    for (long i = 0; i < rows.size(0); i++) {
      for (long j = 0; j < rows.size(1); j++) {
        items.append(item(rows.slice(i + ", " + j).reduce(op)));
      }
    }
    return items.toString();
  }

  /// In a sparse file, up to the largest index of a buffer and beyond.
  @ParameterizedTest
  @ValueSource(
      longs = {
        (1 << 30) - 3 * Double.BYTES,
        1 << 30,
        Integer.MAX_VALUE - 4L * Double.BYTES + 1,
        Integer.MAX_VALUE - 3L * Double.BYTES + 1,
        Integer.MAX_VALUE - 2L * Double.BYTES + 1,
        3L << 30
      })
  void takesFewItemsFarApart(long distance, @TempDir Path folder) throws IOException {
    try (Arena arena = Arena.ofShared();
        FileChannel channel =
            FileChannel.open(
                folder.resolve("holes"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      MemorySegment memory =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, distance + 3 * Double.BYTES, arena);
      NdView<?> pairs =
          NdView.of(
              memory,
              DType.FLOAT64,
              Strided.of(Double.BYTES, Shape.of(2, 2), distance, Double.BYTES),
              Backing.MEMORY);
      pairs.copyFrom(
          NdView.of(
              MemorySegment.ofArray(new double[] {3, Double.NaN, -2, 5}),
              DType.FLOAT64,
              Shape.of(2, 2),
              Order.C,
              Backing.MEMORY));
      assertThat(pairs.nanSum()).isEqualTo(6);
      assertThat(pairs.slice(":, 0").sum()).isEqualTo(1);
      assertThat(pairs.slice("::-1, 0").argMax()).isEqualTo(1);
      assertThat(pairs.nanArgMax()).isEqualTo(3);
      assertThat(pairs.slice("1").std()).isEqualTo(3.5);
      assertThat(pairs.transpose(1, 0).argMax()).isEqualTo(2);
      assertThat(item(pairs.min(0))).isEqualTo("00000000000000c0000000000000f87f");
    }
  }

  private static Stream<String> dtypes() {
    return Stream.of(
        "?", "i1", "u1", "<i2", "<u2", "<f2", "<i4", "<u4", "<f4", "<i8", "<u8", "<f8", ">f8",
        ">i4", ">f4", "<f16", "<m8[s]", "<M8[s]", "<c8", ">c16");
  }

  /// Some operations of each dtype along some axes of some layouts.
  @ParameterizedTest
  @MethodSource("dtypes")
  void haveTheSameResultsAlongAxes(String text) {
    alongAxes(text, 18);
  }

  /// Each operation of each dtype along some axes of some layouts, and of some dtype along all.
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("dtypes")
  void haveTheSameResultsAlongManyAxes(String text) {
    alongAxes(text, 6);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("dtypes")
  void haveTheSameResultsAlongAllAxes(String text) {
    alongAxes(text, 1);
  }

  private static void alongAxes(String text, int step) {
    DType dtype = DType.parse(text);
    // Long doubles are computed far slower, one by one: blocks of 1024 and 128 rows are enough.
    boolean isSlow = text.endsWith("f16");
    alongAxes(dtype, Shape.of(3, isSlow ? 1_111 : 7_011), List.of("::-1, 1::3", ":"), step);
    alongAxes(dtype, Shape.of(21, isSlow ? 110 : 1100), List.of(":, ::-1", "::3, 5:"), step);
    alongAxes(dtype, Shape.of(isSlow ? 150 : 900, 13), List.of(":, 1:"), step);
  }

  private static void alongAxes(DType dtype, Shape shape, List<String> slices, int step) {
    Random random = new Random(dtype.toString().hashCode());
    byte[] items = new byte[(int) shape.byteSize(dtype.itemsize())];
    RandomItems.fill(random, dtype, items);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(items.length + 1L).asSlice(1);
      memory.copyFrom(MemorySegment.ofArray(items));
      NdView<?> heap =
          NdView.of(MemorySegment.ofArray(items), dtype, shape, Order.C, Backing.MEMORY);
      int next = random.nextInt(step);
      for (String slice : slices) {
        NdView<?> plain = inNativeMemory(memory, dtype, shape, slices.indexOf(slice));
        for (int[] axes : new int[][] {{0}, {1}, {}}) {
          for (int k = next++ % step; k < OPERATIONS.size(); k += step) {
            Reduction op = OPERATIONS.get(k);
            assertThat(outcome(view -> item(view.slice(slice).reduce(op, axes)), plain))
                .as("%s along %s of %s [%s]", op, Arrays.toString(axes), dtype, slice)
                .isEqualTo(outcome(view -> item(view.slice(slice).reduce(op, axes)), heap));
          }
        }
      }
    }
  }

  /// Four rows are taken at once if their distances are equal, which some are not.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[('rows', '<f8', (1100,))]",
        "[('rows', '<f8', (1100,)), ('more', '<f8')]",
        "[('rows', '<f8', (1100,)), ('odd', '<i4')]"
      })
  void addsRowsAtAnyDistance(String text) {
    DType dtype = DType.parse(text);
    Shape shape = Shape.of(3, 11);
    byte[] items = new byte[(int) shape.byteSize(dtype.itemsize())];
    RandomItems.fill(new Random(7), dtype, items);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(items.length);
      memory.copyFrom(MemorySegment.ofArray(items));
      NdView<?> plain = NdView.of(memory, dtype, shape, Order.C, Backing.MEMORY).field("rows");
      NdView<?> heap =
          NdView.of(MemorySegment.ofArray(items), dtype, shape, Order.C, Backing.MEMORY)
              .field("rows");
      for (String slice : List.of(":", "::-1, ::-1", ":, ::2", ":, :4", "::2, 1:4", ":, :, :511")) {
        for (int[] axes : new int[][] {{0}, {1}, {0, 1}}) {
          for (Reduction op : List.of(Reduction.SUM, Reduction.MEAN)) {
            assertThat(item(plain.slice(slice).reduce(op, axes)))
                .as("%s along %s of [%s]", op, Arrays.toString(axes), slice)
                .isEqualTo(item(heap.slice(slice).reduce(op, axes)));
          }
        }
      }
    }
  }

  private static String item(NdView<?> result) {
    return HexFormat.of().formatHex(result.segment().toArray(ValueLayout.JAVA_BYTE));
  }

  /// Memory that is staged, or read in place.
  private static NdView<?> inNativeMemory(
      MemorySegment memory, DType dtype, Shape shape, int round) {
    Backing backing = round % 2 == 0 ? Backing.MEMORY : new DirectMemory();
    return NdView.of(memory, dtype, shape, Order.C, backing);
  }

  private static NdView<?> view(MemorySegment memory, DType dtype, int count) {
    return NdView.of(memory, dtype, Shape.of(count), Order.C, Backing.MEMORY);
  }

  /// The odd ones as well; small numbers, zeros of both signs and equal ones; the same everywhere.
  private static byte[] items(Random random, DType dtype, int count, int round) {
    byte[] items = new byte[count * dtype.itemsize()];
    if (round < 3 || !(dtype instanceof ScalarType)) {
      RandomItems.fill(random, dtype, items);
    } else {
      double[] few = {0, -0.0, 1, 2, 3};
      double[] numbers = new double[count];
      Arrays.setAll(numbers, _ -> round == 5 ? 1 : few[random.nextInt(few.length)]);
      view(MemorySegment.ofArray(numbers), DType.FLOAT64, count)
          .copyTo(view(MemorySegment.ofArray(items), dtype, count), Casting.UNSAFE);
    }
    return items;
  }

  private static void same(Object found, Object expected, Object... what) {
    if (!found.equals(expected)) {
      throw new AssertionError("%s: %s, not %s".formatted(List.of(what), found, expected));
    }
  }

  /// The result or the error.
  private static Object outcome(Function<NdView<?>, Object> reduction, NdView<?> view) {
    try {
      return reduction.apply(view);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return e.toString();
    }
  }
}
