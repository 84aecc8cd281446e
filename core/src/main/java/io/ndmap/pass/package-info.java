/// Passes over elements: the elements that operations pass to one another, the division of layouts
/// into parts, the threads that run the parts, and the handling of faults. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.pass;

import org.jspecify.annotations.NullMarked;
