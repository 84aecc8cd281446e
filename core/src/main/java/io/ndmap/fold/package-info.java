/// Accumulators of the folds in `reduce`: sums, products, moments, counts, min/max. The
/// accumulators take runs of contiguous elements in unscoped memory (see
/// [io.ndmap.memory.Unscoped]), or rows of a table, all of whose columns are reduced at once. Not
/// exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fold;

import org.jspecify.annotations.NullMarked;
