/// Looks at a shared fill, diagnoses it and evicts a participant, without taking part.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill.control;

import org.jspecify.annotations.NullMarked;
