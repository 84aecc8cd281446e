/// One participant of a shared fill: opens it, claims and commits chunks, publishes, leaves.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.fill.participant;

import org.jspecify.annotations.NullMarked;
