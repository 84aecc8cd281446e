/// The `.npy` format: its header, decoded and encoded as by numpy, and the exceptions of files: of
/// their format, of pickles in them, of growing files and of fills. Those of views and operations
/// are in `io.ndmap.op`.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.npy;

import org.jspecify.annotations.NullMarked;
