package io.ndmap.fill.ledger;

/// A chunk that this participant has claimed.
///
/// @param chunk its number
/// @param word what the ledger says of it
public record ClaimedChunk(long chunk, ChunkWord word) {}
