package io.ndmap.mmap;

import io.ndmap.op.FileClosedException;
import java.io.IOException;
import java.nio.file.Path;

/// An array that is replaced by new versions while requests read it.
final class CurrentFile implements AutoCloseable {

  private volatile NpyFile current;

  CurrentFile(Path path) throws IOException {
    current = NpyFile.open(path);
  }

  /// For one request: the version of now, until the lease is closed.
  Lease acquire() {
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

  /// Later requests read the new version; those at work end with the old one.
  synchronized void replace(Path path) throws IOException {
    NpyFile old = current;
    current = NpyFile.open(path);
    old.close();
  }

  @Override
  public synchronized void close() {
    current.close();
  }
}
