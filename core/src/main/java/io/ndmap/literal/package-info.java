/// Python literals, the notation of a `.npy` header.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.literal;

import org.jspecify.annotations.NullMarked;
