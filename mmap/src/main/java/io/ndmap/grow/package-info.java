/// `.npy` files that grow: rows appended in place by [io.ndmap.grow.NpyAppender], room for longer
/// headers and repair by [io.ndmap.grow.NpyGrowth]. Readers follow by [io.ndmap.mmap.NpyFollower].
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.grow;

import org.jspecify.annotations.NullMarked;
