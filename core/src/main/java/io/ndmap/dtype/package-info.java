/// Dtypes, the types of an array's elements.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.dtype;

import org.jspecify.annotations.NullMarked;
