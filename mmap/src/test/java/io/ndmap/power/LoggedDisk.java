package io.ndmap.power;

import io.ndmap.testing.Commands;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/// A mounted disk whose writes and flushes are logged: `blklogwrites` of QEMU, exported as a file
/// by FUSE, with a file system on it.
///
/// @param log the log
/// @param directory the mount point
/// @param daemon the process that serves it
record LoggedDisk(Path log, Path directory, Process daemon) {

  /// The mount point.
  static final String DIRECTORY = "logged";

  // A sparse file.
  private static final long LOG_BYTES = 8L << 30;

  /// Creates the disk.
  ///
  /// @param work the directory for its files
  static LoggedDisk open(Path work, DiskFormat format) throws IOException, InterruptedException {
    Path disk = sized(work.resolve("disk"), format.diskBytes());
    Path export = sized(work.resolve("export"), 0);
    Path log = sized(work.resolve("log"), LOG_BYTES);
    Path directory = Files.createDirectory(work.resolve(DIRECTORY));
    Process daemon =
        new ProcessBuilder(
                "qemu-storage-daemon",
                "--chardev",
                "stdio,id=console",
                "--monitor",
                "chardev=console",
                "--blockdev",
                "driver=file,cache.no-flush=on,node-name=disk,filename=" + disk,
                "--blockdev",
                "driver=file,cache.no-flush=on,node-name=log,filename=" + log,
                "--blockdev",
                "driver=blklogwrites,node-name=writes,file=disk,log=log",
                "--export",
                "type=fuse,id=export,node-name=writes,writable=on,mountpoint=" + export)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    // It prints a greeting when the export is ready.
    if (daemon.inputReader().readLine() == null) {
      throw new IOException("qemu-storage-daemon: exit status " + daemon.waitFor());
    }
    Commands.require(format.make(export));
    Commands.require(format.mount(export, directory));
    return new LoggedDisk(log, directory, daemon);
  }

  private static Path sized(Path file, long size) throws IOException {
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(size);
    }
    return file;
  }

  /// Ends the log: nothing is written from now on.
  void end() throws InterruptedException {
    Commands.require("umount", directory.toString());
    daemon.destroy();
    var _ = daemon.waitFor();
  }
}
