/// The `.npy` format: a codec for headers that follows NumPy, and the exceptions for invalid files,
/// pickles, growing files and fills. The exceptions of views and operations are in `io.ndmap.op`.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.npy;

import org.jspecify.annotations.NullMarked;
