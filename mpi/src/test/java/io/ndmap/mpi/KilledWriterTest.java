package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.ByteView;
import io.ndmap.op.Reduction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A rank that is killed before, during and after the write leaves the file whole or not at all,
/// and the next job goes on where it was.
class KilledWriterTest {

  private static final int FIRST = 1;
  private static final int SECOND = 2;

  @TempDir Path directory;

  @Test
  @Tag("slow")
  void beforeTheWrite() throws IOException {
    Path file = directory.resolve("x.npy");
    kill(Mpirun.OPEN_MPI, file, 0, 1, "CREATED");
    assertThat(file).doesNotExist();
    assertThat(resumed(Mpirun.OPEN_MPI, 1, file, 0)).isZero();
  }

  @Test
  void duringTheWrite() throws IOException {
    // The one that makes the file, and holds the lock.
    during(Mpirun.OPEN_MPI, 0, 0);
  }

  @Test
  @Tag("heavy")
  void duringACollectiveWrite() throws IOException {
    during(Mpirun.OPEN_MPI, 1, 1);
  }

  @Test
  @Tag("heavy")
  void duringTheWriteUnderMpich() throws IOException {
    during(Mpirun.MPICH, 0, 0);
  }

  @Test
  @Tag("heavy")
  void duringACollectiveWriteUnderMpich() throws IOException {
    during(Mpirun.MPICH, 1, 1);
  }

  private void during(Mpirun mpirun, int axis, int rank) throws IOException {
    Path file = directory.resolve("x.npy");
    kill(mpirun, file, axis, rank, "NOTED");
    assertThat(file).doesNotExist();
    assertThat(directory).isDirectoryContaining("glob:**x.npy.writing.*");
    // At least three times a checkpoint of each rank was on the disk, and is not written again.
    assertThat(resumed(mpirun, 1, file, axis))
        .isBetween(3 * 2 * KilledWriter.CHECKPOINT, KilledWriter.SHAPE.itemCount() - 1);
  }

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  @Tag("heavy")
  void moreRanksResumeAlongAnotherAxis(Mpirun mpirun) throws IOException {
    Path file = directory.resolve("x.npy");
    kill(mpirun, file, 0, 1, "NOTED");
    // The notes are of rows; some blocks of the columns lie within.
    assertThat(resumed(mpirun, 3, file, 1)).isBetween(1L, KilledWriter.SHAPE.itemCount() / 2);
  }

  @Test
  @Tag("slow")
  void afterTheWrite() throws IOException {
    after(Mpirun.OPEN_MPI, 0);
  }

  @Test
  @Tag("heavy")
  void afterACollectiveWriteUnderMpich() throws IOException {
    after(Mpirun.MPICH, 1);
  }

  private void after(Mpirun mpirun, int axis) throws IOException {
    Path file = directory.resolve("x.npy");
    kill(mpirun, file, axis, 1, "PUBLISHED");
    assertThat(count(file)).isEqualTo(KilledWriter.SHAPE.itemCount());
    assertThat(directory).isDirectoryNotContaining("glob:**.writ*");
  }

  private static void kill(Mpirun mpirun, Path file, int axis, int rank, String step) {
    mpirun.require();
    Mpirun.Outcome outcome = mpirun.run(2, KilledWriter.class, file, axis, FIRST, rank, step);
    assertThat(outcome.status()).isNotZero();
  }

  /// Writes other elements, with another number of ranks, and resumes.
  ///
  /// @return how many elements were not written again
  private long resumed(Mpirun mpirun, int ranks, Path file, int axis) throws IOException {
    Mpirun.Outcome outcome = mpirun.run(ranks, KilledWriter.class, file, axis, SECOND, -1, "-");
    assertThat(outcome.output()).contains("written by " + ranks);
    assertThat(outcome.status()).isZero();
    try (var files = Files.list(directory)) {
      assertThat(files.toList()).isEqualTo(List.of(file));
    }
    return count(file);
  }

  /// How many elements are of the first job; all others must be of the second.
  private static long count(Path file) throws IOException {
    try (NpyFile npy = NpyFile.open(file)) {
      ByteView view = npy.view(ByteView.class);
      assertThat(npy.shape()).isEqualTo(KilledWriter.SHAPE);
      long second = view.sumLong() - view.itemCount();
      assertThat(view.reduce(Reduction.MIN).getLong()).isGreaterThanOrEqualTo(FIRST);
      assertThat(view.reduce(Reduction.MAX).getLong()).isLessThanOrEqualTo(SECOND);
      return view.itemCount() - second;
    }
  }
}
