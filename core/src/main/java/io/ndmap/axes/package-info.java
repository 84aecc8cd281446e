/// Layouts derived from other layouts, without a copy: permuted, reshaped, broadcast, windowed,
/// reinterpreted, traversed in C order. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.axes;

import org.jspecify.annotations.NullMarked;
