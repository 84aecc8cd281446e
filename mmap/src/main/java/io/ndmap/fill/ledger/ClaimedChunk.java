package io.ndmap.fill.ledger;

/// A chunk that is this participant's now.
///
/// @param chunk its number
/// @param word what the ledger says of it
public record ClaimedChunk(long chunk, ChunkWord word) {}
