package io.ndmap.mmap;

/// How much of a mapping is in physical memory, from `mincore(2)`: a snapshot that is outdated at
/// once.
///
/// @param pages how many pages the mapping has
/// @param residentPages how many of them are in memory
/// @param pageSize bytes of a page
public record Residency(long pages, long residentPages, int pageSize) {

  /// The bytes in physical memory.
  ///
  /// @return whole pages, so that it may exceed the size of the data
  public long residentBytes() {
    return residentPages * pageSize;
  }

  /// Which part of the mapping is in memory.
  ///
  /// @return 0 to 1; 1 if there are no pages
  public double fraction() {
    return pages == 0 ? 1 : (double) residentPages / pages;
  }
}
