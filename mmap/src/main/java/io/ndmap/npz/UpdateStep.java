package io.ndmap.npz;

/// The step of an update of a mapped member that has just been completed; a process may die between
/// two of them.
enum UpdateStep {
  /// The mark of an update is on the disk; nothing was stored yet.
  MARKED,
  /// The elements are on the disk.
  DATA_FORCED,
  /// The CRC is set in the header of the member or its descriptor.
  HEADER_SET,
  /// The CRC is also set in the central directory.
  DIRECTORY_SET,
  /// Both are on the disk.
  CRC_FORCED,
  /// The mark is removed.
  MARK_CLEARED
}
