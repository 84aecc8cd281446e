/// Filling one array with several processes: ndmap compared with NumPy in several processes.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.benchmarks.fill;

import org.jspecify.annotations.NullMarked;
