/// The files of a shared fill, their words and their locks, as docs/fill-protocol.md defines them.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.fill.ledger;

import org.jspecify.annotations.NullMarked;
