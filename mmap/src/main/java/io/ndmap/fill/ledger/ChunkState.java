package io.ndmap.fill.ledger;

/// The state of a chunk.
public enum ChunkState {
  /// Nobody's.
  FREE(0),
  /// Somebody writes it, or died while doing so.
  CLAIMED(1),
  /// All of it is there, for ever.
  DONE(2),
  /// Failed too often; not claimed until it is freed by hand.
  POISONED(3);

  private static final ChunkState[] BY_CODE = values();

  private final int code;

  ChunkState(int code) {
    this.code = code;
  }

  /// Its number in the ledger.
  int code() {
    return code;
  }

  static ChunkState of(int code) {
    return BY_CODE[code];
  }
}
