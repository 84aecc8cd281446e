package io.ndmap.mmap;

import java.util.List;

/// What files and arrays take in this process at one moment: part of [Diagnostics].
///
/// @param mappings mappings of files; an archive has one for all members that are stored. Small
///   files that are closed count for some 20 ms more. Those in an arena of the caller's are counted
///   with native access only
/// @param mappedBytes the bytes of address space that these take
/// @param leases open leases, with those of running calls such as [NpyFile#force]
/// @param holders the leases with a name, such as `x.npy: 'onnxruntime session 3' for 12.3 s`,
///   those of one file together, the oldest first
/// @param stagingBuffers buffers of 128 KiB that running operations copy elements to
/// @param hugePageBytes bytes of new arrays in huge pages, also of those that the garbage collector
///   has not freed yet
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
