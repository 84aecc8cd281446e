package io.ndmap.fill.ledger;

/// A chunk that this participant has claimed.
///
/// @param chunk the number of the chunk
/// @param word the word that the claim stored in the ledger
public record ClaimedChunk(long chunk, ChunkWord word) {}
