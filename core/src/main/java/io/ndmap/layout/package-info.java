/// Layouts of elements: shapes, strides, indices, boxes and partitions.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.layout;

import org.jspecify.annotations.NullMarked;
