/// Passes over items: what an operation needs of a view, how layouts are cut into parts, how
/// threads run them, and how they fail. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.pass;

import org.jspecify.annotations.NullMarked;
