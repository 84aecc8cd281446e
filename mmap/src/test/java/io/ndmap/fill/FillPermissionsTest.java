package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.mmap.ChildJvm;
import io.ndmap.nd.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Fills by processes that may not do everything with the files.
class FillPermissionsTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  @AfterEach
  void allow() throws IOException {
    permit("rwxrwxrwx");
  }

  private void permit(String permissions) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
  }

  /// A directory that cannot be read cannot be opened, and so not be forced.
  private List<String> fillWhileTheDirectoryIsClosed(String mode) throws Exception {
    try (ChildJvm child =
        ChildJvm.start(
            Unprivileged.wrapper(),
            List.of(ChildJvm.NATIVE),
            FillChild.class,
            path,
            Order.C,
            mode,
            "COMPLETE",
            1)) {
      assertThat(child.line()).isEqualTo("COMPLETE");
      permit("-wx-wx-wx");
      child.tell("");
      return child.finish();
    } finally {
      permit("rwxrwxrwx");
    }
  }

  @Test
  void aDurableFillDoesNotClaimANameThatWasNotForced() throws Exception {
    assertThat(fillWhileTheDirectoryIsClosed("durable"))
        .containsExactly(
            "java.io.IOException: "
                + directory
                + ": the directory could not be forced to the disk, so its names may not outlast a"
                + " crash: java.nio.file.AccessDeniedException: "
                + directory);
    assertThat(FillControl.of(path).status().state()).isEqualTo(FillStatus.State.COMPLETE);
    // As if it had been killed there: the next one forces the name that the array has got.
    try (SharedFill next =
        SharedFill.createOrJoin(path, Filling.spec(Order.C).withDurability())) {
      assertThat(next.finish()).isTrue();
    }
    assertThat(Filling.names(directory)).containsExactly("x.npy");
  }

  @Test
  void aFastFillPromisesNoSuchThing() throws Exception {
    assertThat(fillWhileTheDirectoryIsClosed("fast")).containsExactly("filled 24");
    assertThat(Filling.names(directory)).containsExactly("x.npy");
  }
}
