package io.ndmap.safetensors;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import java.util.Optional;

/// A tensor as declared by the header of a file.
///
/// @param name the name of the tensor, a label that is never interpreted as a path
/// @param type the format's name for the type of the elements, such as `BF16`
/// @param dtype the dtype of the elements, or empty if ndmap does not support the type: `F4`,
///   `F6_E2M3`, `F6_E3M2`, `F8_E8M0`, `F8_E4M3FNUZ` and `F8_E5M2FNUZ`
/// @param shape the lengths of the axes; elements are in C order
/// @param offset the offset of the tensor's data in the file, in bytes
/// @param size the size of the tensor's data in bytes
public record SafetensorsTensor(
    String name, String type, Optional<DType> dtype, Shape shape, long offset, long size) {}
