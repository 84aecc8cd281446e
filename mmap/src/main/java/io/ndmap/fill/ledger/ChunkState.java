package io.ndmap.fill.ledger;

/// The state of a chunk.
public enum ChunkState {
  /// Not claimed.
  FREE(0),
  /// A participant writes it, or died while writing it.
  CLAIMED(1),
  /// All of it is written, permanently.
  DONE(2),
  /// Failed, or lost its owner, too often; not claimed until it is freed explicitly.
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
