package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A write finds the file of one that was killed.
class WorkingFileTest {

  private static final byte[] HEADER = NpyHeaderCodec.encode(DType.INT32, Order.C, Shape.of(4, 2));
  private static final NpyHeader DECODED = NpyHeaderCodec.readBack(HEADER);
  private static final ParallelWriteOptions RESUMING = ParallelWriteOptions.DEFAULT.withResuming();
  private static final Box ROWS = Box.of(new long[] {0, 0}, new long[] {2, 2});

  @TempDir Path directory;
  private Path path;
  private Path working;

  @BeforeEach
  void isKilled() throws IOException {
    path = directory.resolve("x.npy");
    try (WorkingFile file = WorkingFile.open(path, RESUMING, HEADER, DECODED)) {
      assertThat(file.written()).isEmpty();
      file.note(List.of(ROWS));
      working = file.working();
    }
  }

  @Test
  void whatWasNotedIsFound() throws IOException {
    requireNotes();
  }

  private void requireNotes() throws IOException {
    try (WorkingFile file = WorkingFile.open(path, RESUMING, HEADER, DECODED)) {
      assertThat(file.written()).containsExactly(ROWS);
    }
  }

  @Test
  void aWriteThatBeginsAnewForgetsWhatWasNoted() throws IOException {
    WorkingFile.open(path, ParallelWriteOptions.DEFAULT, HEADER, DECODED).close();
    try (WorkingFile file = WorkingFile.open(path, RESUMING, HEADER, DECODED)) {
      assertThat(file.written()).isEmpty();
      assertThat(file.working()).isNotEqualTo(working).isRegularFile();
      assertThat(working).doesNotExist();
    }
  }

  @Test
  void whatKilledJobsHaveLeftIsDeletedAndNothingElse() throws IOException {
    Path lock = Files.createFile(Path.of(working + "-2118-1.lock"));
    Path older = Files.createFile(directory.resolve("x.npy.writing.0123abcd"));
    Path other = Files.createFile(directory.resolve("x.npy.writing.notes"));
    requireNotes();
    assertThat(directory).isDirectoryNotContaining(lock::equals);
    assertThat(directory).isDirectoryNotContaining(older::equals);
    assertThat(other).exists();
    assertThat(working).exists();
  }

  @Test
  void twoJobsDoNotWriteOneFile() throws IOException {
    try (WorkingFile first = WorkingFile.open(path, RESUMING, HEADER, DECODED)) {
      assertThatThrownBy(
              () -> WorkingFile.open(path, ParallelWriteOptions.DEFAULT, HEADER, DECODED))
          .isInstanceOf(IOException.class)
          .hasMessage(
              path
                  + ": another job is writing it, and holds the lock of "
                  + directory.resolve("x.npy.written"));
      assertThat(first.working()).exists();
    }
    requireNotes();
  }

  @Test
  void anotherArrayIsNotTakenUp() throws IOException {
    byte[] header = NpyHeaderCodec.encode(DType.INT32, Order.F, Shape.of(4, 2));
    NpyHeader decoded = NpyHeaderCodec.readBack(header);
    assertThatThrownBy(() -> WorkingFile.open(path, RESUMING, header, decoded))
        .isInstanceOf(WriteMismatchException.class)
        .hasMessage(
            path
                + ": "
                + working
                + " is of another array: the order is C there, and F now; write the same, or delete"
                + " it to begin anew");
    requireNotes();
  }

  @Test
  void whatIsDifferentIsNamed() {
    byte[] header = NpyHeaderCodec.encode(DType.FLOAT32, Order.C, Shape.of(2, 4));
    NpyHeader decoded = NpyHeaderCodec.readBack(header);
    assertThatThrownBy(() -> WorkingFile.open(path, RESUMING, header, decoded))
        .isInstanceOf(WriteMismatchException.class)
        .hasMessageContaining(
            "the dtype is '<i4' there, and '<f4' now, and the shape is (4, 2) there, and (2, 4)"
                + " now; write");
  }

