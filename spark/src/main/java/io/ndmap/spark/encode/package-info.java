/// Encodes rows for a file: their dtype, their offsets, and how each value of Spark is stored. Not
/// for use outside.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.encode;

import org.jspecify.annotations.NullMarked;
