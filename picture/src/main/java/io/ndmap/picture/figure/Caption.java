package io.ndmap.picture.figure;

/// The text around a figure. Control characters in it are escaped, and long texts are shortened in
/// the middle.
///
/// @param title the name of the array
/// @param detail a description of what is shown, such as `f4 (3, 1000, 1000), [0, :, :], mean`;
///   empty for none
/// @param facts statistics of what is shown
public record Caption(String title, String detail, Facts facts) {}
