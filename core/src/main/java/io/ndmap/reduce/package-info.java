/// Reductions: sums, moments, min/max, counts, over all elements and along axes. Not exported.
///
/// A *fold* is the accumulator of a reduction: a [Fold] has one result and takes runs of its
/// elements, a [RowFold] has a row of neighbouring results and takes rows of elements.
/// `AxisReduction` chooses between them by the layout. Their states are those of [io.ndmap.fold].
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.reduce;

import org.jspecify.annotations.NullMarked;
