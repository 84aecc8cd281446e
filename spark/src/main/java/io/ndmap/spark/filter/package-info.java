/// Which rows and files the conditions of a query leave.
///
/// No parameter and no result is `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.filter;

import org.jspecify.annotations.NullMarked;
