/// The table of operations in plain form: lambdas on single elements, and loops with a hidden copy
/// for each lambda.
@NullMarked
package io.ndmap.loop.plain;

import org.jspecify.annotations.NullMarked;
