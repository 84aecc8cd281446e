package io.ndmap.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Names of files where `link(2)` fails: on a vfat of our own, and under a C library that says so.
@ParameterizedClass
@EnumSource
class NoHardLinksTest {

  enum Kind {
    VFAT,
    PRELOADED
  }

  private static final String LIBRARY =
      """
      #include <errno.h>
      int link(const char *from, const char *to) { errno = EPERM; return -1; }
      """;

  private final Kind kind;
  @TempDir Path parent;
  private Path directory;
  private Path path;
  private List<String> wrapper = List.of();

  NoHardLinksTest(Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void prepare() throws Exception {
    directory = Files.createDirectory(parent.resolve("mounted"));
    path = directory.resolve("x.npy");
    switch (kind) {
      case VFAT -> mount();
      case PRELOADED -> compile();
    }
  }

  private void mount() throws Exception {
    String image = parent.resolve("image").toString();
    try (RandomAccessFile file = new RandomAccessFile(image, "rw")) {
      file.setLength(8 << 20);
    }
    assumeTrue(
        Commands.succeeds("mkfs.vfat", image), "no mkfs.vfat here: files on vfat are not tested");
    assumeTrue(
        Commands.succeeds("mount", "-t", "vfat", "-o", "loop", image, directory.toString()),
        "vfat cannot be mounted here (needs root, a loop device and the kernel's vfat): files on it"
            + " are not tested");
  }

  private void compile() throws Exception {
    Path source = Files.writeString(parent.resolve("nolinks.c"), LIBRARY);
    String library = parent.resolve("nolinks.so").toString();
    assumeTrue(
        Commands.succeeds("cc", "-shared", "-fPIC", "-o", library, source.toString()),
        "no C compiler here: what happens without hard links is not tested");
    wrapper = List.of("env", "LD_PRELOAD=" + library);
  }

  @AfterEach
  void unmount() throws Exception {
    if (kind == Kind.VFAT) {
      Commands.succeeds("umount", directory.toString());
    }
  }

  /// Runs tasks where links are seen to fail.
  ///
  /// @return what they print
  private List<String> child(String access, Object... tasks) throws Exception {
    Object[] arguments = Stream.concat(Stream.of(path, "link"), Arrays.stream(tasks)).toArray();
    try (ChildJvm child = ChildJvm.start(wrapper, List.of(access), NamingChild.class, arguments)) {
      List<String> lines = child.finish();
      assertThat(lines.getFirst())
          .isEqualTo(
              "java.nio.file.FileSystemException: "
                  + path
                  + " -> "
                  + directory.resolve("other")
                  + ": Operation not permitted");
      return lines.subList(1, lines.size());
    }
  }

  private String impossible() {
    return "java.nio.file.FileSystemException: "
        + path
        + ": cannot be named in one step: its file system makes no hard link (Operation not"
        + " permitted), and renameat2 with RENAME_NOREPLACE needs native access, by"
        + " --enable-native-access=ALL-UNNAMED";
  }

  @Test
  void aFileIsRenamed() throws Exception {
    assertThat(child(ChildJvm.NATIVE, "require", "publish"))
        .containsExactly("done", "renamed", "done");
    assertThat(path).hasContent("whole");
    assertThat(directory).isDirectoryNotContaining(file -> !file.equals(path));
  }

  @Test
  void butNotToANameThatIsTaken() throws Exception {
    Files.writeString(path, "precious");
    assertThat(child(ChildJvm.NATIVE, "publish"))
        .containsExactly(
            "the old name is there", "java.nio.file.FileAlreadyExistsException: " + path);
    assertThat(path).hasContent("precious");
  }

  @Test
  void anArrayIsNeverSeenHalfMade() throws Exception {
    assertThat(child(ChildJvm.NATIVE, "watch")).containsExactly("seen whole", "done");
    assertThat(directory).isEmptyDirectory();
  }

  @Tag("heavy")
  @Test
  void norInMoreTries() throws Exception {
    assertThat(child(ChildJvm.NATIVE, "watch", "watch", "watch", "watch", "watch"))
        .containsOnly("seen whole", "done")
        .hasSize(10);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whereItCannotBeRenamedEitherItIsSaidWhatIsMissing() throws Exception {
    assertThat(child(ChildJvm.DENIED, "require", "publish", "create"))
        .containsExactly(impossible(), "the old name is there", impossible(), impossible());
    assertThat(directory).isEmptyDirectory();
  }
}
