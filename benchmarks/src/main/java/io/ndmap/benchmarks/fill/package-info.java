/// Filling one array with several processes, ndmap beside NumPy and `multiprocessing`.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.benchmarks.fill;

import org.jspecify.annotations.NullMarked;
