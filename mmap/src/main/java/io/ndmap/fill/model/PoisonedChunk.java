package io.ndmap.fill.model;

import java.util.Optional;

/// A chunk that is not claimed again because it was abandoned, or lost its owner, too often.
///
/// @param chunk the number of the chunk
/// @param failures how often it was abandoned
/// @param deaths how often its owner died
/// @param reason the reason of the last failure
public record PoisonedChunk(long chunk, int failures, int deaths, Optional<String> reason) {}
