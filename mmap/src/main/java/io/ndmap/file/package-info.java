/// New files: under a temporary name, with the rights they are to have, filled with items.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.file;

import org.jspecify.annotations.NullMarked;
