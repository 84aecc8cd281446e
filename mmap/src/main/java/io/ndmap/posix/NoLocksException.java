package io.ndmap.posix;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// Thrown if a file system does not support open-file-description locks; the message states a
/// remedy.
public final class NoLocksException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  NoLocksException(Path file, SystemError error) {
    super(
        file
            + ": its file system has no locks of open files (F_OFD_SETLK: "
            + error.text()
            + "), by which processes exclude each other; copy it to a local one (ext4, xfs, btrfs,"
            + " tmpfs), or mount this one with locks (NFS 4, Lustre with flock)");
  }
}
