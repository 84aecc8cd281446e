package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.read.InputPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files in an HDFS that [HdfsCluster] runs.
@Tag("heavy")
class HdfsTest {

  private static final int FILES = 200;

  private static @Nullable ChildJvm cluster;
  private static FileSystem hdfs;
  private static String root;

  @TempDir private static Path folder;
  @TempDir private static Path data;

  @BeforeAll
  static void start() throws IOException {
    Assumptions.assumeTrue(
        HdfsCluster.isPresent(),
        "hadoop-client-minicluster is not on the class path: run with -Pheavy");
    Python.run(
        """
        import os
        os.chdir(argv[0])
        c = np.arange(2400, dtype='>i4').reshape(100, 8, 3)
        np.save('c.npy', c)
        np.save('f.npy', np.asfortranarray(c))
        np.save('blocks.npy', np.arange(3_000_000, dtype='<f8'))
        np.save('columns.npy', np.asfortranarray(np.arange(4_000_000, dtype='<i2').reshape(2000, 2000)))
        np.save('scalar.npy', np.float32(2.5))
        np.save('none.npy', np.zeros((0, 3)))
        fields = [('a', '>i4'), ('name', 'U5')] + [(f'f{k}', '<f8') for k in range(30)]
        np.save('fields.npy', np.array([(k, 'x' * (k % 6)) + (k / 3,) * 30 for k in range(20_000)], dtype=fields))
        os.mkdir('many')
        for k in range(int(argv[1])):
            np.save(f'many/{k:03}.npy', np.arange(10) + k)
        np.save('cut.npy', np.arange(1000.0))
        open('cut.npy', 'r+b').truncate(4128)
        """,
        folder, FILES);
    cluster =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE, "--sun-misc-unsafe-memory-access=allow"),
            HdfsCluster.class,
            data);
    root = "hdfs://localhost:" + cluster.line() + "/x";
    Configuration hadoop = Session.spark().sparkContext().hadoopConfiguration();
    hadoop.set("dfs.blocksize", "1m");
    hadoop.set("dfs.replication", "1");
    hdfs = hadoopPath("").getFileSystem(hadoop);
    hdfs.copyFromLocalFile(new org.apache.hadoop.fs.Path(folder.toString()), hadoopPath(""));
  }

  @AfterAll
  static void stop() throws IOException {
    if (cluster != null) {
      try (var _ = cluster) {
        hdfs.close();
      }
    }
  }

  private static org.apache.hadoop.fs.Path hadoopPath(String name) {
    return new org.apache.hadoop.fs.Path(root + name);
  }

  private static Dataset<Row> rows(String name, String... options) {
    DataFrameReader reader = Session.npy();
    for (String option : options) {
      reader.option(option.replaceFirst("=.*", ""), option.replaceFirst(".*=", ""));
    }
    return reader.load(root + name);
  }

  private static String digest(Dataset<Row> rows) {
    return rows.selectExpr("count(*)", "bit_xor(xxhash64(*))").first().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/c.npy",
        "/f.npy",
        "/blocks.npy",
        "/columns.npy",
        "/scalar.npy",
        "/none.npy",
        "/fields.npy",
        "/many",
        "/many/1*.npy",
        "/{c,f}.npy"
      })
  void rowsAreThoseOfLocalFiles(String name) {
    for (String axis : new String[] {"0", "-1"}) {
      for (String where :
          new String[] {"true", "index < 70 AND index >= 3", "index IN (0, 7, 99)"}) {
        Dataset<Row> local = Session.npy().option("axis", axis).load(folder + name).where(where);
        Dataset<Row> found = rows(name, "axis=" + axis).where(where);
        assertThat(found.count()).as(where).isEqualTo(local.count());
        assertThat(digest(found)).as(where + " along " + axis).isEqualTo(digest(local));
      }
    }
  }

  /// The folder is asked for once in each of Spark's two looks, and no file by itself.
  @Test
  void planningAsksForNoFileTwice() {
    long statuses = operations("op_get_file_status");
    long opened = operations("op_open");
    assertThat(rows("/many").rdd().getNumPartitions()).isPositive();
    assertThat(operations("op_get_file_status") - statuses).isEqualTo(2);
    assertThat(operations("op_open") - opened).isEqualTo(2 * FILES);
  }

  private static long operations(String name) {
    return FileSystem.getGlobalStorageStatistics().get("DFSOpsCountStatistics").getLong(name);
  }

  @Test
  void tasksBestRunWhereTheirBlocksAre() throws IOException {
    NpyScan scan = PushDownTest.scan(rows("/blocks.npy", "maxPartitionBytes=1m"));
    InputPartition[] tasks = scan.planInputPartitions();
    BlockLocation[] blocks =
        hdfs.getFileBlockLocations(hadoopPath("/blocks.npy"), 0, Long.MAX_VALUE);
    assertThat(blocks).hasSize(23).hasSameSizeAs(tasks);
    for (int k = 0; k < tasks.length; k++) {
      String host = blocks[k].getHosts()[0];
      assertThat(host).isIn("one.test", "two.test");
      assertThat(tasks[k].preferredLocations()[0]).as("task " + k).isEqualTo(host);
    }
    // Rows along the fast axis are in all blocks.
    assertThat(PushDownTest.scan(rows("/columns.npy")).planInputPartitions())
        .allSatisfy(task -> assertThat(task.preferredLocations()).isEmpty());
  }

  @Test
  void aFileThatIsTooShortIsAnError() {
    assertThatThrownBy(() -> rows("/cut.npy"))
        .hasMessageContaining(
            root + "/cut.npy: byte 128: the data of shape (1000,) ends early: expected 8000");
  }

  @Test
  void aFileThatIsDeletedOrCutUnderAScanIsAnErrorThatNamesIt() throws IOException {
    var path = hadoopPath("/gone.npy");
    hdfs.copyFromLocalFile(new org.apache.hadoop.fs.Path(folder + "/blocks.npy"), path);
    RDD<Row> rows = rows("/gone.npy").rdd();
    assertThat(rows.getNumPartitions()).isPositive();
    // At the end of a block it is done at once.
    assertThat(hdfs.truncate(path, 1 << 20)).isTrue();
    assertThatThrownBy(rows::count)
        .hasMessageContaining(
            root + "/gone.npy: byte 128: the data of shape (3000000,) ends early");
    assertThat(hdfs.delete(path, false)).isTrue();
    assertThatThrownBy(rows::count).hasMessageContaining("/gone.npy");
  }

  @Test
  void arraysAreNotWrittenThere() {
    Dataset<Row> rows = rows("/blocks.npy").selectExpr("index", "raise_error('computed') AS value");
    assertThatThrownBy(
            () -> rows.write().format("npy").option("dtype", "<f8").save(root + "/y.npy"))
        .hasMessageContaining("/y.npy: arrays are written to local and shared file systems only");
  }
}
