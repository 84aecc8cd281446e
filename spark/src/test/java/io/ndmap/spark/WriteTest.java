package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// DataFrames written as arrays, which NumPy reads.
class WriteTest {

  @TempDir private Path folder;

  private static Dataset<Row> rows(String... columns) {
    return Session.spark().range(0, 1000, 1, 4).selectExpr(columns);
  }

  private String numpy(String expression) {
    return Python.run("print((lambda a: %s)(np.load(argv[0])))".formatted(expression), target())
        .strip();
  }

  private Path target() {
    return folder.resolve("x.npy");
  }

  @Test
  void aColumnIsAnArray() {
    rows("id AS index", "id * 0.5D AS value").write().format("npy").save(target().toString());
    assertThat(numpy("(a.dtype.str, a.shape, bool((a == np.arange(1000) * 0.5).all()))"))
        .isEqualTo("('<f8', (1000,), True)");
    assertThat(folder.toFile().list()).containsExactly("x.npy");
  }

  @Test
  void rowsInAnyOrderFindTheirPlaces() {
    rows("999 - id AS index", "array(id, id + 1) AS value")
        .write()
        .format("npy")
        .save(target().toString());
    assertThat(numpy("(a.dtype.str, a.shape, a[:2].tolist())"))
        .isEqualTo("('<i8', (1000, 2), [[999, 1000], [998, 999]])");
  }
}
