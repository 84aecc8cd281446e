package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A failure of one rank is one of all, with one text; the end of one rank ends all.
class FailureTest {

  /// A library that calls the true one, and then says on rank 1 that the call has failed, while
  /// there is a file of its name where rank 1 is at work.
  private static final String FAILING =
      """
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>

      int PMPI_File_open(void *ranks, const char *name, int mode, void *info, void *file);
      int PMPI_File_write_at(void *file, long at, const void *from, int count, TYPE type, void *status);
      int PMPI_File_write_at_all(void *file, long at, const void *from, int count, TYPE type, void *status);
      int PMPI_File_sync(void *file);
      int PMPI_File_close(void *file);

      static int failing(const char *wish, int result) {
        const char *rank = getenv("OMPI_COMM_WORLD_RANK");
        if (!rank) rank = getenv("PMI_RANK");
        return rank && !strcmp(rank, "1") && !access(wish, F_OK) ? ERROR : result;
      }

      int MPI_File_open(void *ranks, const char *name, int mode, void *info, void *file) {
        int result = PMPI_File_open(ranks, name, mode, info, file);
        return failing(WISHES "/MPI_File_open", result);
      }

      int MPI_File_write_at(void *file, long at, const void *from, int count, TYPE type, void *status) {
        int result = PMPI_File_write_at(file, at, from, count, type, status);
        return failing(WISHES "/MPI_File_write_at", result);
      }

      int MPI_File_write_at_all(void *file, long at, const void *from, int count, TYPE type, void *status) {
        int result = PMPI_File_write_at_all(file, at, from, count, type, status);
        return failing(WISHES "/MPI_File_write_at_all", result);
      }

      int MPI_File_sync(void *file) {
        return failing(WISHES "/MPI_File_sync", PMPI_File_sync(file));
      }

      int MPI_File_close(void *file) {
        return failing(WISHES "/MPI_File_close", PMPI_File_close(file));
      }
      """;

  private static final String NO_FILE =
      ": rank 1 finds no file, but rank 0 opened it: it was deleted meanwhile, or the ranks do not"
          + " share a file system\n";
  private static final String ANOTHER_FILE =
      ": rank 1 finds another file than rank 0 opened: it was replaced meanwhile, or the ranks do"
          + " not share a file system\n";

  @TempDir Path directory;

  @Test
  void allRanksGetTheSameTypedErrorAndNothingIsLeft() throws IOException, InterruptedException {
    requireTheSameErrorOfAll(Mpirun.OPEN_MPI);
  }

  @Test
  @Tag("slow")
  void allRanksGetTheSameTypedErrorAndNothingIsLeftUnderMpich()
      throws IOException, InterruptedException {
    requireTheSameErrorOfAll(Mpirun.MPICH);
  }

  private void requireTheSameErrorOfAll(Mpirun mpirun) throws IOException, InterruptedException {
    mpirun.require();
    Path work = Files.createDirectory(directory.resolve("work"));
    String full = mounted("full", "size=20m");
    String readOnly = mounted("ro", "ro,size=1m");
    try {
      Mpirun.Outcome outcome = mpirun.run(2, Failures.class, work, full, readOnly);
      assertThat(unnumbered(outcome)).contains(expected(work, full, readOnly, mpirun));
      assertThat(outcome.status()).isZero();
      for (String disk : List.of(full, readOnly)) {
        if (!disk.equals("-")) {
          assertThat(Path.of(disk)).isEmptyDirectory();
        }
      }
      assertThat(work).isDirectoryNotContaining("glob:**.writ*");
    } finally {
      unmount(full);
      unmount(readOnly);
    }
  }

  @Test
  @Tag("slow")
  void ranksThatStayInACollectiveAccessAreEnded() {
    requireEndOfRanksThatStay(Mpirun.OPEN_MPI);
  }

  @Test
  @Tag("heavy")
  void ranksThatStayInACollectiveAccessAreEndedUnderMpich() {
    requireEndOfRanksThatStay(Mpirun.MPICH);
  }

