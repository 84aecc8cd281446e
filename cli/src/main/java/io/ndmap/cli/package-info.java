/// The `ndmap` command: inspects, creates and changes `.npy` files and `.npz` archives from the
/// command line.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.cli;

import org.jspecify.annotations.NullMarked;
