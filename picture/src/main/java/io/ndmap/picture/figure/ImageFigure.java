package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;

/// Elements that are colours themselves.
///
/// @param caption the text around it
/// @param rows the elements downwards
/// @param columns the elements to the right
/// @param pixels the colours: each row and column stands for equally many elements
public record ImageFigure(Caption caption, ItemAxis rows, ItemAxis columns, Pixels pixels)
    implements Figure {}