  private void requireEndOfRanksThatStay(Mpirun mpirun) {
    mpirun.require();
    List<String> command =
        mpirun.command(
            2, List.of("-Dndmap.mpi.patience=1"), Deserted.class, directory.resolve("x.npy"));
    Mpirun.Outcome outcome = Mpirun.finish(Mpirun.start(command));
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.output())
        .contains(
            "ndmap: rank 0: java.io.IOException: on purpose; the other ranks have not finished"
                + " the collective access within 1 s: ending all ranks")
        .doesNotContain("came through");
  }

  @Test
  void ranksWithoutASharedFileSystemAreReported() throws IOException, InterruptedException {
    requireReportOfApart(Mpirun.MPICH);
  }

  @Test
  @Tag("heavy")
  void ranksWithoutASharedFileSystemAreReportedUnderOpenMpi()
      throws IOException, InterruptedException {
    requireReportOfApart(Mpirun.OPEN_MPI);
  }

  private void requireReportOfApart(Mpirun mpirun) throws IOException, InterruptedException {
    Path work = Files.createDirectory(directory.resolve("work"));
    String output = withRankOneBehind(mpirun, "mount -t tmpfs none " + work, work, "apart");
    List<String> lines = new ArrayList<>();
    for (Access access : Access.values()) {
      lines.add(
          "written, " + access + ": NoSuchFileException: " + work + "/x.npy.writing" + NO_FILE);
    }
    lines.add("read: NoSuchFileException: " + work + "/there.npy" + NO_FILE);
    lines.add("read, stale: IOException: " + work + "/there.npy" + ANOTHER_FILE);
    assertThat(output).contains(lines);
    assertThat(work).isDirectoryNotContaining("glob:**x.npy*");
  }

  /// These cannot be one file, although their numbers are the same. Not under MPICH: UCX reads the
  /// number of the machine, too, and would have the ranks communicate as two machines do.
  @Test
  @Tag("slow")
  void soAreThoseThatHaveTheirOwnOnTwoMachines() throws IOException, InterruptedException {
    Path work = Files.createDirectory(directory.resolve("work"));
    Path id = directory.resolve("boot_id");
    Files.writeString(id, UUID.randomUUID() + "\n");
    String mount = "mount --bind " + id + " /proc/sys/kernel/random/boot_id";
    assertThat(withRankOneBehind(Mpirun.OPEN_MPI, mount, work, "elsewhere"))
        .contains("written: IOException: " + work + "/x.npy.writing" + ANOTHER_FILE)
        .contains(
            "mapped: IllegalArgumentException: "
                + work
                + "/x.npy: cannot be written by Access.MAPPED, as the ranks are on several"
                + " machines, whose mappings of a file do not see the same pages\n")
        .contains("read: IOException: " + work + "/there.npy" + ANOTHER_FILE);
  }

  /// The output of a job of two ranks, the second of which has mounts of its own.
  private static String withRankOneBehind(Mpirun mpirun, String mount, Path work, String scenario)
      throws InterruptedException {
    mpirun.require();
    List<String> behind = List.of("unshare", "-m", "sh", "-c");
    List<String> alone = new ArrayList<>(behind);
    alone.add(mount);
    Assumptions.assumeTrue(
        Commands.succeeds(alone.toArray(String[]::new)),
        "a rank cannot have mounts of its own here (needs root)");
    List<String> command =
        new ArrayList<>(mpirun.command(1, List.of(), Failures.class, work, scenario));
    command.addAll(List.of(":", "-n", "1"));
    command.addAll(behind);
    command.addAll(List.of(mount + " && exec \"$@\"", "sh"));
    command.addAll(Mpirun.program(List.of(), Failures.class, work, scenario));
    Mpirun.Outcome outcome = Mpirun.finish(Mpirun.start(command));
    assertThat(outcome.status()).as(outcome.output()).isZero();
    return unnumbered(outcome);
  }

  /// The output of a job, without the numbers of files that are being written.
  private static String unnumbered(Mpirun.Outcome outcome) {
    return outcome.output().replaceAll("\\.writing\\.[0-9a-f]{8}", ".writing");
  }

  @Test
  @Tag("slow")
  void aCallThatFailsOnOneRankFailsOnAll() throws IOException, InterruptedException {
    requireFailureOfCalls(Mpirun.OPEN_MPI);
  }

  @Test
  @Tag("heavy")
  void aCallThatFailsOnOneRankFailsOnAllUnderMpich() throws IOException, InterruptedException {
    requireFailureOfCalls(Mpirun.MPICH);
  }

  private void requireFailureOfCalls(Mpirun mpirun) throws IOException, InterruptedException {
    mpirun.require();
    Path library = directory.resolve("libfailing.so");
    Path work = Files.createDirectory(directory.resolve("work"));
    compile(
        FAILING,
        library,
        // MPI_ERR_OTHER.
        "-DERROR=" + (mpirun == Mpirun.MPICH ? 15 : 16),
        "-DTYPE=" + (mpirun == Mpirun.MPICH ? "int" : "void*"),
        "-DWISHES=\"" + work + "\"",
        "-Wl,--no-as-needed",
        "-l:" + mpirun.library());
    Mpirun.Outcome outcome =
        Mpirun.finish(
            Mpirun.start(
                mpirun.command(
                    2, List.of("-Dndmap.mpi.library=" + library), Failures.class, work, "calls")));
    List<String> lines = new ArrayList<>();
    for (Access access : List.of(Access.INDEPENDENT, Access.COLLECTIVE)) {
      String write = access == Access.COLLECTIVE ? "write_at_all" : "write_at";
      for (String call : List.of("open", write, "sync", "close")) {
        lines.add(
            "%s, %s: IOException: %s/x.npy.writing: MPI_File_%s: "
                .formatted(call, access, work, call));
      }
      lines.add("none, " + access + ": nothing\n");
    }
    assertThat(unnumbered(outcome)).contains(lines).doesNotContain(" | ");
    assertThat(outcome.status()).isZero();
    assertThat(work).isEmptyDirectory();
  }

  private static List<String> expected(Path work, String full, String readOnly, Mpirun mpirun) {
    Path x = work.resolve("x.npy");
    List<String> lines =
        new ArrayList<>(
            List.of(
                "other dtype: WriteMismatchException: "
                    + x
                    + ": the dtype is '<f4' on rank 0, and '<f8' on rank 1\n",
                "other shape: WriteMismatchException: "
                    + x
                    + ": the length of axis 1 is 4 on rank 0, and 5 on rank 1\n",
                "other order: WriteMismatchException: "
                    + x
                    + ": the order is C on rank 0, and F on rank 1\n",
                "other path: WriteMismatchException: "
                    + x
                    + ": the path is "
                    + x
                    + " on rank 0, and "
                    + work.resolve("y.npy")
                    + " on rank 1\n",
                "other path to read: IllegalArgumentException: "
                    + work
                    + "/there.npy: the path is "
                    + work
                    + "/there.npy on rank 0, and "
                    + work
                    + "/wrong.npy on rank 1\n",
                "other option: WriteMismatchException: "
                    + x
                    + ": the option replacing is false on rank 0, and true on rank 1\n",
                "other hint: WriteMismatchException: "
                    + x
                    + ": the option hints is {} on rank 0, and {cb_nodes=1} on rank 1\n",
                "0-d: IndexOutOfBoundsException: an array of rank 0 has no axis along which parts"
                    + " could be joined\n",
                "no axis: IndexOutOfBoundsException: axis 2 is out of bounds for an array of rank"
                    + " 2\n",
                "overlap: WriteMismatchException: "
                    + x
                    + ": the boxes [0:2] of rank 0 and [1:3] of rank 1 overlap\n",
                "holes: WriteMismatchException: "
                    + x
                    + ": the boxes of all ranks have 2 of the 8 elements of the array of shape"
                    + " (8,)\n",
                "long hint: IOException: " + x + ".writing: MPI_Info_set: ",
                "exists: FileAlreadyExistsException: "
                    + work
                    + "/there.npy: exists; ParallelWriteOptions.withReplacing() replaces it\n",
                "no directory: NoSuchFileException: " + work + "/none/x.npy: no such directory\n",
                "no file: NoSuchFileException: " + work + "/none.npy\n",
                "no array: NpyFormatException: "
                    + work
                    + "/wrong.npy: byte 0: expected the magic 93 4e 55 4d 50 59 of a .npy file,"
                    + " found 6e 6f 20 61 72 72\n",
                "truncated: TruncatedDataException: "
                    + work
                    + "/short.npy: byte 128: the data of shape (8, 4) ends early: expected 32"
                    + " bytes, found 31\n",
                "other axis: IllegalArgumentException: "
                    + work
                    + "/there.npy: the axis is 0 on rank 0, and 1 on rank 1\n",
                "box beyond: IndexOutOfBoundsException: rank 1: the box [0:4, 0:5] reaches beyond"
                    + " axis 1 of the array of shape (8, 4)\n",
                "archive: IOException: "
                    + work
                    + "/all.npz: an archive, whose members would be lost; remove it first, or write"
                    + " another file, which ndmap npz create --append adds to it\n",
                "no member: IOException: "
                    + work
                    + "/all.npz: an archive; name one of its members, as "
                    + work
                    + "/all.npz::x\n",
                "other member: IOException: " + work + "/all.npz: there is no member 'y', ",
                "compressed: IOException: "
                    + work
                    + "/small.npz::x: is compressed, and ranks read ranges of the file; ndmap npz"
                    + " extract makes a file of it\n",
                "member: nothing\n",
                "one element: nothing\n",
                "closed view: FileClosedException: " + work + "/there.npy: the file is closed\n",
                "none: nothing\n",
                "long runs: nothing\n",
                "truncated meanwhile: TruncatedDataException: "
                    + work
                    + "/wide.npy: byte 128: the data of shape (4, 262144) ends early: expected"
                    + " 8388608 bytes, found 8388607\n",
                "truncated meanwhile, INDEPENDENT: TruncatedDataException: " + work + "/wide.npy: ",
                "truncated meanwhile, COLLECTIVE: TruncatedDataException: " + work + "/wide.npy: ",
                "truncated meanwhile, short runs: TruncatedDataException: " + work + "/wide.npy: ",
                "replaced meanwhile: IOException: "
                    + work
                    + "/wide.npy: rank 0 finds another file than rank 0 opened: it was replaced"
                    + " meanwhile, or the ranks do not share a file system\n",
                "large header: nothing\n"));
    if (!full.equals("-")) {
      lines.add(
          "too large: IOException: "
              + full
              + "/x.npy: cannot be created with 30000128 bytes, 20971520 being free on its file"
              + " system: there is not enough space on the disk\n");
      // Open MPI has no text for it, but writes less.
      String why =
          mpirun == Mpirun.MPICH
              ? ": MPI_File_write_at: Other I/O error , error stack: ADIOI_GEN_WRITECONTIG"
              : ": only ";
      lines.add("full disk: IOException: " + full + "/x.npy.writing" + why);
      lines.add(
          "full disk, mapped: IOException: " + full + "/x.npy.writing: the 15000000 bytes of [");
      lines.add("full disk by columns: IOException: " + full + "/x.npy.writing" + why);
      lines.add(
          "full disk, together: IOException: "
              + full
              + "/x.npy: its 30000128 bytes cannot be reserved: No space left on device\n");
    }
    if (!readOnly.equals("-")) {
      lines.add(
          "read-only directory: FileSystemException: "
              + readOnly
              + "/x.npy: Read-only file system\n");
    }
    return lines;
  }

  /// A file system of its own, or `-` where none can be mounted (needs root).
  private String mounted(String name, String options) throws IOException, InterruptedException {
    Path at = Files.createDirectory(directory.resolve(name));
    if (Commands.succeeds("mount", "-t", "tmpfs", "-o", options, "none", at.toString())) {
      return at.toString();
    }
    System.err.println("SKIPPED: a tmpfs cannot be mounted here (needs root): " + name);
    return "-";
  }

  private static void unmount(String at) throws InterruptedException {
    if (!at.equals("-")) {
      Commands.require("umount", at);
    }
  }

  @Test
  void aRankThatThrowsEndsTheJobAndShowsWhy() {
    requireEndByAThrow(Mpirun.MPICH);
  }

  @Test
  @Tag("heavy")
  void aRankThatThrowsEndsTheJobAndShowsWhyUnderOpenMpi() {
    requireEndByAThrow(Mpirun.OPEN_MPI);
  }

  private void requireEndByAThrow(Mpirun mpirun) {
    mpirun.require();
    Mpirun.Outcome outcome = mpirun.run(2, Throwing.class, 1);
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.output())
        .contains(
            "ndmap: rank 1 failed, and ends all ranks: java.lang.IllegalStateException: on purpose")
        .contains("at io.ndmap.mpi.Throwing.main(Throwing.java:")
        .doesNotContain("came through");
  }

  @Test
  void aLibraryThatDoesNotFitTheLauncherIsRefused() {
    Mpirun.OPEN_MPI.require();
    Mpirun.MPICH.require();
    refused(
        Mpirun.OPEN_MPI,
        "libmpich.so.12",
        "this process was started by the mpirun of Open MPI, but the library libmpich.so.12 belongs"
            + " to MPICH: every process would be rank 0 of 1. Start it by the mpirun of MPICH"
            + " (Debian: mpirun.mpich), or name a library of Open MPI by NDMAP_MPI_LIBRARY");
    refused(
        Mpirun.MPICH,
        "libmpi.so.40",
        "this process was started by the mpirun of MPICH, but the library libmpi.so.40 belongs to"
            + " Open MPI: every process would be rank 0 of 1. Start it by the mpirun of Open MPI"
            + " (Debian: mpirun.openmpi), or name a library of MPICH by NDMAP_MPI_LIBRARY");
  }

  private static void refused(Mpirun mpirun, String library, String message) {
    Mpirun.Outcome outcome =
        Mpirun.finish(
            Mpirun.start(
                mpirun.command(2, List.of("-Dndmap.mpi.library=" + library), Throwing.class, -1)));
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.output())
        .contains("io.ndmap.mpi.MpiException: " + message)
        .doesNotContain("came through");
  }

  /// As `srun` starts them if it does not speak to the library, and copies of one rank would write
  /// one file.
  @Test
  void aProcessThatDoesNotSeeTheOthersIsRefused() {
    requireRefusalOfOne(
        Mpirun.MPICH,
        "SLURM_STEP_NUM_TASKS",
        "srun",
        "Have srun speak to it: srun --mpi=pmix or --mpi=pmi2");
  }

  @Test
  @Tag("slow")
  void aProcessThatDoesNotSeeTheOthersIsRefusedUnderOpenMpi() {
    requireRefusalOfOne(
        Mpirun.OPEN_MPI,
        "OMPI_COMM_WORLD_SIZE",
        "the mpirun of Open MPI",
        "Start it by the mpirun of Open MPI");
  }

  private static void requireRefusalOfOne(
      Mpirun mpirun, String variable, String launcher, String advice) {
    mpirun.require();
    List<String> program =
        Mpirun.program(List.of("-Dndmap.mpi.library=" + mpirun.library()), Throwing.class, "-1");
    assertThat(Mpirun.finish(Mpirun.start(program, Map.of(variable, "2"))).output())
        .contains(
            "MpiException: this process was started by %s, but the library %s sees 1 of its 2 ranks: every process would be rank 0 of 1. %s"
                .formatted(launcher, mpirun.library(), advice))
        .doesNotContain("came through");
  }

  @Test
  void aLibraryWithOtherHandlesIsRefused() throws IOException, InterruptedException {
    Path library = directory.resolve("libmpt.so");
    compile(
        """
        #include <string.h>
        int MPI_Init_thread(void *a, void *b, int c, void *d) { return 0; }
        int MPI_Get_library_version(char *text, int *length) {
          *length = strlen(strcpy(text, "HPE MPT 2.25  08/01/21"));
          return 0;
        }
        """,
        library);
    assertThat(alone("-Dndmap.mpi.library=" + library, ChildJvm.NATIVE))
        .contains(
            library
                + " is neither Open MPI nor a library with the binary interface of MPICH: HPE MPT"
                + " 2.25  08/01/21");
  }

  /// Skips the test where there is no compiler, or it fails.
  private void compile(String source, Path library, String... options)
      throws IOException, InterruptedException {
    Path file = directory.resolve("source.c");
    Files.writeString(file, source);
    List<String> command =
        new ArrayList<>(
            List.of("cc", "-shared", "-fPIC", "-o", library.toString(), file.toString()));
    command.addAll(List.of(options));
    Assumptions.assumeTrue(
        Commands.succeeds(command.toArray(String[]::new)),
        "there is no C compiler, or it does not find a library: " + command);
  }

  @Test
  void aLibraryThatIsNotThereIsNamed() {
    assertThat(alone("-Dndmap.mpi.library=libnone.so", ChildJvm.NATIVE))
        .contains(
            "io.ndmap.mpi.MpiException: no MPI library was found (Cannot open library:"
                + " libnone.so). Install Open MPI (Debian: openmpi-bin, libopenmpi-dev) or MPICH"
                + " (mpich), or name the library by NDMAP_MPI_LIBRARY or -Dndmap.mpi.library");
    assertThat(alone("-Dndmap.mpi.library=libc.so.6", ChildJvm.NATIVE))
        .contains("libc.so.6 has no MPI_Init_thread: it is no MPI library");
  }

  @Test
  void theMessageNamesTheFlagIfTheJvmDeniesNativeAccess() {
    assertThat(alone(ChildJvm.DENIED))
        .contains(
            "io.ndmap.mpi.MpiException: this JVM denies the native access that MPI needs; start it"
                + " with --enable-native-access=ALL-UNNAMED");
  }

  private static String alone(String... flags) {
    return Mpirun.finish(Mpirun.start(ChildJvm.command(List.of(flags), Throwing.class, 1)))
        .output();
  }
}
