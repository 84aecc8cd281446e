package io.ndmap.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {

  @TempDir Path directory;

  @Test
  void saysThatItCouldNotForce() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> Directories.forceParent(missing.resolve("x.npy")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            missing
                + ": the directory could not be forced to the disk, so its names may not outlast a"
                + " crash: java.nio.file.NoSuchFileException: "
                + missing);
    assertThatCode(() -> Directories.tryForceParent(missing.resolve("x.npy")))
        .doesNotThrowAnyException();
  }

  @Test
  void anInterruptDoesNotKeepItFromForcing() throws IOException {
    Thread.currentThread().interrupt();
    Directories.forceParent(directory.resolve("x.npy"));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void publishesUnderAFreeName() throws IOException {
    Path working = Files.writeString(directory.resolve("working"), "whole");
    Path target = directory.resolve("x.npy");
    Directories.requirePublishing(target);
    assertThat(directory).isDirectoryNotContaining(file -> !file.equals(working));
    Directories.publish(working, target);
    assertThat(target).hasContent("whole");
    // As where a server's answer was lost.
    Directories.publish(working, target);
    assertThat(target).hasContent("whole");
    Path other = Files.writeString(directory.resolve("other"), "other");
    assertThatThrownBy(() -> Directories.publish(other, target))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(target + " -> " + other);
    Path dangling = Files.createSymbolicLink(directory.resolve("y.npy"), Path.of("nowhere"));
    assertThatThrownBy(() -> Directories.publish(working, dangling))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void saysWhereNothingCanBePublished() {
    Path missing = directory.resolve("missing").resolve("x.npy");
    assertThatThrownBy(() -> Directories.requirePublishing(missing))
        .isExactlyInstanceOf(NoSuchFileException.class)
        .hasMessage(missing + ": no such directory");
  }

  @Test
  void renamesWithoutReplacing() throws IOException {
    assumeTrue(Posix.isEnabled(), "no native access here");
    Path from = Files.writeString(directory.resolve("from"), "é");
    Path to = directory.resolve("to");
    int errno = Posix.renameNoReplace(from, to);
    assumeTrue(errno != 22, "this file system does not know RENAME_NOREPLACE");
    assertThat(errno).isZero();
    assertThat(from).doesNotExist();
    assertThat(to).hasContent("é");
    Files.writeString(from, "other");
    assertThat(Posix.renameNoReplace(from, to)).isEqualTo(Posix.EEXIST);
    assertThat(to).hasContent("é");
  }
}
