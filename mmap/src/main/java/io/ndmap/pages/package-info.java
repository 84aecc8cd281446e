/// Off-heap memory for large arrays.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.pages;

import org.jspecify.annotations.NullMarked;
