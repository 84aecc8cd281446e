package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.spark.option.Reason;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests writes to a file system of 1 MiB: without room, and where nothing may be written. All else
/// is refused before rows are computed.
class DiskTest {

  @TempDir private Path folder;
  private Path disk;

  @BeforeEach
  void makeFolder() throws IOException {
    disk = Files.createDirectory(folder.resolve("disk"));
  }

  private void mount(String options) throws InterruptedException {
    Assumptions.assumeTrue(
        Commands.succeeds("mount", "-t", "tmpfs", "-o", options, "none", disk.toString()),
        "a tmpfs cannot be mounted here (needs root)");
  }

  @AfterEach
  void unmount() throws InterruptedException {
    // Mappings that are closed may go later; mostly nothing is mounted.
    var _ = Commands.succeeds("umount", "-l", disk.toString());
  }

  private static Dataset<Row> rows(int count) {
    return Session.spark().range(0, count, 1, 2).selectExpr("id AS index", "id AS value");
  }

  /// An error that tells if rows are computed.
  private static DataFrameWriter<Row> uncomputed() {
    return Session.spark()
        .range(10)
        .selectExpr("id AS index", "cast(raise_error('computed') AS bigint) AS value")
        .write()
        .format("npy");
  }

  private static DataFrameWriter<Row> unsorted(Dataset<Row> rows) {
    return rows.write().format("npy").option("shuffle", false);
  }

  private String target() {
    return disk.resolve("x.npy").toString();
  }

  @Test
  void aFullDiskIsAnErrorAndLeavesNothing() throws InterruptedException {
    mount("size=1m");
    assertThatThrownBy(() -> unsorted(rows(200_000)).save(target()))
        .hasStackTraceContaining(target() + ": " + disk + "/.x.npy.")
        .hasStackTraceContaining(".tmp: No space left on device");
    assertThat(disk).isEmptyDirectory();
  }

  @Test
  void aShapeBeyondTheDiskSpaceIsRefused() throws InterruptedException {
    mount("size=1m");
    assertThatThrownBy(() -> uncomputed().option("shape", "1000000").save(target()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(
            target()
                + ": there is not enough space on the disk: the option shape asks for 8000000"
                + " bytes, 1048576 are free");
    assertThat(disk).isEmptyDirectory();
  }

  @Test
  void anAppendToAFullDiskKeepsTheRowsThatWereThere() throws IOException, InterruptedException {
    mount("size=1m");
    Path target = disk.resolve("x.npy");
    NpyFile.create(target, DType.INT64, Shape.of(30_000), Order.C).close();
    // There is room for what the tasks write, and none for its copy.
    assertThatThrownBy(() -> unsorted(rows(60_000)).mode("append").save(target()))
        .hasStackTraceContaining("No space left on device");
    try (NpyFile file = NpyFile.open(target)) {
      assertThat(file.shape()).isEqualTo(Shape.of(30_000));
      assertThat(Files.size(target)).isEqualTo(file.header().dataOffset() + 240_000);
    }
    assertThat(disk.toFile().list()).containsExactly("x.npy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"errorifexists", "overwrite", "append"})
  void aFolderThatMayNotBeWrittenIsNamed(String mode) throws InterruptedException {
    mount("ro,size=1m");
    assertThatThrownBy(() -> uncomputed().mode(mode).save(target()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(target() + ": Read-only file system");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none/x.npy | errorifexists | none/x.npy: no such directory
          none/x.npy | overwrite     | none/x.npy: no such directory
          disk       | overwrite     | disk: this is a folder, expected the name of a file
          disk       | append        | disk: this is a folder, expected the name of a file
          disk       | errorifexists | disk already exists
          """)
  void aPlaceWhereNoFileCanBeIsNamed(String name, String mode, String message) {
    assertThatThrownBy(() -> uncomputed().mode(mode).save(folder.resolve(name).toString()))
        .hasMessageContaining(folder + "/" + message);
  }

  @Test
  void aReasonIsInWords() {
    String user = System.getProperty("user.name");
    assertThat(Reason.of(new AccessDeniedException("/data/x.npy"), "/data/x.npy"))
        .isEqualTo("permission denied for the user " + user);
    assertThat(Reason.of(new IOException("x.npy: byte 3: no array"), "x.npy"))
        .isEqualTo("byte 3: no array");
    assertThat(Reason.of(new ClosedChannelException(), "x.npy"))
        .isEqualTo("ClosedChannelException");
  }
}
