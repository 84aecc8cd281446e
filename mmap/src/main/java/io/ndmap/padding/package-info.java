/// Pending extensions of header padding: the side file that appenders write and readers read.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.padding;

import org.jspecify.annotations.NullMarked;
