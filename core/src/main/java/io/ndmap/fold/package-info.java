/// Accumulators of reductions, which are called folds: sums, products, moments, counts, min/max.
/// They take runs of contiguous elements in unscoped memory, or rows of a table, whose columns are
/// reduced together. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fold;

import org.jspecify.annotations.NullMarked;
