/// Comparisons into masks, and equality of arrays. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.compare;

import org.jspecify.annotations.NullMarked;
