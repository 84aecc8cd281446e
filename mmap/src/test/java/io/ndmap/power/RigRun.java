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
/// @param directory an empty directory
/// @param work the work
/// @param format the format of the disk
record RigRun(Path directory, Work work, DiskFormat format) {

  private static final List<String> NAMESPACES =
      List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc");

  /// Skips the test on machines that cannot run it.
  static void require(String... more) throws InterruptedException {
    List<String> missing = new ArrayList<>();
    List<String> programs = new ArrayList<>(List.of("qemu-storage-daemon", "losetup"));
    programs.addAll(List.of(more));
    for (DiskFormat format : DiskFormat.values()) {
      programs.add(format.maker());
      if (!shell("grep -qw %1$s /proc/filesystems || modprobe %1$s".formatted(format.text()))) {
        missing.add(format.text() + " in the kernel");
      }
    }
    for (String program : programs) {
      if (!shell("command -v " + program)) {
        missing.add(program);
      }
    }
    for (String device : List.of("/dev/fuse", "/dev/loop-control")) {
      if (!shell("test -w " + device)) {
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

  private static boolean shell(String line) throws InterruptedException {
    return Commands.succeeds("sh", "-c", line);
  }

  /// The directory of the work, by its path within the namespace.
  Path worksIn() {
    return rig().resolve(LoggedDisk.DIRECTORY);
  }

  private Path rig() {
    return directory.resolve("rig");
  }

  /// Runs the work and cuts the power.
  ///
  /// @param cuts the number of cuts
  /// @param untilLoss whether to end at the first loss
  /// @param wrapper a command under which the work runs
  Outcome cut(int cuts, boolean untilLoss, List<String> wrapper)
      throws IOException, InterruptedException {
    List<Object> arguments =
        new ArrayList<>(List.of(Files.createDirectory(rig()), work, format, cuts, untilLoss));
    arguments.addAll(wrapper);
    List<String> flags = new ArrayList<>(PowerRig.JVM_FLAGS);
    flags.add("-Dndmap.test.classpath=" + ChildJvm.classPath());
    try (ChildJvm rig = ChildJvm.start(NAMESPACES, flags, PowerRig.class, arguments.toArray())) {
      return Outcome.parse(rig.finish().getLast());
    }
  }
}
