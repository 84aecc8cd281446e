/// NumPy's routines by topic that are not methods of [io.ndmap.nd.NdView]: array creation
/// ([Creation]) and manipulation ([Manipulation]), counts of numbers ([Counting]), elements and
/// slices along an axis ([AlongAxis]), cumulative products ([Cumulative]), weighted averages
/// ([Average]), gradients, integrals and interpolation ([Calculus]), products of vectors and blocks
/// ([Products]), rounding ([Rounding]).
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.array;

import org.jspecify.annotations.NullMarked;
