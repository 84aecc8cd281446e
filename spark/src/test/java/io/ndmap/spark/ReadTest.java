package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Numpy;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that NumPy wrote, as rows.
class ReadTest {

  private static Numpy numpy;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() {
    numpy = Numpy.start();
    numpy.run("import os\nos.chdir(%s)".formatted("'" + folder + "'"));
  }

  @AfterAll
  static void stop() {
    numpy.close();
  }

  private static Dataset<Row> saved(String expression) {
    numpy.run("np.save('x.npy', " + expression + ")");
    return Session.read(folder.resolve("x.npy"));
  }

  @Test
  void numbersAreAColumn() {
    Dataset<Row> rows = saved("np.arange(100000) * 0.5");
    assertThat(rows.schema().simpleString()).isEqualTo("struct<index:bigint,value:double>");
    Row sums =
        rows.agg(functions.sum("value"), functions.sum("index"), functions.count("*")).first();
    assertThat(sums.mkString(" ")).isEqualTo("2.499975E9 4999950000 100000");
  }

  @Test
  void structuresAreColumns() {
    Dataset<Row> rows = saved("np.array([(1, 2.5, 'a'), (3, 4.5, 'xy')], dtype='>i4,<f8,U3')");
    assertThat(rows.schema().simpleString())
        .isEqualTo("struct<index:bigint,f0:int,f1:double,f2:string>");
    assertThat(rows.collectAsList())
        .map(Row::toString)
        .containsExactly("[0,1,2.5,a]", "[1,3,4.5,xy]");
  }

  @Test
  void axesOfARowAreArrays() {
    Dataset<Row> rows = saved("np.arange(12, dtype='<i2').reshape(2, 3, 2)");
    assertThat(rows.schema().simpleString())
        .isEqualTo("struct<index:bigint,value:array<array<smallint>>>");
    assertThat(rows.toJSON().collectAsList())
        .containsExactly(
            "{\"index\":0,\"value\":[[0,1],[2,3],[4,5]]}",
            "{\"index\":1,\"value\":[[6,7],[8,9],[10,11]]}");
  }
}
