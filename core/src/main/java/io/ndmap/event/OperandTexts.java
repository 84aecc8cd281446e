package io.ndmap.event;

/// The operands of an operation, for people.
///
/// @param path the names of the files
/// @param dtype the dtypes in the operands' order
/// @param layout their shapes and strides in the same order
/// @param bytes of all elements
/// @param inPlace whether loops can work on all of them where they are
public record OperandTexts(String path, String dtype, String layout, long bytes, boolean inPlace) {}
