/// New files: temporary names, access rights, disk space.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.file;

import org.jspecify.annotations.NullMarked;
