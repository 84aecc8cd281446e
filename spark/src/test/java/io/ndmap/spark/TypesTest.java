package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.testing.Numpy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which type of Spark each dtype has, and that it has the values that NumPy wrote, in both byte
/// orders.
class TypesTest {

  /// A dtype, elements of it, the type that it has, and the values as Java writes them.
  private static final String DTYPES =
      """
      ?       | [True, False]                  | boolean       | true false
      i1      | [-128, 127]                    | tinyint       | -128 127
      u1      | [0, 255]                       | smallint      | 0 255
      i2      | [-32768, 32767]                | smallint      | -32768 32767
      u2      | [0, 65535]                     | int           | 0 65535
      i4      | [-2**31, 2**31-1]              | int           | -2147483648 2147483647
      u4      | [0, 2**32-1]                   | bigint        | 0 4294967295
      i8      | [-2**63, 2**63-1]              | bigint        | -9223372036854775808 9223372036854775807
      u8      | [0, 2**64-1]                   | decimal(20,0) | 0 18446744073709551615
      f2      | [0.5, -65504]                  | float         | 0.5 -65504.0
      f4      | [0.5, 1e30]                    | float         | 0.5 1.0E30
      f8      | [0.5, 1e300]                   | double        | 0.5 1.0E300
      c8      | [1-2j]                         | struct<real:float,imag:float>   | [1.0,-2.0]
      c16     | [1-2j]                         | struct<real:double,imag:double> | [1.0,-2.0]
      U3      | ['ab', '', '\\u00e9\\U0001f600'] | string        | 'ab' '' 'é😀'
      S3      | [b'ab', b'a\\0c']              | binary        | 6162 610063
      V2      | [b'ab', b'a\\0']               | binary        | 6162 6100
      M8[Y]   | ['1969', 'NaT']                | date          | 1969-01-01 null
      M8[M]   | ['2026-11', '1969-12']         | date          | 2026-11-01 1969-12-01
      M8[W]   | ['1970-01-08']                 | date          | 1970-01-08
      M8[D]   | ['2026-11-24', 'NaT']          | date          | 2026-11-24 null
      M8[h]   | ['2026-11-24T05']              | timestamp_ntz | 2026-11-24T05:00
      M8[m]   | ['2026-11-24T05:06', 'NaT']    | timestamp_ntz | 2026-11-24T05:06 null
      M8[s]   | ['1969-12-31T23:59:59']        | timestamp_ntz | 1969-12-31T23:59:59
      M8[25s] | ['1970-01-01T00:00:50']        | timestamp_ntz | 1970-01-01T00:00:50
      M8[ms]  | ['1969-12-31T23:59:59.999']    | timestamp_ntz | 1969-12-31T23:59:59.999
      M8[us]  | ['2026-11-24T05:06:07.000008', 'NaT']    | timestamp_ntz | 2026-11-24T05:06:07.000008 null
      M8[ns]  | ['1969-12-31T23:59:59.999998000', 'NaT'] | timestamp_ntz | 1969-12-31T23:59:59.999998 null
      M8[ps]  | ['1970-01-01T00:00:00.000001000000']     | timestamp_ntz | 1970-01-01T00:00:00.000001
      M8[fs]  | ['1970-01-01T00:00:01.000002000000000']  | timestamp_ntz | 1970-01-01T00:00:01.000002
      M8[as]  | ['1969-12-31T23:59:59.999998000000000000'] | timestamp_ntz | 1969-12-31T23:59:59.999998
      M8      | np.array([7, -2**63]).view('M8') | bigint      | 7 null
      m8[Y]   | [2, 'NaT']                     | interval year to month | P2Y null
      m8[M]   | [-14]                          | interval year to month | P-1Y-2M
      m8[W]   | [-2]                           | interval day to second | PT-336H
      m8[D]   | [-3, 'NaT']                    | interval day to second | PT-72H null
      m8[h]   | [25]                           | interval day to second | PT25H
      m8[m]   | [-90]                          | interval day to second | PT-1H-30M
      m8[s]   | [90061]                        | interval day to second | PT25H1M1S
      m8[ms]  | [-1]                           | interval day to second | PT-0.001S
      m8[us]  | [1500001]                      | interval day to second | PT1.500001S
      m8[ns]  | [-2000]                        | interval day to second | PT-0.000002S
      m8[ps]  | [-1000000]                     | interval day to second | PT-0.000001S
      m8[fs]  | [3 * 10**9]                    | interval day to second | PT0.000003S
      m8[as]  | [-4 * 10**12]                  | interval day to second | PT-0.000004S
      """;

  private static Numpy numpy;
  private static Dataset<Row> all;
  private static List<Row> allRows;

  @TempDir private static Path folder;

