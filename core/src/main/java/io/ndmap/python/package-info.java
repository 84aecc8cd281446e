/// Values of Python's that Java has no class for, as arrays of objects hold them.
///
/// All of them are immutable and safe to share between threads. They are equal when they have the
/// same type and the same content; NaN is equal to itself, so that a value is equal to its copy.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`; the members
/// of containers may be `null`, which is Python's `None`.
@NullMarked
package io.ndmap.python;

import org.jspecify.annotations.NullMarked;
