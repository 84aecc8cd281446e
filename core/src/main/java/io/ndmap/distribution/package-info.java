/// Histograms and quantiles. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.distribution;

import org.jspecify.annotations.NullMarked;
