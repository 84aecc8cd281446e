/// Rows of arrays as vector fields of [Apache Lucene](https://lucene.apache.org), to index
/// documents from a mapped file.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.lucene;

import org.jspecify.annotations.NullMarked;
