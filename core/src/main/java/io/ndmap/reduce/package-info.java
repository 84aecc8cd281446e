/// Reductions: sums, moments, min/max and counts, over all elements and along axes. Not exported.
///
/// A *fold* is the accumulator of a reduction: a [Fold] has one result and takes runs of its
/// elements; a [RowFold] has a row of neighbouring results and takes rows of elements.
/// `AxisReduction` chooses between folds and row folds by the layout. Most folds keep their state
/// in the accumulators of [io.ndmap.fold]. [Folds] and `RowFolds` choose the class for each
/// reduction and dtype. For real numbers of up to eight bytes (`ColumnFolds` instead of a row fold
/// if rows cannot be combined):
///
/// | reduction | fold | row fold |
/// |---|---|---|
/// | sum, mean, of floats | `FloatSumFold` | `BinaryRowFold.FloatSums`, `RowFold.NonNaNSums` |
/// | sum, mean, of integers | [IntegerSumFold] | `BinaryRowFold`, `.IntegerMeans`, `RowFold.Int64Means` |
/// | product, of floats | `ProductFold` | `BinaryRowFold.FloatProducts`, `RowFold.NarrowProducts` |
/// | product, of integers | [IntegerProductFold] | `BinaryRowFold` |
/// | variance, standard deviation | [MomentsFold] | `MomentsRowFold` |
/// | min, max | [MinMaxFold] | `BinaryRowFold` |
/// | argmin, argmax | `ArgFold` | `ArgRowFold` |
/// | any, all, counts | [CountFold] | `CountRowFold` |
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.reduce;

import org.jspecify.annotations.NullMarked;
