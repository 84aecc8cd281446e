package io.ndmap.picture.figure;

/// A mark on an axis.
///
/// @param position where it is: 0 at the beginning of the axis, 1 at its end
/// @param label what is written there
public record Tick(double position, String label) {}
