/// Arrays in files as vectors of [Apache Arrow](https://arrow.apache.org) over the mapping itself.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.arrow;

import org.jspecify.annotations.NullMarked;
