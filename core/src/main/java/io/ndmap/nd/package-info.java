/// The views of arrays, which reach single items and start operations on many.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.nd;

import org.jspecify.annotations.NullMarked;
