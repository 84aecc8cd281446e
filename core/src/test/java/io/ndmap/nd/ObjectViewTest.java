package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Side;
import io.ndmap.python.NumpyScalar;
import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyComplex;
import io.ndmap.python.PyDecimal;
import io.ndmap.python.PyFraction;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import io.ndmap.testing.Numpy;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Views of objects behave as other views, refuse what objects cannot do, and print as NumPy does.
class ObjectViewTest {

  private static ObjectView view() {
    return ObjectView.of(
        Arrays.asList(null, 1L, "two", 3.0, List.of(4L), true), Shape.of(2, 3), Order.C);
  }

  private static List<@Nullable Object> items(NdView<?> view) {
    List<@Nullable Object> items = new ArrayList<>();
    view.values().forEach(items::add);
    return items;
  }

  @Test
  void isSlicedAndPermutedAsOtherViews() {
    ObjectView view = view();
    assertThat(view.get(0, 2)).isEqualTo("two");
    assertThat(view.value(0, 0)).isNull();
    assertThat(items(view.transpose())).containsExactly(null, 3.0, 1L, List.of(4L), "two", true);
    assertThat(items(view.slice("::-1, 1:"))).containsExactly(List.of(4L), true, 1L, "two");
    assertThat(view.reshape(3, 2).get(1, 0)).isEqualTo("two");
    assertThat(items(view.index(0, 1).broadcastTo(Shape.of(2, 3)))).hasSize(6);
    assertThat(items(view.diagonal(0, 0, 1))).containsExactly(null, List.of(4L));
    assertThat(view.stream().toList()).isEqualTo(items(view));
    assertThat(view.stream().spliterator().hasCharacteristics(Spliterator.NONNULL)).isFalse();
  }

  @Test
  void valuesAreInCOrderWhateverTheMemory() {
    ObjectView view = ObjectView.of(List.of(1L, 2L, 3L, 4L), Shape.of(2, 2), Order.F);
    assertThat(view.get(0, 1)).isEqualTo(2L);
    assertThat(view.isContiguous(Order.F)).isTrue();
    assertThat(view.isContiguous(Order.C)).isFalse();
  }

  @Test
  void isStoredCopiedAndTaken() {
    ObjectView view = view();
    ObjectView copy = view.copy(Order.F);
    view.set(0, 0, "new");
    view.set(new long[] {1, 2}, null);
    assertThat(items(view)).containsExactly("new", 1L, "two", 3.0, List.of(4L), null);
    assertThat(items(copy)).containsExactly(null, 1L, "two", 3.0, List.of(4L), true);
    assertThat(items(view.take(new long[] {2, 0}, 1))).containsExactly("two", "new", null, 3.0);
    assertThat(items(view.gather(new long[] {4, 0}))).containsExactly(List.of(4L), "new");
    ByteView mask = NdView.zeros(DType.BOOL, 2, 3).as(ByteView.class);
    mask.set(1, 0, (byte) 1);
    assertThat(items(view.select(mask))).containsExactly(3.0);
    ObjectView one = ObjectView.of(List.of("x"));
    one.set(0, "y");
    assertThat(one.get(0)).isEqualTo("y");
  }