  @Test
  void anArchiveIsNotReplaced() throws IOException {
    byte[] archive = {'P', 'K', 5, 6, 0};
    Path file = Files.write(directory.resolve("all.npz"), archive);
    ParallelWriteOptions replacing = ParallelWriteOptions.DEFAULT.withReplacing();
    assertThatThrownBy(() -> WorkingFile.open(file, replacing, HEADER, DECODED))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": an archive, whose members would be lost");
    assertThat(Files.readAllBytes(file)).isEqualTo(archive);
  }

  @Test
  void aRecordIsKeptEvery64MiB() {
    assertThat(ParallelWriteOptions.DEFAULT.checkpoint()).isEqualTo(64 << 20);
  }

  @Test
  void unknownHintsAreRefused() {
    assertThatThrownBy(() -> ParallelWriteOptions.DEFAULT.withHint("stripping_factor", "8"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no hint 'stripping_factor' of MPI-IO; the nearest is striping_factor");
    for (String key : List.of("striping_factor", "romio_cb_write", "cray_cb_write_lock_mode")) {
      assertThat(ParallelWriteOptions.DEFAULT.withHint(key, "8").hints()).containsKey(key);
    }
  }

  @Test
  void aFileThatIsNotThereForgetsWhatWasNoted() throws IOException {
    Files.delete(working);
    try (WorkingFile file = WorkingFile.open(path, RESUMING, HEADER, DECODED)) {
      assertThat(file.written()).isEmpty();
    }
  }

  @Test
  void anEmptyRecordIsAboutNoFile() throws IOException {
    // As a write leaves it that is killed before the old file is gone.
    Files.write(directory.resolve("x.npy.written"), new byte[0]);
    Files.write(working, new byte[] {1}, StandardOpenOption.APPEND);
    try (WorkingFile file = WorkingFile.open(path, RESUMING, HEADER, DECODED)) {
      assertThat(file.written()).isEmpty();
      assertThat(Files.size(file.working())).isEqualTo(HEADER.length + 32);
    }
  }

  @Test
  void aLinkToAnotherFileSystemStaysALink() throws IOException {
    Path memory = Path.of("/dev/shm");
    Assumptions.assumeTrue(
        Files.isWritable(memory)
            && !Files.getFileStore(memory).equals(Files.getFileStore(directory)),
        "no other file system at /dev/shm");
    Path elsewhere = Files.createTempDirectory(memory, "ndmap");
    try {
      Path target = Files.createFile(elsewhere.resolve("y.npy"));
      Path link = Files.createSymbolicLink(directory.resolve("link.npy"), target);
      ParallelWriteOptions replacing = ParallelWriteOptions.DEFAULT.withReplacing();
      try (WorkingFile file = WorkingFile.open(link, replacing, HEADER, DECODED)) {
        assertThat(file.working()).hasParent(elsewhere);
        file.publish();
      }
      assertThat(Files.readSymbolicLink(link)).isEqualTo(target);
      assertThat(Files.size(target)).isEqualTo(HEADER.length + 32);
      assertThat(elsewhere).isDirectoryNotContaining("glob:**.writ*");
    } finally {
      for (String name : List.of("y.npy", "")) {
        Files.deleteIfExists(elsewhere.resolve(name));
      }
    }
  }

  @Test
  void oneThatCannotBeTakenUpKeepsTheFiles() throws IOException {
    Path foreign = Files.createDirectory(Path.of(working + "-1.lock"));
    Path inside = Files.createFile(foreign.resolve("file"));
    assertThatThrownBy(() -> WorkingFile.open(path, RESUMING, HEADER, DECODED))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(path + ": java.nio.file.DirectoryNotEmptyException: " + foreign);
    Files.delete(inside);
    requireNotes();
  }

  @Test
  void spaceIsReserved() throws IOException {
    try (WorkingFile file = WorkingFile.open(path, RESUMING, HEADER, DECODED)) {
      assertThat(file.reserve()).isTrue();
      assertThat(file.written()).containsExactly(ROWS);
      assertThat(Files.size(file.working())).isEqualTo(HEADER.length + 32);
    }
  }
}
