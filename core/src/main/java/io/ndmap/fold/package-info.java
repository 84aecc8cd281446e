/// Loops of reductions over contiguous items in native memory that belongs to no arena. Not
/// exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fold;

import org.jspecify.annotations.NullMarked;
