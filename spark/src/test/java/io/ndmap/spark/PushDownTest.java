package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.spark.filter.IndexPredicate;
import io.ndmap.spark.filter.RowRanges;
import io.ndmap.testing.Python;
import io.ndmap.testing.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the work that Spark leaves to the source: rows by index, columns, limits, sizes,
/// partitions.
class PushDownTest {

  private static final int ROWS = 100_000;

  @TempDir private static Path folder;

  @BeforeAll
  static void save() {
    Python.run(
        """
        a = np.zeros(100_000, dtype='f8,(3,)i4,U2')
        a['f0'] = np.arange(100_000)
        np.save(argv[0] + '/x.npy', a)
        np.save(argv[0] + '/y.npy', a[:10])
        """,
        folder);
  }

  private static Dataset<Row> rows() {
    return Session.read(folder.resolve("x.npy"));
  }

  static NpyScan scan(Dataset<Row> rows) {
    LogicalPlan plan = rows.queryExecution().optimizedPlan();
    return (NpyScan) ((DataSourceV2ScanRelation) plan.collectLeaves().head()).scan();
  }

  private static List<RowRanges.Range> ranges(Dataset<Row> rows) {
    return scan(rows).ranges().getFirst().rows().ranges();
  }

  /// A condition, and the ranges of rows that it leaves to be read.
  private static final String CONDITIONS =
      """
      index = 7                                | 7-8
      7 = index                                | 7-8
      index < 3                                | 0-3
      index <= 3                               | 0-4
      99990 < index                            | 99991-100000
      index >= 99999                           | 99999-100000
      index >= 10 AND index < 12               | 10-12
      index BETWEEN 10 AND 12                  | 10-13
      index IN (5, 1, 2, 100000)               | 1-3 5-6
      index < 2 OR index > 99997               | 0-2 99998-100000
      index IN (1, 2, 3) AND index <> 2        | 1-4
      index = -1                               |
      index > 9223372036854775807              |
      index <= 9223372036854775807 AND f0 = 4  | 0-100000
      index < 10 AND f0 % 2 = 1                | 0-10
      index < 10 OR f0 = 11                    | 0-100000
      index = f0 AND index < 5                 | 0-5
      index + 1 = 5                            | 0-100000
      NOT index = 3                            | 0-100000
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = CONDITIONS)
  void conditionsOnTheIndexAreRanges(String condition, @Nullable String expected) {
    Dataset<Row> some = rows().where(condition);
    // Spark may see by itself that nothing is left.
    boolean isRead =
        some.queryExecution().optimizedPlan().collectLeaves().head()
            instanceof DataSourceV2ScanRelation;
    if (isRead) {
      assertThat(
              String.join(" ", ranges(some).stream().map(r -> r.start() + "-" + r.end()).toList()))
          .isEqualTo(expected == null ? "" : expected);
    }
  }

  @Test
  void someConditionsOnTheIndexLeaveTheSameRowsAsAnyOther() {
    compareRows(3);
  }

  @Test
  @Tag("slow")
  void conditionsOnTheIndexLeaveTheSameRowsAsAnyOther() {
    compareRows(1);
  }

  /// A few jobs for all conditions.
  ///
  /// @param step from each condition to the next one
  private static void compareRows(int step) {
    List<String> all = CONDITIONS.lines().map(line -> line.split(" *\\|", -1)[0]).toList();
    List<String> conditions =
        IntStream.range(0, all.size()).filter(k -> k % step == 0).mapToObj(all::get).toList();
    // The rows that a scan without ranges finds.
    Dataset<Row> unlimited = rows().selectExpr("*", "index + cast(rand() * 0 AS bigint) AS i");
    String reference =
        unlimited
            .selectExpr(
                conditions.stream()
                    .map(each -> "count_if(" + each.replace("index", "i") + ")")
                    .toArray(String[]::new))
            .first()
            .mkString(" ");
    Map<Integer, Long> found =
        IntStream.range(0, conditions.size())
            // Columns that nothing uses are not read: of every second one, there is one.
            .mapToObj(
                k ->
                    rows()
                        .where(conditions.get(k))
                        .selectExpr(
                            k + " AS k", k % 2 == 0 ? "0 AS x" : "assert_true(f0 >= 0) AS x"))
            .reduce(Dataset::unionAll)
            .orElseThrow()
            .groupBy("k")
            .count()
            .collectAsList()
            .stream()
            .collect(Collectors.toMap(row -> row.getInt(0), row -> row.getLong(1)));
    assertThat(
            IntStream.range(0, conditions.size())
                .mapToObj(k -> Long.toString(found.getOrDefault(k, 0L)))
                .collect(Collectors.joining(" ")))
        .isEqualTo(reference);
  }

  @Test
  void onlyColumnsThatAreNeededAreRead() {
    Dataset<Row> some = rows().select("f0");
    assertThat(scan(some).readSchema().simpleString()).isEqualTo("struct<f0:double>");
    assertThat(scan(rows().selectExpr("count(*)")).readSchema().fieldNames()).isEmpty();
    assertThat(rows().count()).isEqualTo(ROWS);
  }

  @Test
  void aLimitIsReadAndNoMore() {
    assertThat(ranges(rows().limit(5))).containsExactly(new RowRanges.Range(0, 5));
    assertThat(ranges(rows().where("index >= 50").limit(5)))
        .containsExactly(new RowRanges.Range(50, 55));
    assertThat(rows().where("f0 >= 50").limit(5).count()).isEqualTo(5);
    assertThat(rows().limit(5).collectAsList()).hasSize(5);
  }

  @Test
  void aLimitIsNotCountedAgain() {
    assertThat(plan(rows().limit(5))).doesNotContain("Limit");
    // But where rows are left out one by one.
    assertThat(plan(rows().where("f0 >= 50").limit(5))).contains("Limit");
    Dataset<Row> files =
        Session.npy().load(folder + "/y.npy", folder + "/x.npy", folder + "/y.npy").limit(15);
    assertThat(plan(files)).doesNotContain("Limit");
    assertThat(files.selectExpr("count(*)", "sum(f0)").first().mkString(" ")).isEqualTo("15 55.0");
  }

  private static String plan(Dataset<Row> rows) {
    return rows.queryExecution().optimizedPlan().toString();
  }

  @Test
  void sizesAreKnownToThePlanner() {
    assertThat(scan(rows()).estimateStatistics().numRows()).hasValue(ROWS);
    assertThat(scan(rows()).estimateStatistics().sizeInBytes()).hasValue(ROWS * (8L + 28));
    assertThat(scan(rows().select("f0")).estimateStatistics().sizeInBytes()).hasValue(ROWS * 16L);
    assertThat(scan(rows().where("index < 10")).estimateStatistics().numRows()).hasValue(10);
  }

  @Test
  void partitionsAreWholeRows() {
    Dataset<Row> rows =
        Session.npy().option("maxPartitionBytes", "1000").load(folder.resolve("y.npy").toString());
    InputPartition[] one = scan(rows).planInputPartitions();
    assertThat(one).hasSize(1);
    Dataset<Row> large =
        Session.npy().option("maxPartitionBytes", "1m").load(folder.resolve("x.npy").toString());
    List<RowSlice> slices =
        Arrays.stream(scan(large).planInputPartitions())
            .flatMap(each -> ((NpyPartition) each).slices().stream())
            .toList();
    assertThat(slices).hasSize(3);
    assertThat(slices.getFirst().end()).isEqualTo((1 << 20) / 28);
    assertThat(slices.stream().mapToLong(RowSlice::rows).sum()).isEqualTo(ROWS);
    assertThat(large.rdd().getNumPartitions()).isEqualTo(3);
  }

  @Test
  void aLongListOfIndicesIsNoMoreThanSorted() {
    Expression[] parts = new Expression[200_001];
    parts[0] = FieldReference.column("index");
    for (int k = 1; k < parts.length; k++) {
      parts[k] = Expressions.literal(2L * (parts.length - k));
    }
    Predicate in = new Predicate("IN", parts);
    Work work =
        Work.of(
            () -> {
              RowRanges found = new IndexPredicate("index").rows(in).orElseThrow();
              assertThat(found.ranges()).hasSize(200_000).startsWith(new RowRanges.Range(2, 3));
            });
    // Some 100 bytes for each; ranges that were joined one by one would be copied each time.
    assertThat(work.allocated()).isLessThan(200_000 * 1000L);
    assertThat(work.cpu()).isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void rangesOfOneFileCostOneOpening() {
    Dataset<Row> some = rows().where("index IN (1, 3, 5, 7, 9)");
    assertThat(ranges(some)).hasSize(5);
    assertThat(scan(some).planInputPartitions()).hasSize(1);
  }

  @Test
  void thereAreAsManyTasksAsOfSparksOwnFiles() {
    var conf = Session.spark().conf();
    conf.set("spark.sql.files.minPartitionNum", 10);
    conf.set("spark.sql.files.openCostInBytes", 1);
    try {
      assertThat(scan(rows()).planInputPartitions()).hasSizeBetween(10, 11);
    } finally {
      conf.unset("spark.sql.files.minPartitionNum");
      conf.unset("spark.sql.files.openCostInBytes");
    }
  }

  @Test
  void equalReadsAreKnownAsSuch() {
    assertThat(scan(rows().where("index < 9"))).isEqualTo(scan(rows().where("index < 9")));
    assertThat(scan(rows())).isNotEqualTo(scan(rows().where("index < 9")));
    Dataset<Row> twice = rows().groupBy("f2").count().union(rows().groupBy("f2").count());
    assertThat(twice.collectAsList()).hasSize(2);
    assertThat(twice.queryExecution().executedPlan().toString()).contains("ReusedExchange");
  }

  @Test
  void theRangesAreShown() {
    assertThat(scan(rows().where("index IN (1, 2, 4, 6, 8)")).description())
        .contains("/x.npy[1:3, 4:5, 6:7, ...]], rows: 5, pushed: [index IN (1, 2, 4, 6, 8)]");
  }

  @Test
  void smallFilesAreReadTogether() {
    Dataset<Row> rows = Session.npy().load(folder + "/y.npy", folder + "/y.npy", folder + "/y.npy");
    assertThat(rows.count()).isEqualTo(30);
    assertThat(rows.rdd().getNumPartitions()).isLessThan(3);
  }

  @Test
  void rowsOfOneArrayAreKnownToBeSorted() {
    assertThat(rows().sortWithinPartitions("index").queryExecution().executedPlan().toString())
        .doesNotContain("Sort [");
  }
}
