package io.ndmap.fill;

/// What has become of a chunk.
public enum ChunkState {
  /// Nobody's.
  FREE(0),
  /// Somebody writes it, or died while doing so.
  CLAIMED(1),
  /// All of it is there, for ever.
  DONE(2),
  /// Given up too often; nobody gets it until it is freed by hand.
  POISONED(3);

  private final int code;

  ChunkState(int code) {
    this.code = code;
  }

  /// Its number in the ledger.
  int code() {
    return code;
  }

  static ChunkState of(int code) {
    return switch (code) {
      case 0 -> FREE;
      case 1 -> CLAIMED;
      case 2 -> DONE;
      case 3 -> POISONED;
      default -> throw new IllegalArgumentException("no state of a chunk: " + code);
    };
  }
}
