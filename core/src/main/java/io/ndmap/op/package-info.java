/// Parameters, results and exceptions of operations: execution options, backings of memory,
/// reductions, comparisons and elementwise operations.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.op;

import org.jspecify.annotations.NullMarked;
