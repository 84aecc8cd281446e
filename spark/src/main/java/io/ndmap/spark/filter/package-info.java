/// Determines the rows and files that satisfy the conditions of a query.
///
/// No parameter and no result is `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.filter;

import org.jspecify.annotations.NullMarked;
