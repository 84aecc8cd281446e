/// The only package of this module that calls C functions. If a function is missing, the features
/// that need it are disabled.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.posix;

import org.jspecify.annotations.NullMarked;
