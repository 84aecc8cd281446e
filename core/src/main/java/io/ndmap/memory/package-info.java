/// Off-heap allocation (huge pages if available), and the unscoped segments that loops read (see
/// [Unscoped]).
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.memory;

import org.jspecify.annotations.NullMarked;
