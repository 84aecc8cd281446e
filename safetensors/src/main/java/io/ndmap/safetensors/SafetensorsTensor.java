package io.ndmap.safetensors;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import java.util.Optional;

/// A tensor as the header of a file declares it.
///
/// @param name its name, a label that is no path
/// @param type the format's name for what an item is, such as `BF16`
/// @param dtype what an item is, or nothing if ndmap has no such dtype: `F4`, `F6_E2M3`, `F6_E3M2`,
///   `F8_E8M0`, `F8_E4M3FNUZ` and `F8_E5M2FNUZ`
/// @param shape the lengths of the axes; items are in C order
/// @param offset the byte of the file at which its data begin
/// @param size the bytes of its data
public record SafetensorsTensor(
    String name, String type, Optional<DType> dtype, Shape shape, long offset, long size) {}
