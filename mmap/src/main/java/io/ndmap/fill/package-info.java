/// Fills of one array by several processes.
///
/// Use [io.ndmap.fill.StaticFill] if the part of each process is known beforehand. Use
/// [io.ndmap.fill.SharedFill] otherwise: processes claim, write and commit chunks, and the chunks
/// of a killed process are claimed again. docs/fill-protocol.md specifies the protocol.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.fill;

import org.jspecify.annotations.NullMarked;
