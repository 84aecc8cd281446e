package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.testing.Numpy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which type of Spark each dtype has, and that it has the values that NumPy wrote, in both byte
/// orders.
class TypesTest {

  private static Numpy numpy;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() {
    numpy = Numpy.start();
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

  private static String values(Dataset<Row> rows) {
    return String.join(
        " ",
        rows
            .selectExpr(
                rows.schema().apply("value").dataType().typeName().startsWith("interval")
                        || rows.schema().apply("value").dataType().simpleString().equals("binary")
                    ? rows.schema().apply("value").dataType().simpleString().equals("binary")
                        ? "hex(value)"
                        : "cast(value as string)"
                    : "to_json(named_struct('v', value))")
            .collectAsList()
            .stream()
            .map(row -> String.valueOf(row.get(0)).replaceAll("^\\{\"v\":(.*)}$", "$1"))
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ?     | [True, False]                 | boolean        | true false
          i1    | [-128, 127]                   | tinyint        | -128 127
          u1    | [0, 255]                      | smallint       | 0 255
          i2    | [-32768, 32767]               | smallint       | -32768 32767
          u2    | [0, 65535]                    | int            | 0 65535
          i4    | [-2**31, 2**31-1]             | int            | -2147483648 2147483647
          u4    | [0, 2**32-1]                  | bigint         | 0 4294967295
          i8    | [-2**63, 2**63-1]             | bigint         | -9223372036854775808 9223372036854775807
          u8    | [0, 2**64-1]                  | decimal(20,0)  | 0 18446744073709551615
          f2    | [0.5, -65504]                 | float          | 0.5 -65504.0
          f4    | [0.5, 1e30]                   | float          | 0.5 1.0E30
          f8    | [0.5, 1e300]                  | double         | 0.5 1.0E300
          c8    | [1-2j]                        | struct<real:float,imag:float>   | {"real":1.0,"imag":-2.0}
          c16   | [1-2j]                        | struct<real:double,imag:double> | {"real":1.0,"imag":-2.0}
          U3    | ['ab', '', '\\u00e9\\U0001f600'] | string      | "ab" "" "é😀"
          S3    | [b'ab', b'a\\0c']              | binary         | 6162 610063
          V2    | [b'ab', b'a\\0']               | binary         | 6162 6100
          M8[Y] | ['1969', 'NaT']               | date           | "1969-01-01" {}
          M8[M] | ['2026-11', '1969-12']        | date           | "2026-11-01" "1969-12-01"
          M8[W] | ['1970-01-08']                | date           | "1970-01-08"
          M8[D] | ['2026-11-24', 'NaT']         | date           | "2026-11-24" {}
          M8[h] | ['2026-11-24T05']             | timestamp_ntz  | "2026-11-24T05:00:00.000"
          M8[s] | ['1969-12-31T23:59:59']       | timestamp_ntz  | "1969-12-31T23:59:59.000"
          M8[25s] | ['1970-01-01T00:00:50']     | timestamp_ntz  | "1970-01-01T00:00:50.000"
          M8[us] | ['2026-11-24T05:06:07.000008', 'NaT'] | timestamp_ntz | "2026-11-24T05:06:07.000" {}
          M8[ns] | ['2026-11-24T05:06:07.000000000'] | timestamp_ntz | "2026-11-24T05:06:07.000"
          M8    | np.array([7, -2**63]).view('M8') | bigint      | 7 {}
          m8[Y] | [2, 'NaT']                    | interval year to month | INTERVAL '2-0' YEAR TO MONTH null
          m8[M] | [-14]                         | interval year to month | INTERVAL '-1-2' YEAR TO MONTH
          m8[D] | [-3, 'NaT']                   | interval day to second | INTERVAL '-3 00:00:00' DAY TO SECOND null
          m8[us] | [1500000]                    | interval day to second | INTERVAL '0 00:00:01.5' DAY TO SECOND
          m8[ps] | [-1000000]                   | interval day to second | INTERVAL '-0 00:00:00.000001' DAY TO SECOND
          """)
  void everyDtypeHasItsType(String dtype, String items, String type, String expected) {
    for (String order : new String[] {"<", ">"}) {
      String array =
          dtype.startsWith("V")
              ? "np.array(%s, dtype='%s')".formatted(items, dtype)
              : "np.array(%s).astype(np.dtype('%s').newbyteorder('%s'))"
                  .formatted(
                      dtype.matches("[Mm]8.*")
                          ? "%s, dtype='%s'".formatted(items, dtype)
                          : items + ", dtype='" + dtype + "'",
                      dtype,
                      order);
      Dataset<Row> rows = read(array, "error");
      assertThat(rows.schema().apply("value").dataType().simpleString()).isEqualTo(type);
      assertThat(values(rows)).as(array).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          np.array([1, 0.5], 'f16')       | nearest | double | 1.0 0.5
          np.array([1-2j], 'c32')         | nearest | struct<real:double,imag:double> | {"real":1.0,"imag":-2.0}
          np.frombuffer(bytes.fromhex('0000000000000080FF3F000000000000'), '<f16') | binary | binary | 0000000000000080FF3F000000000000
          np.array([1999], '<M8[ns]')     | nearest | timestamp_ntz | "1970-01-01T00:00:00.000"
          np.array([258], '>M8[ns]')      | binary  | binary | 0000000000000102
          np.array([2**62], '<M8[s]')     | nearest | timestamp_ntz | {}
          np.array([0xd800], '<u4').view('<U1') | nearest | string | "\ufffd"
          """)
  void whatIsNotExactIsAsked(String array, String inexact, String type, String expected) {
    Dataset<Row> rows = read(array, inexact);
    assertThat(rows.schema().apply("value").dataType().simpleString()).isEqualTo(type);
    assertThat(values(rows)).isEqualTo(expected.replace("\\ufffd", "\ufffd"));
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
          np.array([0, 1], 'M8[ns]')      | x.npy: the row with index 1: 1 ticks of <M8[ns] have no exact timestamp_ntz
          np.array([2**62], 'M8[s]')      | x.npy: the row with index 0: 4611686018427387904 ticks of <M8[s] have no exact timestamp_ntz
          np.array([2**40], 'M8[D]')      | x.npy: the row with index 0: 1099511627776 ticks of <M8[D] have no exact date
          np.array([0xd800], '<u4').view('<U1') | x.npy: the row with index 0: text holds the unit d800 (hexadecimal)
          """)
  void aValueThatIsNotExactIsAnError(String array, String message) {
    Dataset<Row> rows = read(array, "error");
    assertThatThrownBy(rows::collectAsList)
        .hasStackTraceContaining(NpySourceException.class.getName())
        .hasStackTraceContaining(message);
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
            List.of(new RowSlice(file.toUri().toString(), "", 0, 2)),
            schema,
            options,
            new Configuration(false))) {
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
