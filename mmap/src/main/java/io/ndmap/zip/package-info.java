/// Zip archives (APPNOTE.TXT 6.3; where it leaves a choice, as Python's `zipfile` does): read
/// without trusting them, and written.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.zip;

import org.jspecify.annotations.NullMarked;
