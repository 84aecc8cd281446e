/// Products of matrices and of stacks of matrices. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.product;

import org.jspecify.annotations.NullMarked;
