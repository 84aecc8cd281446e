package io.ndmap.cli.view;

import io.ndmap.op.ComplexPart;
import io.ndmap.picture.Aggregate;
import io.ndmap.picture.colour.ColourMap;
import io.ndmap.picture.colour.ContrastRule;

/// How numbers are shown.
///
/// @param aggregate what a cell shows
/// @param part of complex numbers
/// @param contrast which values get the ends of the colours
/// @param isContrastChosen whether an option says so; images keep the brightness of their dtype
///   else
/// @param colours the colours
record Style(
    Aggregate aggregate,
    ComplexPart part,
    ContrastRule contrast,
    boolean isContrastChosen,
    ColourMap colours) {}
