/// Reductions: sums, moments, extremes, counts, over all items and along axes. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.reduce;

import org.jspecify.annotations.NullMarked;
