/// Fills of one array by several processes.
///
/// Use [io.ndmap.fill.StaticFill] if it is known beforehand which process writes which part. Use
/// [io.ndmap.fill.SharedFill] otherwise: processes claim, write and commit chunks, and the chunks
/// of a killed process are claimed again. docs/fill-protocol.md is the protocol.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.fill;

import org.jspecify.annotations.NullMarked;
