package io.ndmap.fill.ledger;

/// The state of a chunk.
public enum ChunkState {
  /// Not claimed.
  FREE(0),
  /// A participant writes it, or died while writing it.
  CLAIMED(1),
  /// The whole chunk is written. This state is permanent, unless a recovery fills the array again.
  DONE(2),
  /// The chunk was abandoned, or its owner died, too often. It is not claimed until it is freed
  /// explicitly.
  POISONED(3);

  private static final ChunkState[] BY_CODE = values();

  private final int code;

  ChunkState(int code) {
    this.code = code;
  }

  /// The number of the state in the ledger.
  int code() {
    return code;
  }

  static ChunkState of(int code) {
    return BY_CODE[code];
  }
}
