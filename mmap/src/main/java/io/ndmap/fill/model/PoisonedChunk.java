package io.ndmap.fill.model;

import java.util.Optional;

/// A chunk that nobody gets any more.
///
/// @param chunk its number
/// @param failures how often it was given up
/// @param deaths how often its owner died
/// @param reason the last one that was given
public record PoisonedChunk(long chunk, int failures, int deaths, Optional<String> reason) {}
