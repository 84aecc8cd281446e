/// Header room that is being made in a file: what appenders write beside it and readers look at.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.room;

import org.jspecify.annotations.NullMarked;
