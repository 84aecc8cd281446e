package io.ndmap.fill;

/// What has become of a chunk. The numbers in the ledger are those of the order.
public enum ChunkState {
  /// Nobody's.
  FREE,
  /// Somebody writes it, or died while doing so.
  CLAIMED,
  /// All of it is there, for ever.
  DONE,
  /// Given up too often; nobody gets it until it is freed by hand.
  POISONED
}
