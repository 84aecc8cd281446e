/// Scores of rows against a vector: dot products, squared distances, and the rows with the best
/// scores. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.vector;

import org.jspecify.annotations.NullMarked;