  /// One job for all dtypes: each is a field of one array, and once more with the bytes swapped.
  @BeforeAll
  static void start() {
    numpy = Numpy.start();
    String cases =
        DTYPES
            .lines()
            .map(line -> line.split(" *\\| *", -1))
            .map(parts -> "('" + parts[0] + "', " + parts[1] + ")")
            .collect(Collectors.joining(", "));
    Path file = folder.resolve("all.npy");
    numpy.run(
        """
        arrays = {}
        for k, (dtype, items) in enumerate([%s]):
            for order in '<>':
                array = np.array(items, dtype=dtype)
                if dtype[0] != 'V':
                    array = array.astype(np.dtype(dtype).newbyteorder(order))
                arrays[f'{order}{k}'] = array
        all = np.zeros(3, [(name, array.dtype) for name, array in arrays.items()])
        for name, array in arrays.items():
            all[name][:len(array)] = array
        np.save('%s', all)
        """
            .formatted(cases, file));
    all = Session.read(file).drop("index");
    allRows = all.collectAsList();
  }

  @AfterAll
  static void stop() {
    numpy.close();
  }

  private static Path saved(String expression) {
    Path file = folder.resolve("x.npy");
    numpy.run("np.save('%s', %s)".formatted(file, expression));
    return file;
  }

  private static Dataset<Row> read(String expression, String inexact) {
    DataFrameReader reader = Session.npy().option("inexact", inexact);
    return reader.load(saved(expression).toString());
  }

  /// The values of an array as a task reads them.
  private static String values(Path file, StructType schema, String inexact) throws IOException {
    ReadOptions options =
        new NpyOptions(new CaseInsensitiveStringMap(Map.of("inexact", inexact))).reading();
    DataType type = schema.apply("value").dataType();
    var value = InternalRow.getAccessor(type, true);
    List<Object> values = new ArrayList<>();
    try (BatchReader reader =
        new BatchReader(
            List.of(Session.slice(file, 0, 1)), schema, options, new Configuration(false))) {
      while (reader.next()) {
        reader
            .get()
            .rowIterator()
            .forEachRemaining(
                row ->
                    values.add(CatalystTypeConverters.convertToScala(value.apply(row, 1), type)));
      }
    }
    return text(values);
  }

