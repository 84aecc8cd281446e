package io.ndmap.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.nd.ObjectView;
import io.ndmap.npy.PickleException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.python.PyDecimal;
import io.ndmap.python.PyTuple;
import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Arrays of random values, nested, as NumPy pickles them and as it reads ours.
class LivePickleTest {

  private static final int SEED = 20261123;
  private static final int FEW = 90;
  private static final int COUNT = 360;

  private static String program() throws IOException {
    return program("values.py");
  }

  private static String program(String name) throws IOException {
    try (var in = LivePickleTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<JsonObject> made(int count) throws IOException {
    JsonElement answer =
        Python.answer(
            program() + "\nanswer = made(ask, %s)".formatted(count), new JsonPrimitive(SEED));
    return answer.getAsJsonArray().asList().stream().map(JsonElement::getAsJsonObject).toList();
  }

  private static NdView<?> read(byte[] file) throws IOException {
    return read(file, PickleLimits.DEFAULT);
  }

  private static NdView<?> read(byte[] file, PickleLimits limits) throws IOException {
    return ObjectArrays.read(new ByteArrayInputStream(file), "x.npy", limits);
  }

  /// Shows where the texts begin to differ, not all of them.
  private static void requireSame(String found, String expected) {
    int same = 0;
    while (same < Math.min(found.length(), expected.length())
        && found.charAt(same) == expected.charAt(same)) {
      same++;
    }
    assertThat(around(found, same)).isEqualTo(around(expected, same));
  }

  private static String around(String text, int place) {
    return text.substring(Math.max(0, place - 200), Math.min(text.length(), place + 100));
  }

  @Test
  void valuesGoBothWays() throws IOException {
    valuesGoBothWays(FEW);
  }

  @Tag("slow")
  @Test
  void manyValuesGoBothWays() throws IOException {
    valuesGoBothWays(COUNT);
  }

  private static void valuesGoBothWays(int count) throws IOException {
    JsonArray written = new JsonArray();
    List<String> expected = new ArrayList<>();
    for (JsonObject each : made(count)) {
      byte[] file = Base64.getDecoder().decode(each.get("file").getAsString());
      String text = each.get("text").getAsString();
      NdView<?> view = read(file);
      requireSame(Described.of(view), text);
      for (int protocol = 2; protocol <= 4; protocol++) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ObjectArrays.write(view, out, protocol);
        requireSame(Described.of(read(out.toByteArray())), text);
        written.add(Base64.getEncoder().encodeToString(out.toByteArray()));
        expected.add(text);
      }
    }
    JsonElement loaded =
        Python.answer(program() + "\nanswer = [loaded(file) for file in ask]", written);
    List<String> found =
        loaded.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
    for (int i = 0; i < expected.size(); i++) {
      requireSame(found.get(i), expected.get(i));
    }
  }

  @Test
  void smallFloatsAreVoidAsInHeaders() throws IOException {
    NdView<?> numbers = NdView.zeros(DType.BFLOAT16, 2);
    numbers.setDouble(new long[] {1}, -2.5);
    ObjectView array = ObjectView.of(List.of(numbers));
    DType type = DType.struct(Field.of("o", new ObjectType()), Field.of("b", DType.BFLOAT16));
    NdView<?> structures = ObjectView.empty(type, Shape.of(1), Order.C);
    structures.field("b").setDouble(new long[] {0}, -2.5);
    JsonArray written = new JsonArray();
    for (NdView<?> each : List.of(array, structures)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ObjectArrays.write(each, out, 4);
      written.add(Base64.getEncoder().encodeToString(out.toByteArray()));
    }
    JsonElement loaded =
        Python.answer(
            """
            import base64, io
            import numpy as np
            a, s = [np.load(io.BytesIO(base64.b64decode(x)), allow_pickle=True) for x in ask]
            answer = [str(a[0].dtype), a[0].tobytes().hex(), s['b'].tobytes().hex()]
            """,
            written);
    assertThat(loaded).hasToString("[\"|V2\",\"000020c0\",\"20c0\"]");
  }

  @Test
  void plainValuesHaveNumpysBytes() throws IOException {
    String values =
        """
        a = np.empty((2, 5), object)
        a[:] = [[None, 1, 300, -5, 2**40], [2.5, 'text', True, [1], 2]]
        a[1, 4] = {'k': [1, (2, 3.0)], 'l': []}
        b = np.empty(2500, object)
        b[:] = [i * 7 for i in range(2500)]
        c = np.empty(3, object)
        c[:] = ['x' * 70000, b'y' * 70000, 'z']
        answer = [base64.b64encode(saved(x, p)).decode() for x in (a, b, c) for p in (2, 3, 4)]
        """;
    JsonElement answer = Python.answer(program() + "\n" + values, new JsonArray());
    int i = 0;
    for (JsonElement each : answer.getAsJsonArray()) {
      byte[] file = Base64.getDecoder().decode(each.getAsString());
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ObjectArrays.write(read(file), out, 2 + i % 3);
      assertThat(out.toByteArray()).as("number %s", i++).isEqualTo(file);
    }
    assertThat(i).isEqualTo(9);
  }

  @Test
  void rareValuesAreReadOrRefusedByName() throws IOException {
    String values =
        """
        import datetime, decimal, io, pickle
        class Text:
            def __init__(self, text):
                self.text = text
            def __reduce__(self):
                return decimal.Decimal, (self.text,)
        a = np.empty(4, object)
        a[:] = [Text(text) for text in ('+1e99999999999', '-0e5', '+1e3', '-Infinity')]
        b = np.array([(None, 0)], [('o', 'O'), ('t', '<M8[s]')])
        class Inexact:
            def __reduce__(self):
                made, arguments, state = b.__reduce__()
                micros = datetime.datetime(2020, 1, 1, 0, 0, 0, 1)
                return made, arguments, (*state[:4], [(None, micros)])
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(b))
        files = [saved(a, 4), header.getvalue() + pickle.dumps(Inexact(), 4)]
        answer = [base64.b64encode(file).decode() for file in files]
        """;
    JsonArray files = Python.answer(program() + "\n" + values, new JsonArray()).getAsJsonArray();
    NdView<?> read = read(Base64.getDecoder().decode(files.get(0).getAsString()));
    assertThat(read.values().toList())
        .isEqualTo(
            List.of(
                new PyDecimal("1E99999999999"),
                new PyDecimal("-0E5"),
                new BigDecimal("1E+3"),
                new PyDecimal("-Infinity")));
    assertThatExceptionOfType(PickleException.class)
        .isThrownBy(() -> read(Base64.getDecoder().decode(files.get(1).getAsString())));
  }

  @Test
  void exactlyTheArrayIsConsumed() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int protocol = 2; protocol <= 4; protocol++) {
      ObjectArrays.write(ObjectView.of(List.of((long) protocol, "x")), out, protocol);
    }
    ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
    for (long protocol = 2; protocol <= 4; protocol++) {
      NdView<?> view = ObjectArrays.read(in, "x", PickleLimits.DEFAULT);
      assertThat(view.values().toList()).isEqualTo(List.of(protocol, "x"));
    }
    assertThat(in.available()).isZero();
  }

  @Test
  void textOfPython2IsReadInItsEncoding() throws IOException {
    JsonElement answer = Python.answer(program("python2.py"), new JsonArray());
    JsonArray json = answer.getAsJsonArray();
    byte[] file = Base64.getDecoder().decode(json.get(0).getAsString());
    assertThat(json.get(1).getAsBoolean()).isTrue();
    assertThatExceptionOfType(PickleException.class)
        .isThrownBy(() -> read(file))
        .withMessageStartingWith("x.npy: byte ")
        .withMessageEndingWith(
            "Python 2 text that is not ASCII, as which numpy reads it; numpy reads it with"
                + " encoding='latin1', ndmap with PickleOptions.withEncoding(LATIN1) or --encoding"
                + " latin1");
    for (PickleEncoding encoding : List.of(PickleEncoding.LATIN1, PickleEncoding.BYTES)) {
      PickleOptions options = PickleOptions.DEFAULT.withEncoding(encoding);
      NdView<?> view = ObjectArrays.read(new ByteArrayInputStream(file), "x.npy", options);
      JsonArray expected = json.get(encoding == PickleEncoding.LATIN1 ? 2 : 3).getAsJsonArray();
      for (int i = 0; i < 3; i++) {
        Object value = view.value(i);
        String text =
            value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
        assertThat(text).isEqualTo(expected.get(i).getAsString());
      }
      assertThat(expected.get(3).getAsString()).isEqualTo("[0.5, -1e+300]");
      assertThat(((NdView<?>) Objects.requireNonNull(view.value(3))).getDouble(1))
          .isEqualTo(-1e300);
      assertThat(expected.get(4).getAsString()).isEqualTo("[(-7, 2.5)]");
      NdView<?> structs = (NdView<?>) Objects.requireNonNull(view.value(4));
      assertThat(structs.field("a").getLong(0)).isEqualTo(-7);
      assertThat(structs.field("b").getDouble(0)).isEqualTo(2.5);
    }
  }

  @Test
  void limitsCanBeSet() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BigInteger large = BigInteger.TEN.pow(5000);
    ObjectArrays.write(ObjectView.of(List.of(large, 1L)), out);
    PickleLimits limits = PickleLimits.DEFAULT.withMaxDigits(6000);
    assertThat(read(out.toByteArray(), limits).value(0)).isEqualTo(large);
    refuses(out, PickleLimits.DEFAULT, "more than 4300 digits of an integer, the limit unless");
    refuses(out, limits.withMaxValues(2), "more than 2 values, the limit unless");
    refuses(out, limits.withMaxBytes(100), "more than 100 bytes of the pickle, the limit unless");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PickleLimits.DEFAULT.withMaxBytes(-1))
        .withMessageStartingWith("limits must not be negative");
  }

  private static void refuses(ByteArrayOutputStream out, PickleLimits limits, String message) {
    assertThatExceptionOfType(ResourceLimitException.class)
        .isThrownBy(() -> read(out.toByteArray(), limits))
        .withMessageStartingWith("x.npy: byte ")
        .withMessageContaining(message);
  }

  @Test
  void refusesToWriteWhatPythonHasNot() {
    List<Object> itself = new ArrayList<>();
    itself.add(PyTuple.of(itself));
    refusesToWrite(new Object(), "values of java.lang.Object cannot be written for Python");
    refusesToWrite(LocalDate.of(10000, 1, 1), "years from 1 to 9999");
    refusesToWrite(LocalTime.of(1, 2, 3, 4), "whole microseconds");
    refusesToWrite(Duration.ofDays(1_000_000_000), "at most 999999999 days");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectArrays.write(ObjectView.of(itself), new ByteArrayOutputStream(), 5))
        .withMessage("pickles are written in the protocols 2 to 4, found 5");
  }

  private static void refusesToWrite(Object value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> ObjectArrays.write(ObjectView.of(List.of(value)), new ByteArrayOutputStream()))
        .withMessageContaining(message);
  }
}
