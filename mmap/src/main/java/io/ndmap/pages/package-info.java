/// Memory of the process for large arrays.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.pages;

import org.jspecify.annotations.NullMarked;
