package io.ndmap.fill;

/// A chunk that is this participant's now.
///
/// @param chunk its number
/// @param word what the ledger says of it
record ClaimedChunk(long chunk, ChunkWord word) {}
