/// Tensors of [ONNX Runtime](https://onnxruntime.ai) over mapped arrays, for inputs and outputs of
/// models without copying.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.onnx;

import org.jspecify.annotations.NullMarked;
