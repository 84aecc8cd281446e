package io.ndmap.fill.participant;

/// Steps of a participant; a kill after each of them has another outcome.
public enum FillStep {
  /// The mutex is held for the first time.
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
  /// A chunk is claimed, and the mutex is still held.
  CLAIMED,
  /// A chunk's data is where it has to be, and it is not yet DONE.
  WRITTEN,
  /// A chunk is DONE.
  DONE,
  /// All chunks are DONE, and the mutex is held to publish the array.
  COMPLETE,
  /// The array has its own name.
  PUBLISHED,
  /// The ledger says so.
  ANNOUNCED,
  /// The working name is gone.
  WORKING_REMOVED,
  /// The ledger is gone.
  LEDGER_REMOVED,
  /// The lock file is gone, and all is over.
  LOCK_REMOVED
}
