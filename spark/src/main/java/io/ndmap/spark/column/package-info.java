/// The columns that Spark reads: which type a dtype has, and vectors over the elements of a view.
/// Not for use outside, but for the exception.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.column;

import org.jspecify.annotations.NullMarked;
