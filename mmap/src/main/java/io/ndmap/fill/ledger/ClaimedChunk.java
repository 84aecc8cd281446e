package io.ndmap.fill.ledger;

/// A chunk that this participant has claimed.
///
/// @param chunk its number
/// @param word its word in the ledger
public record ClaimedChunk(long chunk, ChunkWord word) {}
