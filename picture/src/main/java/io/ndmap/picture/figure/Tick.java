package io.ndmap.picture.figure;

/// A labelled mark on an axis.
///
/// @param position the position on the axis: 0 at its start, 1 at its end
/// @param label the text beside the mark
public record Tick(double position, String label) {}
