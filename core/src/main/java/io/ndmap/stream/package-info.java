/// Arrays in the `.npy` format through streams and channels, read as they arrive and written in
/// bounded memory.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.stream;

import org.jspecify.annotations.NullMarked;
