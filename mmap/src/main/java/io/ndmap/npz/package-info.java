/// `.npz` archives: read and updated in place by [io.ndmap.npz.NpzFile], written by
/// [io.ndmap.npz.NpzWriter].
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.npz;

import org.jspecify.annotations.NullMarked;
