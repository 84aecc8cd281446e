package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Counts and sizes beyond those of a C `int`.
@Tag("heavy")
class HugePartTest {

  @TempDir Path directory;

  /// One rank has a run of 2.2 GiB; two ranks cut two rows, which no subarray of MPI 3.1 describes.
  @ParameterizedTest
  @CsvSource({
    "OPEN_MPI, 1, 1, MAPPED",
    "OPEN_MPI, 2, 2, INDEPENDENT",
    "OPEN_MPI, 2, 2, COLLECTIVE",
    "MPICH, 1, 1, INDEPENDENT",
    "MPICH, 2, 2, COLLECTIVE"
  })
  void partsOfMoreThanTwoToThe31Items(Mpirun mpirun, int ranks, int rows, Access access)
      throws IOException {
    mpirun.require();
    Path file = directory.resolve("x.npy");
    Mpirun.Outcome outcome = mpirun.run(ranks, HugePart.class, file, rows, access);
    assertThat(outcome.output()).contains("the same");
    assertThat(outcome.status()).isZero();
    String ends =
        Python.run(
            "a = np.load(argv[0], mmap_mode='r')\nprint(a.shape, a[0, 0], a[-1, -1])\n", file);
    assertThat(ends)
        .isEqualTo(
            "(%s, 2362232013) 1 %s\n"
                .formatted(rows, 1 + (2_362_232_012L / 10_000_019 + 5L * (rows - 1)) % 101));
    Files.delete(file);
  }
}
