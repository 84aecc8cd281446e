package io.ndmap.power;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A file system on a small disk. Nothing is discarded or initialized lazily, so that the log has
/// only the writes of the work.
enum DiskFormat {
  EXT4(64, "-b 4096 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0", "loop"),
  // The minimum size of XFS. A copy has the UUID of its origin.
  XFS(300, "-K", "loop,nouuid");

  private final int mebibytes;
  private final String making;
  private final String mounting;

  DiskFormat(int mebibytes, String making, String mounting) {
    this.mebibytes = mebibytes;
    this.making = making;
    this.mounting = mounting;
  }

  /// The name of the file system.
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The program that creates it.
  String maker() {
    return "mkfs." + text();
  }

  long diskBytes() {
    return (long) mebibytes << 20;
  }

  /// The command that creates it on a disk.
  String[] make(Path disk) {
    List<String> command = new ArrayList<>(List.of(maker(), "-q"));
    command.addAll(List.of(making.split(" ", -1)));
    command.add(disk.toString());
    return command.toArray(String[]::new);
  }

  /// The command that mounts it.
  String[] mount(Path disk, Path directory) {
    return new String[] {
      "mount", "-t", text(), "-o", mounting, disk.toString(), directory.toString()
    };
  }
}
