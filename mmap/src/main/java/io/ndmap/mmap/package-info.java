/// `.npy` files mapped into memory: opened and created by [io.ndmap.mmap.NpyFile], read and written
/// in place through the views of `io.ndmap.nd`.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.mmap;

import org.jspecify.annotations.NullMarked;
