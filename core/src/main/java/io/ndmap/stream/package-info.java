/// Reads arrays in the `.npy` format from streams and channels as they arrive, and writes them in
/// bounded memory.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.stream;

import org.jspecify.annotations.NullMarked;
