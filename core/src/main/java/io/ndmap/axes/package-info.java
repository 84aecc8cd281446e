/// Layouts made of other layouts, without a copy: axes in another order, reshaped, broadcast,
/// windowed, reinterpreted, passed in C order. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.axes;

import org.jspecify.annotations.NullMarked;
