package io.ndmap.event;

/// The operands of an operation as text.
///
/// @param path the names of the files
/// @param dtype the dtypes, in the order of the operands
/// @param layout the shapes and strides, in the order of the operands
/// @param bytes the number of bytes of all elements together
/// @param inPlace whether loops can access all elements in place
public record OperandTexts(String path, String dtype, String layout, long bytes, boolean inPlace) {}
