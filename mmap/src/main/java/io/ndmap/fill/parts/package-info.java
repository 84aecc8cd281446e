/// The creation of an array for a static fill, by one of several processes.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.fill.parts;

import org.jspecify.annotations.NullMarked;
