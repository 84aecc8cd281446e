/// Vectors of [Apache Arrow](https://arrow.apache.org) over mapped arrays, without copying.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.arrow;

import org.jspecify.annotations.NullMarked;
