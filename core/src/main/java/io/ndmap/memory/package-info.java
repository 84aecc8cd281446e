/// Off-heap allocation (huge pages if available), the unscoped segments that loops access (see
/// [Unscoped]), and reusable memory; also the means by which HotSpot compiles loops well:
/// [SeparateCalls] and [Templates].
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.memory;

import org.jspecify.annotations.NullMarked;
