package io.ndmap.fill.model;

/// The treatment of the chunks of a fast fill after a reboot: their data may not have reached the
/// disk.
public enum Recovery {
  /// All chunks become free, also the poisoned ones, and the array is filled from the beginning.
  REFILL,
  /// Done chunks stay done, poisoned ones stay poisoned, claimed ones become free: for use after an
  /// orderly shutdown, or if the content of the disk was checked.
  TRUST
}
