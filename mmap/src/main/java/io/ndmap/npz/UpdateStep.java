package io.ndmap.npz;

/// What has just been done about a mapped member: a process may die between two of these.
enum UpdateStep {
  /// The mark of an update is on the disk; nothing was stored yet.
  MARKED,
  /// The items are on the disk.
  DATA_FORCED,
  /// The CRC is set in the header of the member or its descriptor.
  HEADER_SET,
  /// The CRC is set in the central directory, too.
  DIRECTORY_SET,
  /// Both are on the disk.
  CRC_FORCED,
  /// The mark is gone.
  MARK_CLEARED
}
