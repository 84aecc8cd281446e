/// Rows of arrays as vector fields of [Apache Lucene](https://lucene.apache.org), for documents
/// that are indexed from a mapped file.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.lucene;

import org.jspecify.annotations.NullMarked;
