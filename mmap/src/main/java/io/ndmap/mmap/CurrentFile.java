package io.ndmap.mmap;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.op.FileClosedException;
import java.io.IOException;
import java.nio.file.Path;

/// A file that is replaced by new versions while requests read it.
///
/// ```java
/// CurrentFile array = CurrentFile.open(Path.of("x.npy"));
///
/// try (Lease lease = array.acquire()) {                  // each request
///   return lease.file().view(DoubleView.class).get(row, column);
/// }
///
/// NpyFile.write(path, view, CreateOptions.DEFAULT.withReplacing());
/// array.replace(path);                                   // the next version
/// ```
///
/// A request reads the same version from its call of [#acquire] to the end of its lease. After
/// [#replace], new requests read the new version. The memory of the old version is unmapped when
/// its last lease ends. Versions may differ in dtype and shape.
///
/// A new version must be a new file: write it under another name, or with
/// [CreateOptions#withReplacing], which renames the new file over the old one. If the old file were
/// modified instead, running requests would see the stores.
///
/// **Threads.** All methods may be called by many threads at once. [#acquire] costs a few atomic
/// additions, and never waits for [#replace] or a disk.
public final class CurrentFile implements AutoCloseable {

  private final OpenMode mode;
  private final OpenOptions options;
  private volatile NpyFile current;

  private CurrentFile(Path path, OpenMode mode, OpenOptions options) throws IOException {
    this.mode = mode;
    this.options = options;
    this.current = NpyFile.open(path, mode, options);
  }

  /// Opens the first version for reading.
  ///
  /// @param path the file, on the default file system
  /// @return the opened file
  /// @throws IOException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  public static CurrentFile open(Path path) throws IOException {
    return open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT);
  }

  /// Opens the first version.
  ///
  /// @param path the file, on the default file system
  /// @param mode the access to this version and to all later ones
  /// @param options limits, arena, advice and promise, for all later versions too
  /// @return the opened file
  /// @throws IOException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  public static CurrentFile open(Path path, OpenMode mode, OpenOptions options) throws IOException {
    return new CurrentFile(path, mode, options);
  }

  /// Leases the current version, once for each request; its memory stays mapped until the lease is
  /// closed.
  ///
  /// @return the lease; [Lease#file] has the views
  /// @throws FileClosedException after [#close]
  public Lease acquire() {
    while (true) {
      NpyFile file = current;
      try {
        return file.acquire();
      } catch (FileClosedException e) {
        if (file == current) {
          throw e; // Closed for good, not replaced.
        }
      }
    }
  }

  /// Switches later requests to another file; running requests keep their version. If the file
  /// cannot be opened, nothing changes.
  ///
  /// @param path the file of the new version; its name may be that of the old version or another
  /// @throws FileClosedException after [#close]
  /// @throws IOException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  public synchronized void replace(Path path) throws IOException {
    NpyFile old = current;
    if (!old.isOpen()) {
      throw old.backing().closed();
    }
    current = NpyFile.open(path, mode, options);
    old.close();
  }

  /// Closes the current version; its memory is unmapped now or with its last lease. No further
  /// leases or versions are possible. Closing again does nothing.
  @Override
  public synchronized void close() {
    current.close();
  }

  /// Returns a line about the current version, as [NpyFile#toString].
  @Override
  public String toString() {
    return current.toString();
  }
}
