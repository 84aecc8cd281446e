package io.ndmap.mmap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.op.PublicationTimeoutException;
import io.ndmap.sync.AtomicLongs;
import io.ndmap.sync.PublicationCell;
import io.ndmap.sync.SharedLongs;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One process publishes a row of 4 KiB that others read, and one that dies at it.
class PublicationProcessTest {

  @TempDir Path directory;
  private Path table;
  private Path words;

  @BeforeEach
  void create() throws IOException {
    table = directory.resolve("table.npy");
    words = directory.resolve("words.npy");
    NpyFile.create(table, DType.INT64, Shape.of(2, 512), Order.C).close();
    NpyFile.create(words, DType.UINT64, Shape.of(2), Order.C).close();
  }

  private ChildJvm child(String what, int times) throws IOException {
    ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.OPTIMISED, ChildJvm.NATIVE),
            PublicationChild.class,
            what,
            table,
            words,
            times);
    assertThat(child.line()).isEqualTo("ready");
    return child;
  }

  private void stopWriter() throws IOException {
    try (NpyFile file = NpyFile.open(words, OpenMode.READ_WRITE)) {
      AtomicLongs.of(file.view(LongView.class)).setRelease(1, 1);
    }
  }

  @Tag("slow")
  @Test
  void readersOfOtherProcessesNeverSeeHalfOfAnUpdate() throws Exception {
    readersSeeWholeRows(5_000);
  }

  @Tag("heavy")
  @Test
  void norInManyReads() throws Exception {
    readersSeeWholeRows(50_000);
  }

  private void readersSeeWholeRows(int reads) throws Exception {
    try (ChildJvm writer = child("write", 0);
        ChildJvm first = child("read", reads);
        ChildJvm second = child("read", reads)) {
      assertThat(first.finish()).containsExactly("whole");
      assertThat(second.finish()).containsExactly("whole");
      stopWriter();
      assertThat(writer.line()).startsWith("published ");
      assertThat(writer.finish()).isEmpty();
    }
  }

  /// The control: what the test above would find if the cell did nothing.
  @Tag("slow")
  @Test
  void readersWithoutTheCellDo() throws Exception {
    Assumptions.assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1,
        "one processor: nothing runs at the same time");
    try (ChildJvm writer = child("write", 0);
        ChildJvm reader = child("read-carelessly", 50_000_000)) {
      assertThat(reader.finish()).containsExactly("torn");
      stopWriter();
      assertThat(writer.line()).startsWith("published ");
      assertThat(writer.finish()).isEmpty();
    }
  }

  @Test
  void aWriterKilledDuringAnUpdateEndsReadersUntilTheNextUpdate() throws Exception {
    try (NpyFile rows = NpyFile.open(table, OpenMode.READ_WRITE);
        NpyFile sequences = NpyFile.open(words, OpenMode.READ_WRITE)) {
      LongView row = rows.view(LongView.class).index(0, 0);
      PublicationCell<LongView> cell = PublicationCell.of(row, sequences.view(LongView.class), 0);
      LongView mine = row.copy();
      mine.fill(1);
      assertThat(cell.publish(mine)).isEqualTo(1);
      try (ChildJvm writer = child("write-and-hang", 0)) {
        assertThat(writer.line()).isEqualTo("in the middle");
        writer.kill();
      }
      assertThat(row.get(0)).isEqualTo(2);
      assertThat(row.get(511)).isEqualTo(1);
      assertThat(cell.version()).isEqualTo(1);
      assertThatExceptionOfType(PublicationTimeoutException.class)
          .isThrownBy(() -> cell.withAttempts(400).read(mine))
          .withMessage(
              table
                  + ": the region of <i8 (512,) at byte 0, with its sequence word at byte 0 of "
                  + words
                  + ", was not whole in 400 attempts; the word stayed at 3, in the middle of an"
                  + " update: its writer died, is stopped or takes long; the next update makes the"
                  + " region whole again");
      mine.fill(5);
      assertThat(cell.publish(mine)).isEqualTo(2);
      mine.fill(0);
      assertThat(cell.read(mine)).isEqualTo(2);
      assertThat(mine.toArray()).containsOnly(5);
    }
  }

  @Test
  void closedFilesAreSaidToBe() throws Exception {
    NpyFile rows = NpyFile.open(table);
    NpyFile sequences = NpyFile.open(words);
    PublicationCell<LongView> cell =
        PublicationCell.of(
            rows.view(LongView.class).index(0, 0), sequences.view(LongView.class), 0);
    SharedLongs items = SharedLongs.of(sequences.view(LongView.class));
    LongView mine = rows.view(LongView.class).index(0, 0).copy();
    assertThat(cell.read(mine)).isZero();
    sequences.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> items.getAcquire(0))
        .withMessage(words + ": the file is closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> cell.read(mine))
        .withMessage(words + ": the file is closed");
    rows.close();
  }

  @Test
  void nothingBeginsWithClosedFiles() throws Exception {
    NpyFile rows = NpyFile.open(table, OpenMode.READ_WRITE);
    NpyFile other = NpyFile.open(table);
    try (NpyFile sequences = NpyFile.open(words, OpenMode.READ_WRITE)) {
      PublicationCell<LongView> cell =
          PublicationCell.of(
              rows.view(LongView.class).index(0, 0), sequences.view(LongView.class), 0);
      LongView source = other.view(LongView.class).index(0, 1);
      assertThat(cell.publish(source)).isEqualTo(1);
      other.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> cell.publish(source))
          .withMessage(table + ": the file is closed");
      LongView mine = rows.view(LongView.class).index(0, 0).copy();
      assertThat(cell.read(mine)).isEqualTo(1);
      rows.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> cell.publish(mine))
          .withMessage(table + ": the file is closed");
      assertThatIllegalStateException()
          .isThrownBy(() -> cell.update(_ -> {}))
          .withMessage(table + ": the file is closed");
      assertThat(sequences.view(LongView.class).get(0)).isEqualTo(2);
    }
  }

  // ---- Python, with the very lines of the document

  private static String example() throws IOException {
    Matcher block =
        Pattern.compile("```python\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("..", "docs", "sharing.md"), UTF_8));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  private static void requirePython() {
    Python.require();
    String machine = System.getProperty("os.arch");
    Assumptions.assumeTrue(
        machine.equals("amd64"),
        "Python orders its memory accesses on x86 only, this is " + machine);
  }

  @Test
  void pythonReadsWhatJavaPublishes() throws Exception {
    requirePython();
    String reader =
        example()
            + """

            import sys
            rows = np.load(sys.argv[1], mmap_mode='r')
            words = np.load(sys.argv[2], mmap_mode='r')
            seen = set()
            for _ in range(3_000_000):
                version, row = read(rows, words, 0)
                assert (row == version).all(), (version, row)
                seen.add(version)
                if len(seen) == 200:
                    print('whole')
                    break
            """;
    try (ChildJvm writer = child("write", 0)) {
      assertThat(Python.run(reader, table.toString(), words.toString())).isEqualTo("whole\n");
      stopWriter();
      assertThat(writer.line()).startsWith("published ");
      assertThat(writer.finish()).isEmpty();
    }
  }

  @Tag("slow")
  @Test
  void javaReadsWhatPythonPublishes() throws Exception {
    requirePython();
    String writer =
        example()
            + """

            import sys
            rows = np.load(sys.argv[1], mmap_mode='r+')
            words = np.load(sys.argv[2], mmap_mode='r+')
            print('ready', flush=True)
            while words[1] == 0:
                publish(rows, words, 0, np.full(512, int(words[0]) // 2 + 1))
            """;
    Process python = Python.process("-c", writer, table, words).redirectErrorStream(true).start();
    try (BufferedReader output = python.inputReader(UTF_8);
        ChildJvm reader = child("read", 5_000)) {
      assertThat(output.readLine()).isEqualTo("ready");
      assertThat(reader.finish()).containsExactly("whole");
      stopWriter();
      assertThat(output.lines()).isEmpty();
      assertThat(python.waitFor()).isZero();
    } finally {
      python.destroyForcibly();
    }
  }
}
