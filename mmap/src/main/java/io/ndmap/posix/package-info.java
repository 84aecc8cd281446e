/// The only package that links C. A missing function turns a feature off, and is never an error.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.posix;

import org.jspecify.annotations.NullMarked;
