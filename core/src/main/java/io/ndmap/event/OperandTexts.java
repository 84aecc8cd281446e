package io.ndmap.event;

/// The operands of an operation as text.
///
/// @param path the names of the files
/// @param dtype the dtypes in the operands' order
/// @param layout their shapes and strides in the same order
/// @param bytes size of all elements
/// @param inPlace whether loops can access all of them in place
public record OperandTexts(String path, String dtype, String layout, long bytes, boolean inPlace) {}
