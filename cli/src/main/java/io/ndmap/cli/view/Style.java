package io.ndmap.cli.view;

import io.ndmap.op.ComplexPart;
import io.ndmap.picture.Aggregate;
import io.ndmap.picture.colour.ColourMap;
import io.ndmap.picture.colour.ContrastRule;

/// How numbers are shown.
///
/// @param aggregate the statistic that a cell shows
/// @param part the part of complex numbers to draw
/// @param contrast the rule for the values of the first and the last colour
/// @param isContrastChosen whether an option sets the contrast; if not, images use the default
///   brightness of their dtype
/// @param colours the colour map
record Style(
    Aggregate aggregate,
    ComplexPart part,
    ContrastRule contrast,
    boolean isContrastChosen,
    ColourMap colours) {}
