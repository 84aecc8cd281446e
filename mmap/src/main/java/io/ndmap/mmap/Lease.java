package io.ndmap.mmap;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// The right to use a file's memory until the lease is closed, even if the file is closed before.
/// [NpyFile#acquire()] returns one.
///
/// ```java
/// try (Lease lease = file.acquire()) {
///   return lease.file().view(DoubleView.class).sum();
/// }
/// ```
///
/// **Foreign code.** For a native library or framework that keeps the address of the memory,
/// acquire a lease with a name: [NpyFile#acquire(String)]. The address of [#segment] is valid until
/// the lease is closed. [NpyFile#close(java.time.Duration)] and [Diagnostics] name the holders.
///
/// ```java
/// Lease lease = file.acquire("onnxruntime session 3");
/// long address = lease.segment().address();
/// ...
/// session.close();
/// lease.close();
/// ```
///
/// The garbage collector releases a named lease that became unreachable without being closed, and
/// logs a warning that names the holder. Foreign code that still has the address then reads memory
/// that may be unmapped: keep the lease reachable as long as the address is used.
///
/// Any thread may close a lease.
public final class Lease implements AutoCloseable {

  private static final Cleaner CLEANER = Cleaner.create();

  private final NpyFile file;
  private final HeldLease held;

  /// Ends the lease once this object is unreachable; null for a lease without a name.
  private final @Nullable Cleanable leak;

  Lease(NpyFile file, HeldLease held) {
    this.file = file;
    this.held = held;
    this.leak = held.holder().isEmpty() ? null : CLEANER.register(this, held::endLeaked);
  }

  /// Returns the leased file.
  ///
  /// @return the file; its views may be used until the lease ends
  public NpyFile file() {
    return file;
  }

  /// Returns the name of the holder.
  ///
  /// @return the argument of [NpyFile#acquire(String)]; empty for a lease without a name
  public String holder() {
    return held.holder();
  }

  /// Returns the memory of the array, from its first byte to its last, in the file's byte and
  /// memory order. Foreign code may use its address until the lease ends, or until the caller's
  /// arena is closed, if there is one ([OpenOptions]).
  ///
  /// @return a native segment of [io.ndmap.npy.NpyHeader#dataBytes] bytes, read-only in
  ///   [OpenMode#READ_ONLY]
  /// @throws io.ndmap.op.FileClosedException if this lease has ended and the memory is unmapped
  public MemorySegment segment() {
    return file.memory();
  }

  /// Ends the lease. The last lease of a closed file unmaps its memory. Closing again does nothing.
  @Override
  public void close() {
    try {
      // End the lease first: `clean` runs `endLeaked`, which must find no open lease to report.
      held.end();
      if (leak != null) {
        leak.clean();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }
}
