/// Rows of arrays as vectors of [JVector](https://github.com/datastax/jvector), to build and search
/// graph indices over a mapped file.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.jvector;

import org.jspecify.annotations.NullMarked;
