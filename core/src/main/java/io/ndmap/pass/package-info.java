/// Passes over elements: the value that engines exchange, the division of layouts into parts, the
/// threads that run the parts, and the handling of faults. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.pass;

import org.jspecify.annotations.NullMarked;
