/// Views of arrays: access to single elements, and bulk operations.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.nd;

import org.jspecify.annotations.NullMarked;
