package io.ndmap.picture.figure;

/// The text around a figure. Texts are shown as they are: control characters are escaped, long
/// texts lose their middle.
///
/// @param title the array's name
/// @param detail what is shown of it, such as `f4 (3, 1000, 1000), [0, :, :], mean`; empty for
///   nothing
/// @param facts the numbers of what is shown
public record Caption(String title, String detail, Facts facts) {}
