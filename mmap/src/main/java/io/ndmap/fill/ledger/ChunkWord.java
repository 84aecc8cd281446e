package io.ndmap.fill.ledger;

/// A chunk's 64-bit word in the ledger, from the highest bit to the lowest: state (2 bits), slot
/// (14), failures (8), deaths (8), epoch (32).
///
/// @param state the state of the chunk
/// @param slot the slot of the chunk's owner, or of the participant that committed the chunk; 0 if
///   the chunk is free or poisoned
/// @param failures how often the chunk was abandoned since the last reset; 255 also stands for more
/// @param deaths how often an owner of the chunk died since the last reset; 255 also stands for
///   more
/// @param epoch how often the chunk was claimed, modulo 2³²
public record ChunkWord(ChunkState state, int slot, int failures, int deaths, long epoch) {

  /// The word of a chunk that was never claimed.
  static final long FREE = 0;

  /// The maximum count of failures, and of deaths.
  static final int MOST = 255;

  // The lowest bit of each field in the word, and masks.
  private static final int STATE_SHIFT = 62;
  private static final int SLOT_SHIFT = 48;
  private static final int SLOT_MASK = (1 << 14) - 1;
  private static final int FAILURES_SHIFT = 40;
  private static final int DEATHS_SHIFT = 32;
  private static final long EPOCH_MASK = 0xffff_ffffL;

  public static ChunkWord of(long bits) {
    return new ChunkWord(
        state(bits),
        slot(bits),
        (int) (bits >>> FAILURES_SHIFT) & MOST,
        (int) (bits >>> DEATHS_SHIFT) & MOST,
        bits & EPOCH_MASK);
  }

  public static ChunkState state(long bits) {
    return ChunkState.of((int) (bits >>> STATE_SHIFT));
  }

  public static int slot(long bits) {
    return (int) (bits >>> SLOT_SHIFT) & SLOT_MASK;
  }

  long bits() {
    return (long) state.code() << STATE_SHIFT
        | (long) slot << SLOT_SHIFT
        | (long) failures << FAILURES_SHIFT
        | (long) deaths << DEATHS_SHIFT
        | epoch;
  }

  /// Returns the word after a claim by a participant.
  public ChunkWord claimedBy(int owner) {
    return new ChunkWord(ChunkState.CLAIMED, owner, failures, deaths, (epoch + 1) & EPOCH_MASK);
  }

  /// Returns the word after the chunk's owner has committed the chunk.
  public ChunkWord done() {
    return new ChunkWord(ChunkState.DONE, slot, failures, deaths, epoch);
  }

  /// Returns the word after the chunk's owner has released the chunk.
  public ChunkWord released() {
    return new ChunkWord(ChunkState.FREE, 0, failures, deaths, epoch);
  }

  /// Returns the word after the chunk's owner has abandoned the chunk.
  ///
  /// @param limit the number of failures that poison the chunk, 0 for no limit
  public ChunkWord failed(int limit) {
    int count = Math.min(failures + 1, MOST);
    return new ChunkWord(after(count, limit), 0, count, deaths, epoch);
  }

  /// Returns the word after the chunk's owner has died.
  ///
  /// @param limit the number of deaths that poison the chunk, 0 for no limit
  ChunkWord died(int limit) {
    int count = Math.min(deaths + 1, MOST);
    return new ChunkWord(after(count, limit), 0, failures, count, epoch);
  }

  /// Returns the word of a freed chunk, with failures and deaths reset to 0.
  public ChunkWord reset() {
    return new ChunkWord(ChunkState.FREE, 0, 0, 0, epoch);
  }

  private static ChunkState after(int count, int limit) {
    return limit > 0 && count >= limit ? ChunkState.POISONED : ChunkState.FREE;
  }
}
