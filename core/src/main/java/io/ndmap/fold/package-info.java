/// Accumulators of the folds in `reduce`: sums, products, moments, counts, min/max. They take runs
/// of contiguous elements in unscoped memory, or rows of a table, whose columns are all reduced at
/// once. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fold;

import org.jspecify.annotations.NullMarked;
