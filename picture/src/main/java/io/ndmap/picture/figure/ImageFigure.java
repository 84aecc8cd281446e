package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;

/// Items that are colours themselves.
///
/// @param caption the text around it
/// @param rows the items downwards
/// @param columns the items to the right
/// @param pixels the colours: each row and column stands for equally many items
public record ImageFigure(Caption caption, ItemAxis rows, ItemAxis columns, Pixels pixels)
    implements Figure {}
