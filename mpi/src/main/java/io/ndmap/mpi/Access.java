package io.ndmap.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/// How ranks access a file: independently of each other, or collectively, so that the MPI library
/// can gather small pieces on a few ranks and transfer them as large ones (two-phase I/O).
public enum Access {
  /// Each rank maps the file, and reads runs of at least 1 MiB by `pread`. The default if all ranks
  /// are on one machine and the file is on a file system that is known to be local. Ranks on
  /// several machines cannot use it, because their mappings do not share pages.
  MAPPED,
  /// Each rank reads or writes its own runs, one by one (`MPI_File_write_at`). Where [#MAPPED] is
  /// not the default, this is the default if the runs of all ranks have at least 1 MiB. An error of
  /// one rank is reported to all ranks.
  INDEPENDENT,
  /// All ranks read or write their runs in one collective call (`MPI_File_write_at_all`). Where
  /// [#MAPPED] is not the default, this is the default if a rank has shorter runs than 1 MiB; on
  /// parallel file systems it may be faster for longer runs too. Before a write the disk space is
  /// reserved, because libraries need not report a full disk; if the file system cannot reserve
  /// space (`fallocate(2)`), ranks write independently.
  COLLECTIVE;

  /// Runs of at least this many bytes are read and written independently by default, because ranks
  /// then hardly disturb each other.
  private static final long LONG_RUN = 1 << 20;

  /// The types of file systems that only the processes of one machine can access.
  private static final Set<String> LOCAL =
      Set.of("btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs");

  /// Returns whether a file is, or would be, on a file system whose type is known to be used by one
  /// machine alone.
  ///
  /// @param file the file, which need not exist
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

  /// Returns the default access for a plan.
  ///
  /// @param local whether the file is local ([#isLocal]) and all ranks are on its machine
  static Access of(AccessPlan plan, boolean local) {
    return local ? MAPPED : plan.shortestRun() < LONG_RUN ? COLLECTIVE : INDEPENDENT;
  }
}
