/// Memory of the process for large arrays.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.memory;

import org.jspecify.annotations.NullMarked;
