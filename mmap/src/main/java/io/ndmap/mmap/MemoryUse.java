package io.ndmap.mmap;

import java.util.List;

/// The memory of files and arrays in this process at one moment: part of [Diagnostics].
///
/// @param mappings the number of mappings of files; an archive has one mapping for all stored
///   members, if it can be mapped as a whole. Read-only files of up to 64 MiB may stay mapped, and
///   counted, for some time after they are closed, see [NpyFile#close()]. Mappings in a caller's
///   arena are counted only with native access
/// @param mappedBytes the bytes of address space of these mappings
/// @param leases the number of open leases, including those of running calls such as
///   [NpyFile#force]; a lease without a name that is never closed stays counted
/// @param holders descriptions of the leases with a name, such as `x.npy: 'onnxruntime session 3'
///   for 12.3 s`, grouped by file, the oldest of a file first
/// @param stagingBuffers the number of staging buffers (128 KiB each) into which running operations
///   copy elements
/// @param hugePageBytes the bytes of new arrays in huge pages, including those that the garbage
///   collector has not freed yet
public record MemoryUse(
    long mappings,
    long mappedBytes,
    long leases,
    List<String> holders,
    long stagingBuffers,
    long hugePageBytes) {

  /// Copies the list.
  public MemoryUse {
    holders = List.copyOf(holders);
  }
}
