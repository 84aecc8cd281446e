/// Copies, with a change of byte order, order or dtype, also where source and target share memory.
/// Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.copy;

import org.jspecify.annotations.NullMarked;
