package io.ndmap.serve.tree;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An open file that requests share: closed when it is retired and nobody uses it any more.
///
/// @param <T> what is open
final class SharedFile<T extends AutoCloseable> {

  private final FileIdentity identity;
  private final T file;
  private int users;
  private boolean retired;
  private long lastUse = System.nanoTime();

  SharedFile(FileIdentity identity, T file) {
    this.identity = identity;
    this.file = file;
  }

  FileIdentity identity() {
    return identity;
  }

  T file() {
    return file;
  }

  /// Begins a use.
  ///
  /// @return false if the file is retired
  synchronized boolean acquire() {
    if (retired) {
      return false;
    }
    users++;
    return true;
  }

  /// Ends a use.
  void release() {
    T last = null;
    synchronized (this) {
      users--;
      lastUse = System.nanoTime();
      if (retired && users == 0) {
        last = file;
      }
    }
    close(last);
  }

  /// Ends all uses to come.
  void retire() {
    T last = null;
    synchronized (this) {
      if (!retired && users == 0) {
        last = file;
      }
      retired = true;
    }
    close(last);
  }

  /// When the last use ended, or the largest number if there is one now.
  synchronized long idleSince() {
    return users > 0 ? Long.MAX_VALUE : lastUse;
  }

  private static void close(@Nullable AutoCloseable file) {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException | RuntimeException e) {
      // Nothing was stored: there is nothing to lose.
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
