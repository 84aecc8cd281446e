package io.ndmap.posix;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzWriter;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// File systems that refuse a call: each has a way round, or an error that says what to do.
class RefusalTest {

  private static final String UNMAPPED =
      "its file system does not map files into memory%s (No such device); copy it to one that does"
          + " (ext4, xfs, btrfs, tmpfs)";
  private static final String UNFORCED =
      ": cannot be forced to the disk: Invalid argument: its file system does not support fsync(2);"
          + " write it to another one";

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void create() throws IOException {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"),
        "filters of system calls are for x86-64: file systems that refuse calls are not tested");
    path = directory.resolve("x.npy");
    NpyFile.write(path, numbers(1, 2, 3, 4));
  }

  private static NdView<?> numbers(double... values) {
    return NdView.of(
        MemorySegment.ofArray(values), DType.FLOAT64, Shape.of(values.length), Order.C);
  }

  /// @param tasks for each the refused call or `-`, what is done, and the file
  private List<String> child(String access, Object... tasks) throws Exception {
    Object[] arguments = Stream.concat(Stream.of(path), Arrays.stream(tasks)).toArray();
    try (ChildJvm child =
        ChildJvm.start(List.of(access, "-Xmx64m"), RefusalChild.class, arguments)) {
      List<String> lines = child.finish();
      assumeFalse(
          lines.equals(List.of("unfiltered")),
          "no filters of system calls here: file systems that refuse calls are not tested");
      return lines;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ChildJvm.NATIVE})
  void whatIsNotMappedIsRead(String access) throws Exception {
    Path other = Files.copy(path, directory.resolve("other.npy"));
    assertThat(child(access, "MAP", "read", path, "-", "arena", other))
        .containsExactly(
            "false 10.0 10.0 2.0 false false true",
            "10.0",
            "10.0",
            "files: mapped, but for 1 that were read into memory, as their file system maps none",
            "done",
            "false 10.0 10.0 2.0 false false true",
            "10.0",
            "10.0",
            "files: mapped, but for 2 that were read into memory, as their file system maps none",
            "done");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {ChildJvm.WARNED})
  void whatIsNotMappedIsReadWithAWarning(String access) throws Exception {
    whatIsNotMappedIsRead(access);
  }

  @Test
  void whatIsChangedForThisProcessIsReadToo() throws Exception {
    byte[] before = Files.readAllBytes(path);
    // Most file systems that refuse shared mappings have private ones.
    assertThat(child(ChildJvm.NATIVE, "MAP", "change", path, "MAP_PRIVATE", "change", path))
        .containsExactly("0.5 true", "done", "0.5 false", "done");
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void theMembersOfAnArchiveAreReadOneByOne() throws Exception {
    assertThat(child(ChildJvm.NATIVE, "MAP", "members", archive()))
        .containsExactly("10.0 3.0", "done");
  }

  @Test
  void whatIsToBeStoredNeedsAMapping() throws Exception {
    Path made = directory.resolve("new.npy");
    String refusal =
        "io.ndmap.mmap.MappingRefusedException: %s: "
            + UNMAPPED.formatted(" for writing")
            + ", open it READ_ONLY, which reads it into memory, or write a new one by"
            + " NpyFile.write, which needs no mapping";
    assertThat(child(ChildJvm.NATIVE, "MAP", "store", path, "-", "create", made))
        .containsExactly(refusal.formatted(path), refusal.formatted(made));
    assertThat(directory.toFile().list()).containsExactly("x.npy");
  }

  @Test
  void whatIsTooLargeToBeReadIsAnErrorWithAWayOut() throws Exception {
    long items = 1L << 40;
    String text = "{'descr': '<f8', 'fortran_order': False, 'shape': (%s,), }\n".formatted(items);
    byte[] header = Arrays.copyOf(Files.readAllBytes(path), 10 + text.length());
    header[8] = (byte) text.length();
    System.arraycopy(text.getBytes(US_ASCII), 0, header, 10, text.length());
    Files.write(path, header);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(header.length + 8 * items);
    }
    assertThat(child(ChildJvm.NATIVE, "MAP", "read", path))
        .singleElement()
        .asString()
        .startsWith("java.io.IOException: " + path + ": " + UNMAPPED.formatted(""))
        .contains(
            "; or read it in blocks (NpyReader, ndmap with - as the file): its 8796093022208 bytes"
                + " are more than the ");
  }

  @Test
  void whatTheKernelDoesNotCopyIsReadAndWritten() throws Exception {
    Path grown = archive();
    assertThat(child(ChildJvm.NATIVE, "COPY", "copy", path, "-", "archive", grown))
        .containsExactly("162", "done", "done");
    byte[] copy = Files.readAllBytes(directory.resolve("copy"));
    byte[] whole = Files.readAllBytes(path);
    assertThat(Arrays.copyOfRange(copy, 5, copy.length))
        .isEqualTo(Arrays.copyOfRange(whole, 3, whole.length));
    try (NpzFile archive = NpzFile.open(grown)) {
      assertThat(archive.view("a", DoubleView.class).sum()).isEqualTo(10);
      assertThat(archive.keys()).containsExactly("a", "b", "c");
    }
  }

  private Path archive() throws IOException {
    Path file = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(file)) {
      writer.add("a", numbers(1, 2, 3, 4));
      writer.add("b", numbers(1, 2));
      writer.publish();
    }
    return file;
  }

  @Test
  void aFileSystemThatForcesNothingIsNotShortOfSpace() throws Exception {
    Path made = directory.resolve("new.npy");
    String error = "java.io.IOException: " + made + UNFORCED;
    assertThat(child(ChildJvm.NATIVE, "FSYNC", "create", made, "-", "write", made))
        .containsExactly(error, error);
    assertThat(directory.toFile().list()).containsExactly("x.npy");
  }

  @Test
  void whereThereAreNoLocksItIsSaidAndNothingIsLeft() throws Exception {
    String refusal =
        "io.ndmap.posix.NoLocksException: %s: its file system has no locks of open files"
            + " (F_OFD_SETLK: Invalid argument), by which processes exclude each other; copy it to"
            + " a local one (ext4, xfs, btrfs, tmpfs), or mount this one with locks (NFS 4, Lustre"
            + " with flock)";
    Path filled = directory.resolve("new.npy");
    assertThat(child(ChildJvm.NATIVE, "LOCK", "append", path, "-", "fill", filled))
        .containsExactly(
            refusal.formatted(path), refusal.formatted(directory.resolve("new.npy.lock")));
    assertThat(directory.toFile().list()).containsExactly("x.npy");
  }

  @Test
  void theNumbersOfErrorsAreWords() throws Exception {
    assertThat(child(ChildJvm.NATIVE, "WRITE", "append", path))
        .containsExactly(
            "java.io.IOException: "
                + path
                + ": 80 bytes from 160 cannot be written: File too large: the file system, or the"
                + " limit of the process (ulimit -f), has no files of that size");
  }
}
