/// Going through items: what an operation needs of a view, how its layouts are cut into parts, who
/// works on these, and what can happen meanwhile. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.pass;

import org.jspecify.annotations.NullMarked;
