package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.testing.Numpy;
import io.ndmap.value.NumberText;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Arrays are printed as NumPy prints them.
class ArrayTextTest {

  private static NdView<?> doubles(double... values) {
    return NdView.of(
        MemorySegment.ofArray(values),
        DType.FLOAT64,
        Shape.of(values.length),
        Order.C,
        Backing.MEMORY);
  }

  private static NdView<?> bytes(Shape shape) {
    byte[] values = new byte[(int) shape.itemCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) i;
    }
    return NdView.of(MemorySegment.ofArray(values), DType.INT8, shape, Order.C, Backing.MEMORY);
  }

  @Test
  void alignsNumbers() {
    assertThat(doubles(1, -2.5, 3.25)).hasToString("[ 1.   -2.5   3.25]");
    assertThat(doubles(1e-5, 1)).hasToString("[1.e-05 1.e+00]");
    assertThat(doubles(Double.NaN, Double.NEGATIVE_INFINITY, 1.5)).hasToString("[ nan -inf  1.5]");
    assertThat(doubles(1 / 3.0, 2)).hasToString("[0.33333333 2.        ]");
  }

  @Test
  void bracketsEveryAxis() {
    assertThat(bytes(Shape.of(2, 2, 2))).hasToString("[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]");
    assertThat(bytes(Shape.of(3, 0))).hasToString("[]");
    assertThat(bytes(Shape.SCALAR)).hasToString("0");
  }

  @Test
  void wrapsLongLines() {
    assertThat(bytes(Shape.of(30)))
        .hasToString(
            """
            [ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
             24 25 26 27 28 29]\
            """);
  }

  @Test
  void summarisesAboveThousandItems() {
    assertThat(bytes(Shape.of(1001))).hasToString("[  0   1   2 ... -26 -25 -24]");
    assertThat(bytes(Shape.of(1000)).toString()).hasSizeGreaterThan(4000).doesNotContain("...");
  }

  @Test
  void readsOnlyWhatItPrints() {
    // Every element of this terabyte is the same one.
    long side = 1L << 20;
    byte[] item = {7};
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(item),
            DType.INT8,
            Strided.of(0, Shape.of(side, side), 0, 0),
            Backing.MEMORY);
    assertThat(view)
        .hasToString(
            """
            [[7 7 7 ... 7 7 7]
             [7 7 7 ... 7 7 7]
             [7 7 7 ... 7 7 7]
             ...
             [7 7 7 ... 7 7 7]
             [7 7 7 ... 7 7 7]
             [7 7 7 ... 7 7 7]]\
            """);
  }

  @Test
  void printsTicksOfDatetimesWithoutUnit() {
    long[] ticks = {5, Long.MIN_VALUE};
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(ticks), DType.parse("<M8"), Shape.of(2), Order.C, Backing.MEMORY);
    assertThat(view).hasToString("[  '5' 'NaT']");
  }

  @Test
  void replacesUnitsBeyondUnicodeInScalars() {
    int[] units = {'a', 0x110000};
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(units),
            DType.parse("<U2"),
            Shape.SCALAR,
            Order.C,
            Backing.MEMORY);
    assertThat(view).hasToString("a\ufffd");
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Live {

    private Numpy numpy;

    @BeforeAll
    void start() {
      numpy = Numpy.start();
    }

    @AfterAll
    void stop() {
      if (numpy != null) {
        numpy.close();
      }
    }

    private static List<String> descrs() {
      return List.of(
          "'|b1'",
          "'|i1'",
          "'<i2'",
          "'>i4'",
          "'<i8'",
          "'|u1'",
          "'>u2'",
          "'<u4'",
          "'>u8'",
          "'<f2'",
          "'>f2'",
          "'<f4'",
          "'>f4'",
          "'<f8'",
          "'>f8'",
          "'<f16'",
          "'>f16'",
          "'<c8'",
          "'>c16'",
          "'<c32'",
          "'|S5'",
          "'|S0'",
          "'<U3'",
          "'>U4'",
          "'<U0'",
          "'|V3'",
          "'|V0'",
          "'<M8[Y]'",
          "'<M8[M]'",
          "'>M8[W]'",
          "'<M8[D]'",
          "'<M8[h]'",
          "'<M8[m]'",
          "'<M8[s]'",
          "'<M8[25s]'",
          "'<M8[ms]'",
          "'>M8[us]'",
          "'<M8[7ns]'",
          "'<M8[ps]'",
          "'<M8[fs]'",
          "'<M8[as]'",
          "'<m8'",
          "'<m8[D]'",
          "'>m8[3Y]'",
          "'<m8[ns]'",
          "'<m8[m]'",
          "'<m8[as]'",
          "[]",
          "[('x', '<f8')]",
          "[('x', '<f4'), ('y', '>i2')]",
          "[('a', '|b1'), ('b', '<c8'), ('c', '|S2'), ('d', '<U2'), ('e', '<M8[s]'), ('f',"
              + " '<m8[D]'), ('g', '|V2')]",
          "[('p', '<f4', (2,)), ('q', '|b1', (2, 1)), ('r', '<i4', (0,)), ('s', '<i4', (2, 0))]",
          "[('n', [('x', '<f16'), ('y', '<f2', (3,))]), ('', '|V3'), ('m', [('z', '|b1')], (2,))]",
          "[('b', '|i1', (1200,)), ('t', '<m8[s]', (2,))]");
    }

    @ParameterizedTest
    @MethodSource("descrs")
    void printsAsNumpyDoes(String descr) {
      printsAsNumpyDoes(descr, 5);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("descrs")
    void printsManyArraysAsNumpyDoes(String descr) {
      printsAsNumpyDoes(descr, 20);
    }

    @Tag("heavy")
    @ParameterizedTest
    @MethodSource("descrs")
    void printsMoreArraysAsNumpyDoes(String descr) {
      printsAsNumpyDoes(descr, 60);
    }

    private void printsAsNumpyDoes(String descr, int count) {
      DType dtype = DType.parse(descr);
      Random random = new Random(descr.hashCode());
      List<String> texts = new ArrayList<>();
      StringBuilder python =
          new StringBuilder("dt = np.lib.format.descr_to_dtype(").append(descr).append(")\n");
      try (Arena arena = Arena.ofConfined()) {
        for (int i = 0; i < count; i++) {
          Shape shape = randomShape(random, dtype.itemsize() > 500 ? 20 : 3000);
          byte[] data = new byte[Math.toIntExact(shape.byteSize(dtype.itemsize()))];
          RandomItems.fill(random, dtype, data);
          MemorySegment segment = arena.allocate(Math.max(1, data.length));
          MemorySegment.copy(MemorySegment.ofArray(data), 0, segment, 0, data.length);
          boolean fortran = random.nextBoolean();
          boolean flipped = shape.rank() > 0 && random.nextInt(4) == 0;
          NdView<?> view =
              NdView.of(segment, dtype, shape, fortran ? Order.F : Order.C, Backing.MEMORY);
          texts.add((flipped ? view.slice("::-1") : view).toString());
          python
              .append("a = np.ndarray(")
              .append(shape)
              .append(", dt, ")
              .append(Numpy.bytes(data))
              .append(fortran ? ", order='F')\n" : ")\n")
              .append(flipped ? "result.append(str(a[::-1]))\n" : "result.append(str(a))\n");
        }
      }
      List<String> expected = numpy.run(python.toString());
      assertThat(texts).hasSameSizeAs(expected);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(texts.get(i)).as("%s, array %d", descr, i).isEqualTo(expected.get(i));
      }
    }

    private static Shape randomShape(Random random, int most) {
      int rank = random.nextInt(6);
      long[] sizes = new long[rank];
      long product = 1;
      for (int axis = 0; axis < rank; axis++) {
        int limit = (int) Math.max(1, Math.min(most / product, rank == 1 ? 1500 : 30));
        sizes[axis] =
            random.nextInt(20) == 0
                ? 0
                : 1 + random.nextInt(random.nextBoolean() ? limit : Math.min(limit, 4));
        product *= Math.max(1, sizes[axis]);
      }
      return Shape.of(sizes);
    }

    @Test
    void printsEveryHalf() {
      short[] halves = new short[1 << 16];
      for (int i = 0; i < halves.length; i++) {
        halves[i] = (short) i;
      }
      NdView<?> view =
          NdView.of(
              MemorySegment.ofArray(halves),
              DType.FLOAT16,
              Shape.of(1 << 16),
              Order.C,
              Backing.MEMORY);
      List<String> expected =
          numpy.run("result += [str(v) for v in np.arange(65536).astype('u2').view('f2')]");
      for (int i = 0; i < halves.length; i++) {
        assertThat(view.index(0, i).toString()).as("half %04x", i).isEqualTo(expected.get(i));
      }
    }

    @Test
    void printsScalarsThatReadBack() {
      Random random = new Random(7);
      ByteBuffer data = ByteBuffer.allocate(8 * 3000).order(ByteOrder.LITTLE_ENDIAN);
      RandomItems.fill(random, DType.FLOAT64, data.array());
      List<String> expected =
          numpy.run("result += [str(v) for v in np.frombuffer(" + Numpy.bytes(data.array()) + ")]");
      List<String> expectedFloats =
          numpy.run(
              "result += [str(v) for v in np.frombuffer("
                  + Numpy.bytes(data.array())
                  + ").astype('f4')]");
      for (int i = 0; i < 3000; i++) {
        double value = data.getDouble(8 * i);
        String text = NumberText.shortest(io.ndmap.dtype.ScalarKind.FLOAT64, value);
        assertThat(text).isEqualTo(expected.get(i));
        assertThat(NumberText.shortest(io.ndmap.dtype.ScalarKind.LONGDOUBLE, value))
            .isEqualTo(text);
        assertThat(NumberText.shortest(io.ndmap.dtype.ScalarKind.FLOAT32, value))
            .isEqualTo(expectedFloats.get(i));
        if (Double.isFinite(value)) {
          assertThat(Double.parseDouble(text)).isEqualTo(value);
          assertThat(text).matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?(e[-+][0-9]+)?");
        }
      }
    }
  }
}
