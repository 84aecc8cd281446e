/// Several processes that fill one array together.
///
/// [io.ndmap.fill.StaticFill] is for those that know beforehand who writes which part.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill;

import org.jspecify.annotations.NullMarked;
