/// Copies arrays and changes byte order, memory order or dtype, also between arrays that share
/// memory. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.copy;

import org.jspecify.annotations.NullMarked;
