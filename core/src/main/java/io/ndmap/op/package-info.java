/// What users say to operations and get back from them: how they run, what memory they run on,
/// which reduction or comparison is meant, results, and what they throw.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.op;

import org.jspecify.annotations.NullMarked;
