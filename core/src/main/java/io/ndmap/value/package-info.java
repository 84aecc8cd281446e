/// One item at a time: its bits as a number, a text or a time, and back. Not exported.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.value;

import org.jspecify.annotations.NullMarked;
