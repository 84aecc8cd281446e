package io.ndmap.fill.model;

/// What to do with the chunks of a fast fill after a reboot: their data may not have been on the
/// disk.
public enum Recovery {
  /// Fill again: all chunks are free, and the array is filled from the beginning.
  REFILL,
  /// Trust: chunks that are done stay done. For an orderly shutdown, or a disk whose content was
  /// checked.
  TRUST
}
