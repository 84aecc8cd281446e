/// The options of users and the messages to them: names of arrays and of options, which files may
/// be skipped, Spark's errors for what is missing.
///
/// No parameter and no result is `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark.option;

import org.jspecify.annotations.NullMarked;
