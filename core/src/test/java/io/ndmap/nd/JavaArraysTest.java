package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.Python;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Java arrays, lists and streams become views, and views become arrays and lists.
class JavaArraysTest {

  @Test
  void seesAnArrayInPlace() {
    double[] items = {1, 2, 3, 4, 5, 6};
    DoubleView view = NdView.of(items, 2, 3);
    assertThat(view.dtype()).isEqualTo(DType.FLOAT64);
    assertThat(view.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(view.get(1, 0)).isEqualTo(4);
    view.set(1, 0, 40);
    assertThat(items[3]).isEqualTo(40);
    items[5] = 60;
    assertThat(view.get(1, 2)).isEqualTo(60);
    view.plus(1, view);
    assertThat(items).containsExactly(2, 3, 4, 41, 6, 61);
    assertThat(view.toArray()).containsExactly(items);
  }

  @Test
  void seesEveryPrimitive() {
    FloatView floats = NdView.of(new float[] {1.5f, 2});
    LongView longs = NdView.of(new long[] {Long.MIN_VALUE, 2});
    IntView ints = NdView.of(new int[] {Integer.MIN_VALUE, 2});
    ShortView shorts = NdView.of(new short[] {Short.MIN_VALUE, 2});
    ByteView bytes = NdView.of(new byte[] {-1, 2});
    ByteView truths = NdView.of(new boolean[] {true, false});
    assertThat(Stream.of(floats, longs, ints, shorts, bytes, truths).map(v -> v.dtype().descr()))
        .containsExactly("'<f4'", "'<i8'", "'<i4'", "'<i2'", "'|i1'", "'|b1'");
    assertThat(floats.get(0)).isEqualTo(1.5f);
    assertThat(longs.get(0)).isEqualTo(Long.MIN_VALUE);
    assertThat(ints.get(0)).isEqualTo(Integer.MIN_VALUE);
    assertThat(shorts.get(0)).isEqualTo(Short.MIN_VALUE);
    assertThat(bytes.viewAs(DType.UINT8).getLong(0)).isEqualTo(255);
    assertThat(truths.countNonZero()).isEqualTo(1);
  }

  @Test
  void copiesBooleans() {
    boolean[] items = {true, false};
    ByteView view = NdView.of(items);
    items[0] = false;
    assertThat(view.getBoolean(0)).isTrue();
  }

  @Test
  void takesOneAxisUnlessSizesSayMore() {
    assertThat(NdView.of(new int[0]).shape()).isEqualTo(Shape.of(0));
    assertThat(NdView.of(new int[6]).shape()).isEqualTo(Shape.of(6));
    assertThat(NdView.of(new int[6], 2, -1).shape()).isEqualTo(Shape.of(2, 3));
    assertThat(NdView.of(new int[1]).reshape().rank()).isZero();
    assertThatThrownBy(() -> NdView.of(new int[6], 4, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(6,)", "(4, 2)");
    assertThatThrownBy(() -> NdView.of(new int[6], 4, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(6,)", "[4, -1]");
  }

  @Test
  void seesStreamsByTheirArrays() {
    assertThat(NdView.of(DoubleStream.of(1, 2).toArray()).sum()).isEqualTo(3);
    assertThat(NdView.of(LongStream.range(0, 6).toArray(), 2, 3).sumLong()).isEqualTo(15);
    assertThat(NdView.of(IntStream.range(0, 6).toArray()).size(0)).isEqualTo(6);
    assertThat(NdView.of(Stream.of("a", "bc").toList()).value(1)).isEqualTo("bc");
  }

  @Test
  void copiesNestedArraysAndBack() {
    double[][] rows = {{1, 2, 3}, {4, 5, 6}};
    DoubleView view = NdView.of(rows).as(DoubleView.class);
    assertThat(view.shape()).isEqualTo(Shape.of(2, 3));
    rows[0][0] = 100;
    assertThat(view.get(0, 0)).isEqualTo(1);
    assertThat(view.toArray(double[][].class)).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(view.transpose().toArray(double[][].class))
        .isDeepEqualTo(new double[][] {{1, 4}, {2, 5}, {3, 6}});
    int[][][] cube = new int[3][4][5];
    IntStream.range(0, 60).forEach(k -> cube[k / 20][k / 5 % 4][k % 5] = k);
    NdView<?> ints = NdView.of(cube);
    assertThat(ints.as(IntView.class).stream()).hasSize(60).isSorted();
    assertThat(ints.toArray(int[][][].class)).isEqualTo(cube);
    boolean[][] truths = {{true}, {false}};
    assertThat(NdView.of(truths).toArray(boolean[][].class)).isDeepEqualTo(truths);
    assertThat(NdView.of(truths).toArray(byte[][].class)).isDeepEqualTo(new byte[][] {{1}, {0}});
    assertThat(NdView.of(new short[][] {{1}, {2}}).toArray(short[][].class)[1][0])
        .isEqualTo((short) 2);
    assertThat(NdView.of(new float[][] {{1}}).toArray(float[][].class)[0][0]).isEqualTo(1);
    assertThat(NdView.of(new long[][] {{1}}).toArray(long[][].class)[0][0]).isEqualTo(1);
  }

  @Test
  void givesRowsOfAnyLength() {
    for (int each : new int[] {0, 1, 3, 65535, 65536, 70000}) {
      int count = each > 1000 ? 3 : 70_001;
      FloatView view = NdView.zeros(DType.parse(">f4"), count, each).as(FloatView.class);
      view.forEachRow((number, row) -> row.fill((double) number));
      float[][] rows = view.toArray(float[][].class);
      assertThat(rows).hasDimensions(count, each);
      for (int k = 0; k < count && each > 0; k++) {
        if (rows[k][0] != k || rows[k][each - 1] != k) {
          assertThat(rows[k]).as("row %s of %s", k, each).containsOnly(k);
        }
      }
      assertThat(NdView.of(rows).contentEquals(view)).isTrue();
    }
  }

  @Test
  void namesTheArrayThatAViewBecomes() {
    NdView<?> view = NdView.of(new float[6], 2, 3);
    assertThatThrownBy(() -> view.toArray(double[][].class))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "memory: an array of <f4 of shape (2, 3) becomes a float[][], not a double[][]");
    assertThatThrownBy(() -> view.toArray(float[].class))
        .hasMessage("memory: an array of <f4 of shape (2, 3) becomes a float[][], not a float[]");
    assertThatThrownBy(() -> NdView.zeros(DType.FLOAT32).toArray(float.class))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an array of rank 0 becomes no Java array; use value()");
    assertThatThrownBy(() -> view.toArray(String.class)).isInstanceOf(DTypeException.class);
    assertThatThrownBy(() -> NdView.of(List.of("a")).toArray(String[].class))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: elements of <U1 have no primitive carrier; use toList()");
  }

  @Test
  void refusesRaggedRowsAndNamesThem() {
    refuses(new double[][] {{1, 2}, {3, 4, 5}}, "[1] has length 3, but [0] has length 2");
    refuses(new int[][][] {{{1}, {2}}, {{3}, {}}}, "[1][1] has length 0, but [0][0] has length 1");
    refuses(new double[][] {{1}, null}, "[1] is null");
    refuses(new Object[] {1, new int[] {1}}, "[1] is a row, but [0] is an element");
    refuses(new Object[] {new int[] {1}, 1}, "[1] is an element, but [0] is a row");
    refuses(
        new Object[] {List.of(List.of(1)), new int[] {1}},
        "[1][0] is an element, but [0][0] is a row");
    refuses(new Object[] {List.of(1), List.of()}, "[1] has length 0, but [0] has length 1");
    assertThatThrownBy(() -> NdView.of(Arrays.asList(1, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[1] is null");
    Object[] itself = new Object[1];
    itself[0] = itself;
    refuses(itself, "an array has at most 64 axes, found 65");
  }

  private static void refuses(Object[] rows, String message) {
    assertThatThrownBy(() -> NdView.of(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesItemsWithoutADtype() {
    assertThatThrownBy(() -> NdView.of(List.of(new Object())))
        .isInstanceOf(DTypeException.class)
        .hasMessage("elements must be numbers, booleans or strings, found java.lang.Object");
    assertThatThrownBy(() -> NdView.of(new char[][] {{'a'}}))
        .isInstanceOf(DTypeException.class)
        .hasMessage("elements must be numbers, booleans or strings, found char");
    assertThatThrownBy(() -> NdView.of(List.of("a", 1)))
        .isInstanceOf(DTypeException.class)
        .hasMessage("elements must be of one sort, found strings and numbers");
    assertThatThrownBy(() -> NdView.of(List.of(BigInteger.TWO.pow(63), -1)))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void dtypesFollowFromTheItems() {
    assertThat(dtype(List.of())).isEqualTo("'<f8'");
    assertThat(dtype(List.of(true))).isEqualTo("'|b1'");
    assertThat(dtype(List.of(true, 2))).isEqualTo("'<i4'");
    assertThat(dtype(List.of((byte) 1, (short) 2))).isEqualTo("'<i2'");
    assertThat(dtype(List.of(1, 2L))).isEqualTo("'<i8'");
    assertThat(dtype(List.of(1, 2f))).isEqualTo("'<f8'");
    assertThat(dtype(List.of((short) 1, 2f))).isEqualTo("'<f4'");
    assertThat(dtype(List.of(BigInteger.TEN))).isEqualTo("'<i8'");
    assertThat(dtype(List.of(1, BigInteger.TWO.pow(63)))).isEqualTo("'<u8'");
    assertThat(dtype(List.of(1.5, BigInteger.TWO.pow(63)))).isEqualTo("'<f8'");
    assertThat(dtype(List.of(""))).isEqualTo("'<U1'");
    assertThat(dtype(List.of("a", "\ud83d\ude00b"))).isEqualTo("'<U2'");
    assertThat(NdView.of(new double[0][]).shape()).isEqualTo(Shape.of(0, 0));
    assertThat(NdView.of(new int[0][][]).dtype()).isEqualTo(DType.INT32);
    assertThat(NdView.of(new int[2][0][7]).shape()).isEqualTo(Shape.of(2, 0, 0));
    assertThat(NdView.of(List.of(List.of(), List.of())).shape()).isEqualTo(Shape.of(2, 0));
    assertThat(NdView.of(List.of(new int[] {1}, new double[] {2.5})).toList())
        .isEqualTo(List.of(List.of(1.0), List.of(2.5)));
  }

  @Test
  void integersBesideOnesBeyondALongStayIntegers() {
    BigInteger big = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    NdView<?> view =
        NdView.of(
            List.of(
                new long[] {1, Long.MAX_VALUE},
                new int[] {2, 3},
                new boolean[] {true, false},
                List.of(big, (byte) 4)));
    assertThat(view.dtype().descr()).isEqualTo("'<u8'");
    assertThat(view.toList())
        .isEqualTo(
            List.of(
                List.of(1L, Long.MAX_VALUE), List.of(2L, 3L), List.of(1L, 0L), List.of(big, 4L)));
    assertThat(NdView.of(List.of(new double[] {0.5}, new long[] {-1}, List.of(big))).toList())
        .isEqualTo(List.of(List.of(0.5), List.of(-1.0), List.of(0x1p64)));
    for (Object negative : List.of(new long[] {0, -1}, new int[] {0, -1}, List.of(0, -1))) {
      assertThatThrownBy(() -> NdView.of(List.of(List.of(big, big), negative)))
          .isExactlyInstanceOf(ArithmeticException.class)
          .hasMessage("UINT64 cannot hold -1");
    }
  }

  private static String dtype(List<?> items) {
    return NdView.of(items).dtype().descr();
  }

  @Test
  void listsAreThoseOfTheItems() {
    NdView<?> text = NdView.of(new String[][] {{"a", "bcd"}, {"", "\ud83d\ude00"}});
    assertThat(text.toList()).isEqualTo(List.of(List.of("a", "bcd"), List.of("", "\ud83d\ude00")));
    assertThat(NdView.of(text.toList()).contentEquals(text)).isTrue();
    NdView<?> unsigned = NdView.of(new long[] {-1, 5}).viewAs(DType.UINT64);
    assertThat(NdView.of(unsigned.toList()).contentEquals(unsigned)).isTrue();
    assertThat(NdView.zeros(DType.INT32, 2, 0).toList()).isEqualTo(List.of(List.of(), List.of()));
    assertThatThrownBy(() -> text.toList().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> NdView.zeros(DType.INT32).toList())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: an array of rank 0 is not a list; use value()");
    ObjectView objects = ObjectView.of(Arrays.asList("a", null, 1L, 2.5), Shape.of(2, 2), Order.F);
    assertThat(objects.toList()).isEqualTo(List.of(Arrays.asList("a", null), List.of(1L, 2.5)));
  }

  @Test
  void agreesWithNumpy() {
    List<?> lists =
        List.of(
            List.of(1L, -2L, 3L),
            List.of(List.of(1.5, 2), List.of(true, 4L)),
            List.of(List.of(), List.of(), List.of()),
            List.of(List.of(List.of("a", "bc"), List.of("", "def"))),
            List.of(true, false),
            List.of());
    Gson gson = new GsonBuilder().disableHtmlEscaping().create();
    JsonElement answer =
        Python.answer(
            "answer = [[a.dtype.str, list(a.shape), a.tolist()] for a in map(np.array, ask)]",
            JsonParser.parseString(gson.toJson(lists)));
    for (int k = 0; k < lists.size(); k++) {
      NdView<?> view = NdView.of((List<?>) lists.get(k));
      String ours =
          gson.toJson(List.of(view.dtype().toString(), view.shape().toArray(), view.toList()));
      assertThat(ours).isEqualTo(answer.getAsJsonArray().get(k).toString());
    }
  }
}
