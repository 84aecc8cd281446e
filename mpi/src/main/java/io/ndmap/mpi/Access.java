package io.ndmap.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/// The way in which ranks access a file: each by itself, or all together, so that the library can
/// gather small pieces on a few ranks and move them as large ones (two-phase I/O).
public enum Access {
  /// Each rank maps the file, and reads long runs by the system's own call. The best if all ranks
  /// and the file system are on one machine, which this is chosen for; elsewhere mappings of
  /// several machines do not see the same pages.
  MAPPED,
  /// Each rank moves its own runs, one by one (`MPI_File_write_at`). The best for long runs; an
  /// error is that of one rank, and all are told.
  INDEPENDENT,
  /// All ranks move theirs in one call (`MPI_File_write_at_all`). The best for short runs, on
  /// parallel file systems also for longer ones. For writing the space is reserved first, as
  /// libraries need not report that it runs out; where the file system cannot (`fallocate(2)`),
  /// ranks write independently.
  COLLECTIVE;

  /// The runs from which on ranks do not disturb each other.
  private static final long LONG_RUN = 1 << 20;

  private static final Set<String> LOCAL =
      Set.of("btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs");

  /// Whether a file is, or would be, in a file system of this machine alone.
  ///
  /// @param file which need not exist
  static boolean isLocal(Path file) {
    Path directory =
        Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's directory");
    try {
      return LOCAL.contains(Files.getFileStore(directory).type());
    } catch (IOException e) {
      // In a chroot or container the JDK may not find the mount point.
      return false;
    }
  }

  /// The best for a plan.
  ///
  /// @param local see [#isLocal]; and all ranks are on that machine
  static Access of(AccessPlan plan, boolean local) {
    return local ? MAPPED : plan.shortestRun() < LONG_RUN ? COLLECTIVE : INDEPENDENT;
  }
}
