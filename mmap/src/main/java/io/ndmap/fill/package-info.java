/// Several processes fill one array together.
///
/// [io.ndmap.fill.StaticFill] is for those that know beforehand who writes which part.
/// [io.ndmap.fill.SharedFill] is for all others: chunks are claimed, written and committed, and what
/// a process had claimed that was killed is claimed again; docs/fill-protocol.md is the protocol.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill;

import org.jspecify.annotations.NullMarked;