  @Test
  void objectsGoIntoTheTableOfAnotherArray() {
    ObjectView view = view();
    ObjectView other = ObjectView.of(List.of(9L, 8L, 7L, 6L, 5L, 4L), Shape.of(3, 2), Order.C);
    view.copyTo(other.transpose());
    assertThat(items(other)).isEqualTo(items(view.transpose()));
    view.gather(new long[] {1}).copyTo(other.slice("0, 0:1"), Casting.SAFE);
    assertThat(other.get(0, 0)).isEqualTo(1L);
    other.scatter(new long[] {5, 0}, ObjectView.of(List.of("a", "b")));
    assertThat(items(other)).containsExactly("b", 3.0, 1L, List.of(4L), "two", "a");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> view.take(new long[] {0}, 1, ObjectView.of(List.of(1L, 2L))))
        .withMessage(
            "cannot move Python objects (elements of |O) to another array (of |O); use copyTo of a"
                + " result");
  }

  @Test
  void fieldsOfObjectsAreViewsBesideOthers() {
    DType dtype = DType.parse("[('o', 'O'), ('i', '<i4'), ('s', [('p', 'O')], (2,))]");
    NdView<?> view = ObjectView.empty(dtype, Shape.of(2), Order.C);
    ObjectView objects = view.field("o").as(ObjectView.class);
    objects.set(1, "x");
    view.field("i").as(IntView.class).set(1, 5);
    view.field("s").field("p").as(ObjectView.class).set(1, 0, 2.5);
    assertThat(view.value(1))
        .isEqualTo(List.of("x", 5L, List.of(List.of(2.5), Arrays.asList((Object) null))));
    assertThat(view.toString())
        .isEqualTo("[(None, 0, [(None,), (None,)]) ('x', 5, [(2.5,), (None,)])]");
    NdView<?> other = ObjectView.empty(dtype, Shape.of(2), Order.C);
    view.copyTo(other);
    objects.set(1, "changed");
    assertThat(other.value(1))
        .isEqualTo(List.of("x", 5L, List.of(List.of(2.5), Arrays.asList((Object) null))));
    assertThat(other.contentEquals(view)).isFalse();
  }

  @Test
  void arraysThatAreElementsNameTheirDtype() {
    for (String name : List.of("bfloat16", "float8_e5m2", "float16", "complex64")) {
      ObjectView view = ObjectView.of(List.of(NdView.zeros(DType.parse(name), 0)));
      assertThat(view).hasToString("[array([], dtype=" + name + ")]");
    }
  }

  @Test
  void structuresAreEqualFieldByField() {
    NdView<?> days = withTime("<m8[D]", "t", 2);
    assertThat(days.contentEquals(withTime("<m8[h]", "t", 48))).isTrue();
    assertThat(days.contentEquals(withTime("<m8[h]", "t", 2))).isFalse();
    assertThat(days.contentEquals(withTime("<m8[D]", "u", 2))).isFalse();
    assertThat(days.contentEquals(withTime("<i8", "t", 2))).isFalse();
  }

  private static NdView<?> withTime(String type, String name, long ticks) {
    DType dtype = DType.parse("[('o', '|O'), ('%s', '%s', (2,))]".formatted(name, type));
    NdView<?> view = ObjectView.empty(dtype, Shape.of(2), Order.C);
    view.field("o").as(ObjectView.class).set(1, "x");
    view.field(name).fill(ticks);
    return view;
  }

  @Test
  void isEqualByValues() {
    ObjectView view = ObjectView.of(List.of(1L, List.of(2L, Map.of("a", 1.0)), new byte[] {1}));
    ObjectView same = ObjectView.of(List.of(1.0, List.of(2.0, Map.of("a", true)), new byte[] {1}));
    assertThat(view.contentEquals(same)).isTrue();
    same.set(2, new byte[] {2});
    assertThat(view.contentEquals(same)).isFalse();
    assertThat(view.slice("0:1").contentEquals(NdView.zeros(DType.INT8, 1))).isFalse();
    ObjectView numbers =
        ObjectView.of(
            List.of(
                new PyFraction(BigInteger.ONE, BigInteger.TWO),
                new PyComplex(1, 0),
                new BigDecimal("1E+999999999"),
                Double.NaN));
    ObjectView others =
        ObjectView.of(List.of(0.5, 1L, new BigDecimal("10E+999999998"), Double.NaN));
    assertThat(numbers.contentEquals(others)).isFalse();
    assertThat(numbers.contentEquals(others, true)).isTrue();
    ObjectView floats =
        ObjectView.of(List.of(Float.NaN, Float.NEGATIVE_INFINITY, new PyComplex(1, Double.NaN)));
    ObjectView doubles =
        ObjectView.of(List.of(Double.NaN, Double.NEGATIVE_INFINITY, new PyComplex(Double.NaN, 2)));
    assertThat(floats.contentEquals(doubles)).isFalse();
    assertThat(floats.contentEquals(doubles, true)).isTrue();
    assertThat(
            ObjectView.of(List.of(new PyComplex(1, Double.NaN)))
                .contentEquals(ObjectView.of(List.of(Double.NaN)), true))
        .isTrue();
  }

  @Test
  void refusesWhatObjectsCannotDo() {
    ObjectView view = view();
    List<Consumer<ObjectView>> all =
        List.of(
            v -> v.viewAs(DType.INT64),
            v -> v.getBytes(0, 0),
            v -> v.setValue(new long[] {0, 0}, new byte[8]),
            v -> v.copyTo(MemorySegment.ofArray(new byte[100])),
            v -> v.copyFrom(MemorySegment.ofArray(new long[6])),
            v -> v.forEachCanonicalBlock(_ -> {}),
            v -> v.getDouble(0, 0),
            v -> v.getLong(0, 0),
            NdView::sum,
            NdView::mean,
            NdView::min,
            v -> v.sum(0),
            v -> v.argMax(),
            NdView::median,
            NdView::statistics,
            NdView::nonZero,
            NdView::real,
            v -> v.field("x"),
            v -> v.fill(1),
            v -> v.plus(1, v),
            v -> v.cumSum(0),
            v -> v.compare(Comparison.EQUAL, v),
            v -> v.compare(Comparison.LESS, 1.0),
            v -> v.select(Comparison.LESS, 1L),
            v -> v.astype(DType.FLOAT64),
            v -> NdView.zeros(DType.INT64, 2, 3).copyTo(v, Casting.UNSAFE),
            v -> v.copyTo(NdView.zeros(DType.INT64, 2, 3)),
            v -> v.index(0, 0).searchSorted(v.index(0, 1), Side.LEFT));
    for (int i = 0; i < all.size(); i++) {
      Consumer<ObjectView> each = all.get(i);
      assertThatExceptionOfType(DTypeException.class)
          .as("number %s", i)
          .isThrownBy(() -> each.accept(view));
    }
    assertThat(view.contentEquals(view())).isTrue();
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> NdView.zeros(new ObjectType(), 2))
        .withMessageContaining("use ObjectView.empty");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> ObjectView.empty(DType.INT8, Shape.of(2), Order.C))
        .withMessage("elements of |i1 are no Python objects; use NdView.zeros");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectView.of(List.of(1L), Shape.of(2), Order.C))
        .withMessage("1 values do not match the 2 elements of shape (2,)");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(
            () ->
                ObjectView.empty(
                        DType.struct(Field.of("o", new ObjectType())), Shape.of(1), Order.C)
                    .as(ItemView.class)
                    .item(0));
  }

  @Test
  void aTableThatWasOverwrittenIsSaid() {
    ObjectView view = ObjectView.of(List.of(1L));
    view.segment().fill((byte) 0x7f);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> view.get(0))
        .withMessageContaining("was overwritten");
  }

  @Test
  void printsAsNumpyDoes() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("None", null);
    values.put("True", true);
    values.put("-5", -5L);
    values.put("2**70", BigInteger.TWO.pow(70));
    values.put("1e16", 1e16);
    values.put("0.1", 0.1);
    values.put("float('-inf')", Double.NEGATIVE_INFINITY);
    values.put("1-2j", new PyComplex(1, -2));
    values.put("'it\\'s\\n\\u00e9'", "it's\n\u00e9");
    values.put("b'a\\x00\"'", new byte[] {'a', 0, '"'});
    values.put("bytearray(b'ab')", new PyByteArray(new byte[] {'a', 'b'}));
    values.put("[1, 'a']", List.of(1L, "a"));
    values.put("(1,)", PyTuple.of(1L));
    values.put("()", PyTuple.of());
    values.put("{1: [2]}", Map.of(1L, List.of(2L)));
    values.put("{1}", Set.of(1L));
    values.put("set()", Set.of());
    values.put("frozenset()", new PyFrozenSet(Set.of()));
    values.put("frozenset({'a'})", new PyFrozenSet(Set.of("a")));
    values.put("decimal.Decimal('1.50')", new BigDecimal("1.50"));
    values.put("decimal.Decimal('1E+5')", new BigDecimal("1E+5"));
    values.put("decimal.Decimal('-Infinity')", new PyDecimal("-Infinity"));
    values.put("fractions.Fraction(1, 2)", new PyFraction(BigInteger.TWO, BigInteger.valueOf(4)));
    values.put("fractions.Fraction(3)", new PyFraction(BigInteger.valueOf(3), BigInteger.ONE));
    values.put("uuid.UUID(int=5)", new UUID(0, 5));
    values.put("datetime.date(2026, 1, 2)", LocalDate.of(2026, 1, 2));
    values.put("datetime.time(1, 2)", LocalTime.of(1, 2));
    values.put("datetime.time(1, 2, 0, 7)", LocalTime.of(1, 2, 0, 7_000));
    values.put(
        "datetime.time(1, 2, tzinfo=datetime.timezone.utc)",
        OffsetTime.of(LocalTime.of(1, 2), ZoneOffset.UTC));
    values.put("datetime.datetime(2026, 1, 2, 3, 4, 5)", LocalDateTime.of(2026, 1, 2, 3, 4, 5));
    values.put(
        "datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone(datetime.timedelta(hours=-1)))",
        OffsetDateTime.of(2026, 1, 2, 0, 0, 0, 0, ZoneOffset.ofHours(-1)));
    values.put("datetime.timedelta(-1, 5, 6)", Duration.ofSeconds(-86395, 6_000));
    values.put("datetime.timedelta(0)", Duration.ZERO);
    values.put("np.float32(1.5)", scalar("<f4", 0, 0, 0xc0, 0x3f));
    values.put("np.int8(-1)", scalar("|i1", 0xff));
    values.put("np.True_", scalar("|b1", 1));
    values.put("np.datetime64('1970-01-02')", scalar("<M8[D]", 1, 0, 0, 0, 0, 0, 0, 0));
    values.put("np.datetime64(24, 'h')", scalar("<M8[h]", 24, 0, 0, 0, 0, 0, 0, 0));
    values.put("np.datetime64(2, '5m')", scalar("<M8[5m]", 2, 0, 0, 0, 0, 0, 0, 0));
    values.put("np.datetime64('NaT')", scalar("<M8", 0, 0, 0, 0, 0, 0, 0, 0x80));
    values.put("np.datetime64('NaT', 'D')", scalar("<M8[D]", 0, 0, 0, 0, 0, 0, 0, 0x80));
    values.put("np.complex64(1+2j)", scalar("<c8", 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40));
    values.put(
        "np.array([(1, [2, 3], True)], '<i2,(2,)u1,?')[0]",
        scalar("[('f0', '<i2'), ('f1', '|u1', (2,)), ('f2', '|b1')]", 1, 0, 2, 3, 1));
    values.put("np.timedelta64(3, '25s')", scalar("<m8[25s]", 3, 0, 0, 0, 0, 0, 0, 0));
    values.put("np.str_('a')", scalar("<U1", 'a', 0, 0, 0));
    values.put("np.bytes_(b'a')", scalar("|S1", 'a'));
    values.put("np.arange(3)", longs(0, 1, 2));
    values.put("np.array([1, 10], 'i2')", shorts());
    values.put("np.array([None], object)", ObjectView.of(Arrays.asList((Object) null)));
    try (Numpy numpy = Numpy.start()) {
      List<String> questions =
          values.keySet().stream()
              .map(
                  text ->
                      "import datetime, decimal, fractions, uuid\n"
                          + "a = np.empty(1, object); a[0] = "
                          + text
                          + "\n"
                          + "b = np.empty((), object); b[()] = "
                          + text
                          + "\n"
                          + "result += [str(a), str(b)]")
              .toList();
      List<List<String>> answers = numpy.runAll(questions);
      int i = 0;
      for (Map.Entry<String, @Nullable Object> each : values.entrySet()) {
        ObjectView one = ObjectView.of(Arrays.asList(each.getValue()));
        List<String> expected = answers.get(i++);
        assertThat(one.toString()).as(each.getKey()).isEqualTo(expected.getFirst());
        if (!(each.getValue() instanceof NdView<?>)) {
          assertThat(one.reshape().toString()).as(each.getKey()).isEqualTo(expected.getLast());
        }
      }
      ObjectView many = ObjectView.of(List.copyOf(java.util.Collections.nCopies(1002, "text")));
      assertThat(many.toString())
          .isEqualTo(numpy.run("result.append(str(np.full(1002, 'text', object)))").getFirst());
    }
  }

  private static NumpyScalar scalar(String dtype, int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return new NumpyScalar(DType.parse(dtype), all);
  }

  private static NdView<?> longs(long... values) {
    return NdView.of(MemorySegment.ofArray(values), DType.INT64, Shape.of(values.length), Order.C);
  }

  private static NdView<?> shorts() {
    return NdView.of(MemorySegment.ofArray(new short[] {1, 10}), DType.INT16, Shape.of(2), Order.C);
  }
}
