/// Rows of arrays as vectors of [JVector](https://github.com/datastax/jvector), for graph indices
/// that are built and searched over a mapped file.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.jvector;

import org.jspecify.annotations.NullMarked;
