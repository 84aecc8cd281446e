package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.npz.NpzFile;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plans of `ndmap mpi`, which need no MPI; the commands under `mpirun` are in [MpiDocumentTest].
class MpiCommandTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void aDryRunSaysWhichRankReadsWhichBytes() throws IOException {
    Path file = Cli.npy(directory.resolve("x.npy"), "'|i1'", "(2, 3)", new byte[6]);
    Cli rows = Cli.run("mpi", "read", file, "--dry-run", "--ranks", 3);
    assertThat(rows.out())
        .isEqualTo(
            file
                + ": (2, 3) of |i1, C order: header of 128 bytes, 6 bytes of data\n"
                + "rank 0: [0:1, 0:3], bytes 128 to 131\n"
                + "rank 1: [1:2, 0:3], bytes 131 to 134\n"
                + "rank 2: [2:2, 0:3], no bytes\n");
    Cli columns = Cli.run("mpi", "read", file, "--dry-run", "--ranks", 2, "--axis", -1, "--json");
    assertThat(columns.out())
        .isEqualTo(
            """
            {"file":"X","rank":0,"start":[0,0],"end":[2,2],"first_byte":128,"end_byte":133,"runs":2,"run_bytes":2}
            {"file":"X","rank":1,"start":[0,2],"end":[2,3],"first_byte":130,"end_byte":134,"runs":2,"run_bytes":1}
            """
                .replace("X", file.toString()));
  }

  private static Cli dryRunOfAWrite(Path file, int axis, String order) {
    String array = "--dtype f8 --shape 4,5 --dry-run --ranks 2 --order " + order;
    List<Object> command = new ArrayList<>(List.of("mpi", "write", file, "--axis", axis));
    command.addAll(List.of(array.split(" ", -1)));
    return Cli.run(command.toArray());
  }

  @Test
  void aDryRunOfAWriteTouchesNothing() {
    Path file = directory.resolve("x.npy");
    Cli cli = dryRunOfAWrite(file, 1, "F");
    assertThat(cli.out())
        .isEqualTo(
            file
                + ": (4, 5) of <f8, F order: header of 128 bytes, 160 bytes of data\n"
                + "rank 0: [0:4, 0:3], bytes 128 to 224\n"
                + "rank 1: [0:4, 3:5], bytes 224 to 288\n");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aMemberIsARangeOfTheArchive() throws IOException {
    Path file = Cli.npy(directory.resolve("x.npy"), "'|i1'", "(2, 3)", new byte[6]);
    Path archive = directory.resolve("all.npz");
    assertThat(Cli.run("npz", "create", archive, file).exit()).isZero();
    long offset;
    try (NpzFile npz = NpzFile.open(archive)) {
      offset = npz.member("x").offset() + npz.member("x").header().dataOffset();
    }
    String plan =
        "rank 0: [0:1, 0:3], bytes %s to %s\n".formatted(offset, offset + 3)
            + "rank 1: [1:2, 0:3], bytes %s to %s\n".formatted(offset + 3, offset + 6);
    String member = archive + "::x";
    assertThat(Cli.run("mpi", "read", member, "--dry-run", "--ranks", 2).out()).endsWith(plan);
    assertThat(Cli.run("mpi", "read", archive, "--member", "x", "--dry-run", "--ranks", 2).out())
        .endsWith(plan);
    assertThat(Cli.run("mpi", "read", archive + "::y", "--dry-run", "--ranks", 2).err())
        .contains("there is no member 'y'");
    assertThat(Cli.run("mpi", "read", archive, "--dry-run", "--ranks", 2).err())
        .contains("an archive; name one of its members, as " + archive + "::x");
  }

  @Test
  void limitsCanBeRaised() {
    Path file = directory.resolve("long.npy");
    Python.run(
        """
        a = np.zeros(3, [(f'field_number_{i}', 'i1') for i in range(400)])
        np.save(argv[0], a)
        np.savez(argv[0].replace('.npy', '.npz'), a=a)
        """,
        file);
    for (String name : List.of(file.toString(), directory.resolve("long.npz") + "::a")) {
      Cli refused = Cli.run("mpi", "read", name, "--dry-run", "--ranks", 1);
      assertThat(refused.exit()).isEqualTo(Main.FAILED);
      assertThat(refused.err())
          .startsWith("ndmap: " + name)
          .contains(" bytes, the limit is 10000 characters; --max-header raises it\n");
      Cli raised = Cli.run("mpi", "read", name, "--dry-run", "--ranks", 1, "--max-header", "20k");
      assertThat(raised.err()).isEmpty();
      assertThat(raised.lines().getLast()).startsWith("rank 0: [0:3], bytes ");
    }
    Cli members =
        Cli.run(
            "mpi",
            "read",
            directory.resolve("long.npz") + "::a",
            "--dry-run",
            "--ranks",
            1,
            "--max-members",
            0);
    assertThat(members.err())
        .contains(": there are more members than the limit of 0; --max-members raises it\n");
  }

  @Test
  void anArrayWithoutAxesIsOfAllRanks() {
    Path file = directory.resolve("x.npy");
    assertThat(
            Cli.run(
                    "mpi",
                    "write",
                    file,
                    "--dtype",
                    "f8",
                    "--shape",
                    "()",
                    "--dry-run",
                    "--ranks",
                    2)
                .out())
        .endsWith("rank 0: [], bytes 128 to 136\nrank 1: [], bytes 128 to 136\n");
  }

  @Test
  void wrongTargetsAndOptionsAreRefusedBeforeMpi() {
    for (String name : List.of("all.npz", "a.npz::x", "x.csv")) {
      Cli cli = refused(name);
      assertThat(cli.err()).contains("FILE: " + name);
    }
    assertThat(refused("x.npy", "--hint", "stripping_factor=8").err())
        .startsWith(
            "ndmap: --hint: there is no hint 'stripping_factor' of MPI-IO; the nearest is"
                + " striping_factor\n");
    assertThat(refused("x.npy", "--checkpoint", "much").err())
        .startsWith("ndmap: --checkpoint: 'much' is not a size");
  }

  private static Cli refused(String name, String... options) {
    List<Object> command =
        new ArrayList<>(List.of("mpi", "write", name, "--dtype", "f8", "--shape", "4"));
    command.addAll(List.of(options));
    Cli cli = Cli.run(command.toArray());
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    return cli;
  }

  @Test
  void anAxisThatIsNotThereIsAnError() {
    Path file = directory.resolve("x.npy");
    Cli cli = dryRunOfAWrite(file, 2, "C");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err())
        .isEqualTo("ndmap: " + file + ": axis 2 is out of bounds for an array of rank 2\n");
  }
}
