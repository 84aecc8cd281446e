/// Specifications and status of fills.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.fill.model;

import org.jspecify.annotations.NullMarked;
