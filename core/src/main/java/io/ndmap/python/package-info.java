/// Python values without an equivalent Java class, as found in arrays of objects.
///
/// All of them are immutable and safe to share between threads. They are equal if they have the
/// same type and the same content; NaN is equal to itself, so that a value is equal to its copy.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`; the members
/// of containers may be `null`, which is Python's `None`.
@NullMarked
package io.ndmap.python;

import org.jspecify.annotations.NullMarked;
