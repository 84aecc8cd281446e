/// Parameters, results and exceptions of operations: how they run, on which memory, which reduction
/// or comparison.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.op;

import org.jspecify.annotations.NullMarked;
