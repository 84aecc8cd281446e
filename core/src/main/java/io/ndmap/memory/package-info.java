/// Memory outside the heap for large arrays, from whoever has the best.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.memory;

import org.jspecify.annotations.NullMarked;
