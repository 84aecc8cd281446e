/// Selection by indices, masks and ranges, and sorted search. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.select;

import org.jspecify.annotations.NullMarked;
