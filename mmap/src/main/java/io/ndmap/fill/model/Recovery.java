package io.ndmap.fill.model;

/// What the chunks of a fast fill are worth after the system was started anew: their data may not
/// have been on the disk when it went down.
public enum Recovery {
  /// Nothing: all chunks are free again, and the array is filled from the beginning.
  REFILL,
  /// All that they said: what was done is done. For a system that was shut down in order, or a disk
  /// whose content was checked.
  TRUST
}
