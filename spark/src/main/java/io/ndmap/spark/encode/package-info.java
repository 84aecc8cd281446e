/// What is written: the dtype of rows, where they lie in the file, and how each value of Spark is
/// stored. Not for use outside.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.encode;

import org.jspecify.annotations.NullMarked;