  private static String text(List<Object> values) {
    return String.join(" ", values.stream().map(TypesTest::text).toList());
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case byte[] bytes -> HexFormat.of().withUpperCase().formatHex(bytes);
      case String text -> "'" + text + "'";
      default -> value.toString();
    };
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = DTYPES)
  void everyDtypeHasItsType(String dtype, String items, String type, String expected) {
    int count = expected.split(" ", -1).length;
    int number = DTYPES.lines().map(line -> line.split(" ", 2)[0]).toList().indexOf(dtype);
    for (String order : new String[] {"<", ">"}) {
      String name = order + number;
      assertThat(all.schema().apply(name).dataType().simpleString()).isEqualTo(type);
      assertThat(text(allRows.stream().limit(count).map(row -> row.getAs(name)).toList()))
          .as(order + dtype + " " + items)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          np.array([1, 0.5], 'f16')[1:]   | nearest | double | 0.5
          np.array([1-2j], 'c32')         | nearest | struct<real:double,imag:double> | [1.0,-2.0]
          np.frombuffer(bytes.fromhex('0000000000000080FF3F000000000000'), '<f16') | binary | binary | 0000000000000080FF3F000000000000
          np.array([1999], '<M8[ns]')     | nearest | timestamp_ntz | 1970-01-01T00:00:00.000001
          np.array([-1], '<M8[ns]')       | nearest | timestamp_ntz | 1969-12-31T23:59:59.999999
          np.array([258], '>M8[ns]')      | binary  | binary | 0000000000000102
          np.array([2**62], '<M8[s]')     | nearest | timestamp_ntz | null
          np.array([-2**62], '<M8[2M]')   | nearest | date | null
          np.array([2**62], '<M8[Y]')     | nearest | date | null
          np.array([0], '<m8[2147483647D]') | nearest | interval day to second | PT0S
          np.array([1], '<m8[2147483647D]') | nearest | interval day to second | null
          np.array([-2**63 + 1], '<M8[2000000000ns]') | nearest | timestamp_ntz | null
          np.array([0xd800], '<u4').view('<U1') | nearest | string | '\ufffd'
          """)
  void whatIsNotExactIsAsked(String array, String inexact, String type, String expected)
      throws IOException {
    StructType schema = read(array, inexact).schema();
    assertThat(schema.apply("value").dataType().simpleString()).isEqualTo(type);
    assertThat(values(folder.resolve("x.npy"), schema, inexact)).isEqualTo(expected);
  }

  @Test
  void aLongDoubleIsRefused() {
    assertThatThrownBy(() -> read("np.zeros(2, 'f16')", "error"))
        .isInstanceOf(NpySourceException.class)
        .hasMessageContaining("x.npy: column 'value': dtype <f16 has no exact type in Spark: Spark")
        .hasMessageContaining("has no number of 80 bits")
        .hasMessageContaining("inexact=binary");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          np.array([1], 'M8[ns]')         | x.npy: the row with index 0: 1 ticks of <M8[ns] have no exact timestamp_ntz; the option inexact=nearest rounds down to microseconds and makes times beyond Spark's range null, inexact=binary reads the bytes
          np.array([2**62], 'M8[s]')      | x.npy: the row with index 0: 4611686018427387904 ticks of <M8[s] have no exact timestamp_ntz; the option inexact=nearest rounds down to microseconds and makes times beyond Spark's range null
          np.array([2**40], 'M8[D]')      | x.npy: the row with index 0: 1099511627776 ticks of <M8[D] have no exact date; the option inexact=nearest rounds down to microseconds and makes times beyond Spark's range null
          np.array([-2**62], 'M8[2M]')    | x.npy: the row with index 0: -4611686018427387904 ticks of <M8[2M] have no exact date; the option inexact=nearest rounds down to microseconds and makes times beyond Spark's range null
          np.array([1], 'm8[2147483647D]') | x.npy: the row with index 0: 1 ticks of <m8[2147483647D] have no exact interval day to second; the option inexact=nearest rounds down to microseconds and makes times beyond Spark's range null
          np.array([0xd800], '<u4').view('<U1') | x.npy: the row with index 0: text holds the unit d800 (hexadecimal), which is not a character; the option inexact=nearest reads it as U+FFFD
          """)
  void aValueThatIsNotExactIsAnError(String array, String message) {
    StructType schema = read(array, "error").schema();
    Path file = folder.resolve("x.npy");
    assertThatThrownBy(() -> values(file, schema, "error"))
        .isInstanceOf(NpySourceException.class)
        .hasMessageEndingWith(message);
  }

  /// Spark copies columns of numbers as a whole, and looks at the nulls later.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "np.array(['NaT', 5], 'M8[us]') | error",
        "np.array([2**62, 5], 'M8[ms]') | nearest"
      })
  void whatIsNullHasANumberToo(String array, String inexact) throws IOException {
    Path file = saved(array);
    StructType schema = Session.npy().option("inexact", inexact).load(file.toString()).schema();
    ReadOptions options =
        new NpyOptions(new CaseInsensitiveStringMap(Map.of("inexact", inexact))).reading();
    try (BatchReader reader =
        new BatchReader(
            List.of(Session.slice(file, 0, 2)), schema, options, new Configuration(false))) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.get().column(1).getLongs(0, 2)[0]).isZero();
      assertThat(reader.get().column(1).isNullAt(0)).isTrue();
    }
  }

  @Test
  void objectsAreRefused() {
    assertThatThrownBy(() -> read("np.array([None])", "error"))
        .hasMessageContaining("x.npy: byte")
        .hasMessageContaining("object");
  }

  @Test
  void structuresNestAndHaveArrays() {
    Dataset<Row> rows =
        read(
            "np.array([(1, [(2, [3, 4]), (5, [6, 7])], (8, 9j))], dtype=[('a', 'u1'), ('b', [('c',"
                + " '>i2'), ('d', 'f4', (2,))], (2,)), ('e', [('f', 'i8'), ('g', 'c8')])])",
            "error");
    assertThat(rows.drop("index").schema().simpleString())
        .isEqualTo(
            "struct<a:smallint,b:array<struct<c:smallint,d:array<float>>>,"
                + "e:struct<f:bigint,g:struct<real:float,imag:float>>>");
    assertThat(rows.drop("index").toJSON().first())
        .isEqualTo(
            "{\"a\":1,\"b\":[{\"c\":2,\"d\":[3.0,4.0]},{\"c\":5,\"d\":[6.0,7.0]}],"
                + "\"e\":{\"f\":8,\"g\":{\"real\":0.0,\"imag\":9.0}}}");
    assertThat(rows.selectExpr("e.g.imag", "b[1].c").first().mkString(" ")).isEqualTo("9.0 5");
  }

  @Test
  void structuresOfSeveralAxesAreArraysOfEachField() {
    Dataset<Row> rows =
        read("np.array([[(1, 2), (3, 4)], [(5, 6), (7, 8)]], dtype='i4,>f8')", "error");
    assertThat(rows.toJSON().collectAsList())
        .containsExactly(
            "{\"index\":0,\"f0\":[1,3],\"f1\":[2.0,4.0]}",
            "{\"index\":1,\"f0\":[5,7],\"f1\":[6.0,8.0]}");
  }
}
