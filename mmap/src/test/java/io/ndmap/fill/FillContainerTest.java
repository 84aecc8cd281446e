package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.ProcessIdentity;
import io.ndmap.fill.ledger.WorkerEntry;
import io.ndmap.fill.model.FillFinding;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.fill.participant.FillStep;
import io.ndmap.layout.Order;
import io.ndmap.npy.FillException;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Fills where processes are not what their numbers say: in pid namespaces, as other users, without
/// `/proc`; and on file systems that lack something.
class FillContainerTest {

  private static final Duration LONG = TimeLimit.TIMEOUT;
  private static final List<String> NAMESPACE =
      List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child");

  // Two of number 1 share a file in /tmp otherwise, of which the JVM warns on its output.
  private static final List<String> FLAGS = List.of(ChildJvm.NATIVE, "-XX:-UsePerfData");

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  /// Evicts a slot and says what came of it.
  static final class Evictor {

    private Evictor() {}

    /// Evicts.
    ///
    /// @param arguments the array and the slot
    public static void main(String[] arguments) throws Exception {
      try {
        long freed =
            FillControl.of(Path.of(arguments[0])).evict(Integer.parseInt(arguments[1]), LONG);
        System.out.println("freed " + freed);
      } catch (FillException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private ChildJvm child(List<String> wrapper, Object step, int time) throws IOException {
    return ChildJvm.start(wrapper, FLAGS, FillChild.class, path, Order.C, "fast", step, time);
  }

  private List<String> evict(List<String> wrapper, int slot) throws Exception {
    try (ChildJvm child = ChildJvm.start(wrapper, FLAGS, Evictor.class, path, slot)) {
      return child.finish();
    }
  }

  @Tag("slow")
  @Test
  void aSurvivorOfTheSameNumberIsNotTheDeadOwner() throws Exception {
    Commands.requireWrapper(NAMESPACE);
    try (ChildJvm dead = child(NAMESPACE, FillStep.WRITTEN, 5)) {
      assertThat(dead.line()).isEqualTo("WRITTEN");
      try (ChildJvm survivor = child(NAMESPACE, FillStep.CLAIMED, 1)) {
        assertThat(survivor.line()).isEqualTo("CLAIMED");
        survivor.send("go on");
        FillStatus status = FillControl.of(path).status();
        assertThat(status.workers()).extracting(WorkerStatus::pid).containsExactly(1L, 1L);
        // Both began at one tick, as containers that are started together do.
        try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
          WorkerEntry entry = ledger.worker(1);
          ledger.setWorker(0, entry);
        }
        // Not the wrapper, whose end would be seen by the JVM as that of its input.
        for (ProcessHandle jvm : ProcessHandle.of(dead.pid()).orElseThrow().children().toList()) {
          assertThat(jvm.destroyForcibly()).isTrue();
        }
        assertThat(survivor.finish()).containsExactly("filled 20");
      }
    }
    assertThat(Filling.names(directory)).containsExactly("x.npy");
  }

  @Test
  void participantsInContainersAreEvictedFromTheHostOnly() throws Exception {
    Commands.requireWrapper(NAMESPACE);
    try (ChildJvm worker = child(NAMESPACE, FillStep.WRITTEN, 5)) {
      assertThat(worker.line()).isEqualTo("WRITTEN");
      assertThat(evict(NAMESPACE, 0))
          .containsExactly(
              path
                  + ": slot 0 is locked by a process that cannot be seen from here, so nothing was"
                  + " killed: it is another user's, in another container, or /proc is hidden or not"
                  + " there. Its entry says process 1, by the numbers of its container; evict it"
                  + " there or as root");
      assertThat(FillControl.of(path).status().workers().getFirst().alive()).isTrue();
      assertThat(evict(List.of(), 0)).containsExactly("freed 1");
    }
  }

  /// Nobody knows the meaning of a number that somebody has written down.
  @Test
  void anUnrelatedProcessWithTheSamePidIsNotKilled() throws Exception {
    try (ChildJvm worker = child(List.of(), FillStep.WRITTEN, 5);
        ChildJvm other = ChildJvm.start(List.of(ChildJvm.NATIVE), Waiter.class)) {
      assertThat(worker.line()).isEqualTo("WRITTEN");
      assertThat(other.line()).isEqualTo("waiting");
      try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
        WorkerEntry entry = ledger.worker(0);
        ledger.setWorker(
            0,
            new WorkerEntry(
                new ProcessIdentity(other.pid(), 0, 0),
                entry.joined(),
                entry.committed(),
                entry.last(),
                entry.kind(),
                true));
      }
      assertThat(FillControl.of(path).evict(0, LONG)).isEqualTo(1);
      other.send("end");
      assertThat(other.finish()).isEmpty();
    }
  }

