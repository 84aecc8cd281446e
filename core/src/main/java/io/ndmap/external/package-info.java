/// External merge sort of 1-d slices larger than memory: writes sorted runs to disk and merges
/// them. Exported only to the module `io.ndmap.mmap`, which provides the files.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.external;

import org.jspecify.annotations.NullMarked;
