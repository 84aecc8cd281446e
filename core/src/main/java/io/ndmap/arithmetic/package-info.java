/// Arithmetic into a target, and cumulative sums. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.arithmetic;

import org.jspecify.annotations.NullMarked;
