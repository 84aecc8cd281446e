/// Sorting of lanes that memory has no room for: sorted runs on a disk, merged. Not exported but to
/// the module of files, which has the disk.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.external;

import org.jspecify.annotations.NullMarked;
