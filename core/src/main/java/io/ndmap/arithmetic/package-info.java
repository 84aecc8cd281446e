/// Arithmetic, functions of numbers, and cumulative sums and products. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.arithmetic;

import org.jspecify.annotations.NullMarked;
