/// Several processes fill one array.
///
/// [io.ndmap.fill.StaticFill] is for those that know beforehand who writes which part. With
/// [io.ndmap.fill.SharedFill] chunks are claimed, written and committed, and what a killed one had
/// claimed is claimed again; docs/fill-protocol.md is its protocol.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill;

import org.jspecify.annotations.NullMarked;
