/// Status, diagnosis and eviction of shared fills, without joining them.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.fill.control;

import org.jspecify.annotations.NullMarked;
