/// Arrays formatted as NumPy prints them. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.text;

import org.jspecify.annotations.NullMarked;
