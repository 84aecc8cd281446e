package io.ndmap.mmap;

/// The number of an array's pages in physical memory, from `mincore(2)`: a snapshot that may be
/// outdated at once.
///
/// @param pages the number of pages that contain bytes of the array's data
/// @param residentPages the number of these pages that are in physical memory
/// @param pageSize the bytes of a page
public record Residency(long pages, long residentPages, int pageSize) {

  /// Returns the bytes in physical memory.
  ///
  /// @return the bytes of whole pages, which may exceed the size of the data
  public long residentBytes() {
    return residentPages * pageSize;
  }

  /// Returns the fraction of the pages that are in physical memory.
  ///
  /// @return 0 to 1; 1 if there are no pages
  public double fraction() {
    return pages == 0 ? 1 : (double) residentPages / pages;
  }
}
