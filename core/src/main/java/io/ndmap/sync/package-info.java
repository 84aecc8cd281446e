/// Coordination of processes and threads through the items of arrays: counters, flags and words
/// that change atomically, and regions that many read while one writes.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.sync;

import org.jspecify.annotations.NullMarked;
