package io.ndmap.grow;

/// Steps of appending and of extending the header's padding: points at which a killed process
/// leaves different states of the file.
enum GrowStep {
  /// The rows follow the data, but the header does not count them.
  DATA_WRITTEN,
  /// The rows are forced to the disk.
  DATA_FORCED,
  /// The header counts the rows.
  HEADER_WRITTEN,
  /// The header is forced to the disk.
  HEADER_FORCED,
  /// The old and the new header are in the side file.
  HEADERS_BESIDE,
  /// The array is marked: its header is in the side file only.
  MARKED,
  /// The block of padding is inserted at the start of the file.
  INSERTED,
  /// The new header is written, without its magic.
  REST_WRITTEN,
  /// The magic is written: the array has its new header.
  UNMARKED,
  /// The side file is removed.
  CLEARED
}
