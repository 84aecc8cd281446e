/// The only package that links C. A missing function disables a feature, and is never an error.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.posix;

import org.jspecify.annotations.NullMarked;
