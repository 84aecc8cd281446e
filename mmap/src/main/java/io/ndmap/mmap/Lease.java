package io.ndmap.mmap;

import java.util.concurrent.atomic.AtomicBoolean;

/// The right to use a file's memory until this is closed, even if the file is closed before; from
/// [NpyFile#acquire].
///
/// ```java
/// try (Lease lease = file.acquire()) {
///   return lease.file().view(DoubleView.class).sum();
/// }
/// ```
///
/// May be closed by any thread.
public final class Lease implements AutoCloseable {

  private final NpyFile file;
  private final AtomicBoolean ended = new AtomicBoolean();

  Lease(NpyFile file) {
    this.file = file;
  }

  /// The file of this lease.
  ///
  /// @return the file, whose views may be used until the lease ends
  public NpyFile file() {
    return file;
  }

  /// Ends the lease. The memory of a closed file is unmapped with the last lease. Closing again
  /// does nothing.
  @Override
  public void close() {
    if (!ended.getAndSet(true)) {
      file.release();
    }
  }
}
