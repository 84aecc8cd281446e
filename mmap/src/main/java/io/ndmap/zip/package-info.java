/// Zip archives, read as untrusted input, and written. Where the specification (APPNOTE.TXT 6.3)
/// leaves a choice, archives are interpreted as by Python's `zipfile`.
///
/// Nothing in this package accepts or returns `null` unless marked `@Nullable`.
@NullMarked
package io.ndmap.zip;

import org.jspecify.annotations.NullMarked;
