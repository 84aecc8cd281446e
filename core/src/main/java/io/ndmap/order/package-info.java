/// Sorting, partitioning, distinct elements, and the smallest or largest elements. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.order;

import org.jspecify.annotations.NullMarked;
