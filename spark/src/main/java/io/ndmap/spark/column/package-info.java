/// The columns that Spark reads: the mapping from dtypes to types, and vectors over the elements of
/// views. Only the exception is meant for use outside this module.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.column;

import org.jspecify.annotations.NullMarked;
