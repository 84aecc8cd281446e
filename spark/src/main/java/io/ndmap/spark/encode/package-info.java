/// Encodes rows for a file: their dtype, their layout, and the bytes of each value. Not for use
/// outside this module.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.encode;

import org.jspecify.annotations.NullMarked;
