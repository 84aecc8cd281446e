package io.ndmap.grow;

/// Steps of an appender and of making room; a kill after each of them has another outcome.
enum GrowStep {
  /// The rows are behind the data, and not counted by the header.
  DATA_WRITTEN,
  /// The rows are on the disk.
  DATA_FORCED,
  /// The header counts the rows.
  HEADER_WRITTEN,
  /// The header is on the disk.
  HEADER_FORCED,
  /// Both headers are beside the array.
  HEADERS_BESIDE,
  /// The array is marked: only the headers beside it tell what it is.
  MARKED,
  /// The range is inserted.
  INSERTED,
  /// The new header is there, without its magic.
  REST_WRITTEN,
  /// The array has its new header.
  UNMARKED,
  /// The headers beside the array are gone.
  CLEARED
}
