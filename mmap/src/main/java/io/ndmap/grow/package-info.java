/// `.npy` files that grow: [io.ndmap.grow.NpyAppender] appends rows in place,
/// [io.ndmap.grow.NpyGrowth] inspects and repairs files, and extends the padding of their headers.
/// [io.ndmap.mmap.NpyFollower] reads growing files.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.grow;

import org.jspecify.annotations.NullMarked;
