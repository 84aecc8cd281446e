/// Status, diagnosis and eviction for shared fills, without joining them.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill.control;

import org.jspecify.annotations.NullMarked;
