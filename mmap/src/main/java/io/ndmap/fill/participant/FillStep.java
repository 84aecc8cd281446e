package io.ndmap.fill.participant;

/// Steps of a participant. A kill after each of them leaves the files in a different state.
public enum FillStep {
  /// The mutex is owned for the first time.
  ENTERED,
  /// The array exists under its temporary name.
  ARRAY_MADE,
  /// The ledger exists under its temporary name.
  LEDGER_MADE,
  /// The ledger has its name.
  LEDGER_NAMED,
  /// The array has the name under which it is filled.
  ARRAY_NAMED,
  /// The participant has a slot.
  JOINED,
  /// A chunk is claimed, and the mutex is still owned.
  CLAIMED,
  /// A chunk's data are written, and forced in a durable fill; it is not yet DONE.
  WRITTEN,
  /// A chunk is DONE.
  DONE,
  /// All chunks are DONE, and the mutex is owned to publish the array.
  COMPLETE,
  /// The array has its own name.
  PUBLISHED,
  /// The ledger's state is PUBLISHED.
  ANNOUNCED,
  /// The working name is removed.
  WORKING_REMOVED,
  /// The ledger is removed.
  LEDGER_REMOVED,
  /// The lock file is removed; the fill has ended.
  LOCK_REMOVED
}
