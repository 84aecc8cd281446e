/// The options of users and the messages to them: names of arrays and options, files to skip, and
/// Spark's own errors.
///
/// No parameter and no result is `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.option;

import org.jspecify.annotations.NullMarked;
