package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.fill.model.FillFinding;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.layout.Order;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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

  /// Prints the status of a fill, and what the doctor says of the directory and of it.
  static final class StatusChild {

    private StatusChild() {}

    /// Looks.
    ///
    /// @param arguments the array
    public static void main(String[] arguments) throws Exception {
      FillStatus status = FillControl.of(Path.of(arguments[0])).status();
      System.out.println(status.state() + " " + status.progress().done());
      for (WorkerStatus worker : status.workers()) {
        System.out.println(worker.slot() + (worker.alive() ? " alive" : " dead"));
      }
      for (FillFinding finding : FillControl.of(Path.of(arguments[0])).diagnose()) {
        if (List.of("directory", "fill").contains(finding.subject())) {
          System.out.println(finding.subject() + ": " + finding.text());
        }
      }
    }
  }

  @Tag("slow")
  @Test
  void statusNeedsReadAccessOnly() throws Exception {
    statusNeedsReadAccessOnly(ChildJvm.NATIVE);
  }

  @Tag("heavy")
  @Test
  void statusNeedsReadAccessOnlyWithAWarningToo() throws Exception {
    statusNeedsReadAccessOnly(ChildJvm.WARNED);
  }

  private void statusNeedsReadAccessOnly(String access) throws Exception {
    try (ChildJvm first = worker(access);
        ChildJvm second = worker(access)) {
      assertThat(first.line()).isEqualTo("WRITTEN");
      assertThat(second.line()).isEqualTo("WRITTEN");
      first.kill();
      for (String name : Filling.names(directory)) {
        Files.setPosixFilePermissions(
            directory.resolve(name), PosixFilePermissions.fromString("r--r--r--"));
      }
      permit("r-xr-xr-x");
      try (ChildJvm looker =
          ChildJvm.start(Unprivileged.wrapper(), List.of(access), StatusChild.class, path)) {
        // Either of the two may have been first in a slot.
        assertThat(looker.finish())
            .hasSize(5)
            .contains(
                "directory: takes no file of this user: permission denied",
                "fill: filling, 4 of 24 chunks done")
            .startsWith("FILLING 4")
            .anyMatch(line -> line.matches("[01] dead"))
            .anyMatch(line -> line.matches("[01] alive"));
      }
    }
  }

  /// Has committed two chunks, and holds a third one.
  private ChildJvm worker(String access) throws IOException {
    return ChildJvm.start(List.of(access), FillChild.class, path, Order.C, "fast", "WRITTEN", 3);
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
      child.send("");
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
    try (SharedFill next = SharedFill.createOrJoin(path, Filling.spec(Order.C).withDurability())) {
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
