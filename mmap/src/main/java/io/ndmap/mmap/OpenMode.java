package io.ndmap.mmap;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// The access to an opened array, like NumPy's `mmap_mode`.
public enum OpenMode {
  /// Views are read-only: `"r"`.
  READ_ONLY,
  /// Stores reach the file: `"r+"`. Unlike NumPy, opening never extends a file.
  READ_WRITE,
  /// Stores are private and never reach the file: `"c"`. Unlike in NumPy, the file must be
  /// writable, because the JDK requires that. Each modified page is copied into memory of this
  /// process.
  COPY_ON_WRITE;

  private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ);
  // The JDK requires a writable channel for a private mapping too, although nothing is written.
  private static final Set<OpenOption> WRITING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  /// Opens a channel for a mapping of this mode. For [#READ_ONLY] the channel is read-only, because
  /// mapping past the end of a writable channel extends the file.
  FileChannel channel(Path path) throws IOException {
    try {
      return FileChannel.open(path, this == READ_ONLY ? READING : WRITING);
    } catch (FileSystemException e) {
      if (this == COPY_ON_WRITE && Files.isReadable(path)) {
        throw new AccessDeniedException(
            path.toString(),
            null,
            "COPY_ON_WRITE requires write permission, although the file is never changed: the JDK"
                + " makes private mappings only of channels open for writing; use READ_ONLY");
      }
      throw e;
    }
  }
}
