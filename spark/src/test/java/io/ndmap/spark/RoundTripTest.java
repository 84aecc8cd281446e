package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.StructType;
import io.ndmap.layout.Order;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.encode.ItemEncoder;
import io.ndmap.spark.encode.RowLayout;
import io.ndmap.spark.encode.RowTypes;
import io.ndmap.spark.encode.WritePlan;
import io.ndmap.testing.Corpus;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every array of the corpus, read as rows and written again by the same classes that Spark calls,
/// is the same array.
class RoundTripTest {

  /// Some have elements without bytes, and very many of them.
  private static final long MOST_ITEMS = 10_000;

  @TempDir private Path folder;

  private int written;
  private int refused;

  @Test
  void aFifthOfTheCorpusComesBack() throws IOException {
    comeBack(5, false);
  }

  @Test
  @Tag("slow")
  void everyArrayOfTheCorpusComesBack() throws IOException {
    comeBack(1, false);
  }

  @Test
  @Tag("heavy")
  void everyArrayComesBackAlongBothAxesInBothWays() throws IOException {
    comeBack(1, true);
  }

  /// @param step from each array that is read to the next one
  /// @param inAllWays whether each array is read in all ways, or in one that follows from its place
  private void comeBack(int step, boolean inAllWays) throws IOException {
    Session.spark();
    List<Corpus.Case> cases =
        Corpus.manifest().filter(each -> each.kind().equals("valid")).toList();
    for (int k = 0; k < cases.size(); k += step) {
      Path file = cases.get(k).file(folder);
      for (int way = 0; way < 4; way++) {
        if (inAllWays || way == (k + k / 4) % 4) {
          comesBack(file, way % 2 == 0 ? "0" : "-1", way < 2 ? "false" : "true");
        }
      }
    }
    assertThat(written).isGreaterThan((inAllWays ? 1500 : 375) / step);
    assertThat(refused).isLessThan(cases.size() / (inAllWays ? 1 : 4) / step);
  }

  private void comesBack(Path file, String axis, String inPlace) throws IOException {
    CaseInsensitiveStringMap options =
        new CaseInsensitiveStringMap(
            Map.of(
                "path",
                file.toString(),
                "axis",
                axis,
                "inPlace",
                inPlace,
                "indexColumn",
                "row number",
                "batchRows",
                "3"));
    org.apache.spark.sql.types.StructType schema;
    try {
      schema = NpyTable.inferSchema(options);
    } catch (NpySourceException e) {
      assertThat(e).hasMessageContaining("has no exact type in Spark");
      refused++;
      return;
    }
    ReadOptions reading = new NpyOptions(options).reading();
    try (NpyFile found = NpyFile.open(file);
        BatchReader reader = reader(found, file, schema, reading)) {
      NdView<?> rows =
          ArrayRows.first(
              found.view(), axis.equals("0") ? 0 : Math.max(0, found.view().rank() - 1));
      // Structures along several axes become columns of arrays, and would be written as subarrays.
      if (rows.itemCount() > MOST_ITEMS
          || (rows.dtype() instanceof StructType && rows.rank() > 1)) {
        return;
      }
      if (schema.length() == 1 || rows.itemCount() == 0) {
        assertThat(reader.next()).isEqualTo(rows.size(0) > 0);
        return;
      }
      DType canonical = DType.canonical(rows.dtype());
      NdView<?> copy = written(reader, schema, rows.size(0), canonical);
      assertThat(copy.shape()).as(file.toString()).isEqualTo(rows.shape());
      assertThat(copy.contentEquals(rows.copy().astype(canonical), true))
          .as("%s along %s", file, axis)
          .isTrue();
      written++;
    } catch (NpySourceException | IllegalArgumentException e) {
      assertThat(e)
          .as(file.toString())
          .hasMessageMatching(
              "(?s).*(a row has|at most 64 axes|have no exact|not a character|ends in a NUL|several"
                  + " columns).*");
      refused++;
    }
  }

  private static BatchReader reader(
      NpyFile found, Path file, org.apache.spark.sql.types.StructType schema, ReadOptions options)
      throws IOException {
    ArrayRows rows = ArrayRows.of(found.header(), options.axis(), file.toString());
    RowSlice slice = Session.slice(file, 0, rows.rows());
    return new BatchReader(List.of(slice), schema, options, new Configuration(false));
  }

  private static NdView<?> written(
      BatchReader reader, org.apache.spark.sql.types.StructType schema, long count, DType dtype)
      throws IOException {
    RowTypes types =
        new RowTypes(new WritePlan("written", "", schema, "row number", dtype.descr(), false));
    ItemEncoder encoder = null;
    RowLayout layout = RowLayout.of(types.dtype(null), false);
    long rowBytes = 0;
    MemorySegment memory = MemorySegment.NULL;
    long at = 0;
    while (reader.next()) {
      for (var rows = reader.get().rowIterator(); rows.hasNext(); at++) {
        InternalRow row = rows.next();
        if (encoder == null) {
          DType found = types.dtype(row);
          encoder = types.encoder(found);
          layout = RowLayout.of(found, false);
          rowBytes = layout.rowBytes();
          memory = Arena.ofAuto().allocate(count * rowBytes);
        }
        assertThat(row.getLong(0)).isEqualTo(at);
        encoder.put(row, 0, memory, at * rowBytes);
      }
    }
    assertThat(at).isEqualTo(count);
    return NdView.of(memory, layout.dtype(), layout.shape(count), Order.C);
  }
}
