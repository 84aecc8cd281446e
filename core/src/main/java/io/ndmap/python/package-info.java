/// Classes for the Python values in arrays of objects that have no equivalent class in the JDK.
///
/// All classes are immutable and thread-safe, apart from mutable members of containers, such as a
/// list in a tuple. Values are equal if they have the same type and the same content; NaN equals
/// NaN, so that a value equals its copy, unless it holds a view, or a list with a `byte[]`.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`; the members
/// of containers may be `null`, which is Python's `None`.
@NullMarked
package io.ndmap.python;

import org.jspecify.annotations.NullMarked;
