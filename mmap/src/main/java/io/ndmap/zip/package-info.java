/// Zip archives (APPNOTE.TXT 6.3, interpreted as by Python's `zipfile` if it leaves a choice): read
/// as untrusted input, and written.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.zip;

import org.jspecify.annotations.NullMarked;
