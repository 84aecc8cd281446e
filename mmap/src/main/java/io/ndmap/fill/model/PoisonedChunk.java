package io.ndmap.fill.model;

import java.util.Optional;

/// A chunk that is not claimed again because it was abandoned, or lost its owner, too often.
///
/// @param chunk the number of the chunk
/// @param failures how often the chunk was abandoned
/// @param deaths how often an owner of the chunk died
/// @param reason the reason of the last failure; empty if none was logged
public record PoisonedChunk(long chunk, int failures, int deaths, Optional<String> reason) {}