  /// Waits until it is told to end.
  static final class Waiter {

    private Waiter() {}

    /// Waits.
    ///
    /// @param arguments none
    public static void main(String[] arguments) throws IOException {
      System.out.println("waiting");
      System.in.read();
    }
  }

  @Tag("slow")
  @Test
  void evictionWithoutPermissionFailsAtOnce() throws Exception {
    List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    List<String> rootThatMayNotKill = List.of("setpriv", "--bounding-set", "-kill");
    Commands.requireWrapper(nobody);
    Commands.requireWrapper(rootThatMayNotKill);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assumeTrue(reaches(nobody), "another user cannot read the classes of this checkout");
    try (ChildJvm worker = child(nobody, FillStep.WRITTEN, 5)) {
      assertThat(worker.line()).isEqualTo("WRITTEN");
      assertThat(evict(rootThatMayNotKill, 0))
          .containsExactly(
              path
                  + ": slot 0 is held by process "
                  + worker.pid()
                  + ", which this user may not kill; nothing was killed");
      assertThat(FillControl.of(path).status().workers().getFirst().alive()).isTrue();
      worker.send("go on");
      assertThat(worker.finish()).containsExactly("filled 24");
    }
  }

  /// Whether a wrapped JVM finds the program.
  private static boolean reaches(List<String> wrapper) throws Exception {
    try (ChildJvm child = ChildJvm.start(wrapper, List.of(), Waiter.class)) {
      boolean reaches = child.line().equals("waiting");
      child.send("end");
      return reaches;
    } catch (AssertionError e) {
      return false;
    }
  }

  @Tag("slow")
  @Test
  void aFileSystemWithoutHardLinksIsRefusedBeforeAnythingIsFilled() throws Exception {
    Path source = directory.resolve("nolinks.c");
    Path shim = directory.resolve("nolinks.so");
    Files.writeString(
        source,
        """
        #include <errno.h>
        int link(const char *from, const char *to) { errno = EPERM; return -1; }
        int linkat(int a, const char *f, int b, const char *t, int g) { errno = EPERM; return -1; }
        """);
    assumeTrue(Commands.succeeds("cc", "--version"), "no C compiler here");
    assertThat(
            Commands.succeeds("cc", "-shared", "-fPIC", "-o", shim.toString(), source.toString()))
        .isTrue();
    Path place = Files.createDirectory(directory.resolve("place"));
    path = place.resolve("x.npy");
    for (String mode : List.of("fast", "visible")) {
      try (ChildJvm child =
          ChildJvm.start(
              List.of("env", "LD_PRELOAD=" + shim),
              List.of(ChildJvm.NATIVE),
              FillChild.class,
              path,
              Order.C,
              mode,
              "-",
              0)) {
        assertThatThrownBy(child::line)
            .hasMessageContaining(
                "FillException: "
                    + path
                    + (mode.equals("visible") ? "" : ".filling")
                    + ": cannot get its name by a hard link (")
            .hasMessageContaining(
                ": if it has no hard links (vfat, exFAT), fill on ext4, xfs, btrfs or tmpfs, and"
                    + " copy the array");
      }
      assertThat(place).isEmptyDirectory();
    }
  }

  @Test
  void theDoctorListsOwnersOfChunksAndLocks() throws Exception {
    assertThat(FillControl.of(path).diagnose())
        .extracting(FillFinding::subject)
        .containsExactly("native access", "/proc", "file system", "locks", "free space", "fill");
    try (ChildJvm worker = child(List.of(), FillStep.WRITTEN, 5)) {
      assertThat(worker.line()).isEqualTo("WRITTEN");
      assertThat(findings("slot 0")).containsExactly("held by process " + worker.pid() + " (java)");
      worker.kill();
    }
    Files.delete(directory.resolve("x.npy.lock"));
    assertThat(findings("slot 0"))
        .singleElement()
        .asString()
        .endsWith(" is dead and had claimed 1 chunks");
    assertThat(findings("lock file")).containsExactly("was removed");
    Files.writeString(directory.resolve("x.npy.lock"), "another!");
    assertThat(findings("lock file")).containsExactly("was replaced");
    Files.delete(directory.resolve("x.npy.lock"));
    Files.delete(directory.resolve("x.npy.filling"));
    assertThat(findings("array")).containsExactly("is gone, though it has a ledger");
    assertThat(Filling.names(directory)).containsExactly("x.npy.claims");
  }

  private Stream<String> findings(String subject) throws IOException {
    return FillControl.of(path).diagnose().stream()
        .filter(finding -> finding.subject().equals(subject))
        .map(FillFinding::text);
  }
}
