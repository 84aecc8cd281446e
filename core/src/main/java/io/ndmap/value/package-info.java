/// Single elements: conversions between bits and numbers, text or times. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.value;

import org.jspecify.annotations.NullMarked;
