package io.ndmap.power;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// A run of the rig, in namespaces that end with it.
///
/// @param directory an empty one
/// @param work what is done
/// @param format of the disk
record RigRun(Path directory, Work work, DiskFormat format) {

  private static final List<String> NAMESPACES =
      List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc");

  /// Skips the test on machines that cannot run it.
  static void require(String... more) throws InterruptedException {
    List<String> missing = new ArrayList<>();
    List<String> programs = new ArrayList<>(List.of("qemu-storage-daemon", "losetup"));
    for (DiskFormat format : DiskFormat.values()) {
      programs.add(format.maker());
    }
    programs.addAll(List.of(more));
    for (String program : programs) {
      if (!Commands.succeeds("sh", "-c", "command -v " + program)) {
        missing.add(program);
      }
    }
    for (String device : List.of("/dev/fuse", "/dev/loop-control")) {
      if (!Commands.succeeds("test", "-w", device)) {
        missing.add(device);
      }
    }
    List<String> mounting = new ArrayList<>(NAMESPACES);
    mounting.addAll(List.of("mount", "-t", "tmpfs", "none", "/mnt"));
    if (!Commands.succeeds(mounting.toArray(String[]::new))) {
      missing.add("right to mount (root)");
    }
    Assumptions.assumeTrue(
        missing.isEmpty(),
        () -> "power is not cut, for here is no " + String.join(", no ", missing));
  }

  /// Where the work is done, as far as the work can see.
  Path worksIn() {
    return rig().resolve(LoggedDisk.DIRECTORY);
  }

  private Path rig() {
    return directory.resolve("rig");
  }

  /// Does the work and cuts the power.
  ///
  /// @param cuts how often
  /// @param untilLoss whether the first loss is the end
  /// @param wrapper a command under which the work is done
  Outcome cut(int cuts, boolean untilLoss, List<String> wrapper)
      throws IOException, InterruptedException {
    List<Object> arguments =
        new ArrayList<>(List.of(Files.createDirectory(rig()), work, format, cuts, untilLoss));
    arguments.addAll(wrapper);
    try (ChildJvm rig =
        ChildJvm.start(
            NAMESPACES,
            List.of(
                ChildJvm.NATIVE,
                // Each is process 1, and the directory of that one's counters is shared.
                "-XX:-UsePerfData",
                "-Dndmap.test.classpath=" + ChildJvm.classPath()),
            PowerRig.class,
            arguments.toArray())) {
      return Outcome.parse(rig.finish().getLast());
    }
  }
}
