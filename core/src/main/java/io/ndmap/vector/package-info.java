/// Scores of rows against a vector: dot products, distances, and the best rows. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.vector;

import org.jspecify.annotations.NullMarked;
