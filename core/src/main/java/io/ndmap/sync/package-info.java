/// Coordination of processes and threads through elements of arrays: atomic counters, flags and
/// words, and regions with one writer and many readers.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.sync;

import org.jspecify.annotations.NullMarked;
