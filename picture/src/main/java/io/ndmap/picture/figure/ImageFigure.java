package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;

/// An array whose elements are colours.
///
/// @param caption the text around the figure
/// @param rows the axis from top to bottom
/// @param columns the axis from left to right
/// @param pixels the colours; all rows and all columns of pixels stand for equally many elements
public record ImageFigure(Caption caption, ItemAxis rows, ItemAxis columns, Pixels pixels)
    implements Figure {}
