package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.DType;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import io.ndmap.posix.OpenFile;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk of one mebibyte, where the machine lets us mount one.
@Tag("either-way")
class OwnDiskTest {

  @TempDir Path directory;

  @BeforeEach
  void mount() throws InterruptedException {
    Assumptions.assumeTrue(
        Commands.succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "none", directory.toString()),
        "a small tmpfs cannot be mounted here (needs root): a full disk is not tested");
  }

  @AfterEach
  void unmount() throws InterruptedException {
    Commands.succeeds("umount", directory.toString());
  }

  @Test
  void aFullDiskIsAnErrorOfCreationThatLeavesNothing() throws IOException {
    Path path = directory.resolve("x.npy");
    assertThatThrownBy(() -> NpyFile.create(path, DType.UINT8, Shape.of(1 << 20), Order.C))
        .isInstanceOf(IOException.class)
        .hasMessage(
            path
                + ": cannot be created with 1048704 bytes, 1048576 being free on its file system:"
                + " there is not enough space on the disk");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDiskThatFillsUpMeanwhileIsTheSame() throws IOException {
    Path path = directory.resolve("x.npy");
    Path intruder = directory.resolve("intruder");
    NpyCreation creation =
        new NpyCreation(path, DType.UINT8, Shape.of(800_000), Order.C, CreateOptions.DEFAULT);
    assertThatThrownBy(
            () ->
                creation.run(
                    step -> {
                      if (step == NpyCreation.Step.HEADER_WRITTEN) {
                        fill(intruder);
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage(
            path
                + ": cannot be created with 800128 bytes, 1048576 being free on its file system: No"
                + " space left on device");
    Files.delete(intruder);
    assertThat(directory).isEmptyDirectory();
    assertThat(Files.getFileStore(directory).getUsableSpace()).isEqualTo(1 << 20);
  }

  private static NdView<?> unsorted() {
    return NdView.of(new Random(7).ints(150_000).toArray());
  }

  @Test
  void aSortSaysWhatItsTemporaryFileNeeds() {
    Path path = directory.resolve("x.npy");
    assertThatThrownBy(() -> FileSort.flat().withMemory(100_000).write(unsorted(), path))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            Pattern.quote(path.toString())
                + ": sorting needs 600000 bytes of temporary space beside it, [0-9]+ being free on"
                + " its file system: there is not enough space on the disk");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDiskThatFillsUpDuringASortIsTheSame() throws IOException {
    Path path = directory.resolve("x.npy");
    Path intruder = directory.resolve("intruder");
    NdView<?> target = NdView.zeros(DType.INT32, 150_000);
    Execution filling = Execution.SEQUENTIAL.withProgress(_ -> fill(intruder));
    assertThatThrownBy(
            () -> FileSort.flat().withMemory(100_000).into(unsorted().on(filling), target, path))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            Pattern.quote(path.toString())
                + ": sorting needs 600000 bytes of temporary space beside it, [0-9]+ being free on"
                + " its file system: No space left on device");
    Files.delete(intruder);
    assertThat(directory).isEmptyDirectory();
    assertThat(Files.getFileStore(directory).getUsableSpace()).isEqualTo(1 << 20);
  }

  @Test
  void aFillBeyondTheDiskSpaceLeavesNothing() {
    assumeTrue(OpenFile.obstacle().isEmpty(), "this JVM denies what fills need");
    Path path = directory.resolve("x.npy");
    FillSpec spec = FillSpec.of(DType.UINT8, Shape.of(1 << 20), Order.C);
    assertThatThrownBy(() -> SharedFill.createOrJoin(path, spec))
        .isInstanceOf(IOException.class)
        // The lock file has taken a block.
        .hasMessageMatching(
            Pattern.quote(path.toString())
                + ".filling.tmp: cannot be created with 1048704 bytes, [0-9]+ being free on its"
                + " file system: there is not enough space on the disk");
    assertThat(directory).isEmptyDirectory();
  }

  private static void fill(Path intruder) {
    try {
      Files.write(intruder, new byte[700_000]);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aFileThatMayNotBeWrittenIsOpenedForReadingOnly() throws IOException, InterruptedException {
    Path path = directory.resolve("x.npy");
    NpyFile.create(path, DType.UINT8, Shape.of(10), Order.C).close();
    assertThat(Commands.succeeds("mount", "-o", "remount,ro", directory.toString())).isTrue();
    MemorySegment segment;
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view().getLong(9)).isZero();
      segment = file.view().segment();
    }
    // The disk is unmounted after the test.
    MappingGroupTest.awaitUnmapped(segment);
    assertThatThrownBy(() -> NpyFile.open(path, OpenMode.READ_WRITE))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(path + ": Read-only file system");
    assertThatThrownBy(() -> NpyFile.open(path, OpenMode.COPY_ON_WRITE))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage(
            path
                + ": COPY_ON_WRITE requires write permission, although the file is never changed:"
                + " the JDK makes private mappings only of channels open for writing; use"
                + " READ_ONLY");
  }

  @Test
  void aReservedFileCanBeFilledOnADiskThatIsFullOtherwise() throws IOException {
    Path path = directory.resolve("x.npy");
    try (NpyFile file = NpyFile.create(path, DType.UINT8, Shape.of(600_000), Order.C)) {
      Files.write(directory.resolve("rest"), new byte[300_000]);
      file.view().segment().fill((byte) 7);
      file.force();
    }
    assertThat(Files.readAllBytes(path)).endsWith(7, 7, 7);
  }
}
