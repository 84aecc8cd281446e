/// Arrays of Python objects: read from the pickle in a `.npy` file, within limits and without
/// executing any code, and written back.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.pickle;

import org.jspecify.annotations.NullMarked;
