/// New arrays from numbers and from other arrays: NumPy's routines of array creation ([Creation])
/// and of array manipulation ([Manipulation]) that are no methods of [io.ndmap.nd.NdView].
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.array;

import org.jspecify.annotations.NullMarked;
