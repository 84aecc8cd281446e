/// Parameters, results and exceptions of operations: execution options, the owners of memory
/// ([Backing]), reductions, comparisons and elementwise operations.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.op;

import org.jspecify.annotations.NullMarked;
