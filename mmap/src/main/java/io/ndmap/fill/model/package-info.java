/// What participants of a fill agree on, what they are told of it, and how it fails.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill.model;

import org.jspecify.annotations.NullMarked;
