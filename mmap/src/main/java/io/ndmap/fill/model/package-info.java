/// Specifications, status and exceptions of fills.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill.model;

import org.jspecify.annotations.NullMarked;
