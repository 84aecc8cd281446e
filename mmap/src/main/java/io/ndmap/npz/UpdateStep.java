package io.ndmap.npz;

/// The step that an update of a mapped member has just completed. A process may die between any two
/// steps.
enum UpdateStep {
  /// The mark of an update is on the disk; nothing was stored yet.
  MARKED,
  /// The elements are on the disk.
  DATA_FORCED,
  /// The CRC is set in the member's local header, or in the data descriptor after its bytes.
  HEADER_SET,
  /// The CRC is also set in the central directory.
  DIRECTORY_SET,
  /// Both CRCs are on the disk.
  CRC_FORCED,
  /// The mark is removed.
  MARK_CLEARED
}
